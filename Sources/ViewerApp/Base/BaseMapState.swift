// Owns `BaseMapState`: the maps of a viewer, the pieces of them that are there, and the picture that is made of those in view.

import BaseMap
import Cells
import MapScene
import TrackGeodesy

/// A map that is there as a whole: GeoJSON.
struct BaseOverlay: Sendable {
  var info: MapInfo
  var pieces: [MapPiece]
}

/// What a source of maps tells the viewer.
public enum MapEvent: Sendable {
  /// A map was opened; its tiles may be asked for.
  case opened(MapInfo)
  /// A map of which everything is there at once was opened.
  case overlay(MapInfo, [MapPiece])
  /// A map is not what it was: its tiles are to be asked for anew.
  case changed(MapInfo)
  /// A map is gone.
  case closed(Int)
  /// What became of a tile that was wanted.
  case answer(TileKey, TileAnswer)
  /// What stands in a corner while the network is broken; `nil`: it is whole again.
  case note(String?)
}

/// What lies beneath the track: a part of the viewer's state.
struct BaseMapState: Sendable {
  /// The maps with tiles, those with higher numbers above the others.
  private(set) var maps: [MapInfo] = []
  private(set) var overlays: [BaseOverlay] = []
  private(set) var cache: PieceCache
  private(set) var absences: [TileKey: TileAbsence] = [:]
  /// How much is shown.
  var detail = BaseDetail.full
  /// What stands in a corner; safe for a terminal.
  var note: String?
  /// What is in view, and the picture made of it; `nil` where nothing is.
  private(set) var scene = BaseScene()
  private(set) var picture: BasePicture?
  /// The tiles that are missing from what is in view, the most important first.
  private(set) var wanted: [TileKey] = []
  /// While set, nothing is chosen or drawn: for playing through to a moment without a screen.
  var isHeld = false
  private var shelf: WorldShelf
  private(set) var choice = TileChoice()
  private var chosenFor: Reason?
  /// Counts what changes the choice beside the view.
  private var changes = 0
  /// Tiles for which the cache has no room beside what is in view.
  private var refused: Set<TileKey> = []
  private var failures: [TileKey: Int] = [:]

  private struct Reason: Hashable {
    var transform: MapTransform
    var changes: Int
  }

  /// Maps at most, and tiles that are known not to be there.
  static let mapLimit = 256
  static let absenceLimit = 4_096
  /// Bytes that all overlays together may always take.
  static let leastOverlayLimit = 64 << 20
  /// Seconds until a tile that could not be had is asked for again; doubled each time it fails.
  static let firstRetry = 10.0
  static let lastRetry = 300.0

  /// Bytes that all overlays together may take.
  private let overlayLimit: Int

  /// - Parameter cacheLimit: bytes that pieces of tiles may take, and overlays beside them where that is more than they always may.
  init(cacheLimit: Int = PieceCache.usualMegabytes << 20, world: WorldShelf = WorldShelf()) {
    cache = PieceCache(limit: cacheLimit)
    overlayLimit = Self.overlayLimit(cacheLimit: cacheLimit)
    shelf = world
  }

  static func overlayLimit(cacheLimit: Int) -> Int { max(leastOverlayLimit, cacheLimit) }

  // MARK: What is told

  /// - Returns: whether there was room for another map.
  mutating func open(_ info: MapInfo) -> Bool {
    guard maps.count < Self.mapLimit || maps.contains(where: { $0.number == info.number }) else { return false }
    forget(info.number)
    maps.append(Self.sound(info))
    return true
  }

  /// - Returns: whether there was room for another overlay.
  mutating func open(_ info: MapInfo, _ pieces: [MapPiece]) -> Bool {
    forget(info.number)
    let bytes = (overlays.map(\.pieces) + [pieces]).joined().reduce(0) { $0 + $1.byteCount }
    guard overlays.count < Self.mapLimit, bytes <= overlayLimit else { return false }
    overlays.append(BaseOverlay(info: Self.sound(info), pieces: pieces))
    return true
  }

  /// What the maps are called, the highest first; safe for a terminal.
  var titles: [String] {
    (overlays.map(\.info).reversed() + maps.sorted { $0.number > $1.number }).prefix(3).map { TextWidth.clean($0.title) }
  }

  /// What a map covers; `nil` where it does not say.
  func bounds(of number: Int) -> WorldBox? { (maps + overlays.map(\.info)).first { $0.number == number }?.bounds }

  /// The same with zooms and bounds that can be.
  private static func sound(_ info: MapInfo) -> MapInfo {
    var info = info
    info.zooms = info.zooms.clamped(to: 0...TileID.deepest)
    if let box = info.bounds {
      let isSound =
        [box.minX, box.minY, box.maxX, box.maxY].allSatisfy { $0.isFinite && abs($0) <= 4 } && box.width >= 0 && box.height >= 0
      if !isSound { info.bounds = nil }
    }
    return info
  }

  mutating func change(_ info: MapInfo) {
    guard let index = maps.firstIndex(where: { $0.number == info.number }) else { return }
    let info = Self.sound(info)
    // Other words for the same tiles leave them as they are.
    if maps[index].zooms != info.zooms { forgetTiles(of: info.number) }
    for (key, absence) in absences where key.map == info.number { if case .failed = absence { absences[key] = nil } }
    maps[index] = info
    changes += 1
  }

  mutating func forget(_ number: Int) {
    maps.removeAll { $0.number == number }
    overlays.removeAll { $0.info.number == number }
    forgetTiles(of: number)
  }

  private mutating func forgetTiles(of number: Int) {
    cache.removeAll(of: number)
    absences = absences.filter { $0.key.map != number }
    failures = failures.filter { $0.key.map != number }
    refused = refused.filter { $0.map != number }
    changes += 1
  }

  /// Takes in an answer; one that nobody waits for any more is taken too, if there is room.
  /// - Returns: why a tile failed, where that is to be said: once until it is there.
  mutating func take(_ key: TileKey, _ answer: TileAnswer, at now: Double) -> String? {
    guard let map = maps.first(where: { $0.number == key.map }) else { return nil }
    changes += 1
    if absences.count >= Self.absenceLimit { absences = absences.filter { choice.shown.contains($0.key) } }
    switch answer {
    case .piece(let piece):
      absences[key] = nil
      failures[key] = nil
      if !cache.insert(piece, for: key, beside: choice.shown) { refused.insert(key) }
    case .missing:
      absences[key] = .missing
      failures[key] = nil
    case .failed(let reason):
      let count = failures[key] ?? 0
      if failures.count < Self.absenceLimit { failures[key] = count + 1 }
      let pause = min(Self.firstRetry * Double(1 << min(count, 10)), Self.lastRetry)
      absences[key] = .failed(retryAt: map.isOnline ? now + pause : nil)
      return count == 0 && !map.isOnline ? reason : nil
    }
    return nil
  }

  // MARK: What is in view

  /// When tiles in view are to be asked for again; `nil` where none are.
  var nextRetry: Double? {
    guard detail != .none else { return nil }
    return choice.shown.compactMap { key -> Double? in
      if case .failed(let moment?) = absences[key] { return moment }
      return nil
    }.min()
  }

  /// Chooses and draws what is in view, as far as that has changed.
  /// - Parameters:
  ///   - transform: `nil` where no map is shown.
  ///   - focus: what is nearest to it is wanted first.
  mutating func refresh(_ transform: MapTransform?, _ look: Presentation, focus: MapPoint, at now: Double) {
    guard !isHeld else { return }
    guard let transform, detail != .none else {
      picture = nil
      chosenFor = nil
      choice = TileChoice()
      wanted = []
      return
    }
    if let retry = nextRetry, retry <= now { forgetFailures(before: now) }
    choose(transform, focus)
    draw(transform, look)
  }

  private mutating func forgetFailures(before now: Double) {
    for key in choice.shown {
      if case .failed(let moment?) = absences[key], moment <= now { absences[key] = nil }
    }
    changes += 1
  }

  private mutating func choose(_ transform: MapTransform, _ focus: MapPoint) {
    let reason = Reason(transform: transform, changes: changes)
    guard reason != chosenFor else { return }
    chosenFor = reason
    let world = shelf.items(touching: transform.visibleBox(), dotsPerUnit: transform.dotsPerUnit)
    var chooser = TileChooser(maps: maps, cache: cache, absences: absences, transform: transform, focus: focus)
    let next = chooser.choose(world: world, overlays: overlays, transform: transform)
    // What found no room may find it in another view.
    if next.shown != choice.shown { refused = [] }
    for key in next.keys { if case .tile(let tile, _) = key.source { cache.use(tile) } }
    let isSame = next.keys == choice.keys && next.maps == choice.maps
    choice = next
    wanted = next.wanted.filter { !refused.contains($0) }
    guard !isSame || scene.hasStreets != next.hasStreets || scene.detail != detail else { return }
    scene = BaseScene(
      parts: next.parts, detail: detail, credits: credits(of: next.maps), hasStreets: next.hasStreets, version: scene.version + 1)
  }

  /// What has to be said of the maps that are drawn, each word once.
  private func credits(of drawn: Set<Int>) -> [String] {
    var credits: [String] = []
    for info in maps + overlays.map(\.info) where drawn.contains(info.number) {
      for credit in info.credits.map({ TextWidth.clean($0) }) where !credits.contains(credit) { credits.append(credit) }
    }
    return credits
  }

  private mutating func draw(_ transform: MapTransform, _ look: Presentation) {
    scene.detail = detail
    guard !scene.parts.isEmpty else {
      picture = nil
      return
    }
    guard picture?.key != BasePicture.Key(transform: transform, scene: scene, look: look) else { return }
    picture = BasePicture(scene, transform: transform, look: look, previous: picture)
  }

  /// The pieces of streets that are drawn, and a number that changes with them.
  var streetPieces: [MapPiece] {
    zip(choice.keys, choice.parts).compactMap { key, part in
      if case .tile(let tile, _) = key.source, tile.id.zoom >= TileChoice.streetZoom { part.piece } else { nil }
    }
  }
  var streetVersion: Int { choice.hasStreets ? scene.version : -1 }
}
