// Owns `CountryIndex`: in which country a place lies, by the coasts and borders of the embedded world.

public import TrackGeodesy

/// The outlines of the countries (Natural Earth 1:50m, borders as they are held), at the finest level of detail.
///
///     sea ▏ A │ B      a ray to the east meets an outline first at │: A lies on its western side
///         ▏ ·─►
public struct CountryIndex: Sendable {
  /// The outlines that are part of the program.
  public static let embedded = CountryIndex(WorldBytes.embedded)

  /// A stretch of an outline.
  public struct Edge: Sendable {
    public var start: MapPoint
    public var end: MapPoint
    /// The numbers of the countries beside it, seen from its start; `nil` is the sea.
    public var left: Int?
    public var right: Int?
  }

  /// The countries' ISO 3166 codes, in the order of their numbers.
  public let codes: [String]
  let level: WorldLevel?

  init(_ world: WorldBytes?) {
    codes = world.map { $0.texts($0.section("CTRY")) } ?? []
    level = world.flatMap { WorldLevel($0, tag: "LOD2") }
  }

  /// The code of the country that a place lies in; `nil` at sea, for a place that is not valid, and in a program without a world.
  public func code(at place: Coordinate) -> String? { number(at: place).map { codes[$0] } }

  /// The number of the country that a place lies in; `nil` at sea, for a place that is not valid, and in a program without a world.
  ///
  /// Beyond ±85.05° what lies there is told: sea in the north, Antarctica in the south. Lakes belong to their countries, the Caspian does not.
  /// A coast may lie a kilometre from where it is in nature, and more where islands and spits are left away. Takes microseconds, no memory.
  public func number(at place: Coordinate) -> Int? {
    guard let level, place.isValid else { return nil }
    let point = WebMercator.project(place)
    let x = (point.x - point.x.rounded(.down)) * Double(level.tiles)
    let y = point.y * Double(level.tiles)
    let row = min(max(0, Int(y)), level.tiles - 1)
    let column = min(max(0, Int(x)), level.tiles - 1)
    var ray = Ray(x: (x - Double(column)) * Double(level.frame), y: (y - Double(row)) * Double(level.frame))
    // At the very edge of the world nothing is crossed.
    ray.y = min(max(ray.y, 0.25), Double(level.frame) - 0.25)
    for step in 0...level.tiles {
      let (ground, blocks) = level.tile(column: (column + step) % level.tiles, row: row)
      if ground > 0 { return known(ground) }
      if let beside = ray.meets(blocks) { return known(beside) }
      if !ray.sawOutline { return nil }
      ray.x = -1
    }
    return nil
  }

  func known(_ number: Int) -> Int? { number > 0 && number <= codes.count ? number - 1 : nil }

  /// Every stretch of coast and border of the tiles that touch a box, in no order that means anything; x of a point may leave 0…1 as the box does.
  ///
  /// - Parameter limit: no more tiles (11° of longitude wide) than this are looked at, those nearest to the middle of the box.
  public func edges(touching box: WorldBox, limit: Int = 16, _ body: (Edge) -> Void) {
    guard let level else { return }
    for (id, turn) in TileID.covering(box, zoom: level.zoom, limit: limit) {
      var (_, blocks) = level.tile(column: id.column, row: id.row)
      let corner = MapPoint(x: id.origin.x + Double(turn), y: id.origin.y)
      func world(_ point: LocalPoint) -> MapPoint {
        MapPoint(x: corner.x + Double(point.x) * level.unit, y: corner.y + Double(point.y) * level.unit)
      }
      while let (kind, content) = blocks.block() {
        Outlines.forEach(kind, content) { start, end, left, right in
          body(Edge(start: world(start), end: world(end), left: known(left), right: known(right)))
        }
      }
    }
  }
}

/// A ray to the east through a tile.
private struct Ray {
  var x: Double
  var y: Double
  /// Whether a tile that it ran through has any outline.
  var sawOutline = false

  /// The number plus one of the country before the first outline that it meets in a tile, 0 for the sea; `nil` where it meets none.
  mutating func meets(_ blocks: WorldCursor) -> Int? {
    var blocks = blocks
    var nearest = Double.infinity
    var beside: Int?
    var saw = false
    let (x, y) = (x, y)
    while let (kind, content) = blocks.block() {
      guard kind == WorldLevel.Block.ocean.rawValue || kind == WorldLevel.Block.borders.rawValue else { continue }
      Outlines.forEach(kind, content) { start, end, left, right in
        saw = true
        let (from, to) = (Double(start.y), Double(end.y))
        guard (from > y) != (to > y) else { return }
        let crossing = Double(start.x) + (y - from) / (to - from) * Double(end.x - start.x)
        guard crossing > x, crossing < nearest else { return }
        // Northwards the west is on the left.
        (nearest, beside) = (crossing, to < from ? left : right)
      }
    }
    sawOutline = saw
    return beside
  }
}

/// The stretches of outlines in a block of a tile.
enum Outlines {
  /// Calls back with every edge of a block of coasts or borders but those along the frame; countries as numbers plus one, 0 for the sea.
  @inline(__always)
  static func forEach(
    _ kind: UInt8, _ content: WorldCursor, _ body: (_ start: LocalPoint, _ end: LocalPoint, _ left: Int, _ right: Int) -> Void
  ) {
    var content = content
    let zero = LocalPoint(x: 0, y: 0)
    if kind == WorldLevel.Block.ocean.rawValue {
      _ = content.byte()
      for _ in 0..<content.count(ofSize: 4) {
        let first = content.point(from: zero)
        var at = first
        let stretches = content.count(ofSize: 2)
        for stretch in 0..<stretches {
          let mark = Int(content.byte())
          let count = content.number()
          // The last edge of the last stretch leads back to the first point without saying so.
          let told = min(stretch + 1 == stretches ? count - 1 : count, content.left / 2)
          for _ in 0..<max(0, told) {
            let next = content.point(from: at)
            if mark != 0 { body(at, next, 0, mark) }
            at = next
          }
          if stretch + 1 == stretches, mark != 0 { body(at, first, 0, mark) }
        }
      }
    } else if kind == WorldLevel.Block.borders.rawValue {
      for _ in 0..<content.count(ofSize: 5) {
        let (left, right) = (Int(content.byte()), Int(content.byte()))
        let count = content.count(ofSize: 2)
        var at = content.point(from: zero)
        for _ in 1..<max(1, count) {
          let next = content.point(from: at)
          body(at, next, left, right)
          at = next
        }
      }
    }
  }
}
