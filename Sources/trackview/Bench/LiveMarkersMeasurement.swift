// What ten thousand live markers cost: their messages, their motion, the frame, the terminal.

import Cells
import Chance
import MapScene
import Terminal
import TrackGeodesy
import TrackPlayback

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

enum LiveMarkersMeasurement: Measurement {
  static let name = "live"
  static let title = "Live sources, 120×36, 256 colours: each says where it is once a second, 30 frames a second"

  static func measure(_ settings: BenchSettings) throws -> [BenchRow] {
    try BenchScreen.with(isSynchronized: false) { screen, _ in try markers(settings, screen) } + [growth(settings)]
  }

  private static func markers(_ settings: BenchSettings, _ screen: TerminalScreen) throws(TerminalError) -> [BenchRow] {
    var rows: [BenchRow] = []
    for count in [100, 1_000, 10_000] {
      for isCrowded in count == 10_000 ? [true, false] : [true] {
        var swarm = Swarm(count: count, isCrowded: isCrowded)
        try swarm.run(frames: settings.isQuick ? 90 : 600, on: screen)
        rows.append(swarm.row(atMost: count == 10_000 ? 50 : nil))
      }
    }
    return rows
  }

  /// A fix added to a day of ten a second, to everything that is derived from it.
  private static func growth(_ settings: BenchSettings) -> BenchRow {
    let count = settings.isQuick ? 86_400 : 864_000
    var journey = Journey(liveTitle: "day")
    var player = Player(timeline: journey.timeline, now: 0)
    var first = Samples()
    var last = Samples()
    for index in 0..<count {
      let start = ProcessorClock.seconds
      let angle = Double(index) * 1e-3
      let place = Coordinate(latitude: 40 + 0.2 * Angle.sineCosine(degrees: angle * 7).sine, longitude: 116 + angle * 1e-3)
      journey.append(
        Fix(coordinate: place, altitude: 45, time: Double(index) / 10), startsSegment: false, playing: &player, at: Double(index) / 10)
      let time = (ProcessorClock.seconds - start) * 1e6
      if index < 10_000 { first.add(time) }
      if index >= count - 100_000 { last.add(time) }
    }
    let copy = Samples.milliseconds(runs: 5, seconds: 0) {
      var other = journey
      other.append(Fix(coordinate: Coordinate(latitude: 40, longitude: 116), time: 1e9), startsSegment: true)
      keep(other)
    }
    func text(_ value: Double, _ unit: BenchUnit) -> String { unit.text(value) }
    return BenchRow(
      "a fix added to a played track of \(count / 1000)k points", last, .microseconds, median: 20, percentile99: 1_000,
      reference: "mean \(text(last.mean, .microseconds)), most \(text(last.most, .microseconds)); of the first 10k "
        + "\(text(first.median, .microseconds)); with a copy of the whole \(text(copy.median, .milliseconds))")
  }
}

/// The processor time of this thread: what else the machine does falls on nobody.
private enum ProcessorClock {
  static var seconds: Double {
    var time = timespec()
    guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .nan }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Many sources that go about, and the frames that show them.
private struct Swarm {
  let count: Int
  let isCrowded: Bool
  private var fleet = LiveFleet()
  private var random = SplitMix64(seed: SyntheticTrack.seed)
  private var places: [Coordinate] = []
  private let ids: [String]
  private var messages = Samples()
  private var views = Samples()
  private var presents = Samples()
  private var bytes = Samples()

  /// - Parameter isCrowded: whether all are in view; else one in ten.
  init(count: Int, isCrowded: Bool) {
    self.count = count
    self.isCrowded = isCrowded
    ids = (0..<count).map { "vehicle \($0)" }
    let span = isCrowded ? 0.2 : 2.0
    for _ in 0..<count {
      places.append(Coordinate(latitude: 40 + (random.unit() - 0.5) * span * 0.5, longitude: 116 + (random.unit() - 0.5) * span))
    }
  }

  mutating func run(frames: Int, on screen: TerminalScreen) throws(TerminalError) {
    let perFrame = max(1, count / 30)
    var next = 0
    // Two seconds to begin with, so that all are there and under way.
    for frame in -60..<frames {
      let now = 100 + Double(frame) / 30
      let start = ProcessorClock.seconds
      for _ in 0..<perFrame {
        say(next % count, at: now)
        next += 1
      }
      let heard = ProcessorClock.seconds
      let grid = draw(at: now)
      let drawn = ProcessorClock.seconds
      let report = try screen.present(grid)
      let end = ProcessorClock.seconds
      guard frame >= 0 else { continue }
      messages.add((heard - start) * 1e3)
      views.add((drawn - heard) * 1e3)
      presents.add((end - drawn) * 1e3)
      bytes.add(Double(report.bytes))
    }
  }

  private mutating func say(_ index: Int, at now: Double) {
    let east = (random.unit() - 0.5) * 3e-4
    places[index].longitude += east
    places[index].latitude += (random.unit() - 0.5) * 2e-4
    let fix = Fix(coordinate: places[index], time: 1.7e9 + now, course: east > 0 ? 60 : 300, speed: 12, horizontalAccuracy: 5)
    let report = ReceiverReport(source: ids[index], mode: .threeDimensional, time: fix.time, fix: fix)
    fleet.receive(.report(report), at: now, hostTime: 1.7e9 + now)
  }

  private func draw(at now: Double) -> CellGrid {
    let (width, height) = (BenchSettings.columns, BenchSettings.rows)
    let look = Presentation(theme: Theme(depth: .indexed256, backdrop: .dark))
    let layout = ScreenLayout(width: width, height: height, showsPanels: false)
    let canvas = layout.mapCanvas(.braille)
    let journey = Journey(liveTitle: "swarm")
    let camera = Camera(region: 11_000, around: WebMercator.project(Coordinate(latitude: 40, longitude: 116)), canvas: canvas)
    let pose = fleet.focused?.pose(at: now).map { journey.pose(of: $0) }
    let frame = PlaybackFrame(
      position: 0, duration: 0, pose: pose ?? Pose(coordinate: Coordinate(latitude: 40, longitude: 116)), state: .playing, rate: 1,
      isReversed: false, isLooping: false, lap: 0)
    var moment = Moment(
      journey: journey, frame: frame, camera: camera, look: look, clock: Clock(utc: 1.7e9 + now, offset: 0, isRecorded: true),
      rateText: "1×")
    moment.live = LivePicture(fleet, at: now, camera: camera, canvas: canvas)
    var grid = CellGrid(width: width, height: height)
    MapView.draw(moment, into: &grid, rect: layout.map)
    if let title = layout.title { TitleBar.draw(moment, into: &grid, rect: title) }
    TimelineBar.draw(moment, into: &grid, rect: layout.timeline)
    StatusBar.draw(moment, hasSide: false, into: &grid, rect: layout.status)
    return grid
  }

  func row(atMost limit: Double?) -> BenchRow {
    func text(_ samples: Samples) -> String { BenchUnit.milliseconds.text(samples.mean) }
    let share = (messages.mean + views.mean + presents.mean) * 30 / 10
    return BenchRow(
      "\(count) sources, \(isCrowded ? "all" : "a tenth") in view: of one core", share, .percent, atMost: limit,
      reference: "a frame: messages \(text(messages)), drawing \(text(views)) (p99 \(BenchUnit.milliseconds.text(views.percentile(99)))), "
        + "presenting \(text(presents)), \(BenchUnit.bytes.text(bytes.median))")
  }
}
