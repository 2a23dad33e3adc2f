// Owns `ControlSession`: one client of a control socket, from the bytes it sends to the lines it gets.

import TrackFormats

/// One client of a control socket.
///
/// ```
///  bytes ─► lines ─► ControlRequest ─► target ─► ControlReply ─► bytes
///                        └► observed properties ─► changes(of:) ─► property-change events
/// ```
///
/// Nothing here grows without a bound: a line has at most ``lineLimit`` bytes, a client observes at most ``observationLimit`` properties.
package struct ControlSession: Sendable {
  /// The bytes that a request may have.
  package static let lineLimit = 65_536
  /// How many properties one client may observe.
  package static let observationLimit = 64

  private struct Observation: Sendable {
    var property: ControlProperty
    var id: Int
    /// What was told last; the outer `nil` before anything was, the inner while it is unavailable.
    var last: JSONValue??
  }

  private var line: [UInt8] = []
  private var isSkipping = false
  private var observations: [Observation] = []
  private var silenced: Set<ControlEvent> = []

  /// A client that has said nothing yet.
  package init() {}

  /// Takes what the client sent and answers it, line by line.
  ///
  /// Where that changed something, ``changes(of:)`` tells this client and the others.
  package mutating func receive(_ bytes: some Sequence<UInt8>, target: inout some ControlTarget) -> [UInt8] {
    var out: [UInt8] = []
    for byte in bytes {
      if byte == 0x0A {
        if isSkipping { isSkipping = false } else { answer(target: &target, into: &out) }
        line.removeAll(keepingCapacity: line.capacity <= 4096)
      } else if !isSkipping {
        line.append(byte)
        guard line.count > Self.lineLimit else { continue }
        out += ControlReply(id: .number(0), .failure(.invalid("the line has more than \(Self.lineLimit) bytes"))).line
        line = []
        isSkipping = true
      }
    }
    return out
  }

  /// Takes the last line of a client that has closed its side without ending it.
  package mutating func finish(target: inout some ControlTarget) -> [UInt8] {
    isSkipping || line.isEmpty ? [] : receive([0x0A], target: &target)
  }

  /// A `property-change` event for each observed property whose value is not what was told last.
  package mutating func changes(of target: some ControlTarget) -> [UInt8] {
    var out: [UInt8] = []
    for index in observations.indices { tell(index, of: target, into: &out) }
    return out
  }

  /// Whether ``changes(of:)`` can have anything to tell.
  package var isObserving: Bool { !observations.isEmpty }

  /// The line that tells of an event; nothing where the client does not want it.
  package func event(_ event: ControlEvent) -> [UInt8] { silenced.contains(event) ? [] : ControlReply.event(event.rawValue) }

  // MARK: Parts

  private mutating func answer(target: inout some ControlTarget, into out: inout [UInt8]) {
    guard let request = ControlRequest(line: line) else { return }
    let known = observations.count
    let result: Result<JSONValue, ControlFailure> =
      switch request.action {
      case .failure(let failure): .failure(failure)
      case .success(.perform(let command)): target.perform(command)
      case .success(.status): .success(target.status)
      case .success(.get(let property)): Self.value(of: property, target)
      case .success(.observe(let property, let id)): observe(property, id: id)
      case .success(.unobserve(let id)): unobserve(id: id)
      case .success(.events(let event, let isOn)): setEvents(event, isOn: isOn)
      }
    out += ControlReply(id: request.id, result).line
    if observations.count > known { tell(observations.count - 1, of: target, into: &out) }
  }

  private static func value(of property: ControlProperty, _ target: some ControlTarget) -> Result<JSONValue, ControlFailure> {
    guard let value = target.value(of: property) else {
      return .failure(ControlFailure(.propertyUnavailable, "\(property.rawValue) is not known now"))
    }
    return .success(value)
  }

  private mutating func observe(_ property: ControlProperty, id: Int) -> Result<JSONValue, ControlFailure> {
    guard observations.count < Self.observationLimit else {
      return .failure(ControlFailure(.notPossible, "a client observes at most \(Self.observationLimit) properties"))
    }
    observations.append(Observation(property: property, id: id))
    return .success(.null)
  }

  private mutating func unobserve(id: Int) -> Result<JSONValue, ControlFailure> {
    let before = observations.count
    observations.removeAll { $0.id == id }
    return .success(.number(Double(before - observations.count)))
  }

  private mutating func setEvents(_ event: ControlEvent?, isOn: Bool) -> Result<JSONValue, ControlFailure> {
    let meant = event.map { [$0] } ?? ControlEvent.allCases
    if isOn { silenced.subtract(meant) } else { silenced.formUnion(meant) }
    return .success(.null)
  }

  private mutating func tell(_ index: Int, of target: some ControlTarget, into out: inout [UInt8]) {
    let value = target.value(of: observations[index].property)
    if let last = observations[index].last, last == value { return }
    observations[index].last = .some(value)
    out += ControlReply.event(
      "property-change",
      [
        JSONValue.Member("id", .number(Double(observations[index].id))),
        JSONValue.Member("name", .string(observations[index].property.rawValue)), JSONValue.Member("data", value ?? .null),
      ])
  }
}
