// Owns `JSONHead`: what the beginning of a JSON file says of its kind.

/// The members near the root of the first text in a file, as far as the formats are told apart by them.
struct JSONHead {
  /// What stands at the root.
  enum Root: Hashable {
    case object, array
  }

  /// Names of members that formats are known by.
  enum Word: UInt8 {
    case type, features, geometry, geometries, coordinates, properties
    case status, message, result, routes, `class`
    case other

    init(_ text: UnsafeBufferPointer<UInt8>) {
      let known: [(StaticString, Word)] = [
        ("type", .type), ("features", .features), ("geometry", .geometry), ("geometries", .geometries), ("coordinates", .coordinates),
        ("properties", .properties), ("status", .status), ("message", .message), ("msg", .message), ("result", .result),
        ("routes", .routes), ("class", .class),
      ]
      self = known.first { text.spells($0.0) }?.1 ?? .other
    }
  }

  private(set) var root: Root?
  /// The members of the root, or of the objects in an array at the root.
  private(set) var members: Set<Word> = []
  /// The text of the root's `type`, or that of the objects in an array at the root.
  private(set) var type: String?
  /// The text of `class`, likewise.
  private(set) var gpsdClass: String?
  /// The members of the root's `result`.
  private(set) var resultMembers: Set<Word> = []
  /// Whether an element of the root's `features` says that it is a `Feature`.
  private(set) var hasFeature = false

  private var depth = 0
  /// The names on the way down, by depth; `nil` in arrays.
  private var path: [Word?] = []

  /// What a file begins with; marks, record separators (RFC 8142) and white space before it are passed over.
  init(_ head: Span<UInt8>) {
    let start = JSONTexts.start(in: head, from: 0)
    guard start < head.count, head[start] == .openBrace || head[start] == .openBracket else { return }
    root = head[start] == .openBrace ? .object : .array
    let sink = Sink(head: self)
    _ = JSONReader.read(head, from: start, into: sink)
    self = sink.head
  }

  private final class Sink: JSONSink {
    var head: JSONHead
    init(head: JSONHead) { self.head = head }
    override func take(_ events: JSONEvents) -> Bool {
      for event in events { head.take(event) }
      return true
    }
  }

  private mutating func take(_ event: JSONEvent) {
    switch event.kind {
    case .objectStart, .arrayStart: path.append(nil)
    case .objectEnd, .arrayEnd: _ = path.popLast()
    case .key:
      let word = Word(event.text)
      if !path.isEmpty { path[path.count - 1] = word }
      if path.count == rootDepth { members.insert(word) }
      if path.count == rootDepth + 1, path[rootDepth - 1] == .result { resultMembers.insert(word) }
    case .string: takeText(event.text)
    default: break
    }
  }

  /// How deep the members of the root are, or those of the objects in an array there.
  private var rootDepth: Int { root == .array ? 2 : 1 }

  private mutating func takeText(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count <= 64, let word = path.last ?? nil else { return }
    if path.count == rootDepth {
      if word == .type, type == nil { type = String(decoding: text, as: UTF8.self) }
      if word == .class, gpsdClass == nil { gpsdClass = String(decoding: text, as: UTF8.self) }
    }
    if path.count == 3, path[0] == .features, word == .type, text.spells("Feature") { hasFeature = true }
  }
}

extension UInt8 {
  static let openBrace: UInt8 = 0x7B
  static let openBracket: UInt8 = 0x5B
  /// The record separator that begins each text of a sequence (RFC 8142).
  static let recordSeparator: UInt8 = 0x1E
}

/// Finds the texts of a file that holds several: one a line, or a sequence (RFC 8142), or one behind another.
enum JSONTexts {
  /// Where a text begins, at or behind `position`: behind white space, record separators and a mark of UTF-8.
  static func start(in bytes: Span<UInt8>, from position: Int) -> Int {
    var index = position
    if index == 0, TextDecoding.mark(bytes) == .utf8 { index = 3 }
    while index < bytes.count, bytes[index].isBlank || bytes[index] == .recordSeparator { index += 1 }
    return index
  }

  /// Where the next text may begin behind a broken one: at a record separator, or at a line that opens an object; `nil` where there is none.
  static func nextStart(in bytes: Span<UInt8>, behind position: Int) -> Int? {
    var index = max(0, position)
    var isLineStart = false
    while index < bytes.count {
      let byte = bytes[index]
      if byte == .recordSeparator || (isLineStart && byte == .openBrace) { return index }
      isLineStart = byte == .lineFeed || byte == .carriageReturn
      index += 1
    }
    return nil
  }
}

/// Counts lines on the way through a file.
struct LineCounter {
  private var position = 0
  private var line = 1

  /// The line of an offset, from 1. Offsets must not go back.
  mutating func line(of offset: Int, in bytes: Span<UInt8>) -> Int {
    let end = min(offset, bytes.count)
    while position < end {
      if bytes[position] == .lineFeed { line += 1 }
      position += 1
    }
    return line
  }
}
