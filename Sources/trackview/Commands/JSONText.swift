// JSON as text, for `--json`.

import Cells
import TrackGeodesy

/// A JSON value.
enum JSONText {
  case null
  case number(Double, digits: Int)
  case integer(Int)
  case text(String)
  case flag(Bool)
  case list([JSONText])
  /// The members in their order.
  case object([(String, JSONText)])

  /// A number, `null` where there is none.
  static func number(_ value: Double?, digits: Int = 3) -> JSONText {
    guard let value, value.isFinite else { return .null }
    return .number(value, digits: digits)
  }

  static func text(_ value: String?) -> JSONText { value.map { .text($0) } ?? .null }

  /// The value on as many lines as it has members at the first level.
  var pretty: String { rendered(indent: "", depth: 0) }

  private func rendered(indent: String, depth: Int) -> String {
    switch self {
    case .null: return "null"
    case .number(let value, let digits): return Self.trimmed(DecimalText.fixed(value, digits: digits))
    case .integer(let value): return "\(value)"
    case .flag(let value): return value ? "true" : "false"
    case .text(let value): return Self.quoted(value)
    case .list(let values):
      if values.isEmpty { return "[]" }
      let inner = indent + "  "
      return "[\n" + values.map { inner + $0.rendered(indent: inner, depth: depth) }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      if depth > 0 {
        return "{" + members.map { "\(Self.quoted($0.0)): \($0.1.rendered(indent: indent, depth: depth + 1))" }.joined(separator: ", ")
          + "}"
      }
      let inner = indent + "  "
      let lines = members.map { "\(inner)\(Self.quoted($0.0)): \($0.1.rendered(indent: inner, depth: depth + 1))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  /// A decimal without zeros at its end.
  static func trimmed(_ text: String) -> String {
    guard text.contains(".") else { return text }
    var text = text
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text == "-0" ? "0" : text
  }

  private static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\t": out += "\\t"
      default:
        // Controls, and what turns writing around in a terminal.
        if TextWidth.columns(of: scalar) < 0 {
          for unit in String(scalar).utf16 {
            let hexadecimal = String(unit, radix: 16)
            out += "\\u" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
          }
        } else {
          out.unicodeScalars.append(scalar)
        }
      }
    }
    return out + "\""
  }
}
