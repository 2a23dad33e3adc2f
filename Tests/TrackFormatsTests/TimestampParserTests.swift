// Tests the reader of moments.

import Testing

@testable import TrackFormats

@Suite struct TimestampParserTests {
  static func parse(_ text: String) -> Double? { TimestampParser.parse(Array(text.utf8).span) }

  @Test(
    "Moments are counted in seconds from 1970",
    arguments: [
      ("1970-01-01T00:00:00Z", 0.0), ("2002-05-25T17:06:00Z", 1_022_346_360), ("2000-02-29T12:00:00Z", 951_825_600),
      ("1969-12-31T23:59:59Z", -1), ("1600-03-01T00:00:00Z", -11_670_912_000), ("4096-12-12T08:00:00.410Z", 67_120_041_600.41),
      ("2011-07-02T17:47:25.2Z", 1_309_628_845.2), ("2011-07-02 17:47:25,25", 1_309_628_845.25),
      (
        "2007-11-25T17:58:00+01:00",
        1_196_009_880
      ),
      ("2007-11-25T17:58:00-0130", 1_196_018_880), ("2007-11-25T17:58:00+08", 1_195_984_680), ("  2007-11-25t17:58:00z\n", 1_196_013_480),
      ("2016-12-31T24:00:00Z", 1_483_228_800), ("2016-12-31T23:59:60Z", 1_483_228_800), ("2017-01-01T05:29:60.5+05:30", 1_483_228_800.5),
      ("0000-03-01T00:00:00Z", -62_162_035_200),
    ])
  func moments(text: String, seconds: Double) {
    #expect(Self.parse(text) == seconds)
  }

  @Test(
    "What is no moment is none",
    arguments: [
      "", "2024-05-01", "2024-05-01T08:30Z", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z",
      "2024-04-31T00:00:00Z", "2024-05-00T00:00:00Z", "2024-05-01T25:00:00Z", "2024-05-01T24:00:01Z", "2024-05-01T23:60:00Z",
      "2024-05-01T22:59:60Z", "2024-05-01T00:00:61Z", "2024-05-01T00:00:00.Z", "2024-05-01T00:00:00+24:00", "2024-05-01T00:00:00+08:60",
      "2024-05-01T00:00:00+8", "2024-05-01T00:00:00ZZ", "2024-05-01T00:00:00 UTC", "-024-05-01T00:00:00Z", "2024/05/01T00:00:00Z",
      "12024-05-01T00:00:00Z", "2024-05-01T00:00:00.5.5Z", "yesterday at half past ten",
    ])
  func notMoments(text: String) {
    #expect(Self.parse(text) == nil)
  }

  @Test("Every day from 1600 to 2400 is one day after the day before")
  func everyDay() {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    var expected = -11_676_096_000.0  // 1600-01-01
    var count = 0
    for year in 1600..<2400 {
      for month in 1...12 {
        for day in 1...31 {
          guard let time = Self.parse("\(year)-\(two(month))-\(two(day))T00:00:00Z") else { continue }
          if time != expected { Issue.record("\(year)-\(month)-\(day)") }
          expected += 86_400
          count += 1
        }
      }
    }
    #expect(count == 2 * 146_097)
  }
}
