// Owns `TileGeometry`: the drawing commands of a feature as parts of points.

/// What a feature's commands draw, in the piece's units: the points of all parts one after the other. Points that repeat the one before, or
/// lie on the straight way between their neighbours, are left out; the rest is as the tile has it.
///
/// Source: Mapbox Vector Tile Specification 2.1, section 4.3.
struct TileGeometry {
  private(set) var points: [LocalPoint] = []
  /// Where each part ends in ``points``.
  private(set) var ends: [Int] = []
  private(set) var minX: Int32 = 0
  private(set) var minY: Int32 = 0
  private(set) var maxX: Int32 = 0
  private(set) var maxY: Int32 = 0

  /// Geometry types.
  enum Shape { case points, lines, polygons }

  /// Coordinates beyond are moved to it: farther than any tile's surroundings, and near enough for products of differences to fit 64 bits.
  static let farthest = 1 << 29

  private enum Command {
    static let move: UInt32 = 1
    static let line: UInt32 = 2
    static let close: UInt32 = 7
  }

  /// Whether all points lie in 0…frame.
  func isWithin(_ frame: Int32) -> Bool { minX >= 0 && minY >= 0 && maxX <= frame && maxY <= frame }
  /// Whether no point of 0…frame can be touched.
  func isBeyond(_ frame: Int32) -> Bool { maxX < 0 || maxY < 0 || minX > frame || minY > frame }

  /// Reads a feature's commands.
  /// - Parameters:
  ///   - isLenient: whether a line may be closed, as version 1 has it.
  ///   - scale: by what the tile's units become the piece's; `nil` where they are the same.
  /// - Returns: `false` where they are not those of a geometry.
  mutating func read(_ source: WireReader, _ shape: Shape, isLenient: Bool, scale: TileScale?) -> Bool {
    var reader = source
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    (minX, minY, maxX, maxY) = (.max, .max, .min, .min)
    var (x, y) = (0, 0)
    var isOpen = false
    while !reader.isAtEnd {
      let header = reader.word()
      let count = Int(header >> 3)
      guard count > 0 else { return false }
      switch header & 7 {
      case Command.close:
        guard count == 1, isOpen, shape == .polygons || isLenient && shape == .lines else { return false }
        if shape == .lines { closeLine() }
        endPart()
        isOpen = false
      case let command where command == Command.move || command == Command.line:
        // Two bytes a point at least: a count beyond the data is refused before anything is made for it.
        guard count <= reader.remaining / 2 else { return false }
        if command == Command.move {
          guard count == 1 || shape == .points else { return false }
          if isOpen, shape != .points { endPart() }
        } else {
          guard isOpen, shape != .points else { return false }
        }
        for _ in 0..<count {
          x &+= reader.zigzag()
          y &+= reader.zigzag()
          guard !reader.isBroken else { return false }
          append(x, y, scale, isFirst: command == Command.move)
        }
        isOpen = true
      default: return false
      }
    }
    if isOpen || shape == .points { endPart() }
    return !reader.isBroken && !ends.isEmpty
  }

  @inline(__always)
  private mutating func append(_ x: Int, _ y: Int, _ scale: TileScale?, isFirst: Bool) {
    var (x, y) = (x, y)
    if let scale { (x, y) = (scale.apply(x), scale.apply(y)) }
    let point = LocalPoint(
      x: Int32(truncatingIfNeeded: min(max(x, -Self.farthest), Self.farthest)),
      y: Int32(truncatingIfNeeded: min(max(y, -Self.farthest), Self.farthest)))
    if !isFirst {
      let last = points.count - 1
      let b = points[last]
      if b == point { return }
      if last - 1 >= (ends.last ?? 0), Self.isBetween(points[last - 1], b, point) {
        points[last] = point
        stretch(point)
        return
      }
    }
    points.append(point)
    stretch(point)
  }

  @inline(__always)
  private mutating func stretch(_ point: LocalPoint) {
    minX = min(minX, point.x)
    maxX = max(maxX, point.x)
    minY = min(minY, point.y)
    maxY = max(maxY, point.y)
  }

  /// Whether the way from a over b to c is straight on.
  @inline(__always)
  private static func isBetween(_ a: LocalPoint, _ b: LocalPoint, _ c: LocalPoint) -> Bool {
    let (ux, uy) = (Int(b.x) - Int(a.x), Int(b.y) - Int(a.y))
    let (vx, vy) = (Int(c.x) - Int(b.x), Int(c.y) - Int(b.y))
    return ux * vy == uy * vx && ux * vx + uy * vy > 0
  }

  private mutating func closeLine() {
    let first = ends.last ?? 0
    if first < points.count, let last = points.last, last != points[first] { points.append(points[first]) }
  }

  private mutating func endPart() {
    if points.count > (ends.last ?? 0) { ends.append(points.count) }
  }
}

/// Brings the units of a layer to those of the piece, where a tile's layers differ.
struct TileScale {
  let extent: Int
  let frame: Int

  /// Rounded to the nearest.
  func apply(_ value: Int) -> Int {
    let value = min(max(value, -TileGeometry.farthest), TileGeometry.farthest)
    let scaled = value * frame * 2 + extent
    let whole = extent * 2
    return scaled >= 0 ? scaled / whole : -((-scaled + whole - 1) / whole)
  }
}
