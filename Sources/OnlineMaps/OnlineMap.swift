// Owns `OnlineMap`: a map whose tiles come over the network, as far as others see it.

public import BaseMap
public import MapSources
import NIOCore
internal import Synchronization

/// A map whose tiles come over the network, or from the disk where they were kept. Nothing is asked of the network before the first ``fetch(_:done:)``,
/// and then only for what is fetched.
///
/// A tile that is not fresh on the disk waits while the network is broken, up to a minute, unless something older is there to be shown. Nothing here
/// waits for anything: all of it happens on threads of its own.
public final class OnlineMap: TileSource {
  /// What is answered for a tile that was given up, by ``cancelAll(except:)`` or ``close()``. It says nothing about the tile.
  public static let notWanted = "online map: no longer wanted"

  let settings: OnlineSettings
  let address: OnlineAddress
  let cache: TileCache?
  let web: WebClient
  let decoder: TileDecoder
  private let onChange: @Sendable () -> Void
  private let state: Mutex<OnlineState>

  /// A map at an address; asks nobody.
  /// - Parameters:
  ///   - number: Its number: ``MapInfo/number``.
  ///   - cache: Where tiles are kept; `nil` keeps none.
  ///   - decoder: What makes pieces of tiles.
  ///   - onChange: Called, on any thread, when ``info`` or ``note`` has changed.
  /// - Throws: why the address cannot be used.
  public init(
    _ address: OnlineAddress, number: Int, cache: TileCache?, settings: OnlineSettings,
    decoder: @escaping TileDecoder = { try VectorTile.piece($0, id: $1) }, onChange: @escaping @Sendable () -> Void = {}
  ) throws(MapError) {
    self.address = address
    self.cache = cache
    self.settings = settings
    self.decoder = decoder
    self.onChange = onChange
    web = WebClient(settings)
    let pause = Pause(shortest: settings.shortestPause, longest: settings.longestPause, seed: settings.seed)
    state = Mutex(OnlineState(kind: try address.kind(), isService: address.isService, number: number, pause: pause))
  }

  deinit { web.close() }

  /// What it covers, and whose it is. Before the server has said so: the whole world, zoom 0 to 14, and for `online` those whose it is. It changes at
  /// most when the server has been asked.
  public var info: MapInfo { state.withLock { $0.info } }

  /// What is wrong, in one short sentence for a corner of the screen; `nil` while nothing is.
  public var note: String? { state.withLock { $0.note } ?? cache?.note }

  public func fetch(_ id: TileID, done: @escaping @Sendable (TileAnswer) -> Void) {
    enum Outcome {
      case outside, closed
      case added([TileJob])
    }
    let outcome: Outcome = state.withLock { state in
      if state.isClosed { return .closed }
      guard state.info.zooms.contains(id.zoom) else { return .outside }
      return .added(state.queue.add(id, at: Self.monotonic(), done))
    }
    switch outcome {
    case .outside: done(.missing)
    case .closed: done(.failed(Self.notWanted))
    case .added(let dropped):
      tell(dropped, Self.notWanted)
      proceed()
    }
  }

  /// Gives up all tiles but these, and sees to these in their order. Those given up are answered with ``notWanted``.
  public func cancelAll(except wanted: [TileID]) {
    tell(state.withLock { $0.queue.removeAll(except: wanted, at: Self.monotonic()) }, Self.notWanted)
    proceed()
  }

  /// Ends all that goes on and returns at once; what is still waited for is answered with ``notWanted``. Not needed before `exit`.
  public func close() {
    let (jobs, timer) = state.withLock { state in
      state.isClosed = true
      return (state.queue.removeAll(), state.timer)
    }
    timer?.cancel()
    web.close()
    tell(jobs, Self.notWanted)
  }

  // MARK: - For the other files

  /// Tells those who wait for tiles that were given up, and why.
  func tell(_ jobs: [TileJob], _ reason: String) {
    for job in jobs {
      job.task?.cancel()
      for taker in job.takers { taker(.failed(reason)) }
    }
  }

  /// Changes the state, then does what is to be done next, and tells of what others can see.
  func change<Result: Sendable>(_ body: (inout OnlineState) -> Result) -> Result {
    let cacheNote = cache?.note
    let (result, hasChanged) = state.withLock { state in
      let result = body(&state)
      let seen = (info: state.info, note: state.note ?? cacheNote)
      defer { state.told = seen }
      return (result, state.told != seen)
    }
    if hasChanged { onChange() }
    proceed()
    return result
  }

  /// Answers whoever waits for a tile.
  func answer(_ id: TileID, _ serial: Int, _ answer: TileAnswer) {
    let job = change { state in state.queue.job(id, serial) == nil ? nil : state.queue.remove(id) }
    for taker in job?.takers ?? [] { taker(answer) }
  }

  /// Looks at the state without changing it.
  func look<Result: Sendable>(_ body: (OnlineState) -> Result) -> Result { state.withLock { body($0) } }

  /// Starts whatever is to be done now.
  func proceed() {
    let now = Self.monotonic()
    let (steps, givenUp, impatient, note) = state.withLock { state in
      let givenUp = state.queue.removeGivenUp(at: now)
      let impatient = state.queue.removeImpatient(at: now, patience: settings.patience)
      return (state.nextSteps(at: now, settings: settings), givenUp, impatient, state.note)
    }
    tell(givenUp, Self.notWanted)
    tell(impatient, note ?? "online map: no answer in time")
    for step in steps { start(step) }
    setTimer(at: now)
  }

  private func start(_ step: OnlineState.Step) {
    switch step {
    case .describe: Task.detached(executorPreference: WorkThreads.shared) { await self.describe() }
    case .look(let id, let serial): Task.detached(executorPreference: WorkThreads.shared) { self.lookOnDisk(id, serial) }
    case .serve(let id, let serial): Task.detached(executorPreference: WorkThreads.shared) { self.serveKept(id, serial) }
    case .ask(let id, let serial):
      let task = Task.detached(executorPreference: WorkThreads.shared) { await self.ask(id, serial) }
      let isWanted = state.withLock { state in
        state.queue.change(id, serial) { $0.task = task }
        return state.queue.job(id, serial) != nil
      }
      if !isWanted { task.cancel() }
    }
  }

  /// Sees to it that what waits for a moment is not forgotten.
  private func setTimer(at now: Double) {
    state.withLock { state in
      let moment = state.isClosed ? nil : state.queue.nextMoment(after: now, pausedUntil: state.pause.until, patience: settings.patience)
      guard moment != state.timerMoment else { return }
      state.timer?.cancel()
      state.timerMoment = moment
      state.timer = moment.map { moment in
        WebClient.timer(after: max(0.01, moment - now)) { [weak self] in
          Task.detached(executorPreference: WorkThreads.shared) {
            self?.forgetTimer(moment)
            self?.proceed()
          }
        }
      }
    }
  }

  private func forgetTimer(_ moment: Double) { state.withLock { if $0.timerMoment == moment { $0.timerMoment = nil } } }

  /// Seconds of a clock that goes on evenly.
  static func monotonic() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
