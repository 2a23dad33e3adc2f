// Playing on a terminal that can only print: a line of text every few seconds.

import Cells
import MapScene
import TrackPlayback
import ViewerApp

/// The viewer of `TERM=dumb`.
enum LineMode {
  /// Seconds between lines.
  static let interval = 2.0

  /// Prints where the marker is until the track ends or a signal ends the program.
  /// - Throws: where nothing more can be printed.
  static func run(_ journey: Journey, _ look: Presentation, _ options: ViewerOptions) throws(ProgramError) {
    // Counted, not measured: the clock of a file stands still while the program is suspended.
    var now = 0.0
    var model = ViewerModel(journey: journey, look: look, options: options, columns: 80, rows: 24, now: 0)
    try say("\(journey.title): \(look.units.distance(journey.timeline.length)), \(look.clock(journey.timeline.duration))\n")
    while true {
      _ = update(&model, .tick, at: now)
      try say(Description.line(of: model.moment) + "\n")
      if model.moment.frame.state == .ended { return }
      usleep(UInt32(interval * 1_000_000))
      now += interval
    }
  }
}

/// The clock of the event loop: it goes on evenly whatever happens to the date.
enum MonotonicClock {
  static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The date, and how far the local time is ahead of UTC.
enum WallClock {
  static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  static var utcOffset: Double {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return Double(parts.tm_gmtoff)
  }
}
