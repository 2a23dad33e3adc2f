// Owns `GPXFormat`: the GPS exchange format.

import TrackPlayback

/// GPX 1.0 and 1.1 (topografix.com/GPX), through expat, but for runs of plain track points, which ``GPXScanner`` reads. Written as
/// GPX 1.1.
///
/// - Tracks with their segments, routes and waypoints, under any namespace prefix; elevation, time, name; speed and course on
///   the point (1.0) or in its extensions, `hAcc` as the accuracy. Dilutions of precision are no accuracies and are not taken for
///   any.
/// - Heart rate, cadence, power and air temperature in the extensions of Garmin and of Cluetrust, and in elements named like those.
/// - The offset from UTC is that of a track's first time that states one.
/// - Each `trk` is a track. The waypoints go to the first. Routes stand beside the tracks, or are the tracks where there is none.
/// - A document of nothing but `wpt` elements is a phone simulator's route: a track of these points in their order, with their
///   times where these ascend.
/// - The names of track points are kept where at most one in ten has one.
/// - Encodings: UTF-8, UTF-16, Latin-1, ASCII, Windows-1252; of any other the ASCII part, which holds all the numbers. Stray bytes
///   in a document that says UTF-8 become `?` and are named.
/// - A document that breaks off, or stops being well-formed, gives what came before.
public enum GPXFormat: TrackFormat {
  /// `gpx`
  public static let identifier = "gpx"
  /// The name as a person reads it.
  public static let title = "GPX"
  /// `.gpx`
  public static let fileExtensions = ["gpx"]
  /// `application/gpx+xml`
  public static let mediaTypes = ["application/gpx+xml", "application/gpx"]
  /// What the files carry beside positions.
  public static let contents: FormatContents = [.times, .altitudes, .speeds, .courses, .accuracies, .sensors, .segments, .places, .routes]
  /// What is read, written and left out; for docs/formats.md.
  public static let summary = """
    GPX 1.0 and 1.1 (topografix.com), under any namespace prefix.

    - Read: tracks, segments, routes and waypoints with names; elevation, time, offset from UTC; speed, course and `hAcc`; heart rate, \
    cadence, power and air temperature in the extensions of Garmin, Cluetrust and elements named like them. A file of nothing but `wpt` \
    elements is a track, as phone simulators have them.
    - Left out: dilutions of precision, links, descriptions (but as the name of a waypoint without one). The names of track points, where more than one in ten has one.
    - Encodings: those of XML; stray bytes become `?` and are named.
    - Written as GPX 1.1, valid by its schema, with Garmin's extensions and, for what they cannot hold, elements of our own (`urn:trackview:gpx`).
    """

  /// Certain where the root element is `gpx`.
  public static func recognizes(_ head: Span<UInt8>) -> Recognition {
    if XMLProlog.rootName(head) == "gpx" { return .certain }
    return .no
  }

  /// Reads a document; see ``TrackFormat/read(_:options:monitor:)``.
  public static func read(
    _ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor
  ) throws(FormatError) -> TrackDocument {
    try read(bytes, options: options, monitor: monitor, isPlain: false)
  }

  /// - Parameter isPlain: Whether expat reads everything: the plain twin of the way that runs of track points take.
  static func read(
    _ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor, isPlain: Bool
  ) throws(FormatError) -> TrackDocument {
    let start = contentStart(bytes)
    let document = bytes.extracting(droppingFirst: start)
    let (sink, outcome) = try parse(document, options, monitor, isPlain)
    var result = Result(sink: sink, outcome: outcome, origin: start, originLine: line(of: start, in: bytes))
    if outcome.ending == .badCharacter, outcome.byteOffset < document.count, XMLRepair.isSuspect(document[outcome.byteOffset]),
      TextDecoding.mark(document).length != 2
    {
      let repaired = XMLRepair.repaired(document)
      let (sink, secondOutcome) = try parse(repaired.span, options, monitor, isPlain)
      let stray = document[outcome.byteOffset]
      result = Result(sink: sink, outcome: secondOutcome, origin: start, originLine: result.originLine)
      result.noteStray(stray, at: outcome)
    }
    return try result.document(isDatumStated: options.datum != nil)
  }

  private static func parse(
    _ document: Span<UInt8>, _ options: ReadOptions, _ monitor: ReadMonitor, _ isPlain: Bool
  ) throws(FormatError) -> (GPXSink, XMLOutcome) {
    // GPX means WGS 84, but programs in China put other datums into it, so unless the person says so it is taken as assumed.
    let sink = GPXSink(datum: options.datum ?? .wgs84, skipped: SkippedRecords(limit: options.recordLimit))
    var watch = ReadWatch(monitor)
    let outcome = XMLReader.read(document, into: sink, runs: isPlain ? nil : sink, step: monitor.step) { position in
      watch.goesOn(bytes: position, points: sink.reader.content.pointCount, part: { sink.reader.content.part })
    }
    if outcome.ending == .cancelled { throw .cancelled }
    return (sink, outcome)
  }

  /// White space before the XML declaration is a common fault that expat does not forgive; a mark of UTF-8 before it goes too.
  private static func contentStart(_ bytes: Span<UInt8>) -> Int {
    var start = TextDecoding.mark(bytes) == .utf8 ? 3 : 0
    while start < bytes.count, bytes[start].isBlank { start += 1 }
    return start
  }

  private static func line(of offset: Int, in bytes: Span<UInt8>) -> Int {
    var lines = 0
    for index in 0..<offset where bytes[index] == .lineFeed { lines += 1 }
    return lines
  }
}

extension GPXFormat {
  /// A document that was read, and how that ended.
  private struct Result {
    let sink: GPXSink
    let outcome: XMLOutcome
    /// What was left out before the document: bytes and lines.
    let origin: Int
    let originLine: Int

    var line: Int { outcome.line + originLine }
    var byteOffset: Int { outcome.byteOffset + origin }

    /// Names the first byte that had to be replaced.
    func noteStray(_ byte: UInt8, at place: XMLOutcome) {
      let hexadecimal = String(byte, radix: 16, uppercase: true)
      sink.reader.content.skipped.note(.value) {
        SkippedRecord(
          line: place.line, byteOffset: place.byteOffset, found: "the byte \(byte < 16 ? "0" : "")\(hexadecimal)", expected: "UTF-8 text")
      }
    }

    func document(isDatumStated: Bool) throws(FormatError) -> TrackDocument {
      if let refusal = refusal { throw refusal }
      sink.reader.content.skipped.shift(lines: originLine, bytes: origin)
      guard var document = sink.reader.content.document(isDatumStated: isDatumStated) else { throw emptiness }
      if outcome.ending != .complete {
        document.skipped.truncation = SkippedRecord(
          line: line, byteOffset: byteOffset, found: breaking, expected: "the rest of the document")
      }
      return document
    }

    /// What a document is refused for, whatever was in it before.
    private var refusal: FormatError? {
      switch (outcome.ending, sink.reader.refusal) {
      case (.entities, _): error(.refused, "it holds entities that multiply, as no track needs them (line \(line))")
      case (.endlessToken, _): error(.refused, "a tag or comment in it has no end in sight (line \(line))")
      case (.outOfMemory, _): error(.outOfMemory, "there is not enough memory to read it")
      case (.stopped, .tooDeep): error(.refused, "its elements are nested deeper than \(GPXReader.depthLimit) (line \(line))")
      case (.stopped, .notGPX): error(.unknownFormat, "it is an XML document, but its root element is not gpx")
      default: nil
      }
    }

    /// Why there is nothing in it.
    private var emptiness: FormatError {
      switch outcome.ending {
      case .complete:
        let first = sink.reader.content.skipped.first.first { $0.extent == .record }
        let reason = first.map { "no point in it can be used; \($0.text)" } ?? "the document has no track, route or waypoint in it"
        return FormatError(.noCoordinates, line: first?.line, byteOffset: first?.byteOffset, message: reason)
      default: return error(.malformed, "the document is no GPX that can be read: \(breaking) in line \(line)")
      }
    }

    /// How it breaks off.
    private var breaking: String {
      switch outcome.ending {
      case .complete, .truncated: "it ends too early"
      case .malformed(let reason): reason
      case .badCharacter: "a character that does not belong there"
      default: "an end"
      }
    }

    private func error(_ code: FormatError.Code, _ message: String) -> FormatError {
      FormatError(code, line: line, byteOffset: byteOffset, message: message)
    }
  }
}
