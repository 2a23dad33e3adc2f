// Owns `ControlReply`: what a control socket answers, one line of JSON each, and how such a line is read.

import TrackFormats

/// The answer to one request.
///
/// ```
///  {"request_id":7,"error":"success","data":12.5}
///  {"request_id":8,"error":"property not found","message":"there is no property \"foo\""}
/// ```
package struct ControlReply: Sendable, Hashable {
  /// What the request was marked with.
  package var id: JSONValue
  /// What came of it.
  package var result: Result<JSONValue, ControlFailure>

  /// An answer.
  package init(id: JSONValue, _ result: Result<JSONValue, ControlFailure>) {
    self.id = id
    self.result = result
  }

  /// The line, its end included.
  package var line: [UInt8] {
    var members = [JSONValue.Member("request_id", id)]
    switch result {
    case .success(let data):
      members.append(JSONValue.Member("error", .string("success")))
      if data != .null { members.append(JSONValue.Member("data", data)) }
    case .failure(let failure):
      members.append(JSONValue.Member("error", .string(failure.kind.rawValue)))
      if !failure.message.isEmpty { members.append(JSONValue.Member("message", .string(failure.message))) }
    }
    return Array(JSONValue.object(members).text.utf8) + [0x0A]
  }

  /// Reads a line as a client gets it; `nil` for an event and for what is no reply.
  package init?(line: String) {
    guard let object = JSONValue.parse(line), object["event"] == nil, let error = object["error"]?.string else { return nil }
    id = object["request_id"] ?? .number(0)
    if error == "success" {
      result = .success(object["data"] ?? .null)
    } else {
      let kind = ControlFailure.Kind(rawValue: error) ?? .notPossible
      result = .failure(ControlFailure(kind, object["message"]?.string ?? error))
    }
  }

  /// The line of an event, its end included.
  static func event(_ name: String, _ members: [JSONValue.Member] = []) -> [UInt8] {
    Array(JSONValue.object([JSONValue.Member("event", .string(name))] + members).text.utf8) + [0x0A]
  }

  /// What a reply's data says, for people: a line for each member of an object, with its unit; else the value itself.
  package static func text(_ data: JSONValue) -> String {
    switch data {
    case .null: return ""
    case .string(let text): return TextCleaning.cleaned(text, limit: 4096)
    case .object(let members):
      return members.map { member in
        let unit = ControlProperty(name: member.name)?.row.unit ?? ""
        let value = if case .string(let text) = member.value { TextCleaning.cleaned(text, limit: 4096) } else { member.value.text }
        return "\(TextCleaning.cleaned(member.name)): \(value)\(unit.isEmpty || member.value == .null ? "" : " " + unit)"
      }.joined(separator: "\n")
    default: return data.text
    }
  }
}
