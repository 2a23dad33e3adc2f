import LiveProtocols
import Testing
import TrackGeodesy
import TrackPlayback

/// A receiver behind a reference, so that expectations can drive it.
private final class Receiver {
  private var model: ReceiverModel
  init(_ parameters: ReceiverParameters = ReceiverParameters(), seed: UInt64 = 1, source: String = "", isMarkedSimulated: Bool = true) {
    model = ReceiverModel(parameters, seed: seed, source: source, isMarkedSimulated: isMarkedSimulated)
  }
  var isLost: Bool { model.isLost }
  func messages(for fix: Fix) -> [ReceiverMessage] { model.messages(for: fix) }
  func finish() -> [ReceiverMessage] { model.finish() }
  func lose(for seconds: Double) { model.lose(for: seconds) }
}

@Suite("A simulated receiver")
struct ReceiverModelTests {
  private static let start = 1_767_225_600.0
  private let place = Coordinate(latitude: 39.9, longitude: 116.4)

  private func fix(_ second: Double, speed: Double = 10, course: Double? = 45, altitude: Double? = 50) -> Fix {
    Fix(coordinate: place, altitude: altitude, time: Self.start + second, course: course, speed: speed, horizontalAccuracy: 5)
  }
  private func reports(_ messages: [ReceiverMessage]) -> [ReceiverReport] {
    messages.compactMap { if case .report(let report) = $0 { report } else { nil } }
  }
  private func skies(_ messages: [ReceiverMessage]) -> [SkyView] {
    messages.compactMap { if case .sky(let sky) = $0 { sky } else { nil } }
  }
  /// What a receiver says standing at one place for so many seconds.
  private func run(_ parameters: ReceiverParameters, seconds: Int, seed: UInt64 = 1, interval: Double = 1) -> [ReceiverMessage] {
    let model = Receiver(parameters, seed: seed)
    var out: [ReceiverMessage] = []
    for index in 0..<Int(Double(seconds) / interval) { out += model.messages(for: fix(Double(index) * interval)) }
    return out + model.finish()
  }

  @Test("A perfect receiver gives out what it is given")
  func perfect() throws {
    let model = Receiver(source: "sim")
    let report = try #require(reports(model.messages(for: fix(0))).first)
    #expect(report.fix == fix(0))
    #expect(report.mode == .threeDimensional)
    #expect(report.status == .simulated)
    #expect(report.source == "sim")
    #expect(report.errors.horizontal == 5)
    #expect(report.magneticVariation.map { abs($0 + 7.5) < 0.5 } == true)
    let flat = try #require(reports(model.messages(for: fix(1, altitude: nil))).first)
    #expect(flat.mode == .twoDimensional)
  }

  @Test("Its reports need not say that they are made up")
  func unmarked() throws {
    let model = Receiver(isMarkedSimulated: false)
    #expect(reports(model.messages(for: fix(0))).first?.status == .normal)
  }

  @Test("68 % of the true errors are within the accuracy stated", arguments: [ReceiverPreset.openSky, .cityCanyon, .tunnel])
  func honestAccuracy(_ preset: ReceiverPreset) {
    var within = 0
    var count = 0
    var withinVertical = 0
    // Every few minutes, since an error is remembered for as long.
    for seed in 1...40 {
      for report in reports(run(ReceiverParameters(preset), seconds: 20_000, seed: UInt64(seed), interval: 200)) {
        guard let fix = report.fix, let accuracy = fix.horizontalAccuracy, let altitude = fix.altitude else { continue }
        count += 1
        if Geodesic.wgs84.distance(from: place, to: fix.coordinate) <= accuracy { within += 1 }
        if let vertical = report.errors.vertical, abs(altitude - 50) <= vertical { withinVertical += 1 }
      }
    }
    #expect(count > 2500)
    let share = Double(within) / Double(count)
    #expect(abs(share - 0.68) < 0.025, "\(preset): \(share) of \(count)")
    let vertical = Double(withinVertical) / Double(count)
    #expect(abs(vertical - 0.6827) < 0.025, "\(preset): \(vertical) of \(count) vertically")
  }

  @Test("Errors drift: they differ little from one second to the next, and much after minutes")
  func drift() {
    let places = reports(run(ReceiverParameters(.openSky), seconds: 2000)).compactMap(\.fix?.coordinate)
    func mean(_ gap: Int) -> Double {
      let distances = zip(places, places.dropFirst(gap)).map { Geodesic.wgs84.distance(from: $0, to: $1) }
      return distances.reduce(0, +) / Double(distances.count)
    }
    #expect(mean(1) * 2.5 < mean(600))
  }

  @Test("A city canyon is worse than the open sky, and says so")
  func presets() {
    func typical(_ preset: ReceiverPreset) -> Double {
      let values = reports(run(ReceiverParameters(preset), seconds: 900)).compactMap(\.fix?.horizontalAccuracy).sorted()
      return values[values.count / 2]
    }
    let (open, canyon) = (typical(.openSky), typical(.cityCanyon))
    #expect(open > 1 && open < 6, "\(open)")
    #expect(canyon > 8 && canyon < 40, "\(canyon)")
  }

  @Test("Leaps come and go, and the accuracy stated covers them")
  func jumps() {
    var parameters = ReceiverParameters()
    (parameters.jumps, parameters.jumpSize, parameters.jumpTime) = (60, 100, 10)
    let said = reports(run(parameters, seconds: 1800))
    let away = said.filter { Geodesic.wgs84.distance(from: place, to: $0.fix?.coordinate ?? place) > 20 }
    #expect(away.count > 100 && away.count < 600)
    #expect(away.allSatisfy { ($0.fix?.horizontalAccuracy ?? 0) > 100 })
  }

  @Test("A dropout is reports without a fix, and the sky uses no satellite")
  func dropouts() {
    var parameters = ReceiverParameters()
    (parameters.dropouts, parameters.dropoutTime) = (60, 10)
    let out = run(parameters, seconds: 1800)
    let said = reports(out)
    #expect(said.count == 1800)
    let lost = said.filter { $0.fix == nil }
    #expect(lost.count > 150 && lost.count < 450)
    #expect(lost.allSatisfy { $0.mode == .none && $0.time != nil })
    var current: SkyView?
    for message in out {
      switch message {
      case .sky(let sky): current = sky
      case .report(let report): #expect((current?.usedCount == 0) == (report.fix == nil))
      default: break
      }
    }
  }

  @Test("Fixes held back come all at once, each with its own time, in their order")
  func bursts() {
    var parameters = ReceiverParameters()
    (parameters.bursts, parameters.burstTime) = (120, 5)
    let model = Receiver(parameters)
    var times: [Double] = []
    var largest = 0
    for second in 0..<1200 {
      let batch = reports(model.messages(for: fix(Double(second))))
      largest = max(largest, batch.count)
      times += batch.compactMap(\.time)
    }
    times += reports(model.finish()).compactMap(\.time)
    #expect(times == (0..<1200).map { Self.start + Double($0) })
    #expect(largest >= 4)
  }

  @Test("After a cold start there is no fix at first, and satellites appear one by one")
  func coldStart() {
    var parameters = ReceiverParameters()
    parameters.coldStart = 30
    let out = run(parameters, seconds: 40)
    #expect(reports(out).map { $0.fix != nil } == (0..<40).map { $0 >= 30 })
    let counts = skies(out).prefix(30).map(\.satellites.count)
    #expect(counts.first == 0)
    #expect(zip(counts, counts.dropFirst()).allSatisfy { $1 >= $0 && $1 <= $0 + 3 })
    #expect((counts.last ?? 0) > 8)
    #expect(skies(out).prefix(30).allSatisfy { $0.usedCount == 0 })
  }

  @Test("It can be told to lose its fix, and to find it again")
  func lose() {
    let model = Receiver()
    _ = model.messages(for: fix(0))
    model.lose(for: 10)
    #expect(reports(model.messages(for: fix(1))).first?.fix == nil)
    #expect(model.isLost)
    model.lose(for: 0)
    #expect(reports(model.messages(for: fix(2))).first?.fix != nil)
    model.lose(for: 3)
    #expect((3...8).map { reports(model.messages(for: fix(Double($0)))).first?.fix != nil } == [false, false, true, true, true, true])
  }

  @Test("The sky is plausible: enough satellites, high ones louder, dilutions that fit together, slow motion")
  func sky() throws {
    for (seed, latitude) in [(1, 39.9), (2, -33.0), (3, 0.0), (4, 70.0), (5, 90.0)] {
      let model = Receiver(seed: UInt64(seed))
      var before: [Int: Satellite] = [:]
      for minute in 0..<60 {
        var truth = fix(Double(minute) * 60)
        truth.coordinate = Coordinate(latitude: latitude, longitude: 116.4)
        let sky = try #require(skies(model.messages(for: truth)).first)
        #expect((8...40).contains(sky.satellites.count), "\(sky.satellites.count) at \(latitude)°")
        #expect(sky.usedCount >= 5)
        let dilution = sky.dilution
        let (h, v, p) = (dilution.horizontal ?? 0, dilution.vertical ?? 0, dilution.position ?? 0)
        #expect(h > 0.3 && h < 4 && v > 0.3 && v < 6, "\(h) \(v)")
        #expect(abs(p * p - h * h - v * v) < 1e-9)
        for satellite in sky.satellites {
          let (elevation, azimuth, signal) = (satellite.elevation ?? -1, satellite.azimuth ?? -1, satellite.signal ?? -1)
          #expect((5...90).contains(elevation) && (0...360).contains(azimuth) && (20...50).contains(signal))
          #expect((1...32).contains(satellite.number) || (65...96).contains(satellite.number))
          if let last = before[satellite.number]?.elevation { #expect(abs(last - elevation) < 1) }
        }
        #expect(Set(sky.satellites.map(\.number)).count == sky.satellites.count)
        before = Dictionary(uniqueKeysWithValues: sky.satellites.map { ($0.number, $0) })
      }
    }
  }

  @Test("Standing still it says a small speed and holds the course")
  func standing() {
    let model = Receiver(ReceiverParameters(.openSky))
    _ = model.messages(for: fix(0))
    for second in 1..<60 {
      let said = reports(model.messages(for: fix(Double(second), speed: 0))).first?.fix
      #expect(said?.course == 45)
      #expect((said?.speed ?? 9) < 0.6)
    }
  }

  @Test("Moving it says course and speed with small errors")
  func moving() {
    let said = reports(run(ReceiverParameters(.openSky), seconds: 600)).compactMap(\.fix)
    #expect(said.allSatisfy { abs(($0.course ?? 0) - 45) < 4 && abs(($0.speed ?? 0) - 10) < 0.6 })
    #expect(Set(said.map(\.speed)).count > 500)
  }

  @Test("Climb follows the altitude, and a leap of it is none")
  func climb() {
    let model = Receiver()
    #expect(reports(model.messages(for: fix(0))).first?.climb == nil)
    #expect(reports(model.messages(for: fix(2, altitude: 53))).first?.climb == 1.5)
    #expect(reports(model.messages(for: fix(3, altitude: 5000))).first?.climb == nil)
  }

  @Test("The same seed gives the same numbers on every machine")
  func golden() throws {
    let model = Receiver(ReceiverParameters(.cityCanyon), seed: 2026)
    var last: ReceiverMessage?
    for second in 0..<100 { last = model.messages(for: fix(Double(second))).last ?? last }
    guard case .report(let report) = last, let fix = report.fix else {
      Issue.record("no fix")
      return
    }
    let numbers = [fix.coordinate.latitude, fix.coordinate.longitude, fix.altitude ?? 0, fix.speed ?? 0, fix.course ?? 0]
    let expected = ["39.899536649", "116.399978185", "80.059354914", "9.770999643", "48.524203768"]
    #expect(numbers.map { DecimalText.fixed($0, digits: 9) } == expected)
  }

  @Test("Each kind of error has a chance of its own: more dropouts do not move the drift")
  func independence() {
    let calm = ReceiverParameters(.openSky)
    var broken = calm
    broken.bursts = 200
    #expect(reports(run(calm, seconds: 500)) == reports(run(broken, seconds: 500)))
  }

  @Test("What is hostile does no harm")
  func hostile() {
    var parameters = ReceiverParameters(.cityCanyon)
    (parameters.accuracy, parameters.drift, parameters.jumps, parameters.dropoutTime) = (.infinity, .nan, -5, 0)
    let model = Receiver(parameters, seed: .max)
    let nowhere = Coordinate(latitude: .nan, longitude: 0)
    #expect(model.messages(for: Fix(coordinate: nowhere)).isEmpty)
    for time in [0, -1e300, 1e300, .nan, .infinity, 5, 4] {
      for latitude in [90.0, -90, 0] {
        let fix = Fix(
          coordinate: Coordinate(latitude: latitude, longitude: 180), altitude: 1e300, time: time, course: .nan, speed: 1e300,
          horizontalAccuracy: -1)
        for report in reports(model.messages(for: fix)) { #expect(report.fix.map(\.coordinate.isValid) ?? true) }
      }
    }
    model.lose(for: .nan)
    _ = model.finish()
  }

  @Test("Realism as it is written")
  func parsing() throws {
    #expect(try ReceiverParameters(parsing: "city-canyon") == ReceiverParameters(.cityCanyon))
    var expected = ReceiverParameters(.openSky)
    (expected.accuracy, expected.dropouts) = (8, 20)
    #expect(try ReceiverParameters(parsing: "open-sky,accuracy=8,dropouts=20") == expected)
    expected = ReceiverParameters()
    expected.coldStart = 30
    #expect(try ReceiverParameters(parsing: "cold-start=30") == expected)
    for text in [
      "", "moon", "open-sky,", "accuracy", "accuracy=", "accuracy=x", "accuracy=-1", "accuracy=1e9", "open-sky,tunnel", "=1", ",,",
    ] {
      #expect(throws: AddressError.self, "\(text)") { try ReceiverParameters(parsing: text) }
    }
    for name in ["accuracy", "cold-start", "mask"] { #expect(ReceiverParameters.markdown.contains("| `\(name)` |")) }
  }
}
