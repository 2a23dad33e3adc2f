// Owns making a `MapPiece` of the bytes of one tile of the embedded world.

import TrackGeodesy

/// Reads one tile. Whatever the bytes say, the work is bounded by their number, and every point lies within the frame.
struct WorldPieceMaker {
  private let level: WorldLevel
  private let names: WorldNames
  private let id: TileID
  private var piece: MapPiece
  private let zero = LocalPoint(x: 0, y: 0)
  /// Parts of the coasts, found while the sea is read.
  private var coasts: [Range<Int32>] = []

  init(id: TileID, level: WorldLevel, names: WorldNames) {
    (self.id, self.level, self.names) = (id, level, names)
    piece = MapPiece(
      origin: id.origin, unit: id.side / Double(level.frame), frame: Int32(truncatingIfNeeded: level.frame), accuracy: World.accuracy)
  }

  /// The piece of a tile of the level; of a tile below it, which is a quarter of one of the level's, the small towns alone.
  mutating func make() -> MapPiece {
    let isBelow = id.zoom > level.zoom
    let tile = id.ancestor(zoom: level.zoom)
    var (_, blocks) = level.tile(column: tile.column, row: tile.row)
    if isBelow {
      while let (kind, content) = blocks.block() {
        var content = content
        if kind == WorldLevel.Block.smallTowns.rawValue { readTowns(&content) }
      }
      return sorted()
    }
    piece.points.reserveCapacity(blocks.left / 2)
    while let (kind, content) = blocks.block() {
      var content = content
      switch WorldLevel.Block(rawValue: kind) {
      case .ocean: readOcean(&content)
      case .borders: readBorders(&content)
      case .regionBorders: readLines(&content, as: .regionBorder)
      case .rivers: readLines(&content, as: .river)
      case .lakes: readLines(&content, as: .water)
      case .urban: readLines(&content, as: .urban)
      case .towns: readTowns(&content)
      case .countries: readCountries(&content)
      case .regions: readRegions(&content)
      case .smallTowns, nil: break
      }
    }
    return sorted()
  }

  private mutating func sorted() -> MapPiece {
    piece.features.sort { ($0.kind.rawValue, $0.rank, $0.parts.lowerBound) < ($1.kind.rawValue, $1.rank, $1.parts.lowerBound) }
    return piece
  }

  private mutating func add(_ kind: MapKind, flags: MapFlags = [], rank: UInt8 = 128, from firstPart: Int, name: MapName? = nil) {
    guard firstPart < piece.parts.count else { return }
    var number: Int32 = -1
    if let name {
      number = Int32(truncatingIfNeeded: piece.names.count)
      piece.names.append(name)
    }
    let parts = Int32(truncatingIfNeeded: firstPart)..<Int32(truncatingIfNeeded: piece.parts.count)
    piece.features.append(MapFeature(kind: kind, flags: flags, rank: rank, parts: parts, name: number))
  }

  /// The points from an index to the last one.
  private func part(from first: Int) -> Range<Int32> {
    Int32(truncatingIfNeeded: first)..<Int32(truncatingIfNeeded: piece.points.count)
  }

  // MARK: - Areas and lines

  /// The sea is the square but for the land's rings, or between them. The coasts are what of the rings does not run along the frame.
  private mutating func readOcean(_ content: inout WorldCursor) {
    let firstPart = piece.parts.count
    if content.byte() != 0 {
      let side = Int32(truncatingIfNeeded: level.frame)
      let first = piece.points.count
      piece.points += [zero, LocalPoint(x: side, y: 0), LocalPoint(x: side, y: side), LocalPoint(x: 0, y: side)]
      piece.parts.append(part(from: first))
    }
    for _ in 0..<content.count(ofSize: 4) { readCoast(&content) }
    add(.ocean, from: firstPart)
    let firstCoast = piece.parts.count
    piece.parts += coasts
    add(.coast, from: firstCoast)
    coasts = []
  }

  private mutating func readCoast(_ content: inout WorldCursor) {
    let first = piece.points.count
    var at = content.point(from: zero)
    piece.points.append(at)
    let stretches = content.count(ofSize: 2)
    var coastStart: Int?
    for stretch in 0..<stretches {
      let isCut = content.byte() == 0
      let isLast = stretch + 1 == stretches
      if isCut, let start = coastStart {
        coasts.append(part(from: start))
        coastStart = nil
      } else if !isCut, coastStart == nil {
        coastStart = piece.points.count - 1
      }
      let count = content.number()
      for _ in 0..<max(0, min(isLast ? count - 1 : count, content.left / 2)) {
        at = content.point(from: at)
        piece.points.append(at)
      }
    }
    piece.parts.append(part(from: first))
    if let start = coastStart {
      // The edge that closes the ring belongs to the coast.
      piece.points.append(piece.points[first])
      coasts.append(part(from: start))
    }
  }

  /// A border between two areas of one country is one that somebody disputes.
  private mutating func readBorders(_ content: inout WorldCursor) {
    let firstPart = piece.parts.count
    var disputed: [Range<Int32>] = []
    for _ in 0..<content.count(ofSize: 5) {
      let (left, right) = (content.byte(), content.byte())
      let line = readLine(&content)
      if left == right { disputed.append(line) } else { piece.parts.append(line) }
    }
    add(.countryBorder, from: firstPart)
    let firstDisputed = piece.parts.count
    piece.parts += disputed
    add(.countryBorder, flags: .disputed, from: firstDisputed)
  }

  private mutating func readLines(_ content: inout WorldCursor, as kind: MapKind) {
    let firstPart = piece.parts.count
    for _ in 0..<content.count(ofSize: 3) { piece.parts.append(readLine(&content)) }
    add(kind, from: firstPart)
  }

  private mutating func readLine(_ content: inout WorldCursor) -> Range<Int32> {
    let first = piece.points.count
    var at = zero
    for _ in 0..<content.count(ofSize: 2) {
      at = content.point(from: at)
      piece.points.append(at)
    }
    return part(from: first)
  }

  // MARK: - Points

  private mutating func add(_ kind: MapKind, flags: MapFlags = [], rank: UInt8, at point: LocalPoint, name: MapName) {
    piece.points.append(point)
    piece.parts.append(part(from: piece.points.count - 1))
    add(kind, flags: flags, rank: rank, from: piece.parts.count - 1, name: name)
  }

  /// Cities are capitals and what has 100,000 people or more.
  private mutating func readTowns(_ content: inout WorldCursor) {
    var number = 0
    for _ in 0..<content.count(ofSize: 1) {
      number += content.number()
      guard let town = names.town(number) else { return }
      let place = WebMercator.project(town.record.coordinate)
      if id.zoom > level.zoom, TileID(around: place, zoom: id.zoom) != id { continue }
      add(
        town.record.populationClass >= 3 || town.isCapital ? .city : .town, flags: town.isCapital ? .capital : [], rank: town.rank,
        at: local(place),
        name: names.name(ofTown: number, country: town.record.country))
    }
  }

  private func local(_ place: MapPoint) -> LocalPoint {
    func steps(_ distance: Double) -> Int32 {
      Int32(max(0, min(Double(level.frame), (distance / piece.unit).rounded())))
    }
    return LocalPoint(x: steps(place.x - piece.origin.x), y: steps(place.y - piece.origin.y))
  }

  private mutating func readCountries(_ content: inout WorldCursor) {
    let countries = names.countries()
    for _ in 0..<content.count(ofSize: 4) {
      let (number, rank) = (Int(content.byte()), content.byte())
      let point = content.point(from: zero)
      if let name = countries(number) { add(.country, rank: rank, at: point, name: name) }
    }
  }

  private mutating func readRegions(_ content: inout WorldCursor) {
    let regions = names.regions()
    for _ in 0..<content.count(ofSize: 4) {
      let (number, rank) = (content.number(), content.byte())
      let point = content.point(from: zero)
      if let name = regions(number) { add(.region, rank: rank, at: point, name: name) }
    }
  }
}
