// Owns `GPSDFormat`: logs of gpsd's JSON protocol.

import TrackPlayback

/// What gpsd tells its clients (protocol 3, `gpsd_json(5)`), saved: by `gpspipe -w`, `gpsdecode -j` and their like.
///
/// - `TPV` reports with a position are fixes: time, `altMSL` (else `alt`, else `altHAE`), track, speed, and `eph` (else `epx` and `epy`)
///   as the accuracy. Reports without a fix (`mode` below 2, no position) are no fault. Reports of one device about the same moment are
///   one fix, of which the later values count.
/// - Each device is a track. All other classes are passed over, as are lines that are no JSON: NMEA sentences (`gpspipe -rw`), comments.
/// - Objects one a line, spread over lines, or in an array. A line that opens an object and is none is skipped and named.
public enum GPSDFormat: TrackFormat {
  /// `gpsd`
  public static let identifier = "gpsd"
  /// The name as a person reads it.
  public static let title = "gpsd JSON"
  /// `.gpsd` and `.json`
  public static let fileExtensions = ["gpsd", "json"]
  /// `application/json`
  public static let mediaTypes = ["application/json"]
  /// What the files carry beside positions.
  public static let contents: FormatContents = [.times, .altitudes, .speeds, .courses, .accuracies]
  /// What is read, written and left out; for docs/formats.md.
  public static let summary = """
    Logs of gpsd's JSON protocol (`gpspipe -w`, `gpsdecode -j`), one object a line, spread over lines, or in an array.

    - Read: `TPV` reports with a position, a track for each device; reports about the same moment are one fix.
    - Passed over: all other classes, reports without a fix, and lines that are no JSON, such as NMEA sentences between them.
    """

  /// Certain where a line among the first ones is an object that begins with its class, as gpsd's do, or where the first object, or the
  /// first in an array, has a class of gpsd's.
  public static func recognizes(_ head: Span<UInt8>) -> Recognition {
    var isLineStart = true
    for index in head.indices {
      let byte = head[index]
      if isLineStart, byte == .openBrace, head.hasBytes("{\"class\":\"", at: index) { return .certain }
      isLineStart = byte == .lineFeed || byte == .carriageReturn || (isLineStart && (byte.isBlank || byte == .openBracket))
    }
    let classes = ["TPV", "SKY", "VERSION", "DEVICES", "DEVICE", "WATCH", "GST", "ATT", "TOFF", "PPS", "POLL"]
    return JSONHead(head).gpsdClass.map { classes.contains($0) } == true ? .certain : .no
  }

  /// Reads a file; see ``TrackFormat/read(_:options:monitor:)``.
  public static func read(
    _ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor
  ) throws(FormatError) -> TrackDocument {
    let sink = JSONTrackSink(GPSDReader(options: options), monitor: monitor)
    var start = nextText(in: bytes, from: JSONTexts.start(in: bytes, from: 0))
    var lines = LineCounter()
    while start < bytes.count {
      let outcome = JSONReader.read(bytes, from: start, into: sink)
      let recordEnd = sink.reader.endText()
      switch outcome.ending {
      case .complete: start = nextText(in: bytes, from: outcome.byteOffset)
      case .empty: start = bytes.count
      case .stopped: throw .cancelled
      case .tooLong: throw FormatError(.tooLarge, message: JSONRefusal.length)
      case .truncated, .malformed, .tooDeep:
        let line = lines.line(of: start, in: bytes)
        let record = SkippedRecord(
          line: line, byteOffset: start, found: excerpt(bytes, from: start), expected: "a JSON object of gpsd's")
        let next = behind(outcome.byteOffset, in: bytes, start: start, recordEnd: recordEnd)
        if outcome.ending == .truncated, next >= bytes.count {
          sink.reader.skipped.truncation = record
        } else {
          sink.reader.skipped.note(.record) { record }
        }
        start = next
      }
    }
    return try sink.reader.document()
  }

  /// Where reading goes on behind a fault: with the line that it stands in, for that is where a record begins whose predecessor has no end.
  /// Not where reading began, though, nor within records that were taken already: so every byte is read twice at most.
  private static func behind(_ fault: Int, in bytes: Span<UInt8>, start: Int, recordEnd: Int) -> Int {
    var lineStart = min(fault, bytes.count)
    while lineStart > start, bytes[lineStart - 1] != .lineFeed { lineStart -= 1 }
    if lineStart > start, lineStart >= recordEnd { return nextText(in: bytes, from: lineStart) }
    var index = max(fault, start)
    while index < bytes.count, bytes[index] != .lineFeed { index += 1 }
    return nextText(in: bytes, from: index)
  }

  /// The next place, from a position on, where a line opens an object or array; what else stands at the start of lines is passed over.
  private static func nextText(in bytes: Span<UInt8>, from position: Int) -> Int {
    var index = position
    while index < bytes.count {
      let byte = bytes[index]
      if byte == .openBrace || byte == .openBracket { return index }
      if byte.isBlank || byte == .recordSeparator || byte == .comma {
        index += 1
      } else {
        while index < bytes.count, bytes[index] != .lineFeed, bytes[index] != .carriageReturn { index += 1 }
      }
    }
    return index
  }

  private static func excerpt(_ bytes: Span<UInt8>, from start: Int) -> String {
    var end = start
    while end < bytes.count, end < start + 256, bytes[end] != .lineFeed { end += 1 }
    return TextCleaning.excerpt(bytes.extracting(start..<end))
  }
}
