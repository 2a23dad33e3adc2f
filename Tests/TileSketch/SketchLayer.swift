// Owns `SketchLayer`: one layer of a vector tile in the making, and the messages it is written with.

/// A layer: features in the order in which they are added, keys and values each written once.
public struct SketchLayer: Sendable {
  public var name: String
  public var version: UInt64
  /// `nil` leaves it out, which means 4096.
  public var extent: UInt64?
  private var features: [[UInt8]] = []
  private var keys: [String] = []
  private var values: [SketchValue] = []
  private var keyIndices: [String: UInt32] = [:]
  private var valueIndices: [SketchValue: UInt32] = [:]

  public init(_ name: String, extent: UInt64? = 4096, version: UInt64 = 2) {
    self.name = name
    self.extent = extent
    self.version = version
  }

  /// Adds a feature; its fields are written in the order given.
  public mutating func add(_ shape: SketchShape, _ fields: KeyValuePairs<String, SketchValue> = [:]) {
    add(shape, tags: fields.flatMap { [index($0.key), index($0.value)] })
  }

  /// Adds a feature with tags as they are, right or wrong.
  public mutating func add(_ shape: SketchShape, tags: [UInt32]) {
    var message = SketchMessage()
    message.add(1, UInt64(features.count + 1))
    if !tags.isEmpty { message.add(2, tags) }
    message.add(3, shape.type)
    message.add(4, shape.commands)
    features.append(message.bytes)
  }

  /// Adds a feature's message as it is, right or wrong.
  public mutating func addMessage(_ bytes: [UInt8]) { features.append(bytes) }

  private mutating func index(_ key: String) -> UInt32 {
    if let known = keyIndices[key] { return known }
    keys.append(key)
    keyIndices[key] = UInt32(keys.count - 1)
    return UInt32(keys.count - 1)
  }

  private mutating func index(_ value: SketchValue) -> UInt32 {
    if let known = valueIndices[value] { return known }
    values.append(value)
    valueIndices[value] = UInt32(values.count - 1)
    return UInt32(values.count - 1)
  }

  var bytes: [UInt8] {
    var message = SketchMessage()
    message.add(1, Array(name.utf8))
    for feature in features { message.add(2, feature) }
    for key in keys { message.add(3, Array(key.utf8)) }
    for value in values { message.add(4, value.bytes) }
    if let extent { message.add(5, extent) }
    message.add(15, version)
    return message.bytes
  }
}

/// A protocol-buffer message.
struct SketchMessage {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ field: UInt64, _ value: UInt64) {
    add(field << 3)
    add(value)
  }

  mutating func add(_ field: UInt64, _ content: [UInt8]) {
    add(field << 3 | 2)
    add(UInt64(content.count))
    bytes += content
  }

  mutating func add(_ field: UInt64, _ values: [UInt32]) {
    var packed = SketchMessage()
    for value in values { packed.add(UInt64(value)) }
    add(field, packed.bytes)
  }

  mutating func addFixed<Value: FixedWidthInteger>(_ field: UInt64, _ value: Value) {
    add(field << 3 | (Value.bitWidth == 32 ? 5 : 1))
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func add(_ value: UInt64) {
    var value = value
    while value > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: value))
  }
}
