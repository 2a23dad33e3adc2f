// Owns `MapLoader`: opens maps and fetches tiles, away from the thread that draws.
//
//      main thread     look(at:) want(…) ──► list          take() ──► update(.map(…))
//      map thread      opens ─► first of the list ─► source.fetch ─► answer in a box, wakes the main thread
//      network         answers later, on threads of its own

import BaseMap
import CPlatform
import LiveFeeds
import MapSources
import OnlineMaps
import Synchronization
import TrackGeodesy
import ViewerApp

/// Opens maps and fetches the tiles that are wanted, the first of the list first.
final class MapLoader: Sendable {
  /// Readable while there is news.
  var descriptor: Int32 { news.descriptor }

  private let news: WakeDescriptor
  /// Wakes the map thread.
  private let work: WakeDescriptor
  private let plan: MapPlan
  private let state = Mutex(State())

  private struct State {
    var events: [ViewerEvent] = []
    var sources: [Int: any TileSource] = [:]
    /// Those of the network among them.
    var online: [Int: OnlineMap] = [:]
    var wanted: [TileKey] = []
    /// Tiles that are being fetched, those whose answers lie in the box, and those whose answers were taken out of it since it was last said
    /// what is wanted: they are in that list still.
    var underWay: Set<TileKey> = []
    var answered: Set<TileKey> = []
    var taken: Set<TileKey> = []
    var view: WorldBox?
    /// The view for which the folder of maps was last looked through.
    var lookedAt: WorldBox?
    /// Bytes of memory that are left for overlays.
    var overlayRoom = 0
    var isOpened = false
    var isStopped = false

    var isLookedThrough: Bool { lookedAt == view }

    /// The first tile that is wanted and can be asked for now.
    var next: (TileKey, any TileSource)? {
      for key in wanted where !underWay.contains(key) && !answered.contains(key) && !taken.contains(key) {
        if let source = sources[key.map] { return (key, source) }
      }
      return nil
    }

    mutating func start() -> (TileKey, any TileSource)? {
      guard !isStopped, let next else { return nil }
      underWay.insert(next.0)
      return next
    }
  }

  /// The folder of maps is looked through only for views that are no wider: a part of the world.
  static let widestView = 1.0 / 8

  /// - Throws: where the system has nothing left for it.
  init(_ plan: MapPlan) throws(ProgramError) {
    self.plan = plan
    do throws(FeedError) {
      news = try WakeDescriptor()
      work = try WakeDescriptor()
    } catch {
      throw ProgramError(error.description)
    }
    state.withLock { $0.overlayRoom = plan.overlayRoom }
  }

  /// Begins; the thread keeps this object alive until it is stopped.
  func start() {
    var thread = pthread_t()
    let retained = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<MapLoader>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, retained.toOpaque())
    if status != 0 {
      retained.release()
      tell(.failed(message: "maps: cannot start a thread: \(String(cString: strerror(status)))"))
      return
    }
    pthread_detach(thread)
  }

  // MARK: The main thread

  /// Says what is missing from the view, the most important first; takes the place of what was wanted before.
  /// - Parameter view: the part of the world that is shown, to look for maps of it.
  func want(_ tiles: [TileKey], view: WorldBox?) {
    let isNew = state.withLock { state in
      let isNew = state.wanted != tiles || state.view != view || !state.taken.isEmpty
      state.wanted = tiles
      state.taken = []
      state.view = view
      return isNew
    }
    if isNew { work.wake() }
  }

  /// Requests of tiles that nobody wants any more are given up.
  private func cancelUnwanted() {
    let (online, wanted) = state.withLock { ($0.online, $0.wanted) }
    for (number, map) in online { map.cancelAll(except: wanted.filter { $0.map == number }.map(\.id)) }
  }

  /// What has come since the last time, in order.
  func take() -> [ViewerEvent] {
    news.clear()
    return state.withLock { state in
      defer {
        state.events = []
        state.taken.formUnion(state.answered)
        state.answered = []
      }
      return state.events
    }
  }

  /// Whether something has come that was not taken yet.
  var hasNews: Bool { state.withLock { !$0.events.isEmpty } }

  /// Whether all maps are opened and nothing that is wanted is still to come.
  var isIdle: Bool {
    state.withLock { $0.isOpened && $0.events.isEmpty && $0.underWay.isEmpty && $0.next == nil && $0.isLookedThrough }
  }

  /// Ends it soon; no more news come.
  func stop() {
    state.withLock { $0.isStopped = true }
    work.wake()
  }

  // MARK: Any thread

  private func tell(_ event: ViewerEvent) {
    state.withLock { if !$0.isStopped { $0.events.append(event) } }
    news.wake()
  }

  private func add(_ map: OpenedMap) {
    switch map {
    case .tiles(let source):
      state.withLock { $0.sources[source.info.number] = source }
      tell(.map(.opened(source.info)))
    case .overlay(let info, let pieces): tell(.map(.overlay(info, pieces)))
    }
  }

  private func finish(_ key: TileKey, _ answer: TileAnswer) {
    state.withLock { state in
      state.underWay.remove(key)
      if case .failed(OnlineMap.notWanted) = answer { return }
      guard !state.isStopped else { return }
      state.answered.insert(key)
      state.events.append(.map(.answer(key, answer)))
    }
    news.wake()
    work.wake()
  }

  // MARK: The map thread

  private func run() {
    // Keys are answered before tiles are made.
    cp_lower_thread()
    for entry in plan.entries { open(entry) }
    var folder = plan.folder.map { MapFolder(path: $0) }
    var opened = 0
    state.withLock { $0.isOpened = true }
    news.wake()
    while !state.withLock({ $0.isStopped }) {
      work.clear()
      look(into: &folder, opened: &opened)
      cancelUnwanted()
      while let (key, source) = state.withLock({ $0.start() }) { source.fetch(key.id) { [self] in finish(key, $0) } }
      wait()
    }
    let online = state.withLock { state in
      defer {
        state.sources = [:]
        state.online = [:]
      }
      return state.online
    }
    for map in online.values { map.close() }
  }

  private func wait() {
    var one = pollfd(fd: work.descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&one, 1, -1)
  }

  private func open(_ entry: MapPlan.Entry) {
    switch entry {
    case .opened(let map): add(map)
    case .file(let path, let number):
      do throws(MapError) {
        let map = try MapOpener.open(path: path, number: number, overlayBytes: state.withLock { $0.overlayRoom })
        state.withLock { $0.overlayRoom -= map.overlayBytes }
        add(map)
      } catch {
        tell(.failed(message: error.description))
      }
    case .online(let address, let proxies, let number): open(address, proxies, number)
    case .failed(let message): tell(.failed(message: message))
    }
  }

  private func open(_ address: OnlineAddress, _ proxies: WebProxies, _ number: Int) {
    let cache = plan.cacheFolder.map { TileCache(folder: $0) }
    do throws(MapError) {
      var settings = OnlineSettings(userAgent: "trackview/\(trackviewVersion)")
      settings.proxies = proxies
      let map = try OnlineMap(
        address, number: number, cache: cache, settings: settings, decoder: VectorTile.piece,
        onChange: { [weak self] in self?.note(number) })
      state.withLock { $0.online[number] = map }
      add(.tiles(map))
      note(number)
    } catch {
      tell(.failed(message: error.description))
    }
  }

  /// Says what has changed about a map of the network.
  private func note(_ number: Int) {
    guard let map = state.withLock({ $0.online[number] }) else { return }
    tell(.map(.changed(map.info)))
    tell(.map(.note(state.withLock { $0.online.values.map { $0 } }.lazy.compactMap(\.note).first)))
  }

  /// Opens the maps of the folder that cover the view.
  private func look(into folder: inout MapFolder?, opened: inout Int) {
    guard let view = state.withLock({ $0.view }) else { return state.withLock { $0.lookedAt = nil } }
    if view.width <= Self.widestView, folder != nil {
      let before = folder?.notes.count ?? 0
      let room = state.withLock { $0.overlayRoom }
      let maps = folder?.open(touching: view, firstNumber: opened, overlayBytes: room) ?? []
      opened += maps.count
      state.withLock { $0.overlayRoom -= maps.reduce(0) { $0 + $1.overlayBytes } }
      for map in maps { add(map) }
      for note in (folder?.notes ?? []).dropFirst(before) { tell(.failed(message: note)) }
    }
    let isNew = state.withLock { state in
      defer { state.lookedAt = view }
      return state.lookedAt != view
    }
    if isNew { news.wake() }
  }
}
