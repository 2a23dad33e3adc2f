// Owns the tests of angles and coordinates.

import Testing

@testable import TrackGeodesy

@Suite("Angles")
struct AngleTests {
  @Test(
    "angles wrap into a full turn",
    arguments: [(0.0, 0.0), (360, 0), (-0.0, 0), (-90, 270), (725, 5), (359.999, 359.999), (-1e-300, 0), (-360, 0), (1e17, 280)])
  func fullTurn(angle: Double, expected: Double) {
    #expect(Angle.normalized360(angle) == expected)
    #expect(Angle.normalized360(angle).sign == .plus)
  }

  @Test(
    "angles wrap into half a turn to either side",
    arguments: [(0.0, 0.0), (180, -180), (-180, -180), (190, -170), (540, -180), (-541, 179)])
  func halfTurns(angle: Double, expected: Double) {
    #expect(Angle.normalized180(angle) == expected)
  }

  @Test(
    "the turn goes the shorter way, and right where both are equal",
    arguments: [(350.0, 10.0, 20.0), (10, 350, -20), (0, 180, 180), (180, 0, 180), (90, 90, 0), (-10, 725, 15)])
  func turns(start: Double, end: Double, expected: Double) {
    #expect(Angle.shortestTurn(from: start, to: end) == expected)
  }

  @Test("interpolation turns the shorter way and meets its ends")
  func interpolation() {
    #expect(Angle.interpolate(from: 350, to: 10, fraction: 0.5) == 0)
    #expect(Angle.interpolate(from: 350, to: 10, fraction: 0.25) == 355)
    #expect(Angle.interpolate(from: 10, to: 350, fraction: 1) == 350)
    #expect(Angle.interpolate(from: -10, to: 20, fraction: 0) == 350)
  }

  @Test("huge and negative angles stay in range, and what is no number stays none")
  func extremes() {
    for angle in [1e300, -1e300, 1e17, -720.5, Double.greatestFiniteMagnitude] {
      #expect((0..<360).contains(Angle.normalized360(angle)))
      #expect((-180..<180).contains(Angle.normalized180(angle)))
      #expect(abs(Angle.shortestTurn(from: angle, to: 1)) <= 180)
    }
    #expect(Angle.normalized360(.nan).isNaN)
    #expect(Angle.normalized180(.infinity).isNaN)
    #expect(Angle.shortestTurn(from: .infinity, to: 0).isNaN)
  }

  @Test("the mean direction crosses north, and opposite directions have none")
  func mean() throws {
    let mean = try #require(Angle.circularMean([350, 10, 0]))
    #expect(angularDifference(mean, 0) < 1e-12)
    #expect(Angle.circularMean([0, 180]) == nil)
    #expect(Angle.circularMean([Double]()) == nil)
    #expect(Angle.circularMean([.nan]) == nil)
  }

  @Test("sines of round angles are exact, in every turn", arguments: [-720, -360, 0, 360, 3600])
  func roundSines(turn: Double) {
    #expect(Angle.sineCosine(degrees: turn) == (0, 1))
    #expect(Angle.sineCosine(degrees: turn + 90) == (1, 0))
    #expect(Angle.sineCosine(degrees: turn + 180) == (0, -1))
    #expect(Angle.sineCosine(degrees: turn - 90) == (-1, 0))
    #expect(abs(Angle.sineCosine(degrees: turn + 30).sine - 0.5) < 1e-16)
    #expect(abs(Angle.sineCosine(degrees: turn + 150).cosine + 3.squareRoot() / 2) < 3e-16)
  }

  @Test("differences keep what subtraction would round away")
  func exactDifference() {
    #expect(Angle.difference(from: 1e-20, to: 360) == -1e-20)
    #expect(Angle.difference(from: -179, to: 179) == -2)
  }

  @Test(
    "validity is what the ranges say",
    arguments: [(90.0, 180.0, true), (-90, -180, true), (90.000001, 0, false), (0, 180.1, false), (.nan, 0, false), (0, .infinity, false)])
  func validity(latitude: Double, longitude: Double, expected: Bool) {
    #expect(Coordinate(latitude: latitude, longitude: longitude).isValid == expected)
  }

  @Test("normalizing wraps the longitude only")
  func normalizing() {
    #expect(Coordinate(latitude: 91, longitude: 190).normalized == Coordinate(latitude: 91, longitude: -170))
  }
}
