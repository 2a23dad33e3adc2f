// Owns the tests of zone rules: golden moments of real zones, rules by hand, and files that lie.

import Testing

@testable import BaseMap

@Suite("Time zone rules")
struct TimeZoneRulesTests {
  private static let folder = "/usr/share/zoneinfo/"
  static let hasZones = access(folder + "Europe/Zurich", R_OK) == 0

  private func rules(_ builder: TZifBuilder) throws -> TimeZoneRules { try #require(TimeZoneRules(bytes: builder.bytes())) }

  /// A zone of which only the footer speaks.
  private func ruled(by footer: String) -> TimeZoneRules? {
    var builder = TZifBuilder()
    builder.periods = [(0, false, 0)]
    builder.footer = footer
    return TimeZoneRules(bytes: builder.bytes())
  }

  @Test(
    "zones of the system show what Python's zoneinfo shows", .enabled(if: hasZones, "needs tzdata"), arguments: GoldenOffset.all)
  func golden(case golden: GoldenOffset) throws {
    let file = try #require(contents(of: Self.folder + golden.zone))
    let rules = try #require(TimeZoneRules(bytes: file))
    #expect(rules.offset(at: golden.moment) == golden.offset)
    #expect(rules.abbreviation(at: golden.moment) == golden.abbreviation)
  }

  @Test("before the first transition the first period holds, and fractions belong to the second that runs")
  func bounds() throws {
    let rules = try rules(.zurich)
    #expect(rules.offset(at: -1e300) == 2048)
    #expect(rules.offset(at: .nan) == 2048)
    #expect(rules.offset(at: -.infinity) == 2048)
    #expect(rules.offset(at: 354_675_599.999) == 3600)
    #expect(rules.offset(at: 354_675_600) == 7200)
    #expect(rules.isDaylightSaving(at: 354_675_600))
    #expect(rules.offset(at: .infinity) == rules.offset(at: 1e17))
  }

  @Test("after the last transition the footer's rule holds, to the second")
  func footer() throws {
    let rules = try rules(.zurich)
    // 29 March and 25 October 2026, 01:00 UTC.
    #expect(rules.abbreviation(at: 1_774_745_999) == "CET")
    #expect(rules.abbreviation(at: 1_774_746_000) == "CEST")
    #expect(rules.abbreviation(at: 1_792_889_999) == "CEST")
    #expect(rules.abbreviation(at: 1_792_890_000) == "CET")
  }

  @Test("version 1 and an empty footer leave the last period standing")
  func withoutRule() throws {
    var builder = TZifBuilder.zurich
    builder.footer = ""
    #expect(try rules(builder).offset(at: 1_783_000_000) == 3600)
    // A year that 32 bits hold.
    builder.transitions[0].moment = -2_000_000_000
    builder.version = 0
    #expect(try rules(builder).offset(at: 1_783_000_000) == 3600)
    #expect(try rules(builder).offset(at: 360_000_000) == 7200)
  }

  @Test("leap seconds are stepped over")
  func leapSeconds() throws {
    var builder = TZifBuilder.zurich
    builder.leapSeconds = 27
    #expect(try rules(builder).abbreviation(at: 1_774_746_000) == "CEST")
  }

  @Test(
    "rules by hand",
    arguments: [
      // 2026-07-01 12:00 UTC is 1782907200, 2026-01-01 12:00 UTC 1767268800.
      ("UTC0", 1_782_907_200.0, 0, "UTC"), ("<+0545>-5:45", 1_782_907_200, 20_700, "+0545"), ("<-03>3", 1_782_907_200, -10_800, "-03"),
      ("EST5EDT,M3.2.0,M11.1.0", 1_782_907_200, -14_400, "EDT"), ("EST5EDT,M3.2.0,M11.1.0", 1_767_268_800, -18_000, "EST"),
      // Day numbers: J60 is 1 March always, 59 is 29 February 2028 in a leap year.
      ("AAA0BBB,J60/0,J61/0", 1_772_323_199, 0, "AAA"), ("AAA0BBB,J60/0,J61/0", 1_772_323_200, 3600, "BBB"),
      ("AAA0BBB,J60/0,J61/0", 1_835_395_200, 0, "AAA"), ("AAA0BBB,59/0,60/0", 1_835_395_200, 3600, "BBB"),
      // The south: summer spans the new year; and a winter that is the exception (Dublin).
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_767_268_800, 39_600, "AEDT"), ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_782_907_200, 36_000, "AEST"),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_767_268_800, 0, "GMT"), ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_782_907_200, 3600, "IST"),
      // All year long (RFC 9636's example), at the turn of the year too.
      ("XXX3EDT4,0/0,J365/23", 1_767_236_400, -14_400, "EDT"), ("XXX3EDT4,0/0,J365/23", 1_767_236_399, -14_400, "EDT"),
      // The day before and two days after a rule's day.
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1_774_745_999, -7200, "-02"), ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1_774_746_000, -3600, "-01"),
    ])
  func byHand(text: String, moment: Double, offset: Int, abbreviation: String) throws {
    let rules = try #require(ruled(by: text))
    #expect(rules.offset(at: moment) == offset)
    #expect(rules.abbreviation(at: moment) == abbreviation)
  }

  @Test(
    "what is no rule is refused",
    arguments: [
      "X", "CET", "CET-25", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
      "CET-1CEST,M3.5.7,M10.5.0",
      "CET-1CEST,J0,J365", "CET-1CEST,J366,J1", "CET-1CEST,366,1", "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0 ", "<CET-1",
      "CET-1:60",
      "CET-99999999999999999999",
    ])
  func noRule(text: String) {
    #expect(ruled(by: text) == nil)
  }

  @Test("no beginning of a file is taken for a file")
  func prefixes() {
    let whole = TZifBuilder.zurich.bytes()
    for count in 0..<whole.count { #expect(TimeZoneRules(bytes: Array(whole[..<count])) == nil, "\(count)") }
    #expect(TimeZoneRules(bytes: whole) != nil)
  }

  @Test("files that contradict themselves are refused")
  func contradictions() {
    var builder = TZifBuilder.zurich
    builder.transitions[1].moment = builder.transitions[0].moment
    #expect(TimeZoneRules(bytes: builder.bytes()) == nil)
    builder = .zurich
    builder.transitions[1].period = 3
    #expect(TimeZoneRules(bytes: builder.bytes()) == nil)
    builder = .zurich
    builder.periods[0].name = 200
    #expect(TimeZoneRules(bytes: builder.bytes()) == nil)
    builder = .zurich
    builder.periods[0].offset = .min
    #expect(TimeZoneRules(bytes: builder.bytes()) == nil)
    builder = TZifBuilder()
    #expect(TimeZoneRules(bytes: builder.bytes()) == nil)
    var lying = TZifBuilder.zurich.bytes()
    for index in 20..<44 { lying[index] = 0xFF }
    #expect(TimeZoneRules(bytes: lying) == nil)
  }

  @Test("flipped bytes give rules or none, and every moment an offset within a day and two hours")
  func flips() {
    var random = SeededGenerator.announced("TZif flips", seed: 20_261_121)
    let whole = TZifBuilder.zurich.bytes()
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let rules = TimeZoneRules(bytes: bytes) else { continue }
      for moment in [-1e18, 0, 1e9, 2e9, 1e12, 1e18, .nan, random.double(-1e10...1e10)] {
        #expect(abs(rules.offset(at: moment)) <= 93_600)
      }
    }
  }

  @Test("every zone of the system is read", .enabled(if: hasZones, "needs tzdata"))
  func everyZone() {
    let zones = Places.embedded.zoneNames
    #expect(zones.count > 300)
    for zone in zones where access(Self.folder + zone, R_OK) == 0 {
      #expect(contents(of: Self.folder + zone).flatMap { TimeZoneRules(bytes: $0) } != nil, "\(zone)")
    }
  }
}
