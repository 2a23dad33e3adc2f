// Owns how the readers of TCX and KML look at the names, attributes and texts that expat hands over.

/// The texts that expat hands over: UTF-8 with a zero at the end, alive during the call.
enum XMLText {
  /// The bytes of a text.
  @inline(__always)
  static func bytes(_ text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    var count = 0
    while text[count] != 0 { count += 1 }
    return UnsafeBufferPointer(start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// The bytes of a name without its namespace prefix, found in one pass.
  @inline(__always)
  static func localName(_ text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    var start = 0
    var end = 0
    while text[end] != 0 {
      if text[end] == 0x3A { start = end + 1 }
      end += 1
    }
    return UnsafeBufferPointer(start: UnsafeRawPointer(text + start).assumingMemoryBound(to: UInt8.self), count: end - start)
  }

  /// The value of an attribute as a name that may be shown, `nil` where there is none.
  static func name(of attribute: StaticString, in attributes: UnsafePointer<UnsafePointer<CChar>?>) -> String? {
    var index = 0
    while let name = attributes[index], let value = attributes[index + 1] {
      if localName(name).spells(attribute) { return TextCleaning.name(bytes(value).span) }
      index += 2
    }
    return nil
  }
}

/// The text of one element while it is gathered; it may come in many pieces.
struct XMLField {
  /// A text longer than this is cut for a name, and none for a number.
  static let limit = 4096

  private(set) var bytes: [UInt8] = []
  private(set) var isOpen = false

  mutating func open() {
    bytes.removeAll(keepingCapacity: true)
    isOpen = true
  }

  mutating func close() { isOpen = false }

  /// Takes a piece, where a text is wanted.
  @inline(__always)
  mutating func take(_ piece: UnsafeBufferPointer<UInt8>) {
    guard isOpen, bytes.count < Self.limit else { return }
    let count = min(piece.count, Self.limit - bytes.count)
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: piece[..<count]))
  }

  /// The text as a name that may be shown, `nil` where nothing remains of it.
  var name: String? {
    // Most names are plain ASCII, which cleaning leaves as it is at many times the price.
    guard (1...TextCleaning.nameLimit).contains(bytes.count), isPlain else { return TextCleaning.name(bytes.span) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the text is visible ASCII with no more than single spaces between.
  private var isPlain: Bool {
    var before: UInt8 = .space
    for byte in bytes {
      guard byte >= 0x20, byte < 0x7F, byte != .space || before != .space else { return false }
      before = byte
    }
    return before != .space
  }

  /// A number within ±10⁸, NaN for an empty text; `nil` where the text is none.
  var number: Double? {
    let text = bytes.span
    guard let value = DecimalParser.parse(text) else { return text.trimmedRange.isEmpty ? .nan : nil }
    return abs(value) <= 1e8 ? value : nil
  }
}
