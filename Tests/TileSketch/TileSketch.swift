// Owns `TileSketch`: writes Mapbox Vector Tiles for tests.

/// A vector tile in the making.
///
/// ```
/// var roads = SketchLayer("transportation")
/// roads.add(.lines([[(0, 0), (100, 50)]]), ["class": "motorway"])
/// let bytes = TileSketch([roads]).bytes
/// ```
///
/// Source: Mapbox Vector Tile Specification 2.1.
public struct TileSketch: Sendable {
  public var layers: [SketchLayer]

  public init(_ layers: [SketchLayer] = []) { self.layers = layers }

  /// The tile, not packed.
  public var bytes: [UInt8] {
    var message = SketchMessage()
    for layer in layers { message.add(3, layer.bytes) }
    return message.bytes
  }
}

/// A value of a feature's field.
public enum SketchValue: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral
{
  case text(String)
  case float(Float)
  case double(Double)
  case int(Int64)
  case uint(UInt64)
  case sint(Int64)
  case bool(Bool)

  public init(stringLiteral value: String) { self = .text(value) }
  public init(integerLiteral value: Int64) { self = .int(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  var bytes: [UInt8] {
    var message = SketchMessage()
    switch self {
    case .text(let value): message.add(1, Array(value.utf8))
    case .float(let value): message.addFixed(2, value.bitPattern)
    case .double(let value): message.addFixed(3, value.bitPattern)
    case .int(let value): message.add(4, UInt64(bitPattern: value))
    case .uint(let value): message.add(5, value)
    case .sint(let value): message.add(6, UInt64(bitPattern: value << 1 ^ value >> 63))
    case .bool(let value): message.add(7, value ? 1 : 0)
    }
    return message.bytes
  }
}

/// The geometry of a feature, in the layer's units: x to the right, y down. Rings are closed without repeating their first point.
public enum SketchShape: Sendable {
  case points([(Int32, Int32)])
  case lines([[(Int32, Int32)]])
  case polygons([[(Int32, Int32)]])
  /// A geometry type and commands as they are, right or wrong.
  case raw(type: UInt64, commands: [UInt32])

  var type: UInt64 {
    switch self {
    case .points: 1
    case .lines: 2
    case .polygons: 3
    case .raw(let type, _): type
    }
  }

  var commands: [UInt32] {
    var pen = SketchPen()
    switch self {
    case .points(let points): pen.move(points)
    case .lines(let lines):
      for line in lines where !line.isEmpty {
        pen.move([line[0]])
        pen.line(line.dropFirst())
      }
    case .polygons(let rings):
      for ring in rings where !ring.isEmpty {
        pen.move([ring[0]])
        pen.line(ring.dropFirst())
        pen.commands.append(1 << 3 | 7)
      }
    case .raw(_, let commands): return commands
    }
    return pen.commands
  }
}

/// Draws with the specification's commands.
private struct SketchPen {
  var commands: [UInt32] = []
  private var x: Int32 = 0
  private var y: Int32 = 0

  mutating func move(_ points: [(Int32, Int32)]) { add(1, points[...]) }
  mutating func line(_ points: ArraySlice<(Int32, Int32)>) { add(2, points) }

  private mutating func add(_ command: UInt32, _ points: ArraySlice<(Int32, Int32)>) {
    guard !points.isEmpty else { return }
    commands.append(UInt32(points.count) << 3 | command)
    for (nextX, nextY) in points {
      for step in [nextX &- x, nextY &- y] { commands.append(UInt32(bitPattern: step << 1 ^ step >> 31)) }
      (x, y) = (nextX, nextY)
    }
  }
}
