// Owns `ReceiverDecoder`: the bytes of a live source in, messages out.

import TrackFormats
import TrackPlayback

/// Reads what a live source sends, in whatever pieces it comes: NMEA 0183, gpsd's JSON, GeoJSON lines, plain lines of positions.
///
/// Every line is taken for what it is, so a source may change its protocol or mix several, as a gpsd does that sends sentences beside its
/// reports. A source may begin in the middle of a line. Sentences may have a logger's prefix before them, and several may stand on a line.
///
/// An NMEA fix is several sentences. It comes out with the last one of its moment, once the decoder has learned which one that is; until
/// then with the first sentence of the next moment, or by ``flush()``. What comes after it of the same moment and says more comes as
/// another report of that time.
///
/// It never keeps more than one line of ``lineLimit`` bytes, one NMEA epoch, and the satellites in view. Its work is linear in the bytes.
public struct ReceiverDecoder: Sendable {
  /// The longest line in bytes, as gpsd's protocol has it; longer ones are dropped and counted.
  public static let lineLimit = 10_240

  /// How many seconds without a byte are a silence that ``flush()`` should be told of. Within an epoch receivers pause for milliseconds.
  public static let silence = 0.1

  /// What the last line was that could be read; `nil` before there was one.
  public private(set) var recognized: ReceiverProtocol?
  /// How much could be used so far.
  public private(set) var counts = DecodingCounts()

  private let expected: ReceiverProtocol?
  private var line = LineBuffer(limit: ReceiverDecoder.lineLimit)
  private var mayBeginInside: Bool
  private var nmea = NMEADecoder()
  private var gpsd = GPSDDecoder()

  /// A decoder for whatever comes.
  public init() { self.init(nil) }

  /// A decoder for one protocol, or for whatever comes.
  /// - Parameters:
  ///   - expected: The only protocol whose lines are read; others are passed over.
  ///   - mayBeginInside: Whether the first bytes may be the rest of a line, as those of a serial port: a plain line is then only read behind
  ///     the first line end, for its beginning may have been cut off without a trace.
  public init(_ expected: ReceiverProtocol?, mayBeginInside: Bool = false) {
    self.expected = expected
    self.mayBeginInside = mayBeginInside
  }

  /// Takes the next bytes.
  /// - Returns: The messages that they complete.
  public mutating func decode(_ bytes: [UInt8]) -> [ReceiverMessage] {
    var messages: [ReceiverMessage] = []
    let span = bytes.span
    counts.bytes &+= bytes.count
    var position = 0
    while position < span.count {
      let end = LineBuffer.end(in: span, from: position)
      let piece = span.extracting(position..<end)
      if end == span.count {
        line.append(piece)
      } else if line.isAtLineStart, piece.count <= Self.lineLimit {
        take(piece, into: &messages)
      } else {
        line.append(piece)
        endLine(into: &messages)
      }
      position = end + 1
    }
    counts.messages &+= messages.count
    return messages
  }

  /// Says that the source has been silent for ``silence``: whatever a receiver had to say of this moment, it has said.
  /// - Returns: The NMEA epoch under way, and what a line without its end holds, where it is whole without doubt.
  public mutating func flush() -> [ReceiverMessage] {
    var messages: [ReceiverMessage] = []
    if isWholeByItself, let bytes = line.takeLine() { take(bytes.span, into: &messages) }
    nmea.flush(into: &messages)
    counts.messages &+= messages.count
    return messages
  }

  /// Says that the source has ended.
  /// - Returns: What was left.
  public mutating func finish() -> [ReceiverMessage] {
    var messages: [ReceiverMessage] = []
    if !line.isAtLineStart { endLine(into: &messages) }
    nmea.finish(into: &messages)
    counts.messages &+= messages.count
    return messages
  }

  /// How many bytes wait for the end of their line.
  package var pendingCount: Int { line.bytes.count }

  private mutating func endLine(into messages: inout [ReceiverMessage]) {
    guard let bytes = line.takeLine() else {
      counts.tooLong &+= 1
      mayBeginInside = false
      return
    }
    take(bytes.span, into: &messages)
  }

  /// Whether the line under way needs no end: a sentence with its checksum, or a JSON text.
  private var isWholeByItself: Bool {
    let bytes = line.bytes.span
    guard bytes.count >= 4, let last = bytes.indices.last else { return false }
    return bytes[bytes.count - 3] == 0x2A || bytes[last] == 0x7D
  }
}

// MARK: - Lines

extension ReceiverDecoder {
  /// Reads a line without its end.
  private mutating func take(_ bytes: Span<UInt8>, into messages: inout [ReceiverMessage]) {
    let isInside = mayBeginInside
    mayBeginInside = false
    let range = bytes.trimmedRange
    guard !range.isEmpty else { return }
    counts.lines &+= 1
    let text = bytes.extracting(range)
    if text[0] == 0x7B || text[0] == 0x5B {
      takeJSON(text, into: &messages)
    } else if takeSentences(text, into: &messages) {
      return
    } else if isInside {
      counts.passedOver &+= 1
    } else {
      takePlain(text, into: &messages)
    }
  }

  /// Whether lines of a protocol are wanted; says so where they are not.
  private mutating func accepts(_ found: ReceiverProtocol) -> Bool {
    guard expected == nil || expected == found else {
      counts.passedOver &+= 1
      return false
    }
    recognized = found
    return true
  }

  /// - Returns: Whether there is a sentence in the line, sound or not.
  private mutating func takeSentences(_ text: Span<UInt8>, into messages: inout [ReceiverMessage]) -> Bool {
    var scanner = NMEAScanner()
    var isFirst = true
    while let sentence = scanner.next(in: text) {
      if isFirst, !accepts(.nmea) { return true }
      isFirst = false
      guard sentence.isSound else {
        counts.badChecksums &+= 1
        continue
      }
      if !nmea.take(sentence, in: text, into: &messages) { counts.passedOver &+= 1 }
    }
    return !isFirst
  }

  private mutating func takePlain(_ text: Span<UInt8>, into messages: inout [ReceiverMessage]) {
    if text[0] == 0x23 {
      counts.passedOver &+= 1
    } else if let report = PositionLine.report(text) {
      if accepts(.lines) { messages.append(.report(report)) }
    } else {
      counts.malformed &+= 1
    }
  }

  /// Reads the JSON texts of a line; several where datagrams came without line ends.
  private mutating func takeJSON(_ text: Span<UInt8>, into messages: inout [ReceiverMessage]) {
    let before = messages.count
    var position = 0
    while position < text.count {
      guard let parsed = JSONValue.parse(text, from: position), parsed.end > position else {
        counts.malformed &+= 1
        return
      }
      for value in parsed.value.array ?? [parsed.value] {
        if case .malformed = takeObject(value, into: &messages) {
          counts.malformed &+= 1
          return
        }
      }
      position = parsed.end
      while position < text.count, text[position].isBlank { position += 1 }
    }
    if messages.count == before { counts.passedOver &+= 1 }
  }

  private mutating func takeObject(_ value: JSONValue, into messages: inout [ReceiverMessage]) -> LineOutcome {
    if let name = value["class"]?.string {
      guard accepts(.gpsd) else { return .read }
      return gpsd.take(value, class: name, into: &messages)
    }
    guard GeoJSONLine.isGeoJSON(value) else { return .malformed }
    guard accepts(.geoJSON) else { return .read }
    return GeoJSONLine.take(value, into: &messages)
  }
}

/// What became of a line.
enum LineOutcome {
  /// It was read; messages may have come of it.
  case read
  /// It is well-formed, and tells nothing that is read here.
  case passedOver
  /// It is not well-formed, or says what cannot be.
  case malformed
}
