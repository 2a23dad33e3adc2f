// Owns `FITField` and `FITLayout`: where the values stand in the messages of one definition.

/// How the bytes of a value are meant: the base types of the protocol ("FIT Protocol", base types), numbered as there.
enum FITBaseType: UInt8 {
  case enumeration = 0x00
  case signed8, unsigned8, signed16, unsigned16, signed32, unsigned32, text, float32, float64
  case unsigned8z, unsigned16z, unsigned32z, bytes, signed64, unsigned64, unsigned64z
  /// The field is not in the message.
  case absent = 0xFF

  /// The type that a definition names; the bit that says that the byte order matters is told by the type itself.
  init(code: UInt8) { self = FITBaseType(rawValue: code & 0x1F) ?? .bytes }

  /// The bytes of one value.
  var width: Int {
    switch self {
    case .absent: 0
    case .enumeration, .signed8, .unsigned8, .unsigned8z, .text, .bytes: 1
    case .signed16, .unsigned16, .unsigned16z: 2
    case .signed32, .unsigned32, .unsigned32z, .float32: 4
    case .float64, .signed64, .unsigned64, .unsigned64z: 8
    }
  }
}

/// A field of the messages of one definition.
struct FITField {
  /// The number of the field in its message.
  var number: UInt8 = 0xFF
  var type = FITBaseType.absent
  /// Whether the message is in big-endian order.
  var isSwapped = false
  /// How many bytes it takes; more than one value's are an array.
  var size: UInt8 = 0
  /// Where it begins, from the start of the message's values.
  var offset: Int32 = 0
}

extension RawSpan {
  /// The value of a field, the first of an array; `nil` where it is absent, the type's "invalid", or no number.
  ///
  /// - Parameter base: Where the values of the message begin; the whole message is inside the span.
  @inline(__always)
  func value(of field: FITField, at base: Int) -> Double? {
    let place = base &+ Int(field.offset)
    switch field.type {
    case .absent, .text: return nil
    case .enumeration, .unsigned8, .bytes:
      let byte = load(place, UInt8.self, false)
      return byte == .max ? nil : Double(byte)
    case .signed8:
      let byte = load(place, Int8.self, false)
      return byte == .max ? nil : Double(byte)
    case .unsigned16:
      let word = load(place, UInt16.self, field.isSwapped)
      return word == .max ? nil : Double(word)
    case .signed16:
      let word = load(place, Int16.self, field.isSwapped)
      return word == .max ? nil : Double(word)
    case .unsigned32:
      let long = load(place, UInt32.self, field.isSwapped)
      return long == .max ? nil : Double(long)
    case .signed32:
      let long = load(place, Int32.self, field.isSwapped)
      return long == .max ? nil : Double(long)
    default: return rareValue(of: field, at: place)
    }
  }

  /// The types that records do not use.
  @inline(never)
  private func rareValue(of field: FITField, at place: Int) -> Double? {
    switch field.type {
    case .float32:
      let value = Float(bitPattern: load(place, UInt32.self, field.isSwapped))
      return value.isFinite ? Double(value) : nil
    case .float64:
      let value = Double(bitPattern: load(place, UInt64.self, field.isSwapped))
      return value.isFinite ? value : nil
    case .unsigned8z: return nonzero(load(place, UInt8.self, false))
    case .unsigned16z: return nonzero(load(place, UInt16.self, field.isSwapped))
    case .unsigned32z: return nonzero(load(place, UInt32.self, field.isSwapped))
    case .unsigned64z: return nonzero(load(place, UInt64.self, field.isSwapped))
    case .signed64:
      let value = load(place, Int64.self, field.isSwapped)
      return value == .max ? nil : Double(value)
    case .unsigned64:
      let value = load(place, UInt64.self, field.isSwapped)
      return value == .max ? nil : Double(value)
    default: return nil
    }
  }

  private func nonzero(_ value: some FixedWidthInteger) -> Double? { value == 0 ? nil : Double(value) }

  @inline(__always)
  private func load<Value: FixedWidthInteger & BitwiseCopyable>(_ place: Int, _ type: Value.Type, _ isSwapped: Bool) -> Value {
    let value = unsafeLoadUnaligned(fromByteOffset: place, as: type)
    return isSwapped ? Value(bigEndian: value) : Value(littleEndian: value)
  }
}

/// Where the values that a track needs stand in the messages of one local type; plain numbers, so that a record costs no allocation.
struct FITLayout {
  /// Which message of the profile it is; `nil` where the local type has not been defined.
  var message: UInt16?
  /// The bytes of a message's values, developer fields included.
  var size = 0
  var timestamp = FITField()
  // The rest is only looked for in records.
  var latitude = FITField()
  var longitude = FITField()
  var altitude = FITField()
  var enhancedAltitude = FITField()
  var speed = FITField()
  var enhancedSpeed = FITField()
  var accuracy = FITField()
  var heartRate = FITField()
  var cadence = FITField()
  var fractionalCadence = FITField()
  var power = FITField()
  var temperature = FITField()
  var distance = FITField()

  /// Remembers a field that a track needs.
  mutating func take(_ field: FITField) {
    if field.number == FITProfile.timestamp { timestamp = field }
    guard message == FITProfile.record else { return }
    switch field.number {
    case 0: latitude = field
    case 1: longitude = field
    case 2: altitude = field
    case 3: heartRate = field
    case 4: cadence = field
    case 5: distance = field
    case 6: speed = field
    case 7: power = field
    case 13: temperature = field
    case 31: accuracy = field
    case 53: fractionalCadence = field
    case 73: enhancedSpeed = field
    case 78: enhancedAltitude = field
    default: break
    }
  }
}
