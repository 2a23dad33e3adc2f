// Owns the clock that tests wind by hand, and a delegate that writes down what it is told.

import Synchronization
import TrackGeodesy
import TrackPlayback

/// A clock that goes only when it is told to, from sleeper to sleeper; or by itself, as fast as its sleepers wish.
final class ManualClock: Clock, Sendable {
  struct Instant: InstantProtocol, Hashable {
    var offset: Swift.Duration
    func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Int: (deadline: Instant, wake: CheckedContinuation<Void, any Error>)] = [:]
    var watchers: [CheckedContinuation<Void, Never>] = []
    var nextID = 0
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())
  private let freeUntil: Instant?

  /// A clock that is wound by hand; or that runs by itself up to a number of seconds, and from there by hand.
  init(isFreeRunning: Bool = false, until seconds: Int = 1_000_000) {
    freeUntil = isFreeRunning ? Instant(offset: .seconds(seconds)) : nil
  }

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Swift.Duration { .zero }
  /// Seconds since the clock was made.
  var seconds: Double { now.offset / .seconds(1) }
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    if let freeUntil, deadline <= freeUntil {
      state.withLock { $0.now = max($0.now, deadline) }
      await Task.yield()
      return try Task.checkCancellation()
    }
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let (isCancelled, isDue, watchers) = state.withLock { state -> (Bool, Bool, [CheckedContinuation<Void, Never>]) in
          if state.cancelled.remove(id) != nil { return (true, false, []) }
          if deadline <= state.now { return (false, true, []) }
          state.sleepers[id] = (deadline, continuation)
          defer { state.watchers = [] }
          return (false, false, state.watchers)
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        if isDue { continuation.resume() }
        for watcher in watchers { watcher.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: id)
        if sleeper == nil { state.cancelled.insert(id) }
        return sleeper
      }
      sleeper?.wake.resume(throwing: CancellationError())
    }
  }

  /// Waits until somebody sleeps: whoever was woken has done what it had to do.
  func settle() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleepers.isEmpty { state.watchers.append(continuation) }
        return !state.sleepers.isEmpty
      }
      if isThere { continuation.resume() }
    }
  }

  /// So many times: waits until somebody sleeps, and wakes whoever is due first.
  func step(_ count: Int = 1) async {
    for _ in 0..<count {
      await settle()
      let sleeper = state.withLock { state in
        let first = state.sleepers.min { $0.value.deadline < $1.value.deadline }
        guard let first else { return nil as CheckedContinuation<Void, any Error>? }
        state.now = max(state.now, first.value.deadline)
        return state.sleepers.removeValue(forKey: first.key)?.wake
      }
      sleeper?.resume()
    }
  }

  /// Goes on without waking anybody who is not due, all at once.
  func advance(by duration: Swift.Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map(\.wake)
    }
    for sleeper in due { sleeper.resume() }
  }
}

/// A delegate that writes down what it is told, and may do something about it.
final class Recorder: LocationDelegate {
  let handledMessages: LocationMessages
  private let notes = Mutex<(lists: [[Location]], headings: [Heading], errors: [LocationError], sources: [ObjectIdentifier])>(
    ([], [], [], []))
  private let onUpdate: @Sendable (any LocationSource) -> Void

  init(handling messages: LocationMessages = .all, onUpdate: @escaping @Sendable (any LocationSource) -> Void = { _ in }) {
    handledMessages = messages
    self.onUpdate = onUpdate
  }

  var lists: [[Location]] { notes.withLock { $0.lists } }
  var headings: [Heading] { notes.withLock { $0.headings } }
  var errors: [LocationError] { notes.withLock { $0.errors } }
  var sources: [ObjectIdentifier] { notes.withLock { $0.sources } }
  /// Where the last location of each list lies, in metres east of the corner of Beijing.
  var metres: [Int] { lists.map { $0.last.map(metresEast) ?? -1 } }

  func locationSource(_ source: any LocationSource, didUpdateLocations locations: [Location]) {
    notes.withLock { notes in
      notes.lists.append(locations)
      notes.sources.append(ObjectIdentifier(source))
    }
    onUpdate(source)
  }

  func locationSource(_ source: any LocationSource, didUpdateHeading heading: Heading) {
    notes.withLock { $0.headings.append(heading) }
  }

  func locationSource(_ source: any LocationSource, didFailWithError error: LocationError) {
    notes.withLock { $0.errors.append(error) }
  }
}

/// How many whole metres a location lies east of the corner of Beijing.
func metresEast(_ location: Location) -> Int {
  Int(Geodesic.wgs84.distance(from: place(0, 0), to: location.coordinate).rounded())
}

/// Fixes so many metres east of the corner of Beijing.
func fixes(_ metres: [Double]) -> [Fix] { metres.map { Fix(coordinate: place($0, 0)) } }
