// Owns `TileValues`: the values of a layer, each read when it is first wanted.

/// The values of one layer.
struct TileValues {
  private let base: UnsafePointer<UInt8>
  private let ranges: [ByteRange]
  private var texts: [String?]

  /// What one value is.
  private enum Content {
    case text(ByteRange)
    case number(Double)
    case truth(Bool)
    case none
  }

  init(_ base: UnsafePointer<UInt8>, _ ranges: [ByteRange]) {
    self.base = base
    self.ranges = ranges
    texts = []
  }

  var count: Int { ranges.count }

  /// A value as a word to be looked up: a text as it is, a number without its decimals, `true` or `false`; `nil` where it is none of these.
  func word(_ index: Int) -> String? {
    switch content(index) {
    case .text(let range): TileLayer.text(base, range)
    case .number(let value): Int(exactly: value.rounded()).map { String($0) }
    case .truth(let value): value ? "true" : "false"
    case .none: nil
    }
  }

  /// A number, or a text that is one; `nil` where it is none, or not finite.
  func number(_ index: Int) -> Double? {
    switch content(index) {
    case .text(let range): range.count > 0 && range.count <= 32 ? Double(TileLayer.text(base, range)) : nil
    case .number(let value): value.isFinite ? value : nil
    case .truth, .none: nil
    }
  }

  /// Whether it says yes: not `false`, 0, `no` nor an empty text.
  func isTrue(_ index: Int) -> Bool {
    switch content(index) {
    case .text(let range):
      switch TileLayer.text(base, range) {
      case "", "0", "no", "false", "none": false
      default: true
      }
    case .number(let value): value != 0
    case .truth(let value): value
    case .none: false
    }
  }

  /// A text for people: the first of several that semicolons or lines separate, at most ``nameLimit`` bytes. `nil` where there is none.
  mutating func name(_ index: Int) -> String? {
    if texts.isEmpty { texts = [String?](repeating: nil, count: ranges.count) }
    if let known = texts[index] { return known.isEmpty ? nil : known }
    let name = readName(index)
    texts[index] = name
    return name.isEmpty ? nil : name
  }

  /// Whether ``name(_:)`` gives one.
  mutating func hasName(_ index: Int) -> Bool {
    if !texts.isEmpty, let known = texts[index] { return !known.isEmpty }
    return name(index) != nil
  }

  /// The most bytes of UTF-8 that a name is taken with.
  static let nameLimit = 192

  private func readName(_ index: Int) -> String {
    switch content(index) {
    case .text(let range):
      let bytes = UnsafeBufferPointer(start: base + Int(range.start), count: range.count)
      var end = bytes.firstIndex { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "\n") } ?? bytes.count
      if end > Self.nameLimit {
        end = Self.nameLimit
        // Not inside a character of several bytes.
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      }
      return String(decoding: UnsafeBufferPointer(rebasing: bytes[..<end]), as: UTF8.self)
    case .number(let value): return Int(exactly: value.rounded()).map { String($0) } ?? ""
    case .truth, .none: return ""
    }
  }

  /// Source: the specification's message `Value`; one of its fields is there, the last counts.
  private func content(_ index: Int) -> Content {
    var reader = WireReader(base, ranges[index])
    var content = Content.none
    while !reader.isAtEnd {
      let tag = reader.word()
      switch tag {
      case 1 << 3 | Wire.run: content = .text(reader.run())
      case 2 << 3 | Wire.fixed32: content = .number(Double(Float(bitPattern: reader.fixed32())))
      case 3 << 3 | Wire.fixed64: content = .number(Double(bitPattern: reader.fixed64()))
      case 4 << 3 | Wire.varint: content = .number(Double(Int64(bitPattern: reader.varint())))
      case 5 << 3 | Wire.varint: content = .number(Double(reader.varint()))
      case 6 << 3 | Wire.varint:
        let value = reader.varint()
        content = .number(Double(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)))
      case 7 << 3 | Wire.varint: content = .truth(reader.varint() != 0)
      default: reader.skip(tag & 7)
      }
    }
    return reader.isBroken ? .none : content
  }
}
