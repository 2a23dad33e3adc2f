// Owns `NMEAFormat`: logs of NMEA 0183 sentences.

import TrackPlayback

/// NMEA 0183, the sentences of receivers, loggers and boats.
///
/// - GGA, RMC, GLL, GNS, VTG, ZDA and GST of any talker, merged into one fix for each time of day. GSA, GSV, HDT, HDG and all others,
///   manufacturers' own (`$P…`) and AIS (`!AIVDM`) are passed over.
/// - A wrong checksum makes a sentence skipped and counted; none at all is accepted, as many logs have none.
/// - Prefixes of loggers, TAG blocks, several sentences on a line and foreign bytes between sentences do not matter.
/// - The date is that of RMC or ZDA, carried over midnight, and given to the fixes before the first one too; a log without any keeps
///   its times of day, on 1970-01-01. Years of two digits from 80 on are 19xx.
/// - A void RMC, quality 0 and mode N are no fix; simulated fixes (mode S, quality 8) are.
/// - The altitude is that above mean sea level. Dilutions of precision are no accuracies; GST tells one.
public enum NMEAFormat: WritableTrackFormat {
  /// `nmea`
  public static let identifier = "nmea"
  /// The name as a person reads it.
  public static let title = "NMEA 0183"
  /// `.nmea`, `.nma`, and the `.log` of receivers
  public static let fileExtensions = ["nmea", "nma", "log"]
  /// No media type is registered; this one is in use.
  public static let mediaTypes = ["application/vnd.nmea.nmea-0183"]
  /// For docs/formats.md.
  public static let contents: FormatContents = [.times, .altitudes, .speeds, .courses, .accuracies]
  /// All but the accuracies, for which GGA and RMC have no field.
  public static let writtenContents = contents.subtracting(.accuracies)
  /// For docs/formats.md.
  public static let summary = """
    NMEA 0183: the sentences of receivers, loggers and boats.

    - Read: GGA, RMC, GLL, GNS, VTG, ZDA and GST of any talker, merged into one fix for each moment; dates from RMC or ZDA, carried over \
    midnight and back to the fixes before the first; without any date the times of day, on 1970-01-01. Prefixes of loggers, TAG blocks and \
    foreign bytes between sentences do not matter. A wrong checksum is a broken record; none at all is accepted.
    - Written: a GGA and an RMC a point with checksums, positions in minutes of arc, times to the millisecond; ZDA where two \
    digits do not tell the year.
    - Passed over: GSA, GSV, HDT, HDG, manufacturers' own sentences (`$P…`), AIS (`!AIVDM`). Dilutions of precision are no accuracies.
    """

  /// Certain with a sentence whose checksum is right; possible with one without a checksum. A log of gpsd's JSON is left to its own format.
  public static func recognizes(_ head: Span<UInt8>) -> Recognition {
    var scanner = NMEAScanner()
    var best = Recognition.no
    while let sentence = scanner.next(in: head) {
      if sentence.checksum == .right, sentence.fields.count > 0 {
        best = .certain
        break
      }
      if sentence.kind.hasPosition { best = .possible }
    }
    return best == .no || holdsJSON(head) ? .no : best
  }

  private static func holdsJSON(_ head: Span<UInt8>) -> Bool {
    for index in head.indices where head[index] == 0x7B && head.hasBytes("{\"class\":\"", at: index) { return true }
    return false
  }

  /// Reads a log; see ``TrackFormat/read(_:options:monitor:)``.
  public static func read(
    _ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor
  ) throws(FormatError) -> TrackDocument {
    var reader = NMEAReader(options: options)
    try reader.read(bytes, monitor: monitor)
    return try reader.document()
  }
}
