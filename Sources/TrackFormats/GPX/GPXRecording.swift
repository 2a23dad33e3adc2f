// Owns `GPXRecording`: fixes as the lines of a GPX file that grows while they arrive.

import TrackGeodesy
import TrackPlayback

/// A fix on its way into a recording.
package struct RecordedFix: Sendable, Hashable {
  /// Which receiver, vehicle or person it is of; empty where it has no name.
  package var source: String
  package var fix: Fix
  /// Whether something is missing before it, so that no line is to be drawn to it.
  package var startsSegment: Bool

  package init(source: String = "", fix: Fix, startsSegment: Bool = false) {
    self.source = source
    self.fix = fix
    self.startsSegment = startsSegment
  }
}

/// Turns fixes into the text of a GPX 1.1 file that is valid whenever ``closing`` follows what was written so far.
///
/// ```
///  <?xml … <gpx …>                      the opening: always the same bytes, which is how a recording is known again
///  <trk>                                a run of fixes of one source
///  <name>bus 12</name>                    absent where the source has no name
///  <extensions><trackview:continues>…     the run goes on in the segment in which the source's run before it ended
///  <trkseg>
///  <trkpt …>…</trkpt>                   a fix a line
///  </trkseg>
///  </trk>
///  </gpx>
/// ```
///
/// A new segment begins where a fix says so, where the time of a source steps back, and after ``gap`` seconds without one. A source
/// whose fixes come between those of others has several runs; ``GPXRecordingContent`` puts them together again.
package struct GPXRecording: Sendable {
  /// Seconds without a fix after which a new segment begins.
  package static let gap = 30.0
  /// Sources whose last time is remembered; beyond that all begin a new segment.
  package static let sourceLimit = 50_000

  /// The line with the name of the source whose segment is open, `nil` where none is.
  private var open: [UInt8]?
  /// When the last fix of each source was.
  private var lastTimes: [String: Double] = [:]

  /// - Parameter open: The name's line of the track that a file ends with, `nil` where it has none.
  package init(open: [UInt8]? = nil) { self.open = open }

  /// What has to follow the text so far to make it a whole file.
  package var closing: [UInt8] { open == nil ? Self.end : Self.segmentEnd + Self.trackEnd + Self.end }

  /// From here on every source begins a new segment.
  package mutating func breakAll() { lastTimes.removeAll() }

  /// The text of further fixes, those of one source together; it belongs where ``closing`` stood before.
  package mutating func encode(_ fixes: ArraySlice<RecordedFix>) -> [UInt8] {
    let text = RecordingBytes()
    var output = ByteOutput { text.append($0) }
    for run in Self.runs(fixes, first: open) { put(run, into: &output) }
    _ = output.finish()
    return text.bytes
  }

  // MARK: Runs

  private struct Run {
    var source: String
    var name: [UInt8]
    var fixes: [RecordedFix]
  }

  /// The fixes parted by source; the source whose segment is open comes first.
  private static func runs(_ fixes: ArraySlice<RecordedFix>, first open: [UInt8]?) -> [Run] {
    var runs: [Run] = []
    var places: [String: Int] = [:]
    for fix in fixes {
      if let place = places[fix.source] {
        runs[place].fixes.append(fix)
      } else {
        places[fix.source] = runs.count
        runs.append(Run(source: fix.source, name: nameLine(of: fix.source), fixes: [fix]))
      }
    }
    if let open, let place = runs.firstIndex(where: { $0.name == open }), place > 0 { runs.insert(runs.remove(at: place), at: 0) }
    return runs
  }

  private mutating func put(_ run: Run, into output: inout ByteOutput) {
    let points = TrackPoints(run.fixes.lazy.map(\.fix))
    // What is nowhere was left out, and the rest would be out of step.
    guard points.count == run.fixes.count else {
      let kept = run.fixes.filter { !TrackPoints([$0.fix]).isEmpty }
      if !kept.isEmpty { put(Run(source: run.source, name: run.name, fixes: kept), into: &output) }
      return
    }
    let writer = GPXPointWriter(points: points, names: [:], element: "trkpt")
    for (index, fix) in run.fixes.enumerated() {
      let isNew = isBroken(before: fix)
      if open != run.name {
        beginRun(run.name, continues: !isNew, into: &output)
      } else if isNew {
        output.put(Self.segmentEnd + Self.segmentStart)
      }
      writer.write(index, into: &output)
    }
  }

  /// Whether something is missing before a fix; remembers its time.
  private mutating func isBroken(before fix: RecordedFix) -> Bool {
    if lastTimes.count >= Self.sourceLimit, lastTimes[fix.source] == nil { lastTimes.removeAll() }
    let time = fix.fix.time ?? lastTimes[fix.source] ?? 0
    let last = lastTimes.updateValue(time, forKey: fix.source)
    guard let last, !fix.startsSegment else { return true }
    return time < last || time - last > Self.gap
  }

  private mutating func beginRun(_ name: [UInt8], continues: Bool, into output: inout ByteOutput) {
    if open != nil { output.put(Self.segmentEnd + Self.trackEnd) }
    output.put(Self.trackStart + name)
    if continues { output.put(Self.continuation) }
    output.put(Self.segmentStart)
    open = name
  }

  /// The line with a source's name; empty where it has none.
  package static func nameLine(of source: String) -> [UInt8] {
    let name = TextCleaning.cleaned(source)
    guard !name.isEmpty else { return [] }
    let text = RecordingBytes()
    var output = ByteOutput { text.append($0) }
    GPXWriter.putName(name, into: &output)
    output.put(.lineFeed)
    _ = output.finish()
    return text.bytes
  }
}

extension GPXRecording {
  /// What every recording begins with.
  package static let opening = bytes(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="trackview recorder" xmlns="http://www.topografix.com/GPX/1/1"
     xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"
     xmlns:pwr="http://www.garmin.com/xmlschemas/PowerExtension/v1" xmlns:trackview="urn:trackview:gpx">

    """)
  package static let end = bytes("</gpx>\n")
  static let trackStart = bytes("<trk>\n")
  static let trackEnd = bytes("</trk>\n")
  static let segmentStart = bytes("<trkseg>\n")
  static let segmentEnd = bytes("</trkseg>\n")
  static let continuation = bytes("<extensions><trackview:continues>1</trackview:continues></extensions>\n")

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}

/// Collects what a ``ByteOutput`` hands over.
private final class RecordingBytes {
  private(set) var bytes: [UInt8] = []

  func append(_ piece: borrowing Span<UInt8>) -> Bool {
    piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    return true
  }
}
