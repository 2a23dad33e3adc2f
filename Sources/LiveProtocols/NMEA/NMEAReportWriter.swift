// Owns `NMEAReportWriter`: each sentence of one report.

import TrackFormats
import TrackPlayback

/// Writes the sentences of one report.
struct NMEAReportWriter {
  /// How many decimals the values of a sentence have, from the most to what always fits in 82 characters.
  private struct Precision {
    var minutes: Int
    var knots: Int
    var others: Int

    static let steps = [
      Precision(minutes: 6, knots: 3, others: 2), Precision(minutes: 5, knots: 2, others: 1), Precision(minutes: 4, knots: 1, others: 1),
    ]
  }

  /// Metres a second in a knot: 1852 m an hour.
  private static let knot = 1852.0 / 3600

  let report: ReceiverReport
  let sky: SkyByTalker
  private let fix: Fix?
  private let mode: FixMode
  private let moment: NMEAMoment?
  var line = NMEALine()

  init(_ report: ReceiverReport, _ sky: SkyView?) {
    self.report = report
    self.sky = SkyByTalker(sky)
    let place = report.placedFix
    fix = place
    mode = report.statedMode
    moment = (report.time ?? place?.time).flatMap { NMEAMoment($0) }
  }

  /// Degrees from 0 up to 360, as they are with two decimals; `nil` where they are not finite.
  static func wrapped(_ degrees: Double) -> Double? {
    guard degrees.isFinite else { return nil }
    var rest = degrees.truncatingRemainder(dividingBy: 360)
    if rest < 0 { rest += 360 }
    return rest
  }

  // MARK: - Sentences

  mutating func writeGGA(to output: inout [UInt8]) {
    write(to: &output) { writer, precision in
      writer.line.begin(writer.sky.talker, "GGA,")
      writer.line.put(timeOf: writer.moment)
      writer.putPlace(precision)
      writer.line.put(writer.quality)
      if let used = writer.sky.usedCount { writer.line.put(min(used, 99), width: 2) }
      writer.line.put(",")
      if let dilution = writer.sky.dilution.horizontal { writer.put(dilution, below: 100, decimals: precision.others) }
      writer.line.put(",")
      let heights = writer.altitude
      if let altitude = heights.altitude { writer.put(altitude, below: 100_000, decimals: precision.others) }
      writer.line.put(",M,")
      if let separation = heights.separation { writer.put(separation, below: 1000, decimals: precision.others) }
      writer.line.put(",M,,")
    }
  }

  mutating func writeGLL(to output: inout [UInt8]) {
    write(to: &output) { writer, precision in
      writer.line.begin(writer.sky.talker, "GLL,")
      writer.putPlace(precision)
      writer.line.put(timeOf: writer.moment)
      writer.line.put(writer.fix == nil ? "V," : "A,")
      writer.line.put(writer.modeLetter)
    }
  }

  mutating func writeGST(to output: inout [UInt8]) {
    guard fix != nil, let errors = gaussianErrors else { return }
    write(to: &output) { writer, precision in
      writer.line.begin(writer.sky.talker, "GST,")
      writer.line.put(timeOf: writer.moment)
      writer.line.put(",,,,")
      if let north = errors.north { writer.put(north, below: 1e5, decimals: precision.others) }
      writer.line.put(",")
      if let east = errors.east { writer.put(east, below: 1e5, decimals: precision.others) }
      writer.line.put(",")
      if let up = errors.up { writer.put(up, below: 1e5, decimals: precision.others) }
    }
  }

  mutating func writeZDA(to output: inout [UInt8]) {
    guard let moment else { return }
    line.begin(sky.talker, "ZDA,")
    line.put(wholeDateOf: moment)
    line.end(into: &output)
  }

  mutating func writeVTG(to output: inout [UInt8]) {
    write(to: &output) { writer, precision in
      writer.line.begin(writer.sky.talker, "VTG,")
      writer.putCourse(writer.fix?.course, precision)
      writer.line.put(",T,")
      if writer.fix?.course != nil { writer.putCourse(writer.report.courseFromMagneticNorth, precision) }
      writer.line.put(",M,")
      if let knots = writer.knots { writer.put(knots, below: 10_000, decimals: precision.knots) }
      writer.line.put(",N,")
      if let knots = writer.knots { writer.put(knots * 1.852, below: 100_000, decimals: precision.knots) }
      writer.line.put(",K,")
      writer.line.put(writer.modeLetter)
    }
  }

  mutating func writeRMC(to output: inout [UInt8]) {
    write(to: &output) { writer, precision in
      writer.line.begin(writer.sky.talker, "RMC,")
      writer.line.put(timeOf: writer.moment)
      writer.line.put(writer.fix == nil ? "V," : "A,")
      writer.putPlace(precision)
      if let knots = writer.knots { writer.put(knots, below: 10_000, decimals: precision.knots) }
      writer.line.put(",")
      writer.putCourse(writer.fix?.course, precision)
      writer.line.put(",")
      if let moment = writer.moment { writer.line.put(dateOf: moment) }
      writer.line.put(",")
      writer.putVariation()
      writer.line.put(",")
      writer.line.put(writer.modeLetter)
    }
  }

  // MARK: - Values

  /// Writes a sentence with as many decimals as fit.
  private mutating func write(to output: inout [UInt8], _ build: (inout NMEAReportWriter, Precision) -> Void) {
    for precision in Precision.steps {
      build(&self, precision)
      if line.length <= NMEAText.lineLimit { break }
    }
    line.end(into: &output)
  }

  /// A number whose magnitude is below a bound, or nothing.
  mutating func put(_ number: Double, below bound: Double, decimals: Int) {
    if abs(number) < bound { line.put(number, decimals: decimals) }
  }

  private mutating func putPlace(_ precision: Precision) {
    guard let place = fix?.coordinate else {
      line.put(",,,,")
      return
    }
    line.put(latitude: place.latitude, decimals: precision.minutes)
    line.put(longitude: place.longitude, decimals: precision.minutes)
  }

  private mutating func putCourse(_ course: Double?, _ precision: Precision) {
    guard fix != nil, let degrees = course.flatMap(Self.wrapped) else { return }
    // 359.999 is written as 0.00, not as 360.00.
    let unit = precision.others == 2 ? 100.0 : 10.0
    let rounded = (degrees * unit).rounded() / unit
    line.put(rounded < 360 ? rounded : 0, decimals: precision.others)
  }

  /// Degrees without a sign, and E or W.
  private mutating func putVariation() {
    guard let variation = report.magneticVariation, abs(variation) <= 180 else {
      line.put(",")
      return
    }
    line.put(abs(variation), decimals: 1)
    line.put(variation < 0 ? ",W" : ",E")
  }

  /// The altitude above the sea and the geoid above the ellipsoid, in metres. A height above the ellipsoid alone goes with a separation of
  /// 0, so that their sum is right.
  private var altitude: (altitude: Double?, separation: Double?) {
    guard fix != nil else { return (nil, nil) }
    let heights = report.heights
    if heights.aboveSea == nil, let height = heights.aboveEllipsoid { return (height, 0) }
    return (heights.aboveSea, heights.separation)
  }

  /// The speed over ground.
  private var knots: Double? {
    guard let speed = fix?.speed, speed >= 0 else { return nil }
    return speed / Self.knot
  }

  /// GGA's quality of a fix, and the comma behind it.
  private var quality: StaticString {
    guard fix != nil else { return "0," }
    return switch report.status {
    case .unknown, .normal, .combined: "1,"
    case .differential: "2,"
    case .militaryPrecise: "3,"
    case .rtkFixed: "4,"
    case .rtkFloat: "5,"
    case .deadReckoning: "6,"
    case .time: "7,"
    case .simulated: "8,"
    }
  }

  /// The mode of RMC, GLL and VTG (NMEA 0183 2.3 and later).
  private var modeLetter: StaticString {
    guard fix != nil else { return "N" }
    return switch report.status {
    case .unknown, .normal, .combined: "A"
    case .differential: "D"
    case .militaryPrecise: "P"
    case .rtkFixed: "R"
    case .rtkFloat: "F"
    case .deadReckoning: "E"
    case .time: "M"
    case .simulated: "S"
    }
  }

  /// GSA's mode: 1 no fix, 2 in the plane, 3 in space.
  var modeDigit: StaticString {
    switch mode {
    case .threeDimensional: "3"
    case .twoDimensional: "2"
    case .none, .unknown: "1"
    }
  }

  /// The standard deviations in metres northwards, eastwards and upwards; `nil` where none is known.
  ///
  /// The radius of 68 % is taken for the root of the sum of both squares, in the ratio of the two errors where they are known.
  private var gaussianErrors: (north: Double?, east: Double?, up: Double?)? {
    let errors = report.errors
    var (north, east) = (errors.latitude, errors.longitude)
    if let radius = fix?.horizontalAccuracy, radius >= 0 {
      let length = ((north ?? 0) * (north ?? 0) + (east ?? 0) * (east ?? 0)).squareRoot()
      if north != nil, east != nil, length > 0, length.isFinite {
        north = (north ?? 0) / length * radius
        east = (east ?? 0) / length * radius
      } else {
        north = radius * 0.5.squareRoot()
        east = north
      }
    }
    return north == nil && east == nil && errors.vertical == nil ? nil : (north, east, errors.vertical)
  }
}
