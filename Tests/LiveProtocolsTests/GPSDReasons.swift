// Owns `GPSDReasons`: why we and gpsd differ about its logs: known, looked at, and meant so.

/// The reasons, and which differences each explains. What none explains is a fault of ours, or of a new gpsd.
enum GPSDReasons {
  /// A reason.
  struct Reason {
    /// One or two letters, for the table.
    var mark: String
    var text: String
    var rules: [Rule]
  }

  /// Differences of some fields in some files.
  struct Rule {
    /// Names without `.log`; `nil` for any.
    var files: Set<String>?
    var fields: Set<String>
    var kinds: Set<GPSDDifference.Kind>

    init(_ fields: String, _ kinds: Set<GPSDDifference.Kind>, in files: String? = nil) {
      self.files = files.map { Set($0.split(separator: " ").map(String.init)) }
      self.fields = Set(fields.split(separator: " ").map(String.init))
      self.kinds = kinds
    }
  }

  /// The reason for a difference; of several, that which names the file.
  static func reason(for difference: GPSDDifference, in file: String) -> Reason? {
    func explains(_ rule: Rule) -> Bool {
      rule.fields.contains(difference.field) && rule.kinds.contains(difference.kind) && rule.files?.contains(file) != false
    }
    return all.first { $0.rules.contains { $0.files != nil && explains($0) } } ?? all.first { $0.rules.contains(where: explains) }
  }

  private static let every: Set<GPSDDifference.Kind> = [.theirs, .ours, .value]

  static let all: [Reason] = [
    Reason(
      mark: "D",
      text: """
        gpsd derives it: `ept` is a constant, `epx`, `epy` and the dilutions `gdop`, `tdop`, `xdop`, `ydop` come of the satellites' places in \
        the sky, `eps`, `epc` and `epd` of two fixes. The receiver does not say it, and so we do not.
        """,
      rules: [Rule("ept epx epy eps epc epd gdop tdop xdop ydop", [.theirs])]),
    Reason(
      mark: "V",
      text: """
        The receiver does not say its magnetic variation (0.0 is how receivers without a model write that), and gpsd takes it from a model of \
        its own. Ours, the World Magnetic Model, is asked where a direction is shown, and does not go in as if the receiver had said it.
        """,
      rules: [Rule("magvar", [.theirs])]),
    Reason(
      mark: "M",
      text: """
        gpsd derives the magnetic course as course plus variation, east positive, which is wrong by twice the variation: magnetic is true \
        minus variation. We have it only where VTG says it.
        """,
      rules: [Rule("magtrack", [.theirs])]),
    Reason(
      mark: "G",
      text:
        "The receiver does not say how high the geoid is, and gpsd takes that from a table; the height above the ellipsoid follows from it.",
      rules: [Rule("geoidSep altHAE", [.theirs])]),
    Reason(
      mark: "S", text: "No sentence of that moment tells a speed, and gpsd derives one from the last two places.",
      rules: [Rule("speed", [.theirs])]),
    Reason(
      mark: "P",
      text: """
        gpsd reads a sentence of the maker's own: PSRFEPE (errors), PGRME (errors), PGRMZ (altitude in feet), PASHR (fix), PSTI (velocity), \
        PMGNST (no fix, although GGA, RMC and GSA of the same moment have one).
        """,
      rules: [
        Rule("eph epv", every, in: "beidou-gb"), Rule("epv sep", every, in: "garmin17n garmin38"), Rule("altMSL", every, in: "garmin38"),
        Rule("altHAE geoidSep speed", every, in: "rst39"), Rule("climb", every, in: "skytraq-fixB"),
        Rule(
          "mode lat lon altMSL altHAE geoidSep speed track climb magvar eph epv sep", [.ours, .value],
          in: "eXplorist210"),
      ]),
    Reason(
      mark: "Q",
      text: """
        The receiver simulates: its RMC is void with mode S and GGA says 8. gpsd reports no fix with status 8; we report the fix, marked as \
        simulated.
        """,
      rules: [Rule("moment", [.ours], in: "GPSmap-76S garmin-geko201")]),
    Reason(
      mark: "R",
      text: "The receiver's ten bits of week number ran over; gpsd adds 1024 weeks, since it knows today's date. We tell what is said.",
      rules: [Rule("time", [.value], in: "neo-m8n rst39")]),
    Reason(
      mark: "B",
      text: """
        gpsd gives no time before its second fix, and says nothing of a moment that the log's end cuts off; ours comes out whenever its date \
        is known, and at the end.
        """,
      rules: [Rule("moment", [.ours])]),
    Reason(
      mark: "N", text: "gpsd tells no time before the first fix; we tell what the receiver's clock says (in the table: clock).",
      rules: [Rule("clock", [.ours])]),
    Reason(
      mark: "Z", text: "gpsd reports the time of a ZDA that stands alone; a ZDA alone says nothing of a fix, and we wait.",
      rules: [Rule("moment", [.theirs], in: "ublox-lea-4h")]),
    Reason(
      mark: "O",
      text: """
        gpsd's last report about the moment is made at the void sentences of the next, without a fix and still with the old time; ours is that \
        of its own sentences.
        """,
      rules: [
        Rule("lat lon altMSL altHAE geoidSep speed track climb magvar magtrack eph epv sep", [.ours, .value], in: "quectel ublox-lea-4h")
      ]),
    Reason(
      mark: "3",
      text: """
        GSA says two dimensions, or GGA counts fewer than four satellites; gpsd makes three of any altitude. The errors that only \
        three dimensions have follow. (Of those of quectel and ublox-lea-4h, one each is O.)
        """,
      rules: [
        Rule("mode", [.value]),
        Rule("epv sep", [.theirs], in: "haicom-305N mtk-3329 quectel telit-pls83-w ublox-lea-4h ublox-lea-5h sl869"),
      ]),
    Reason(
      mark: "2", text: "gpsd leaves the geoid out in two dimensions.", rules: [Rule("geoidSep", [.ours], in: "sl869")]),
    Reason(
      mark: "K", text: "The moment has only an RMC or GLL; gpsd keeps the three dimensions of a GGA before.",
      rules: [Rule("mode", [.value], in: "humminbird-M37")]),
    Reason(
      mark: "L", text: "gpsd multiplies the dilutions of the GSA before; ours are those of the same moment.",
      rules: [Rule("eph epv sep", [.value])]),
    Reason(
      mark: "H",
      text: "A dilution that an earlier sentence told holds until another is told, or GSA tells none; gpsd forgets it, or tells it later.",
      rules: [Rule("eph epv sep hdop pdop vdop", [.ours])]),
    Reason(
      mark: "E",
      text: "The receiver says its errors itself (GST), and ours are those; gpsd goes by the dilutions and its geometry all the same.",
      rules: [Rule("eph epv sep epx epy", every, in: "gr8013-w skytraq-fixB ublox-zed-f9p-nmea")]),
    Reason(
      mark: "F", text: "The fix has corrections of phase (RTK); gpsd quarters the error only of plain differential fixes.",
      rules: [Rule("eph", [.value], in: "nmea-fuzzy-cases")]),
    Reason(
      mark: "X", text: "A GSA with twenty-four places for satellites: gpsd passes over its dilutions and goes by the geometry.",
      rules: [Rule("eph epv sep hdop pdop vdop", every, in: "ch-4701")]),
    Reason(
      mark: "J", text: "The receiver writes 99 and 0.00 for its dilutions, which is none; gpsd goes by the geometry.",
      rules: [Rule("hdop pdop vdop eph epv sep", [.theirs], in: "jl-micro-jlt")]),
    Reason(
      mark: "A",
      text: """
        The dilutions of GGA and GSA differ (and gpsd has those that it saw at GGA, before the GSA of the moment); ours are the last that \
        are told.
        """,
      rules: [Rule("hdop pdop vdop eph epv sep", every, in: "quectelLC79D")]),
    Reason(
      mark: "T", text: "GSA tells no dilution without a fix; gpsd keeps those of the fix.",
      rules: [Rule("hdop pdop vdop", [.theirs], in: "quectel")]),
    Reason(
      mark: "C",
      text: "Ours is the change since the altitude before, five seconds ago at most; gpsd's since the report before, however long ago.",
      rules: [Rule("climb", [.ours, .theirs])]),
    Reason(
      mark: "Y", text: "gpsd's last report about the moment comes before the VTG that belongs to it.",
      rules: [Rule("speed track magtrack", [.ours, .value], in: "humminbird-M37")]),
    Reason(
      mark: "U",
      text: """
        gpsd counts no satellite as used whose signal is not told, or its view of the sky comes before the GSA of the moment; ours comes behind \
        it.
        """,
      rules: [Rule("used", [.value], in: "navika-100-fix quectel quectelLC79D")]),
    Reason(
      mark: "W",
      text: """
        gpsd's view holds the talkers that it has heard since the view before, and lacks the one that comes last; ours holds them all.
        """,
      rules: [Rule("satellite", [.ours], in: "jl-micro-jlt quectel-eg25-g-2 telit-pls83-w quectelLC79D")]),
    Reason(
      mark: "I",
      text: """
        The set of GSV sentences lacks its first: gpsd shows the rest, we the satellites that GSA names until a set is whole.
        """,
      rules: [Rule("satellite el az ss", [.theirs, .ours], in: "garmin17n")]),
    Reason(
      mark: "0", text: "The receiver writes an elevation and azimuth of zero for a satellite; gpsd takes both together for none.",
      rules: [Rule("el az", [.ours], in: "ericsson-gru04")]),
  ]
}
