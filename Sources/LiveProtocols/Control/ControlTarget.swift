// Owns `ControlTarget` and `ControlFailure`: what a control socket steers, and why it may not do as it is told.

import TrackFormats

/// Why something was not done, in the words of mpv's protocol and in words for people.
public struct ControlFailure: Error, Sendable, Hashable {
  /// The kinds; the raw values are what the protocol says.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Not JSON, no such command, or arguments that it cannot take.
    case invalidParameter = "invalid parameter"
    case propertyNotFound = "property not found"
    case propertyUnavailable = "property unavailable"
    case propertyReadOnly = "property is read-only"
    /// The command is right, but cannot be done now or here.
    case notPossible = "error running command"
  }
  /// The kind.
  public let kind: Kind
  /// What is wrong; safe to show.
  public let message: String

  /// A failure; what it quotes is cleaned.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = TextCleaning.cleaned(message, limit: 400)
  }

  static func invalid(_ message: String) -> ControlFailure { ControlFailure(.invalidParameter, message) }
}

/// What a control socket steers: a feed without a screen, or the viewer.
///
/// The session that reads a client's lines turns them into these two questions, so that a target knows nothing of the protocol.
package protocol ControlTarget {
  /// The value of a property, `nil` where it is unavailable. ``JSONValue/null`` is a value: no mock is set.
  func value(of property: ControlProperty) -> JSONValue?
  /// Does something. What it gives back is told to whoever asked; ``JSONValue/null`` if there is nothing to say.
  mutating func perform(_ command: ControlCommand) -> Result<JSONValue, ControlFailure>
}

extension ControlTarget {
  /// Every property that is available, as one object in the order of ``ControlProperty``.
  package var status: JSONValue {
    .object(ControlProperty.allCases.compactMap { property in value(of: property).map { JSONValue.Member(property.rawValue, $0) } })
  }
}
