// Owns `JSONReader`: JSON texts through RapidJSON, in batches of events, into a `JSONSink`.

import CRapidJSON

/// Something in a JSON text.
package struct JSONEvent {
  package enum Kind: UInt32 {
    case null, `false`, `true`, number, string, key, objectStart, objectEnd, arrayStart, arrayEnd
  }

  fileprivate let event: crapidjson_event

  /// What it is.
  @inline(__always)
  package var kind: Kind { Kind(rawValue: event.kind) ?? .null }

  /// Where it stands in the bytes handed to the reader, from 0; a string with its quotation mark.
  @inline(__always)
  package var offset: Int { Int(event.offset) }

  /// The bytes of a string or the name of a member, escapes resolved; not necessarily UTF-8. They live only during the call.
  @inline(__always)
  package var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: event.bytes, count: Int(event.length)) }

  /// The value of a number, exact; NaN where it is `NaN`, and infinite where it is beyond all doubles or says so.
  @inline(__always)
  package var number: Double {
    if event.length == 0 { return event.number }
    // The bytes go on to the end of the text; the number ends by itself.
    let bytes = Span(_unsafeElements: text)
    var position = 0
    return DecimalParser.scan(bytes, at: &position) ?? .nan
  }
}

/// What is told of a text while it is read.
///
/// A class, because RapidJSON hands its callback one pointer and nothing else. It should do no more than pass whole batches on to a value
/// of its own: every property of a class costs a check for overlapping access.
class JSONSink {
  /// The next events; `false` ends the reading.
  func take(_ events: JSONEvents) -> Bool { true }
}

/// Passes the events on to a function.
private final class JSONFunctionSink: JSONSink {
  private let function: (JSONEvents) -> Bool

  init(_ function: @escaping (JSONEvents) -> Bool) { self.function = function }

  override func take(_ events: JSONEvents) -> Bool { function(events) }
}

/// Events in the order of the text.
package struct JSONEvents: Sequence {
  fileprivate let events: UnsafeBufferPointer<crapidjson_event>

  package struct Iterator: IteratorProtocol {
    fileprivate var rest: UnsafeBufferPointer<crapidjson_event>.Iterator

    @inline(__always)
    package mutating func next() -> JSONEvent? { rest.next().map { JSONEvent(event: $0) } }
  }

  @inline(__always)
  package func makeIterator() -> Iterator { Iterator(rest: events.makeIterator()) }

  /// The offset of the last event.
  var end: Int { events.last.map { Int($0.offset) } ?? 0 }
}

/// How the reading of a text ended.
package struct JSONOutcome: Hashable {
  package enum Ending: Hashable {
    /// The whole text, and it is well-formed.
    case complete
    /// There is nothing but white space.
    case empty
    /// It ends too early.
    case truncated
    /// It is not well-formed; the text says what stands there in place of JSON.
    case malformed(String)
    /// Nested more deeply than ``JSONReader/depthLimit``.
    case tooDeep
    /// Longer than 4 GiB.
    case tooLong
    /// The sink said so.
    case stopped
  }
  package var ending: Ending
  /// Behind the text where it is complete, else at what is wrong.
  package var byteOffset: Int
}

/// Reads JSON texts (RFC 8259).
///
/// Stricter than need be in nothing but `NaN` and `Infinity`, which are numbers here because programs write them; a number too great
/// for a `Double` ends a text.
package enum JSONReader {
  /// How many arrays and objects may be open at a time.
  static let depthLimit = 128

  /// Reads the text that begins at `start` and tells a sink what is in it. What follows the text is left alone.
  ///
  /// The offsets of events and outcome are those of `bytes`.
  static func read(_ bytes: Span<UInt8>, from start: Int = 0, into sink: JSONSink) -> JSONOutcome {
    let call: crapidjson_sink = { context, events, count in
      guard let context, let events else { return 0 }
      let batch = JSONEvents(events: UnsafeBufferPointer(start: events, count: Int(count)))
      return Unmanaged<JSONSink>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.take(batch) } ? 1 : 0
    }
    let outcome = withExtendedLifetime(sink) {
      bytes.withUnsafeBufferPointer {
        crapidjson_read($0.baseAddress, $0.count, max(0, start), Int32(depthLimit), call, Unmanaged.passUnretained(sink).toOpaque())
      }
    }
    return JSONOutcome(ending: ending(outcome), byteOffset: Int(outcome.offset))
  }

  /// The same, for other rooms: a function takes the events, batch by batch, until it returns `false`.
  package static func read(_ bytes: Span<UInt8>, from start: Int = 0, _ take: (JSONEvents) -> Bool) -> JSONOutcome {
    withoutActuallyEscaping(take) { read(bytes, from: start, into: JSONFunctionSink($0)) }
  }

  private static func ending(_ outcome: crapidjson_outcome) -> JSONOutcome.Ending {
    switch outcome.status {
    case crapidjson_ok: .complete
    case crapidjson_empty: .empty
    case crapidjson_truncated: .truncated
    case crapidjson_too_deep: .tooDeep
    case crapidjson_too_long: .tooLong
    case crapidjson_stopped: .stopped
    default: .malformed(String(cString: outcome.reason))
    }
  }
}

extension JSONOutcome.Ending {
  /// What stands at the end in place of JSON, in a few words.
  package var found: String {
    switch self {
    case .malformed(let reason): reason
    case .truncated: "the end of the file"
    default: "nothing"
    }
  }
}

/// The pace that reading JSON is measured against.
package enum JSONYardstick {
  /// Goes once through a text with RapidJSON's default flags and handlers that do nothing.
  /// - Returns: The number of events in it, 0 where it is not JSON.
  package static func barePass(_ bytes: Span<UInt8>) -> Int {
    bytes.withUnsafeBufferPointer { Int(crapidjson_bare_pass($0.baseAddress, $0.count)) }
  }
}
