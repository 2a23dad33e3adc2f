// Owns `GPXStream`: reports as one GPX document, written while they come.

import TrackFormats
import TrackPlayback

/// Writes the fixes of reports as a GPX 1.1 document, a point a line: ``opening`` first, the points, and ``closing`` at the end, which makes
/// it whole at any moment.
///
/// A new segment begins behind a report without a fix, behind 30 seconds without any, and where the time steps back.
public struct GPXStream: Sendable {
  private var recording = GPXRecording()
  /// The sources whose last report had no fix.
  private var lost: Set<String> = []

  /// A document without points.
  public init() {}

  /// What stands before the first point.
  public static var opening: [UInt8] { GPXRecording.opening }

  /// What has to follow the points so far to end the document.
  public var closing: [UInt8] { recording.closing }

  /// The text of a report; empty without a fix.
  public mutating func text(of report: ReceiverReport) -> [UInt8] {
    guard var fix = report.placedFix else {
      if lost.count < GPXRecording.sourceLimit { lost.insert(report.source) }
      return []
    }
    fix.time = fix.time ?? report.time
    let isBroken = lost.remove(report.source) != nil
    return recording.encode([RecordedFix(source: report.source, fix: fix, startsSegment: isBroken)][...])
  }
}
