// What live sources bring to the loop, what is recorded, and what is given out.

import CPlatform
import LiveProtocols
import MapScene
import Terminal
import TrackPlayback
import ViewerApp

extension EventLoop {
  /// What observers and listeners were told of last.
  struct Told {
    /// Whether something was done by hand that changes the position: it is given out at once.
    var isHurried = false
    /// When observers of the control socket were told of changes last.
    var changesAt = -Double.infinity
    var hadEnded = false
    var lap = 0
    var hadFix: Bool?
  }

  /// Takes what the live sources have brought; a live source's reports go on to the outputs as they came.
  mutating func takeLive() -> [ViewerEffect] {
    guard let inputs else { return [] }
    var effects: [ViewerEffect] = []
    for event in inputs.take() {
      if case .live(.messages(let messages, _), _) = event { serving?.pass(messages, isMocked: model.mock != nil) }
      let wasKnown = model.hasTrack
      effects += update(&model, event, at: now)
      if !wasKnown, model.hasTrack { learnZone() }
    }
    return effects
  }

  /// Gives out the position if it is due, or if something was done by hand; tells the control socket's clients what has changed.
  mutating func giveOut() {
    guard serving != nil else { return }
    let clock = MonotonicClock.seconds
    let isDue = serving?.takeDue(at: clock) ?? false
    if isDue || told.isHurried, model.makesReports, let report = model.report(time: WallClock.seconds) {
      serving?.publish(report, at: clock)
    }
    tellControl(at: clock, isHurried: told.isHurried)
    told.isHurried = false
  }

  /// The clocks where the first fix is, for as long as anybody will watch.
  private mutating func learnZone() {
    let start = model.journey.timeline.startTime ?? WallClock.seconds
    let clock = display.clock(Environment.current()).clock(of: model.journey.track)
    _ = update(&model, .zone(clock.offsets(from: start, to: start + 30 * 86_400)), at: now)
  }

  // MARK: Recording

  mutating func startRecording() {
    do throws(ProgramError) {
      guard let state = try inputs?.recordByDate() else { return }
      _ = update(&model, .live(.recording(state)), at: now)
    } catch {
      _ = update(&model, .failed(message: error.description), at: now)
    }
  }

  mutating func stopRecording() {
    let loss = inputs?.stopRecording()
    _ = update(&model, .live(.recording(.off)), at: now)
    if let loss { _ = update(&model, .failed(message: loss), at: now) }
  }
}
