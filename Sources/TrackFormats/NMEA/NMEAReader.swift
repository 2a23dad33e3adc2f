// Owns `NMEAReader`: a log gone through from its first byte to its last.

import TrackGeodesy
import TrackPlayback

/// Reads one log.
struct NMEAReader {
  private var accumulator = NMEAAccumulator()
  private var scanner = NMEAScanner()
  private let datum: Datum
  private let isDatumStated: Bool
  /// The points whose times are right.
  private var points = TrackPoints()
  /// The points before the first date.
  private var undated = TrackPoints()
  private var firstUndatedLine: Int?
  private var skipped = SkippedRecords()
  /// What there is, to say what a log without a fix holds instead.
  private var seen = (positions: 0, encapsulated: 0, others: 0, checksums: 0)

  init(options: ReadOptions) {
    skipped.limit = options.recordLimit
    datum = options.datum ?? .wgs84
    isDatumStated = options.datum != nil
  }

  mutating func read(_ bytes: Span<UInt8>, monitor: ReadMonitor) throws(FormatError) {
    var watch = ReadWatch(monitor)
    // Three sentences of 65 bytes a fix at the least are usual.
    points.reserveCapacity(bytes.count / 256)
    var isBroken = false
    while let sentence = scanner.next(in: bytes) {
      count(sentence)
      if sentence.range.upperBound == bytes.count, isCutShort(sentence, bytes) {
        isBroken = true
        let line = scanner.line
        skipped.truncation = SkippedRecord(
          line: line, byteOffset: sentence.range.lowerBound, found: TextCleaning.excerpt(bytes.extracting(sentence.range)),
          expected: "the rest of the sentence")
        break
      }
      if sentence.isSound {
        take(sentence, bytes)
      } else {
        noteChecksum(sentence, bytes)
      }
      guard
        watch.goesOn(
          bytes: scanner.position, points: points.count + undated.count, part: { points.isEmpty ? undated : points })
      else { throw .cancelled }
    }
    if let last = accumulator.finish() { keep(last) }
    if !isBroken, points.isEmpty, undated.isEmpty { return }
    settleUndated()
  }

  @inline(__always)
  private mutating func count(_ sentence: NMEASentence) {
    if sentence.checksum == .right { seen.checksums += 1 }
    switch sentence.kind {
    case .encapsulated: seen.encapsulated += 1
    case .proprietary, .other, .zda, .vtg, .gst: seen.others += 1
    default: seen.positions += 1
    }
  }

  /// Whether the last sentence lacks its end: no checksum and no end of the line, where others have them.
  private func isCutShort(_ sentence: NMEASentence, _ bytes: Span<UInt8>) -> Bool {
    switch sentence.checksum {
    case .brokenOff: true
    case .absent: seen.checksums > 0
    case .right, .wrong: false
    }
  }

  @inline(__always)
  private mutating func take(_ sentence: NMEASentence, _ bytes: Span<UInt8>) {
    var fault: NMEAFault?
    if let fix = accumulator.take(sentence, in: bytes, fault: &fault) { keep(fix) }
    if let fault { note(fault, sentence, bytes) }
  }

  @inline(__always)
  private mutating func keep(_ found: NMEAFix) {
    var fix = found.fix
    if datum != .wgs84 { fix.coordinate = datum.toWGS84(fix.coordinate) }
    if found.isDated, accumulator.isDated {
      if !undated.isEmpty { settleUndated() }
      points.append(fix)
    } else {
      if undated.isEmpty { firstUndatedLine = scanner.line }
      undated.append(fix)
    }
  }

  /// Gives the points before the first date theirs, or leaves them on the first of January 1970.
  private mutating func settleUndated() {
    guard !undated.isEmpty else { return }
    if accumulator.isDated {
      for index in 0..<undated.count {
        var fix = undated[index]
        fix.time = fix.time.map { $0 + accumulator.backfill }
        points.append(fix)
      }
    } else {
      points = undated
      if undated.hasTimes {
        let line = firstUndatedLine
        skipped.note(.value) {
          SkippedRecord(line: line, found: "times of day without a date", expected: "an RMC or ZDA sentence that tells the date")
        }
      }
    }
    undated = TrackPoints()
  }

  @inline(never)
  private mutating func note(_ fault: NMEAFault, _ sentence: NMEASentence, _ bytes: Span<UInt8>) {
    let line = scanner.line
    skipped.note(fault.isValueOnly ? .value : .record) {
      SkippedRecord(
        line: line, byteOffset: sentence.range.lowerBound, found: TextCleaning.excerpt(bytes.extracting(sentence.range), limit: 48),
        expected: fault.expected)
    }
  }

  /// A sentence that was changed on its way. Those of manufacturers and in envelopes would not have been read anyway.
  @inline(never)
  private mutating func noteChecksum(_ sentence: NMEASentence, _ bytes: Span<UInt8>) {
    guard sentence.kind != .proprietary, sentence.kind != .encapsulated, sentence.talker != 0 else { return }
    let line = scanner.line
    skipped.note(.record) {
      let expected =
        switch sentence.checksum {
        case .wrong(let stated, let computed):
          "the checksum \(Self.hexadecimal(computed)) rather than \(Self.hexadecimal(stated)), or other bytes before it"
        default: "a whole sentence with its checksum"
        }
      return SkippedRecord(
        line: line, byteOffset: sentence.range.lowerBound, found: TextCleaning.excerpt(bytes.extracting(sentence.range)),
        expected: expected)
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0" + digits : digits
  }

  /// The track, once all is read.
  consuming func document() throws(FormatError) -> TrackDocument {
    guard !points.isEmpty else { throw emptiness }
    let track = Track(points: points, datum: datum, isDatumStated: isDatumStated)
    return TrackDocument(format: NMEAFormat.identifier, tracks: [track], skipped: skipped)
  }

  /// Why there is nothing in it.
  private var emptiness: FormatError {
    if let first = skipped.first.first(where: { $0.extent == .record }) {
      return FormatError(
        .noCoordinates, line: first.line, byteOffset: first.byteOffset,
        message: "no NMEA sentence in it gives a position; \(first.text)")
    }
    let reason =
      if seen.positions > 0 {
        "the receiver had no fix in any of the \(seen.positions) position sentences of this NMEA log"
      } else if seen.encapsulated > 0 {
        "it is a log of AIS messages, which are not read here, without a receiver's own position"
      } else {
        "it is an NMEA log without a position: no GGA, RMC, GLL or GNS sentence is in it"
      }
    return FormatError(.noCoordinates, message: reason)
  }
}
