// Owns `FITBuilder`: FIT files put together for the tests, byte by byte, without a line of the reader's code.

/// Puts a FIT file together ("FIT Protocol").
struct FITBuilder {
  /// A field of a definition: its number, the bytes it takes and the code of its base type.
  struct Field {
    var number: UInt8
    var size: UInt8
    var type: UInt8

    static func uint8(_ number: UInt8) -> Field { Field(number: number, size: 1, type: 0x02) }
    static func sint8(_ number: UInt8) -> Field { Field(number: number, size: 1, type: 0x01) }
    static func enumeration(_ number: UInt8) -> Field { Field(number: number, size: 1, type: 0x00) }
    static func uint16(_ number: UInt8) -> Field { Field(number: number, size: 2, type: 0x84) }
    static func sint32(_ number: UInt8) -> Field { Field(number: number, size: 4, type: 0x85) }
    static func uint32(_ number: UInt8) -> Field { Field(number: number, size: 4, type: 0x86) }
    static func text(_ number: UInt8, _ size: UInt8) -> Field { Field(number: number, size: size, type: 0x07) }
  }

  /// A value of a message.
  enum Value {
    case u8(UInt8)
    case s8(Int8)
    case u16(UInt16)
    case s32(Int32)
    case u32(UInt32)
    case u64(UInt64)
    case text(String, Int)
    case raw([UInt8])
  }

  var isBigEndian = false
  var headerLength = 14
  var protocolVersion: UInt8 = 0x20
  private(set) var body: [UInt8] = []

  init(isBigEndian: Bool = false, headerLength: Int = 14) {
    self.isBigEndian = isBigEndian
    self.headerLength = headerLength
  }

  private func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    let little = (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return isBigEndian ? little.reversed() : little
  }

  mutating func define(_ local: UInt8, _ message: UInt16, _ fields: [Field], developer: [(UInt8, UInt8, UInt8)] = []) {
    body += [0x40 | (developer.isEmpty ? 0 : 0x20) | local, 0, isBigEndian ? 1 : 0] + bytes(message) + [UInt8(fields.count)]
    for field in fields { body += [field.number, field.size, field.type] }
    if !developer.isEmpty {
      body.append(UInt8(developer.count))
      for field in developer { body += [field.0, field.1, field.2] }
    }
  }

  mutating func message(_ local: UInt8, _ values: [Value]) { append(local, values) }

  /// A message with a compressed timestamp: local type 0…3, the low five bits of its time.
  mutating func compressed(_ local: UInt8, offset: UInt8, _ values: [Value]) { append(0x80 | local << 5 | offset, values) }

  private mutating func append(_ header: UInt8, _ values: [Value]) {
    body.append(header)
    for value in values {
      switch value {
      case .u8(let value): body.append(value)
      case .s8(let value): body.append(UInt8(bitPattern: value))
      case .u16(let value): body += bytes(value)
      case .s32(let value): body += bytes(value)
      case .u32(let value): body += bytes(value)
      case .u64(let value): body += bytes(value)
      case .raw(let value): body += value
      case .text(let text, let size):
        let code = Array(text.utf8.prefix(size))
        body += code + [UInt8](repeating: 0, count: size - code.count)
      }
    }
  }

  mutating func raw(_ bytes: [UInt8]) { body += bytes }

  /// The whole file.
  ///
  /// - Parameters:
  ///   - size: The length that the header is to say, where it is to lie.
  ///   - checksum: The checksum that is to stand at the end, where it is to be wrong.
  func file(size: Int? = nil, checksum: UInt16? = nil, headerChecksum: UInt16? = nil) -> [UInt8] {
    let length = size ?? body.count
    var file = [UInt8(headerLength), protocolVersion, 0x5C, 0x08]
    file += (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + Array(".FIT".utf8)
    if headerLength >= 14 {
      let sum = headerChecksum ?? Self.sum(file)
      file += [UInt8(sum & 0xFF), UInt8(sum >> 8)] + [UInt8](repeating: 0, count: headerLength - 14)
    }
    file += body
    let sum = checksum ?? Self.sum(file)
    return file + [UInt8(sum & 0xFF), UInt8(sum >> 8)]
  }

  /// The CRC-16 of the protocol, a bit at a time.
  static func sum(_ bytes: [UInt8]) -> UInt16 {
    var sum: UInt16 = 0
    for byte in bytes {
      sum ^= UInt16(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum / 2 : (sum / 2) ^ 0xA001 }
    }
    return sum
  }
}

extension FITBuilder {
  /// 2024-05-01T08:30:00Z, 1 714 552 200 seconds after 1970, less the 631 065 600 to 1989-12-31.
  static let start: UInt32 = 1_083_486_600

  /// The fields of a usual record: time, latitude, longitude, altitude, speed, heart rate, cadence, power, temperature.
  static let recordFields: [Field] = [
    .uint32(253), .sint32(0), .sint32(1), .uint16(2), .uint16(6), .uint8(3), .uint8(4), .uint16(7), .sint8(13),
  ]

  mutating func fileID(_ type: UInt8 = 4) {
    define(0, 0, [.enumeration(0), .uint16(1), .uint32(4)])
    message(0, [.u8(type), .u16(255), .u32(Self.start)])
  }

  mutating func defineRecord(_ local: UInt8 = 1) { define(local, 20, Self.recordFields) }

  /// A usual record; 45° are 2²⁹ = 536 870 912 semicircles.
  mutating func record(_ seconds: UInt32, latitude: Int32 = 536_870_912, longitude: Int32 = -1_073_741_824, local: UInt8 = 1) {
    message(
      local,
      [
        .u32(Self.start + seconds), .s32(latitude), .s32(longitude), .u16(2750), .u16(3456), .u8(142), .u8(88), .u16(250), .s8(-3),
      ])
  }

  /// An activity of two laps with a sensor of each kind, a name, and a clock two hours ahead of UTC.
  static let sample: [UInt8] = {
    var file = FITBuilder()
    file.fileID()
    file.define(3, 12, [.text(3, 8), .enumeration(0), .enumeration(1)])
    file.message(3, [.text("Ride", 8), .u8(2), .u8(7)])
    file.defineRecord()
    for second in 0..<3 as Range<UInt32> { file.record(second, longitude: -1_073_741_824 + Int32(second) * 1000) }
    file.define(2, 19, [.uint32(253), .uint32(2), .uint32(7)])
    file.message(2, [.u32(start + 3), .u32(start), .u32(3000)])
    for second in 3..<6 as Range<UInt32> { file.record(second, longitude: -1_073_741_824 + Int32(second) * 1000) }
    file.message(2, [.u32(start + 6), .u32(start + 3), .u32(3000)])
    file.define(4, 34, [.uint32(253), .uint32(5)])
    file.message(4, [.u32(start + 6), .u32(start + 6 + 7200)])
    return file.file()
  }()
}
