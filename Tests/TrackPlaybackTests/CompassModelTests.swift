// The compass, sentence by sentence of its row in the design.

import Testing
import TrackGeodesy
import TrackPlayback

/// Beijing in the middle of 2026, where the World Magnetic Model 2025 gives a declination of −7.6° (west), driving on a course.
private func fix(course: Double?, speed: Double? = 10, _ east: Double = 0, _ north: Double = 0, accuracy: Double? = nil) -> Fix {
  Fix(coordinate: place(east, north), time: 1_782_000_000, course: course, speed: speed, horizontalAccuracy: accuracy)
}

@Suite struct CompassModelTests {
  private let declination = MagneticModel.wmm2025.declination(
    at: place(0, 0), altitude: 0, decimalYear: CompassReading.decimalYear(1_782_000_000))

  private func isNear(_ one: Double?, _ other: Double?, _ tolerance: Double = 1e-9) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return abs(Angle.shortestTurn(from: one, to: other)) <= tolerance
  }

  // MARK: The ring

  @Test func theRingTurnsByMinusTheHeading() {
    var compass = CompassModel()
    compass.update(Heading(magnetic: 137.4, accuracy: 5))
    #expect(compass.heading == 137.4 && isNear(compass.ringRotation, -137.4))
  }

  @Test func theRingTurnsTheShorterWayAndNeverByMoreThanHalfATurn() {
    var compass = CompassModel()
    let rotations = [350.0, 0, 10, 350, 180, 181, 0].map { heading in
      compass.update(Heading(magnetic: heading))
      return compass.ringRotation.rounded()
    }
    // From 0 to 350 is ten degrees to the left: the ring turns to the right.
    #expect(rotations == [10, 0, -10, 10, 180, 179, 0])
  }

  @Test(arguments: 0..<20)
  func theRingAlwaysShowsTheHeading(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var compass = CompassModel()
    for _ in 0..<300 {
      let before = compass.ringRotation
      let heading = Double.random(in: -720...720, using: &random)
      compass.update(Heading(magnetic: heading))
      #expect(isNear(compass.ringRotation, -heading, 1e-6) && abs(compass.ringRotation - before) <= 180.000001, "seed \(seed)")
    }
  }

  // MARK: True and magnetic

  @Test func magneticDrivesTheRingAndTrueIsKnownAsWell() {
    var compass = CompassModel()
    compass.update(fix(course: 90))
    #expect(abs(declination - -7.6) < 0.3 && isNear(compass.declination, declination))
    #expect(isNear(compass.trueHeading, 90) && isNear(compass.magneticHeading, 90 - declination))
    #expect(isNear(compass.heading, 90 - declination) && isNear(compass.ringRotation, declination - 90))
  }

  @Test func theOtherNorthCanBeChosen() {
    var compass = CompassModel(north: .true)
    compass.update(fix(course: 90))
    #expect(isNear(compass.heading, 90) && isNear(compass.ringRotation, -90))
    compass.north = .magnetic
    #expect(isNear(compass.ringRotation, declination - 90))
  }

  @Test func theNorthThatTheSourceDoesNotGiveFollowsFromTheModel() {
    var compass = CompassModel()
    compass.update(Heading(magnetic: 100))
    #expect(compass.trueHeading == nil && compass.heading == 100)
    compass.update(fix(course: nil))
    #expect(isNear(compass.trueHeading, 100 + declination) && compass.heading == 100)
    compass.update(Heading(true: 50))
    #expect(isNear(compass.magneticHeading, 50 - declination))
    compass.update(Heading(magnetic: 60, true: 50))
    #expect(compass.magneticHeading == 60 && compass.trueHeading == 50)
  }

  @Test func outsideTheYearsOfTheModelAndNearThePolesItSaysSo() {
    var compass = CompassModel()
    #expect(!compass.isModelUnreliable)
    compass.update(fix(course: 90))
    #expect(!compass.isModelUnreliable)
    compass.update(Fix(coordinate: place(0, 0), time: 0, course: 90, speed: 10))
    #expect(compass.isModelUnreliable)
    compass.update(Fix(coordinate: Coordinate(latitude: 86, longitude: 139), time: 1_782_000_000, course: 90, speed: 10))
    #expect(compass.isModelUnreliable)
  }

  // MARK: Accuracy

  @Test(arguments: [-1, -0.1, .nan] as [Double])
  func aNegativeAccuracyIsInvalidAndRingAndNumberHoldStill(accuracy: Double) {
    var compass = CompassModel()
    compass.update(Heading(magnetic: 30, accuracy: 5))
    compass.update(Heading(magnetic: 200, accuracy: accuracy))
    #expect(compass.status == .invalid && compass.heading == 30 && isNear(compass.ringRotation, -30))
    compass.update(Heading(magnetic: 200, accuracy: 5))
    #expect(compass.status == .valid && compass.heading == 200)
  }

  @Test func anAccuracyOfZeroIsValidAndAnUnknownOneToo() {
    var compass = CompassModel()
    compass.update(Heading(magnetic: 30, accuracy: 0))
    #expect(compass.status == .valid && compass.heading == 30 && compass.accuracy == 0)
    compass.update(Heading(magnetic: 40))
    #expect(compass.status == .valid && compass.heading == 40 && compass.accuracy == nil)
  }

  @Test func aHeadingWithoutANumberIsInvalid() {
    var compass = CompassModel()
    for heading in [Heading(), Heading(magnetic: .nan), Heading(true: .infinity, accuracy: 3)] {
      compass.update(heading)
      #expect(compass.status == .invalid && compass.heading == nil && compass.ringRotation == 0)
    }
  }

  @Test func aRequestToCalibrateIsMadeOnInterference() {
    var compass = CompassModel()
    compass.update(Heading(magnetic: 30, accuracy: 10))
    #expect(!compass.needsCalibration)
    compass.update(Heading(magnetic: 40, accuracy: 10, isInterfered: true))
    #expect(compass.status == .uncalibrated && compass.needsCalibration && compass.heading == 40)
    compass.update(Heading(magnetic: 50, accuracy: 40))
    #expect(compass.status == .uncalibrated && compass.heading == 50)
    compass.update(Heading(magnetic: 60, accuracy: -1))
    #expect(compass.needsCalibration)
  }

  @Test func aDeviceWithoutLocationOrHeadingIsToldSoBeforeTheStart() {
    let simulator = LocationSimulator(clock: ManualClock())
    #expect(simulator.shortcomings == [.headingUnavailable])
    #expect(simulator.shortcomings.first?.description == "there is no source of headings")
  }

  // MARK: Where the heading comes from

  @Test func theHeadingIsThatOfTheSourceElseTheCourse() {
    var compass = CompassModel(north: .true)
    #expect(compass.heading == nil && compass.status == .unknown && compass.direction == nil)
    compass.update(fix(course: 90))
    #expect(isNear(compass.heading, 90) && !compass.isFromCompass && compass.status == .valid)
    compass.update(Heading(true: 200))
    compass.update(fix(course: 10))
    #expect(isNear(compass.heading, 200) && compass.isFromCompass)
    compass.forgetCompass()
    #expect(isNear(compass.heading, 200))
    compass.update(fix(course: 10))
    #expect(isNear(compass.heading, 10))
  }

  @Test func theCourseIsHeldWhileStandingStill() {
    var compass = CompassModel(north: .true)
    compass.update(fix(course: 90))
    compass.update(fix(course: 200, speed: 0))
    compass.update(fix(course: nil, speed: 0, 40))
    compass.update(fix(course: -1, speed: 0.1))
    #expect(isNear(compass.heading, 90))
  }

  @Test func aCourseThatIsNotStatedIsComputedFromThePlaces() {
    var compass = CompassModel(north: .true)
    compass.update(fix(course: nil, speed: nil, 0, 0, accuracy: 4))
    #expect(compass.heading == nil)
    // Within the accuracy, standing and driving look the same.
    compass.update(fix(course: nil, speed: nil, 3, 0, accuracy: 4))
    #expect(compass.heading == nil)
    compass.update(fix(course: nil, speed: nil, 6, 0, accuracy: 4))
    #expect(isNear(compass.heading, 90, 0.01))
    compass.update(fix(course: nil, speed: nil, 6, 20, accuracy: 4))
    #expect(isNear(compass.heading, 0, 0.01))
  }

  @Test func ofLocationsThatComeTogetherTheLastCounts() {
    var compass = CompassModel(north: .true)
    compass.update([Location(fix(course: 10)), Location(fix(course: 20))])
    #expect(isNear(compass.heading, 20))
  }

  @Test func theOffsetTurnsTheNumberAndTheRing() {
    var compass = CompassModel(headingOffset: 90)
    compass.update(Heading(magnetic: 300))
    #expect(compass.heading == 30 && isNear(compass.ringRotation, -30))
    compass.headingOffset = -90
    #expect(compass.heading == 210 && isNear(compass.ringRotation, -210))
    compass.headingOffset = .nan
    #expect(compass.heading == 300)
  }

  // MARK: In words

  @Test(
    arguments: [
      (0, "N"), (22.4, "N"), (22.5, "NE"), (90, "E"), (137.4, "SE"), (180, "S"), (225, "SW"), (270, "W"), (315, "NW"), (337.5, "N"),
      (359.9, "N"),
      (-45, "NW"), (765, "NE"),
    ] as [(Double, String)])
  func theDirectionFacedIsNamedInWords(heading: Double, letters: String) {
    var compass = CompassModel()
    compass.update(Heading(magnetic: heading))
    #expect(compass.direction?.abbreviation == letters)
  }

  @Test func directionsHaveNamesInBothLanguages() {
    #expect(CompassPoint.allCases.map(\.chineseName).joined(separator: " ") == "北 东北 东 东南 南 西南 西 西北")
    #expect(CompassPoint.southWest.name == "south-west" && CompassPoint.southWest.degrees == 225)
    #expect(CompassPoint(heading: .nan) == nil && CompassPoint(heading: .infinity) == nil)
  }
}
