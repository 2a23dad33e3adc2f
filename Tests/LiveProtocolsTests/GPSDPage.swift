// Owns `GPSDPage`: the comparison with gpsd as a page for people, docs/oracle/gpsd.md.

import LiveProtocols

/// The page, row by row.
struct GPSDPage {
  private var rows: [String] = []
  private var marks: Set<String> = []
  private var moments = (common: 0, theirs: 0)
  private var views = 0
  private var others: [String] = []

  /// Adds a log. One without a moment that gpsd reports is said in words.
  mutating func add(_ name: String, _ comparison: GPSDComparison, log: [UInt8]) {
    if comparison.theirReports == 0, comparison.theirViews == 0, comparison.differences.isEmpty {
      var decoder = ReceiverDecoder()
      let found = decoder.decode(log) + decoder.finish()
      let headings = found.count { if case .heading = $0 { true } else { false } }
      others.append("- `\(name)`: \(Self.words(found.count, headings: headings))")
      return
    }
    moments.common += comparison.commonReports
    moments.theirs += comparison.theirReports
    views += comparison.commonViews
    let list = comparison.differences.sorted { ($0.key.field, $0.key.kind.rawValue) < ($1.key.field, $1.key.kind.rawValue) }
    let cells = list.map { difference, count in
      let mark = GPSDReasons.reason(for: difference, in: name)?.mark ?? "?"
      marks.insert(mark)
      let sign = difference.kind == .theirs ? "−" : difference.kind == .ours ? "+" : "≠"
      return "\(difference.field) \(sign)\(count) \(mark)"
    }
    rows.append(
      "| \(name) | \(comparison.commonReports)/\(comparison.theirReports) | \(comparison.commonViews) | \(cells.joined(separator: ", ")) |")
  }

  private static func words(_ count: Int, headings: Int) -> String {
    if count == 0 { return "no sentence that is read here (AIS, or a maker's own)" }
    return "\(headings) headings, no fix"
  }

  var text: String {
    var text = """
      # Our NMEA decoder and gpsd's

      `Tests/LiveProtocolsTests/GPSDOracleTests.swift` reads gpsd's own test logs with `ReceiverDecoder` and puts the result beside what gpsd makes
      of them (its `.chk` files), and fails where this page no longer says what it finds. `TRACKVIEW_WRITE_DOCS=1 make test FILTER=GPSDOracle` writes
      the page again; a difference without a reason in `GPSDReasons.swift` fails all the same.

      Compared are the last reports of both about each moment, field by field, within half of the last digit that gpsd prints: mode, status, time, lat,
      lon, altMSL, altHAE, geoidSep, speed, track, climb, magvar, magtrack and the errors eph, epv, sep, epx, epy, eps, epc, epd, ept. And each of its
      views of the sky beside the first of ours that comes with the same sentence or later: hdop, vdop, pdop, gdop, tdop, xdop, ydop, and of each
      satellite PRN, gnssid, svid, el, az, ss, used. gpsd gives a view after each talker, we one for each moment.

      \(moments.common) moments of gpsd's \(moments.theirs) are in ours, and \(views) views. **Latitude, longitude, track and status never differ;** altitude and speed in six
      moments, where gpsd reads more or fewer sentences. In the table `−3` means that gpsd tells something three times that we do not, `+3` that we do and gpsd does not, `≠3`
      that both do and differ; the letter is the reason.

      | log | moments | views | differences |
      |---|---|---|---|

      """
    text += rows.map { $0 + "\n" }.joined()
    text += "\nNothing to compare:\n\n" + others.map { $0 + "\n" }.joined()
    text += "\n## Reasons\n\n"
    for reason in GPSDReasons.all where marks.contains(reason.mark) { text += "- **\(reason.mark)** \(reason.text)\n" }
    return text
  }
}
