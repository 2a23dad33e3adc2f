// Owns `TileChooser`: which tiles, which stand-ins for them, and where the embedded world.
//
//      for each square of the view     the highest map that has it: its tile
//                                      not there yet: wanted, and an upper tile cut to the square, or lower ones
//                                      nothing there: the next map, in the end the world cut to the square

import BaseMap
import MapScene
import TrackGeodesy

/// Chooses what lies beneath a view.
struct TileChooser {
  /// The maps, the highest first.
  let maps: [MapInfo]
  let cache: PieceCache
  let absences: [TileKey: TileAbsence]
  private let cells: [ViewCell]
  private let focus: MapPoint
  private var choice = TileChoice()
  private var found: [Found] = []
  /// Squares in which the world is seen, and what of other squares lies beyond the map that is drawn in them.
  private var open: [ViewCell] = []
  private var beyond: [(box: WorldBox, turn: Int)] = []
  private let dotsPerUnit: Double
  private var distances: [TileKey: Double] = [:]
  private var streetCells = 0
  /// The map whose tile is on its way for the square at hand: maps below it are not asked meanwhile.
  private var pending: Int?

  /// A tile that is drawn in a square.
  private struct Found {
    var key: TileKey
    var cell: ViewCell
    /// Whether it is more than the square.
    var isCut: Bool
  }

  /// How much of a square a map has.
  private enum Cover { case nothing, some, whole }

  /// Zooms by which a map's tiles may be deeper than the squares, and by which they may be stretched before other maps go first.
  private static let deeper = 2
  private static let stretched = 3
  /// How far upwards something is looked for where a tile holds nothing.
  private static let upwards = 4
  /// At upper zooms a map of a town does not hide the country around it.
  private static let countryZoom = 9
  private static let mostOfCell = 0.7
  /// Dots across from which on it is seen that a map ends within a square.
  private static let narrowest = 4.0

  /// - Parameter focus: what is nearest to it is wanted first.
  init(maps: [MapInfo], cache: PieceCache, absences: [TileKey: TileAbsence], transform: MapTransform, focus: MapPoint) {
    self.cache = cache
    self.absences = absences
    self.focus = focus
    dotsPerUnit = transform.dotsPerUnit
    let view = transform.visibleBox()
    self.maps = maps.sorted { $0.number > $1.number }.filter { $0.touches(view) }
    let wanted = TileChoice.zoom(dotsPerUnit: transform.dotsPerUnit)
    let zoom = min(wanted, self.maps.map(\.zooms.upperBound).max() ?? 0)
    cells = self.maps.isEmpty ? [] : ViewCell.covering(transform, zoom: zoom)
  }

  /// - Parameters:
  ///   - world: the pieces of the world that are in view.
  ///   - overlays: what lies above all maps.
  mutating func choose(world: [WorldShelf.Item], overlays: [BaseOverlay], transform: MapTransform) -> TileChoice {
    for cell in cells { cover(cell) }
    addWorld(world)
    addTiles()
    for overlay in overlays { add(overlay, transform) }
    choice.wanted = distances.sorted { $0.value != $1.value ? $0.value < $1.value : $0.key.order < $1.key.order }.map(\.key)
    choice.hasStreets = streetCells > 0 && streetCells * 2 >= cells.count
    return choice
  }

  // MARK: Squares

  private mutating func cover(_ cell: ViewCell) {
    let candidates = maps.filter { $0.applies(to: cell) }
    let ordered = candidates.filter { !isStretched($0, cell) } + candidates.filter { isStretched($0, cell) }
    var hidden: MapInfo?
    var isAnything = false
    pending = nil
    for map in ordered {
      let cover = draw(map, in: cell, goesUp: false)
      isAnything = isAnything || cover != .nothing
      guard cover == .whole else { continue }
      if cell.id.zoom > Self.countryZoom || map.share(of: cell) >= Self.mostOfCell { hidden = map }
      break
    }
    if !isAnything, pending == nil {
      // Where no map has the tile, its upper tile may still tell water from land.
      for map in ordered where draw(map, in: cell, goesUp: true) == .whole {
        if cell.id.zoom > Self.countryZoom { hidden = map }
        break
      }
    }
    guard let hidden else { return open.append(cell) }
    let least = Self.narrowest / dotsPerUnit
    beyond += hidden.rest(of: cell).filter { $0.width >= least && $0.height >= least }.map { ($0, cell.turn) }
  }

  private func isStretched(_ map: MapInfo, _ cell: ViewCell) -> Bool { cell.id.zoom - map.zooms.upperBound > Self.stretched }

  private mutating func draw(_ map: MapInfo, in cell: ViewCell, goesUp: Bool) -> Cover {
    let deepest = map.zooms.lowerBound
    if cell.id.zoom >= deepest {
      return draw(cell.id.ancestor(zoom: map.zooms.upperBound), of: map, in: cell, ups: goesUp ? Self.upwards : 0)
    }
    var covers: [Cover] = []
    for id in cell.id.descendants(zoom: deepest) where map.touches(id.box.turned(by: Double(cell.turn))) {
      covers.append(draw(id, of: map, in: cell, ups: 0))
    }
    return covers.contains { $0 != .nothing } ? covers.allSatisfy { $0 == .whole } ? .whole : .some : .nothing
  }

  /// Draws a tile in a square, or what stands in for it.
  /// - Parameter ups: how many tiles upwards are asked for where there is nothing.
  private mutating func draw(_ id: TileID, of map: MapInfo, in cell: ViewCell, ups: Int) -> Cover {
    let key = TileKey(map: map.number, id: id)
    choice.shown.insert(key)
    if let entry = cache[key] {
      add(key, entry, in: cell)
      return .whole
    }
    switch absences[key] {
    case .missing:
      guard ups > 0, let parent = id.parent, parent.zoom >= map.zooms.lowerBound else { return .nothing }
      return draw(parent, of: map, in: cell, ups: ups - 1)
    case .failed: break
    case nil: want(key, cell)
    }
    return standIn(for: id, of: map, in: cell)
  }

  /// An upper tile that is there; else the lower ones that are.
  private mutating func standIn(for id: TileID, of map: MapInfo, in cell: ViewCell) -> Cover {
    var upper = id.parent
    while let tile = upper, tile.zoom >= map.zooms.lowerBound {
      let key = TileKey(map: map.number, id: tile)
      if let entry = cache[key] {
        add(key, entry, in: cell)
        return .whole
      }
      upper = tile.parent
    }
    var isAny = false
    guard id.zoom == cell.id.zoom, id.zoom < map.zooms.upperBound else { return .nothing }
    for child in id.descendants(zoom: id.zoom + 1) {
      let key = TileKey(map: map.number, id: child)
      guard let entry = cache[key] else { continue }
      add(key, entry, in: cell)
      isAny = true
    }
    return isAny ? .some : .nothing
  }

  private mutating func add(_ key: TileKey, _ entry: PieceCache.Entry, in cell: ViewCell) {
    found.append(Found(key: key, cell: cell, isCut: key.id.zoom < cell.id.zoom))
    choice.maps.insert(key.map)
    if entry.hasRoads, key.id.zoom >= TileChoice.streetZoom, cell.id.zoom >= TileChoice.streetZoom { streetCells += 1 }
  }

  private mutating func want(_ key: TileKey, _ cell: ViewCell) {
    if let pending, pending != key.map { return }
    pending = key.map
    let middle = key.id.box.turned(by: Double(cell.turn)).center
    let away = (middle.x - focus.x) * (middle.x - focus.x) + (middle.y - focus.y) * (middle.y - focus.y)
    distances[key] = min(distances[key] ?? .infinity, away)
  }

  // MARK: Parts

  private mutating func append(_ source: TileChoice.Source, _ piece: MapPiece, _ window: WorldBox?, _ turn: Int) {
    choice.keys.append(.init(source: source, window: window, turn: turn))
    choice.parts.append(BasePart(piece: piece, window: window, turn: turn))
  }

  private mutating func addWorld(_ world: [WorldShelf.Item]) {
    let isEverywhere = open.count == cells.count
    let windows = isEverywhere ? [] : Self.runs(of: open) + beyond
    for item in world {
      if isEverywhere { append(.world(item.id), item.piece, nil, item.turn) }
      for window in windows where window.turn == item.turn && item.piece.mayTouch(window.box) {
        append(.world(item.id), item.piece, window.box, item.turn)
      }
    }
  }

  /// The tiles by map and zoom, coarse ones beneath fine ones; a tile that is more than what it is drawn in is cut to that.
  private mutating func addTiles() {
    struct Group: Hashable {
      var key: TileKey
      var turn: Int
    }
    var squares: [Group: [ViewCell]] = [:]
    for one in found { squares[Group(key: one.key, turn: one.cell.turn), default: []].append(one.cell) }
    let order = squares.keys.sorted { $0.key != $1.key ? $0.key.order < $1.key.order : $0.turn < $1.turn }
    for group in order {
      guard let entry = cache[group.key], let own = squares[group] else { continue }
      let source = TileChoice.Source.tile(group.key, serial: entry.serial)
      let below = cells.filter { $0.turn == group.turn && $0.id.ancestor(zoom: group.key.id.zoom) == group.key.id }
      let isWhole = below.isEmpty || Set(own).count == below.count
      for window in isWhole ? [] : Self.runs(of: own) { append(source, entry.piece, window.box, group.turn) }
      if isWhole { append(source, entry.piece, nil, group.turn) }
    }
  }

  private mutating func add(_ overlay: BaseOverlay, _ transform: MapTransform) {
    let everywhere = WorldBox(minX: 0, minY: 0, maxX: 1, maxY: 1)
    let bounds = overlay.info.bounds ?? everywhere
    let view = transform.visibleBox()
    for turn in transform.turns(of: bounds) where bounds.turned(by: Double(turn)).touches(view) {
      for (index, piece) in overlay.pieces.enumerated() {
        append(.overlay(map: overlay.info.number, index: index), piece, nil, turn)
      }
      choice.maps.insert(overlay.info.number)
    }
  }

  /// Squares as boxes on their own turn: neighbours in a row become one.
  private static func runs(of cells: [ViewCell]) -> [(box: WorldBox, turn: Int)] {
    let sorted = Set(cells).sorted { ($0.turn, $0.id.row, $0.id.column) < ($1.turn, $1.id.row, $1.id.column) }
    var runs: [(box: WorldBox, turn: Int)] = []
    var last: ViewCell?
    for cell in sorted {
      if let before = last, before.turn == cell.turn, before.id.row == cell.id.row, before.id.column + 1 == cell.id.column {
        runs[runs.count - 1].box.form(with: cell.id.box)
      } else {
        runs.append((cell.id.box, cell.turn))
      }
      last = cell
    }
    return runs
  }
}

extension TileKey {
  /// Lower maps first, then coarser tiles, then from the north-west.
  fileprivate var order: (Int, Int, Int, Int) { (map, id.zoom, id.row, id.column) }
}

extension TileID {
  /// The tiles of a lower zoom within this one; itself at its own zoom and above.
  func descendants(zoom wanted: Int) -> [TileID] {
    let shift = min(wanted, Self.deepest) - zoom
    guard shift > 0, shift < 8 else { return [self] }
    let side = 1 << shift
    return (0..<side * side).compactMap { index in
      TileID(zoom: zoom + shift, column: column << shift + index % side, row: row << shift + index / side)
    }
  }
}

extension MapPiece {
  /// Whether it may have something in a box on its own turn.
  fileprivate func mayTouch(_ box: WorldBox) -> Bool {
    guard frame > 0 else { return true }
    let side = Double(frame) * unit
    return WorldBox(minX: origin.x, minY: origin.y, maxX: origin.x + side, maxY: origin.y + side).touches(box)
  }
}
