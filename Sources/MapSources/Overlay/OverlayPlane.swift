// Owns `OverlayPlane`: the whole numbers that an overlay's places are held in until they are in pieces.

internal import BaseMap
internal import TrackGeodesy

/// The world in steps of 2⁻³⁰, which is 4 cm at the equator; x from −1 to 2 turns, y from 0 to 1.
enum OverlayPlane {
  /// One turn of the world.
  static let turn: Int32 = 1 << 30
  /// World units of one step.
  static let unit = 1 / Double(1 << 30)

  /// A place in degrees; `nil` where that is none. Longitudes may go half a turn beyond ±180.
  static func point(longitude: Double, latitude: Double) -> LocalPoint? {
    guard abs(longitude) <= 360, abs(latitude) <= 90 else { return nil }
    let point = WebMercator.project(Coordinate(latitude: latitude, longitude: longitude))
    guard point.x.isFinite, point.y.isFinite else { return nil }
    return LocalPoint(x: Int32((point.x * Double(turn)).rounded()), y: Int32((point.y * Double(turn)).rounded()))
  }

  /// A number as a place's x; `nil` beyond what is held.
  static func held(_ x: Int64) -> Int32? { x >= -Int64(turn) && x < 2 * Int64(turn) ? Int32(x) : nil }

  /// The way from one meridian to another that is taken: the shorter one, but for a way of exactly one turn, which goes around the world as
  /// the edges of world maps do.
  static func step(_ from: Int32, _ to: Int32) -> Int64 {
    let step = Int64(to) - Int64(from)
    let (half, whole) = (Int64(turn / 2), Int64(turn) - 1000)
    if step > half, step < whole { return step - Int64(turn) }
    if step < -half, step > -whole { return step + Int64(turn) }
    return step
  }
}

/// A box of the plane.
struct OverlayBox {
  var minX = Int32.max
  var minY = Int32.max
  var maxX = Int32.min
  var maxY = Int32.min

  /// Whether nothing lies in it.
  var isEmpty: Bool { minX > maxX }
  /// Its longer side.
  var extent: Int64 { isEmpty ? 0 : max(Int64(maxX) - Int64(minX), Int64(maxY) - Int64(minY)) }

  mutating func form(with point: LocalPoint) {
    minX = min(minX, point.x)
    maxX = max(maxX, point.x)
    minY = min(minY, point.y)
    maxY = max(maxY, point.y)
  }

  mutating func form(with other: OverlayBox) {
    minX = min(minX, other.minX)
    maxX = max(maxX, other.maxX)
    minY = min(minY, other.minY)
    maxY = max(maxY, other.maxY)
  }

  /// The same in the world.
  var world: WorldBox {
    func coordinate(_ value: Int32) -> Double { Double(value) * OverlayPlane.unit }
    return WorldBox(minX: coordinate(minX), minY: coordinate(minY), maxX: coordinate(maxX), maxY: coordinate(maxY))
  }
}
