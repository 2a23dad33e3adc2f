// A live source under test: reports in, frames out.

import Cells
import MapScene
import TrackGeodesy
import TrackPlayback

@testable import ViewerApp

/// A viewer of a live source with its own clock, and a receiver that goes east.
struct LiveRehearsal {
  var model: ViewerModel
  var now = 1_000.0
  var effects: [ViewerEffect] = []
  /// The host's time at `now` 0.
  static let hostZero = 1_700_000_000.0
  static let start = Coordinate(latitude: 46.5, longitude: 8)

  init(columns: Int = 120, rows: Int = 36, look: Presentation = Presentation(), _ adjust: (inout ViewerOptions) -> Void = { _ in }) {
    var options = ViewerOptions()
    options.detail = .none
    adjust(&options)
    model = ViewerModel(
      live: "gpsd://127.0.0.1:2947", look: look, options: options, columns: columns, rows: rows, now: now, hostTime: Self.hostZero + now)
  }

  mutating func send(_ event: ViewerEvent) { effects += update(&model, event, at: now) }
  mutating func live(_ event: LiveEvent) { send(.live(event)) }
  mutating func press(_ key: KeyPress) { send(.key(key)) }
  mutating func press(_ text: String) { for scalar in text.unicodeScalars { press(KeyPress(scalar)) } }

  mutating func wait(_ seconds: Double, step: Double = 0.1) {
    let end = now + seconds
    while now < end {
      now = min(end, now + step)
      send(.tick)
    }
  }

  /// What a receiver 10 m/s × `second` east of the start says at the moment.
  static func report(_ second: Double, at time: Double, accuracy: Double? = 4, source: String = "", north: Double = 0) -> ReceiverReport {
    var place = Geodesic.wgs84.direct(from: start, course: 90, distance: 10 * second).coordinate
    if north != 0 { place = Geodesic.wgs84.direct(from: place, course: 0, distance: north).coordinate }
    let fix = Fix(coordinate: place, altitude: 400, time: time, course: 90, speed: 10, horizontalAccuracy: accuracy)
    return ReceiverReport(source: source, mode: .threeDimensional, status: .normal, time: time, fix: fix)
  }

  mutating func hear(_ messages: ReceiverMessage...) { live(.messages(messages, hostTime: Self.hostZero + now)) }

  /// A fix a second for so many seconds.
  mutating func drive(_ seconds: Int, source: String = "", north: Double = 0) {
    for _ in 0..<seconds {
      hear(.report(Self.report(now - 1000, at: Self.hostZero + now, source: source, north: north)))
      wait(1)
    }
  }

  var frame: CellGrid { view(model) }
  var text: String { frame.text.joined(separator: "\n") }
  var hint: String { frame.text(row: model.layout.hint?.row ?? 0) }
  var pose: Pose { model.moment.pose }
  /// Metres east of the start.
  var east: Double { Geodesic.wgs84.distance(from: Self.start, to: pose.coordinate) }
  var bells: Int { effects.count { $0 == .bell } }
  var recorded: [TakenFix] { effects.flatMap { effect -> [TakenFix] in if case .record(let reports) = effect { reports } else { [] } } }
}
