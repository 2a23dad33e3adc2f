// Owns `TextRecord`: a report as one JSON line of our own, for programs that read a feed's standard output.

import TrackFormats
import TrackPlayback

/// Writes reports as JSON lines, an object each, ended by LF. What is not known is left out; nothing is ever `null`.
///
/// | member | |
/// |---|---|
/// | `source` | which receiver, vehicle or person; left out where it has no name |
/// | `time` | ISO 8601 in UTC, to the millisecond |
/// | `mode` | 1 no fix, 2 latitude and longitude, 3 altitude too; 0 not said; always there |
/// | `lat`, `lon` | degrees, WGS 84, nine decimals |
/// | `alt` | metres above the sea, or above whatever the route counts from |
/// | `altHAE` | metres above the ellipsoid |
/// | `course` | degrees from true north, 0 up to 360 |
/// | `magneticCourse` | degrees from magnetic north |
/// | `speed`, `climb` | metres a second |
/// | `accuracy` | metres: the true place is within with 68 % likelihood |
/// | `verticalAccuracy` | metres |
/// | `satellites` | how many count for the fix; with a view of the sky only |
/// | `simulated` | `true` where software made the fix up, else left out |
public enum TextRecord {
  /// Appends a report as a JSON line.
  /// - Parameter sky: The last that is known of the satellites.
  public static func append(_ report: ReceiverReport, sky: SkyView? = nil, to output: inout [UInt8]) {
    output.append(0x7B)
    let start = output.count
    if !report.source.isEmpty { output.putMember(",\"source\":", report.source, limit: 256) }
    output.putMember(time: report.time ?? report.fix?.time)
    output.putMember(",\"mode\":", Int(report.statedMode.rawValue))
    if let fix = report.placedFix {
      output.putMembers(fix.coordinate)
      let heights = report.heights
      output.putMember(",\"alt\":", heights.aboveSea, decimals: 3)
      output.putMember(",\"altHAE\":", heights.aboveEllipsoid, decimals: 3)
      output.putMember(",\"course\":", fix.course.flatMap(NMEAReportWriter.wrapped), decimals: 2)
      output.putMember(",\"magneticCourse\":", report.courseFromMagneticNorth.flatMap(NMEAReportWriter.wrapped), decimals: 2)
      output.putMember(",\"speed\":", fix.speed, decimals: 3)
      output.putMember(",\"climb\":", report.climb, decimals: 3)
      output.putMember(",\"accuracy\":", fix.horizontalAccuracy, decimals: 3)
      output.putMember(",\"verticalAccuracy\":", report.errors.vertical, decimals: 3)
    }
    if let sky {
      output.putMember(",\"satellites\":", sky.usedCount)
    }
    if report.isSimulated { output.put(",\"simulated\":true") }
    output.put("}\n")
    // The first member has no comma before it; the mode is always there.
    output.remove(at: start)
  }
}
