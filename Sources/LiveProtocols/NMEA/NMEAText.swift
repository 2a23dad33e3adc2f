// Owns `NMEAText`: what a receiver says of one moment as NMEA 0183.

import TrackFormats
import TrackPlayback

/// Writes reports as the sentences of a receiver: with checksums, ended by CR LF, none longer than the standard's 82 characters.
///
/// The sentences of a moment come in the order RMC, VTG, GGA, GLL, GSA, GSV, GST, ZDA. A reader that learns which sentence ends an epoch
/// (gpsd does) waits for the ZDA, with or without a fix; behind a loss of the fix, gpsd 3.22 tells everything twice where GGA comes
/// before RMC. Positions have six decimals of minutes (2 mm), times milliseconds; a sentence that would be too long gets fewer decimals
/// of everything.
///
/// A simulated report has quality 8 (GGA) and mode S (RMC, GLL, VTG). Its RMC has the status A all the same: by the standard it would be
/// V, and gpsd, like most readers, takes nothing from such a sentence. Without a fix the places stay empty, GGA has quality 0, GSA
/// mode 1, RMC status V and mode N.
///
/// The talker is GP where nothing but GPS, SBAS and QZSS is seen, GN otherwise; each system has GSA and GSV sentences of its own (GP, GL,
/// GA, GB, GI). Among several systems GSA carries the number of its system as in NMEA 0183 4.10; its talker is not GN, because gpsd
/// 3.22 finds no satellite of Galileo or BeiDou used then.
public enum NMEAText {
  /// Which sentences are written.
  public struct Sentences: OptionSet, Sendable, Hashable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Time, place, altitude, quality, satellites.
    public static let gga = Sentences(rawValue: 1 << 0)
    /// Time and place.
    public static let gll = Sentences(rawValue: 1 << 1)
    /// Mode, satellites used, dilution of precision.
    public static let gsa = Sentences(rawValue: 1 << 2)
    /// Satellites in view.
    public static let gsv = Sentences(rawValue: 1 << 3)
    /// Estimated errors; only where the report has any.
    public static let gst = Sentences(rawValue: 1 << 4)
    /// Time and date with the whole year; only where there is a time.
    public static let zda = Sentences(rawValue: 1 << 5)
    /// Course and speed.
    public static let vtg = Sentences(rawValue: 1 << 6)
    /// Time, date, place, course, speed, magnetic variation.
    public static let rmc = Sentences(rawValue: 1 << 7)

    /// All but GLL.
    public static let usual: Sentences = [.gga, .gsa, .gsv, .gst, .zda, .vtg, .rmc]
    /// What the usual ones are while the sky is the one told before: no GSV.
    public static let withoutSky: Sentences = [.gga, .gsa, .gst, .zda, .vtg, .rmc]
  }

  /// The longest sentence, from `$` to the line feed.
  public static let lineLimit = 82

  /// The sentences of a report.
  /// - Parameters:
  ///   - sky: The last that is known of the satellites: GGA, GSA and GSV are made of it. One that has been told before goes with
  ///     ``Sentences/withoutSky``.
  ///   - sentences: Which are written.
  public static func sentences(for report: ReceiverReport, sky: SkyView?, _ sentences: Sentences = .usual) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(1024)
    append(report, sky: sky, sentences, to: &output)
    return output
  }

  /// Appends the sentences of a report, see ``sentences(for:sky:_:)``.
  public static func append(_ report: ReceiverReport, sky: SkyView?, _ sentences: Sentences = .usual, to output: inout [UInt8]) {
    var writer = NMEAReportWriter(report, sky)
    if sentences.contains(.rmc) { writer.writeRMC(to: &output) }
    if sentences.contains(.vtg) { writer.writeVTG(to: &output) }
    if sentences.contains(.gga) { writer.writeGGA(to: &output) }
    if sentences.contains(.gll) { writer.writeGLL(to: &output) }
    if sentences.contains(.gsa) { writer.writeGSA(to: &output) }
    if sentences.contains(.gsv) { writer.writeGSV(to: &output) }
    if sentences.contains(.gst) { writer.writeGST(to: &output) }
    if sentences.contains(.zda) { writer.writeZDA(to: &output) }
  }

  /// Appends where the device points: HDT from true north, HDG from magnetic north, each where it is known.
  public static func append(_ heading: Heading, to output: inout [UInt8]) {
    var line = NMEALine()
    if let degrees = heading.true.flatMap(NMEAReportWriter.wrapped) {
      line.begin("GPHDT,")
      line.put(degrees, decimals: 2)
      line.put(",T")
      line.end(into: &output)
    }
    if let degrees = heading.magnetic.flatMap(NMEAReportWriter.wrapped) {
      line.begin("GPHDG,")
      line.put(degrees, decimals: 2)
      line.put(",,,,")
      line.end(into: &output)
    }
  }
}
