// Owns the tests of numbers, units and positions as text.

import Testing

@testable import TrackGeodesy

@Suite("Numbers as text")
struct DecimalTextTests {
  @Test(
    "numbers are rounded to the decimals asked for",
    arguments: [
      (0.0, 2, "0.00"), (1.5, 0, "2"), (2.5, 0, "3"), (-2.5, 0, "-3"), (0.5, 0, "1"), (1.005, 2, "1.00"), (1.115, 2, "1.11"),
      (0.125, 2, "0.13"),
      (9.996, 2, "10.00"), (99.95, 1, "100.0"), (-0.04, 1, "0.0"), (-0.05, 1, "-0.1"), (-0.0, 3, "0.000"), (39.9073214, 6, "39.907321"),
      (1234567.891, 1, "1234567.9"), (0.1, 15, "0.100000000000000"), (123, -4, "123"), (1e-300, 3, "0.000"), (0.499999999999999944, 0, "0"),
    ])
  func fixed(value: Double, digits: Int, expected: String) {
    #expect(DecimalText.fixed(value, digits: digits) == expected)
  }

  @Test(
    "large numbers are written out",
    arguments: [
      (1e22, "10000000000000000000000.0"), (9_007_199_254_740_992, "9007199254740992.0"), (-1.25e20, "-125000000000000000000.0"),
      (2251799813685249.5, "2251799813685249.5"),
    ])
  func large(value: Double, expected: String) {
    #expect(DecimalText.fixed(value, digits: 1) == expected)
  }

  @Test("what is no number is a dash, and the largest one does not trap")
  func extremes() {
    #expect(DecimalText.fixed(.nan, digits: 2) == "–")
    #expect(DecimalText.fixed(-.infinity, digits: 2) == "–")
    #expect(DecimalText.fixed(.greatestFiniteMagnitude, digits: 0).count == 309)
    #expect(DecimalText.fixed(1, digits: .max) == "1.000000000000000")
  }

  @Test(
    "thousands are set apart where asked for", arguments: [(1204.4, "1 204"), (999, "999"), (-1_234_567, "-1 234 567"), (1000, "1 000")])
  func grouped(value: Double, expected: String) {
    #expect(DecimalText.fixed(value, digits: 0, grouped: true) == expected)
  }

  @Test("fields are filled from the left")
  func padded() {
    #expect(DecimalText.padded(3.14159, digits: 2, width: 7) == "   3.14")
    #expect(DecimalText.padded("abc", width: 2) == "abc")
    #expect(DecimalText.padded(7, zerosTo: 2) == "07")
    #expect(DecimalText.padded(-7, zerosTo: 3) == "-007")
    #expect(DecimalText.padded(.min, zerosTo: 2) == "-9223372036854775808")
  }

  @Test("six decimals read back as the same millionth")
  func readBack() throws {
    var random = SeededGenerator.announced("six decimals")
    for _ in 0..<5000 {
      let value = random.double(-180...180)
      let back = try #require(Double(DecimalText.fixed(value, digits: 6)))
      #expect(abs(back - value) <= 0.5000001e-6)
    }
  }
}

@Suite("Units")
struct UnitSystemTests {
  @Test(
    "distances choose unit and decimals by size",
    arguments: [
      (UnitSystem.metric, 60.0, "60 m"), (.metric, 999.4, "999 m"), (.metric, 999.6, "1.00 km"), (.metric, 1240, "1.24 km"),
      (.metric, 9994, "9.99 km"), (.metric, 9996, "10.0 km"), (.metric, 19_700, "19.7 km"), (.metric, 1_204_000, "1 204 km"),
      (.metric, 0, "0 m"), (.metric, -0.2, "0 m"), (.metric, -1240, "-1.24 km"), (.imperial, 100, "328 ft"),
      (.imperial, 1609.344, "1.00 mi"),
      (.imperial, 304.8, "0.19 mi"), (.nautical, 500, "500 m"), (.nautical, 1852, "1.00 nmi"), (.nautical, 185_200, "100 nmi"),
      (.metric, .nan, "– km"), (.imperial, .infinity, "– mi"),
    ])
  func distances(system: UnitSystem, metres: Double, expected: String) {
    #expect(system.distance(metres) == expected)
  }

  @Test(
    "speeds are read in the system's unit",
    arguments: [
      (UnitSystem.metric, Double?(38 / 3.6), "38 km/h"), (.metric, 4.6 / 3.6, "4.6 km/h"), (.imperial, 10.73, "24 mph"),
      (.nautical, 10.8, "21 kn"),
      (.metric, nil, "– km/h"), (.nautical, .nan, "– kn"), (.metric, 0, "0.0 km/h"), (.metric, 9.96 / 3.6, "10 km/h"),
    ])
  func speeds(system: UnitSystem, metresPerSecond: Double?, expected: String) {
    #expect(system.speed(metresPerSecond) == expected)
  }

  @Test("heights are metres, or feet in the imperial system")
  func heights() {
    #expect(UnitSystem.metric.altitude(52) == "52.0 m")
    #expect(UnitSystem.imperial.altitude(52) == "171 ft")
    #expect(UnitSystem.nautical.altitude(-3.25) == "-3.3 m")
    #expect(UnitSystem.metric.altitude(nil) == "– m")
  }

  @Test(
    "round lengths are the largest 1, 2 or 5 not above the limit",
    arguments: [
      (UnitSystem.metric, 230.0, 200.0, "200 m"), (.metric, 200, 200, "200 m"), (.metric, 199.99, 100, "100 m"),
      (.metric, 999, 500, "500 m"),
      (.metric, 1000, 1000, "1 km"), (.metric, 7_000_000, 5_000_000, "5000 km"), (.metric, 0.7, 0.5, "0.5 m"),
      (.imperial, 400, 304.8, "1000 ft"), (.imperial, 1609.344, 1609.344, "1 mi"), (.imperial, 1600, 1524, "5000 ft"),
      (.nautical, 1800, 1000, "1000 m"), (.nautical, 4000, 3704, "2 nmi"),
    ])
  func roundLengths(system: UnitSystem, limit: Double, metres: Double, label: String) {
    let result = system.roundDistance(atMost: limit)
    #expect(abs(result.metres - metres) < 1e-9 * metres)
    #expect(result.label == label)
  }

  @Test("round lengths are positive and finite whatever is asked", arguments: [Double.nan, 0, -5, .infinity, -.infinity, 1e300, 1e-300])
  func roundExtremes(limit: Double) {
    for system in UnitSystem.allCases {
      let result = system.roundDistance(atMost: limit)
      #expect(result.metres > 0 && result.metres.isFinite)
    }
  }
}

@Suite("Positions as text")
struct CoordinateFormatTests {
  @Test(
    "latitudes are written in each style",
    arguments: [
      (CoordinateFormat.dd, 39.907321, "39.907321°N"), (.dm, 39.9073217, "39°54.4393′N"), (.dms, 39.907321, "39°54′26.36″N"),
      (.dd, -33.5, "33.500000°S"), (.dm, -0.5, "0°30.0000′S"), (.dms, 5.0841, "5°05′02.76″N"), (.dd, -1e-9, "0.000000°N"),
      (.dd, 90, "90.000000°N"),
    ])
  func latitudes(format: CoordinateFormat, degrees: Double, expected: String) {
    #expect(format.latitude(degrees) == expected)
  }

  @Test(
    "minutes and seconds carry over",
    arguments: [
      (CoordinateFormat.dm, 9.99999999, "10°00.0000′E"), (.dms, 9.99999999, "10°00′00.00″E"), (.dms, 179.9999999, "180°00′00.00″E"),
      (.dms, 1.0166666, "1°01′00.00″E"),
    ])
  func carries(format: CoordinateFormat, degrees: Double, expected: String) {
    #expect(format.longitude(degrees) == expected)
  }

  @Test("plain text is ASCII only", arguments: zip(CoordinateFormat.allCases, ["39.907321N", "39 54.4393'N", "39 54'26.36\"N"]))
  func plain(format: CoordinateFormat, expected: String) {
    #expect(format.latitude(39.907321, plain: true) == expected)
    #expect(format.latitude(.nan, plain: true) == "-")
  }

  @Test("longitudes wrap, and what is no place is a dash")
  func odd() {
    #expect(CoordinateFormat.dd.longitude(190) == "170.000000°W")
    #expect(CoordinateFormat.dd.longitude(180) == "180.000000°E")
    #expect(CoordinateFormat.dd.longitude(1e300) != "")
    #expect(CoordinateFormat.dms.longitude(.infinity) == "–")
    #expect(CoordinateFormat.dm.latitude(90.1) == "–")
  }

  @Test("the signed form is for copying")
  func signed() {
    #expect(CoordinateFormat.signed(Coordinate(latitude: 39.907321, longitude: 116.391258)) == "39.907321,116.391258")
    #expect(CoordinateFormat.signed(Coordinate(latitude: -1.5, longitude: -0.0)) == "-1.500000,0.000000")
  }
}
