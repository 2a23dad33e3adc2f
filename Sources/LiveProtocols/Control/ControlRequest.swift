// Owns `ControlRequest`: one line of a control socket's client, as JSON or as plain words.

import TrackFormats

/// What one line asks for.
///
/// ```
///  {"command":["seek","1:30"],"request_id":7}        as mpv's JSON IPC has it
///  {"command":"seek 1:30","request_id":7}            plain words with a number
///  seek 1:30                                         plain words
/// ```
package struct ControlRequest: Sendable, Hashable {
  /// What is asked.
  package enum Action: Sendable, Hashable {
    case perform(ControlCommand)
    case status
    case get(ControlProperty)
    case observe(ControlProperty, id: Int)
    case unobserve(id: Int)
    /// Events to be told of or not; `nil` is all.
    case events(ControlEvent?, isOn: Bool)
  }

  /// What the reply is marked with: a number or a short text; 0 where the request has none.
  package var id: JSONValue
  /// What is asked, or why that cannot be told.
  package var action: Result<Action, ControlFailure>

  /// Reads a line, without its end; `nil` for one that asks for nothing: blank, or a remark after `#`.
  package init?(line: some Sequence<UInt8>) {
    let text = String(decoding: Array(line), as: UTF8.self)
    let words = Self.words(text)
    guard let first = words.first, !first.hasPrefix("#") else { return nil }
    id = .number(0)
    guard first.hasPrefix("{") else {
      action = Self.action(words.map { .string($0) })
      return
    }
    guard let object = JSONValue.parse(text) else {
      action = .failure(.invalid("the line is not well-formed JSON"))
      return
    }
    if let given = object["request_id"] {
      guard Self.isIdentifier(given) else {
        action = .failure(.invalid("request_id is a number or a short text"))
        return
      }
      id = given
    }
    switch object["command"] {
    case .array(let values)?: action = Self.action(values)
    case .string(let text)?: action = Self.action(Self.words(text).map { .string($0) })
    default: action = .failure(.invalid("the request has no command: {\"command\":[\"pause\"]}"))
    }
  }

  /// The line for a command in plain words, as `trackview ctl` sends it; its end included.
  package static func line(_ words: [String], id: Int) -> [UInt8] {
    let value = JSONValue.object([
      JSONValue.Member("command", .array(words.map { .string($0) })), JSONValue.Member("request_id", .number(Double(id))),
    ])
    return Array(value.text.utf8) + [0x0A]
  }

  /// A command in plain words, as scripts have it.
  package static func command(_ text: String) throws(ControlFailure) -> ControlCommand {
    switch action(words(text).map { .string($0) }) {
    case .success(.perform(let command)): return command
    case .success: throw .invalid("that asks for something and does nothing")
    case .failure(let failure): throw failure
    }
  }

  // MARK: Parts

  static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\n" || $0 == "\r\n" }.map(String.init)
  }

  private static func isIdentifier(_ value: JSONValue) -> Bool {
    switch value {
    case .number: true
    case .string(let text): text.utf8.count <= 64
    default: false
    }
  }

  private static func action(_ values: [JSONValue]) -> Result<Action, ControlFailure> {
    do throws(ControlFailure) {
      guard let name = values.first?.string else { throw .invalid("the command has no name") }
      guard let verb = ControlVerb(name: name) else { throw .invalid("there is no command \(NetworkAddress.quoted(name))") }
      var arguments = ControlArguments(of: verb, values.dropFirst())
      let action = try action(verb, &arguments)
      try arguments.end()
      return .success(action)
    } catch {
      return .failure(error)
    }
  }

  private static func action(_ verb: ControlVerb, _ arguments: inout ControlArguments) throws(ControlFailure) -> Action {
    switch verb {
    case .status: return .status
    case .getProperty: return .get(try arguments.property())
    case .setProperty: return .perform(try setting(try arguments.property(), &arguments))
    case .observeProperty:
      let id = arguments.count > 1 ? try arguments.whole(in: identifiers) : 0
      return .observe(try arguments.property(), id: id)
    case .unobserveProperty: return .unobserve(id: arguments.isEmpty ? 0 : try arguments.whole(in: identifiers))
    case .enableEvent, .disableEvent: return .events(try event(&arguments), isOn: verb == .enableEvent)
    default: return .perform(try command(verb, &arguments))
    }
  }

  private static func command(_ verb: ControlVerb, _ arguments: inout ControlArguments) throws(ControlFailure) -> ControlCommand {
    switch verb {
    case .setLocation: .setLocation(try arguments.location())
    case .hold: .hold
    case .release: .release
    case .pause: .pause
    case .resume: .resume
    case .toggle: .toggle
    case .seek: .seek(try arguments.seekTarget())
    case .speed: .speed(try arguments.number(in: 0.01...10_000))
    case .rate: .rate(try arguments.number(in: 0.01...100))
    case .step: .step(arguments.isEmpty ? 1 : try arguments.whole(in: -1_000_000...1_000_000))
    case .loop: .loop(arguments.isEmpty ? true : try arguments.truth())
    case .lose: .lose(try arguments.number(in: 0...1e9))
    case .quit: .quit
    case .status, .getProperty, .setProperty, .observeProperty, .unobserveProperty, .enableEvent, .disableEvent:
      throw .invalid("\(verb.rawValue) does nothing by itself")
    }
  }

  /// The command that setting a property comes down to.
  private static func setting(_ property: ControlProperty, _ arguments: inout ControlArguments) throws(ControlFailure) -> ControlCommand {
    switch property {
    case .paused: return try arguments.truth() ? .pause : .resume
    case .speed: return .speed(try arguments.number(in: 0.01...10_000))
    case .rate: return .rate(try arguments.number(in: 0.01...100))
    case .loop: return .loop(try arguments.truth())
    case .position: return .seek(.position(try arguments.number(in: 0...1e9)))
    case .percent: return .seek(.share(try arguments.number(in: 0...100) / 100))
    case .mock: return try arguments.takeNull() ? .release : .setLocation(try arguments.location())
    default: throw ControlFailure(.propertyReadOnly, "\(property.rawValue) cannot be set")
    }
  }

  private static func event(_ arguments: inout ControlArguments) throws(ControlFailure) -> ControlEvent? {
    let name = try arguments.text()
    if name == "all" { return nil }
    guard let event = ControlEvent(name: name) else { throw .invalid("there is no event \(NetworkAddress.quoted(name))") }
    return event
  }

  private static let identifiers = -1_000_000_000...1_000_000_000
}
