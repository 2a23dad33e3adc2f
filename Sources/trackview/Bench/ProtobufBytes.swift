// Owns the writing of protocol buffers for the made-up tiles of the benchmark.

/// Bytes of a message in the wire format of protocol buffers.
struct ProtobufBytes {
  private(set) var bytes: [UInt8] = []

  /// A number in groups of seven bits, the lowest first.
  mutating func varint(_ value: Int) {
    var rest = UInt64(bitPattern: Int64(value))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func field(_ number: Int, _ value: Int) {
    varint(number << 3)
    varint(value)
  }

  mutating func field(_ number: Int, _ value: [UInt8]) {
    varint(number << 3 | 2)
    varint(value.count)
    bytes += value
  }

  mutating func field(_ number: Int, packed values: [Int]) {
    var inner = ProtobufBytes()
    for value in values { inner.varint(value) }
    field(number, inner.bytes)
  }

  mutating func append(_ more: [UInt8]) { bytes += more }
}

/// One layer of a vector tile while it is written.
struct TileLayerWriter {
  private let name: String
  private var features: [[UInt8]] = []
  private var keys: [String] = []
  private var values: [[UInt8]] = []
  private var keyNumbers: [String: Int] = [:]
  private var valueNumbers: [[UInt8]: Int] = [:]

  enum Shape: Int {
    case point = 1
    case line, area
  }

  init(_ name: String) { self.name = name }

  /// Adds a feature of one part.
  mutating func add(_ shape: Shape, _ points: [(x: Int, y: Int)], _ tags: [(String, Value)]) {
    var numbers: [Int] = []
    for (key, value) in tags {
      numbers.append(number(of: key))
      numbers.append(number(of: value.bytes))
    }
    var feature = ProtobufBytes()
    feature.field(2, packed: numbers)
    feature.field(3, shape.rawValue)
    feature.field(4, packed: Self.commands(shape, points))
    features.append(feature.bytes)
  }

  enum Value {
    case text(String)
    case number(Int)

    var bytes: [UInt8] {
      var value = ProtobufBytes()
      switch self {
      case .text(let text): value.field(1, Array(text.utf8))
      case .number(let number): value.field(5, number)
      }
      return value.bytes
    }
  }

  private mutating func number(of key: String) -> Int {
    if let known = keyNumbers[key] { return known }
    keys.append(key)
    keyNumbers[key] = keys.count - 1
    return keys.count - 1
  }

  private mutating func number(of value: [UInt8]) -> Int {
    if let known = valueNumbers[value] { return known }
    values.append(value)
    valueNumbers[value] = values.count - 1
    return values.count - 1
  }

  /// MoveTo, LineTo and ClosePath with steps from point to point.
  private static func commands(_ shape: Shape, _ points: [(x: Int, y: Int)]) -> [Int] {
    var commands: [Int] = []
    var last = (x: 0, y: 0)
    func step(_ point: (x: Int, y: Int)) {
      for difference in [point.x - last.x, point.y - last.y] { commands.append(difference << 1 ^ difference >> 63) }
      last = point
    }
    guard let first = points.first else { return [] }
    commands.append(1 << 3 | 1)
    step(first)
    if points.count > 1 {
      commands.append((points.count - 1) << 3 | 2)
      for point in points.dropFirst() { step(point) }
    }
    if shape == .area { commands.append(1 << 3 | 7) }
    return commands
  }

  /// The layer as a field of a tile.
  var bytes: [UInt8] {
    var layer = ProtobufBytes()
    layer.field(15, 2)
    layer.field(1, Array(name.utf8))
    for feature in features { layer.field(2, feature) }
    for key in keys { layer.field(3, Array(key.utf8)) }
    for value in values { layer.field(4, value) }
    layer.field(5, SyntheticCity.extent)
    var tile = ProtobufBytes()
    tile.field(3, layer.bytes)
    return tile.bytes
  }
}
