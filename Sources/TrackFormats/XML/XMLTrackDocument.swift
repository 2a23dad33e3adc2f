// Owns `XMLTrackDocument`: what TCX and KML share of turning an XML document into tracks, or into the sentence why not.

import TrackGeodesy
import TrackPlayback

/// Why a sink ended the reading.
enum XMLRefusal: Hashable {
  /// The root element is another format's.
  case otherRoot
  /// The elements are nested deeper than ``XMLTrackDocument/depthLimit``.
  case tooDeep
}

/// A sink that collects tracks.
protocol XMLTrackSink: XMLSink {
  var refusal: XMLRefusal? { get }
  var skipped: SkippedRecords { get set }
  /// How many points there are so far.
  var pointCount: Int { get }
  /// The points so far.
  var points: TrackPoints { get }

  /// What was found, `nil` where there is nothing to play; called once.
  ///
  /// - Parameter isCut: Whether the document ended too early, so that open elements count as they are.
  func finish(isCut: Bool) -> TrackDocument?

  /// Why there was nothing to play in a document that is whole, where the sink can say more than that.
  func absence() -> FormatError?
}

/// Reads a document into a sink and judges the outcome: the same limits, repairs and sentences for each XML format.
struct XMLTrackDocument {
  /// Real documents are about ten deep.
  static let depthLimit = 256

  /// What the format is called in sentences, such as `KML`.
  let format: String
  /// Its root element.
  let root: String
  /// What a document without it lacks, such as `a placemark with a position`.
  let content: String

  /// Reads a document.
  ///
  /// White space before the XML declaration is a common fault that expat does not forgive; it and a mark of UTF-8 go. Stray bytes in
  /// a document that says UTF-8 become `?`, and the first of them is named.
  func read(
    _ bytes: Span<UInt8>, monitor: ReadMonitor, into make: () -> some XMLTrackSink
  ) throws(FormatError) -> TrackDocument {
    var start = TextDecoding.mark(bytes) == .utf8 ? 3 : 0
    var lines = 0
    while start < bytes.count, bytes[start].isBlank {
      if bytes[start] == .lineFeed { lines += 1 }
      start += 1
    }
    let document = bytes.extracting(droppingFirst: start)
    var sink = make()
    var outcome = Self.parse(document, into: sink, monitor)
    if outcome.ending == .badCharacter, outcome.byteOffset < document.count, XMLRepair.isSuspect(document[outcome.byteOffset]),
      TextDecoding.mark(document).length != 2
    {
      let stray = (byte: document[outcome.byteOffset], outcome: outcome)
      sink = make()
      outcome = Self.parse(XMLRepair.repaired(document).span, into: sink, monitor)
      sink.skipped.note(.value) { Self.strayByte(stray.byte, at: stray.outcome) }
    }
    outcome.line += lines
    outcome.byteOffset += start
    sink.skipped.shift(lines: lines, bytes: start)
    return try judge(sink, outcome)
  }

  private static func parse(_ document: Span<UInt8>, into sink: some XMLTrackSink, _ monitor: ReadMonitor) -> XMLOutcome {
    var watch = ReadWatch(monitor)
    return XMLReader.read(document, into: sink) { bytes in
      watch.goesOn(bytes: bytes, points: sink.pointCount, part: { sink.points })
    }
  }

  private static func strayByte(_ byte: UInt8, at outcome: XMLOutcome) -> SkippedRecord {
    let hexadecimal = (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    return SkippedRecord(line: outcome.line, byteOffset: outcome.byteOffset, found: "the byte \(hexadecimal)", expected: "UTF-8 text")
  }
}

// MARK: - The outcome

extension XMLTrackDocument {
  private func judge(_ sink: some XMLTrackSink, _ outcome: XMLOutcome) throws(FormatError) -> TrackDocument {
    if let refusal = refusal(sink.refusal, outcome) { throw refusal }
    let isCut = outcome.ending != .complete
    guard var document = sink.finish(isCut: isCut) else {
      throw isCut
        ? error(.malformed, "the document is no \(format) that can be read: \(breaking(outcome)) in line \(outcome.line)", outcome)
        : sink.absence() ?? emptiness(sink.skipped)
    }
    if isCut {
      document.skipped.truncation = SkippedRecord(
        line: outcome.line, byteOffset: outcome.byteOffset, found: breaking(outcome), expected: "the rest of the document")
    }
    return document
  }

  /// What a document is refused for, whatever was in it before.
  private func refusal(_ refusal: XMLRefusal?, _ outcome: XMLOutcome) -> FormatError? {
    let line = outcome.line
    switch (outcome.ending, refusal) {
    case (.cancelled, _): return .cancelled
    case (.entities, _): return error(.refused, "it holds entities that multiply, as no track needs them (line \(line))", outcome)
    case (.endlessToken, _): return error(.refused, "a tag or comment in it has no end in sight (line \(line))", outcome)
    case (.outOfMemory, _): return error(.outOfMemory, "there is not enough memory to read it", outcome)
    case (.stopped, .tooDeep):
      return error(.refused, "its elements are nested deeper than \(Self.depthLimit) (line \(line))", outcome)
    case (.stopped, .otherRoot): return error(.unknownFormat, "it is an XML document, but its root element is not \(root)", outcome)
    default: return nil
    }
  }

  /// Why there is nothing in a document that is whole.
  private func emptiness(_ skipped: SkippedRecords) -> FormatError {
    let first = skipped.first.first { $0.extent == .record }
    let reason = first.map { "no point in it can be used; \($0.text)" } ?? "the document has no \(content) in it"
    return FormatError(.noCoordinates, line: first?.line, byteOffset: first?.byteOffset, message: reason)
  }

  /// How a document breaks off.
  private func breaking(_ outcome: XMLOutcome) -> String {
    switch outcome.ending {
    case .complete, .truncated: "it ends too early"
    case .malformed(let reason): reason
    case .badCharacter: "a character that does not belong there"
    default: "an end"
    }
  }

  private func error(_ code: FormatError.Code, _ message: String, _ outcome: XMLOutcome) -> FormatError {
    FormatError(code, line: outcome.line, byteOffset: outcome.byteOffset, message: message)
  }
}

// MARK: - Places beside tracks
