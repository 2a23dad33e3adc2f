// Owns what a simulator does at each interval: which point is next, whether it goes out, and who is told.

import TrackGeodesy

extension LocationSimulator {
  /// What a simulator knows.
  struct State {
    var route = SimulatedRoute()
    var delegate = WeakDelegate()
    var readers = LocationReaders()
    var interval = Duration.seconds(1)
    var filter: Double?
    var keepsRunning = false
    var accuracy = 5.0
    /// The task that plays; `nil` while it does not.
    var task: Task<Void, Never>?
    /// Counts starts and stops: a task of an earlier run does nothing any more.
    var run = 0
    /// The next point, and the moment in seconds since 1970 UTC at which it is due: `startTime` and what has passed since.
    var next = 0
    var startTime = 0.0
    var passed = Duration.zero
    /// The location delivered last in this run.
    var last: Location?

    /// Sets out at the first point.
    mutating func begin(at time: Double) {
      run += 1
      next = 0
      startTime = time
      passed = .zero
      last = nil
    }

    /// Ends the run: the task to cancel and the readers to tell.
    mutating func end() -> (Task<Void, Never>?, [LocationUpdates.Subscription]) {
      run += 1
      defer { task = nil }
      return (task, readers.takeAll())
    }
  }

  /// What one interval brings.
  private struct Step {
    var update: LocationUpdate?
    var failure: LocationError?
    var delegate: (any LocationDelegate)?
    var readers: [LocationUpdates.Subscription] = []
    /// The time until the next point; `nil` at the end.
    var pause: Duration?
  }

  /// Takes one step; the time until the next, `nil` where there is none.
  func step(ofRun run: Int) -> Duration? {
    var pause: Duration?
    gate.run {
      guard let step = state.withLock({ Self.advance(&$0, run: run) }) else { return }
      pause = step.pause
      if let update = step.update {
        for reader in step.readers { reader.continuation.yield(update) }
        if let delegate = step.delegate, delegate.handledMessages.contains(.locations) {
          delegate.locationSource(self, didUpdateLocations: update.locations)
        }
      }
      if let failure = step.failure, let delegate = step.delegate, delegate.handledMessages.contains(.failures) {
        delegate.locationSource(self, didFailWithError: failure)
      }
      if pause == nil { finish(run: run) }
    }
    return pause
  }

  /// Ends a run that came to its end, unless a callback has stopped or restarted it already.
  private func finish(run: Int) {
    let readers = state.withLock { $0.run == run ? $0.end().1 : [] }
    for reader in readers { reader.end(isCut: false) }
  }

  /// The step that is due; `nil` where the run is over.
  private static func advance(_ state: inout State, run: Int) -> Step? {
    guard state.run == run else { return nil }
    var step = Step(delegate: state.delegate.value, readers: state.readers.all)
    guard state.route.count > 0 else {
      step.failure = .nothingToPlay
      return step
    }
    // At the end of the route, unless something was loaded or keep-running set since.
    if state.next >= state.route.count {
      guard state.keepsRunning else { return step }
      state.next = 0
    }
    step.update = state.deliver(state.next)
    state.next += 1
    if state.next < state.route.count || state.keepsRunning {
      step.pause = state.interval
      state.passed += state.interval
    }
    return step
  }
}

extension LocationSimulator.State {
  /// The update for a point, unless the filter passes it over.
  fileprivate mutating func deliver(_ index: Int) -> LocationUpdate? {
    let fix = route.fix(at: index, interval: interval.inSeconds, time: startTime + passed.inSeconds, accuracy: accuracy)
    let current = Location(fix, isSimulated: true)
    if let last, let filter, filter.isFinite {
      guard Geodesic.wgs84.distance(from: last.coordinate, to: current.coordinate) > filter else { return nil }
    }
    let update = LocationUpdate(previous: last ?? current, current: current)
    last = current
    return update
  }
}
