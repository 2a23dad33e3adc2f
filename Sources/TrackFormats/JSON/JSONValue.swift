// Owns `JSONValue`: a small JSON text as a value, for messages of protocols; files are read event by event instead.

/// A JSON value.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// The members in their order; of a name that comes twice both stay, and the last counts.
  case object([Member])

  /// A member of an object.
  package struct Member: Sendable, Hashable {
    package var name: String
    package var value: JSONValue
    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The value that a text begins with, and where it ends; `nil` where it is not well-formed. For texts of at most a few thousand values.
  package static func parse(_ bytes: Span<UInt8>, from start: Int = 0) -> (value: JSONValue, end: Int)? {
    let sink = JSONValueSink()
    let outcome = JSONReader.read(bytes, from: start, into: sink)
    guard outcome.ending == .complete, let value = sink.builder.root else { return nil }
    return (value, outcome.byteOffset)
  }

  /// The value of a whole text; `nil` where it is not well-formed, or something follows it.
  package static func parse(_ text: String) -> JSONValue? {
    let bytes = Array(text.utf8)
    guard let parsed = parse(bytes.span) else { return nil }
    for byte in bytes[min(parsed.end, bytes.count)...] where byte != 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D { return nil }
    return parsed.value
  }

  /// The last member of a name.
  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The text of a string.
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The value of a finite number.
  package var number: Double? { if case .number(let value) = self, value.isFinite { value } else { nil } }
  /// Whether it is `true`; `nil` for what is neither.
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The elements of an array.
  package var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

  /// The value on one line, without spaces. Numbers in the fewest digits that give them again; those that are not finite are `null`.
  /// What a terminal would obey, or what turns writing around, is escaped.
  package var text: String {
    var out = ""
    write(to: &out)
    return out
  }

  private func write(to out: inout String) {
    switch self {
    case .null: out += "null"
    case .bool(let value): out += value ? "true" : "false"
    case .number(let value): out += PlainDecimal.text(value) ?? "null"
    case .string(let value): Self.quote(value, into: &out)
    case .array(let values):
      out += "["
      for (index, value) in values.enumerated() {
        if index > 0 { out += "," }
        value.write(to: &out)
      }
      out += "]"
    case .object(let members):
      out += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { out += "," }
        Self.quote(member.name, into: &out)
        out += ":"
        member.value.write(to: &out)
      }
      out += "}"
    }
  }

  /// A text in quotation marks.
  package static func quote(_ text: String, into out: inout String) {
    out += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case " ": out.unicodeScalars.append(scalar)
      default:
        if TextCleaning.isShown(scalar) {
          out.unicodeScalars.append(scalar)
        } else {
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
          }
        }
      }
    }
    out += "\""
  }
}

/// Builds a value from events.
private final class JSONValueSink: JSONSink {
  var builder = JSONValueBuilder()

  override func take(_ events: JSONEvents) -> Bool {
    for event in events { builder.take(event) }
    return true
  }
}

/// The containers that are open, and what is in them so far.
private struct JSONValueBuilder {
  var root: JSONValue?
  private var open: [(isObject: Bool, values: [JSONValue], members: [JSONValue.Member], name: String)] = []

  mutating func take(_ event: JSONEvent) {
    switch event.kind {
    case .null: add(.null)
    case .false: add(.bool(false))
    case .true: add(.bool(true))
    case .number: add(.number(event.number))
    case .string: add(.string(String(decoding: event.text, as: UTF8.self)))
    case .key: if !open.isEmpty { open[open.count - 1].name = String(decoding: event.text, as: UTF8.self) }
    case .objectStart: open.append((true, [], [], ""))
    case .arrayStart: open.append((false, [], [], ""))
    case .objectEnd, .arrayEnd:
      guard let last = open.popLast() else { return }
      add(last.isObject ? .object(last.members) : .array(last.values))
    }
  }

  private mutating func add(_ value: JSONValue) {
    guard !open.isEmpty else {
      root = value
      return
    }
    let top = open.count - 1
    if open[top].isObject {
      open[top].members.append(JSONValue.Member(open[top].name, value))
    } else {
      open[top].values.append(value)
    }
  }
}
