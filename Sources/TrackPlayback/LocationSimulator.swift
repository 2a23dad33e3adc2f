// Owns `LocationSimulator`: a GPS that goes where a route says. How it steps stands in `LocationSimulator+Steps.swift`.

import Synchronization
import TrackGeodesy

/// A GPS that goes where a route says: one point an interval.
///
/// ```swift
/// let simulator = LocationSimulator(clock: ContinuousClock())
/// simulator.load(track)
/// let updates = simulator.updates()
/// simulator.start(at: 1_767_225_600)
/// for await update in updates { show(update.current) }
/// ```
///
/// ```
///  points    a ── b ── c c ── d                 equal points are a stop at a light
///  updates   aa   ab   bc ·   cd     [previous, current]; ·: passed over by a distance filter, its interval passes
///  time      0    1    2  3   4      intervals after the start
/// ```
///
/// Update *n* is due exactly *n* intervals after the start, on any Swift `Clock`: nothing adds up, however long it plays. One that comes
/// late (the machine slept, a callback took long) is not left out: it follows at once, still with the time at which it was due. A clock that
/// stands still while the machine sleeps (`SuspendingClock`) never has any to make up.
///
/// Each fix is marked as simulated and carries the time at which it is due, course and speed of the motion, the altitude where the route
/// has one, and an accuracy: the route's, else ``horizontalAccuracy``.
///
/// Everything may be called from any thread, also from a callback. **Callbacks** run on a task of the simulator's own, one at a time; so
/// even the first comes from there and not from within ``start(at:)``. After ``stop()`` nothing comes: it waits for a callback that is under
/// way on another thread (so do not call it from a thread for which a callback waits). A simulator that nobody keeps stops.
public final class LocationSimulator: LocationSource {
  /// What changes, behind one lock that is never held while a callback runs.
  let state: Mutex<State>
  let timer: SourceTimer
  let gate = DeliveryGate()

  /// A simulator with nothing loaded.
  ///
  /// - Parameters:
  ///   - clock: what measures the intervals, such as `ContinuousClock()`; in tests one that is wound by hand.
  ///   - updateInterval: the time from one point to the next.
  ///   - distanceFilter: metres; see ``distanceFilter``.
  ///   - keepsRunning: whether it begins again after the last point.
  public init(
    clock: any Clock<Duration>, updateInterval: Duration = .seconds(1), distanceFilter: Double? = nil, keepsRunning: Bool = false
  ) {
    timer = SourceTimer(clock)
    var state = State()
    state.interval = Self.usable(updateInterval)
    state.filter = distanceFilter
    state.keepsRunning = keepsRunning
    self.state = Mutex(state)
  }

  deinit {
    let (task, readers) = state.withLock { ($0.task, $0.readers.takeAll()) }
    task?.cancel()
    for reader in readers { reader.end(isCut: false) }
  }

  // MARK: The route

  /// Adds a track after what is already loaded, also while it plays.
  ///
  /// A track of a million points takes about as long as it takes to measure its legs.
  public func load(_ track: Track) {
    // Measured before the lock is taken, so that whoever plays does not wait.
    let route = SimulatedRoute(track)
    state.withLock { $0.route.append(route) }
  }

  /// Adds fixes after what is already loaded; those whose place is none are left out.
  public func load(_ fixes: some Sequence<Fix>) { load(Track(points: TrackPoints(fixes))) }

  /// Forgets everything loaded, and stops.
  public func unload() {
    stop()
    state.withLock { $0.route = SimulatedRoute() }
  }

  /// The number of points loaded.
  public var pointCount: Int { state.withLock { $0.route.count } }

  // MARK: Settings

  /// Who is told; held weakly.
  public var delegate: (any LocationDelegate)? {
    get { state.withLock { $0.delegate.value } }
    set { state.withLock { $0.delegate.value = newValue } }
  }

  /// Locations and failures; a route has no compass.
  public var available: LocationMessages { [.locations, .failures] }

  /// The time from one point to the next, 1 s by default; one that is not positive counts as 1 s.
  ///
  /// While playing, a change holds from the next update on.
  public var updateInterval: Duration {
    get { state.withLock { $0.interval } }
    set { state.withLock { $0.interval = Self.usable(newValue) } }
  }

  /// Only a point farther than this many metres from the last delivered one goes out; the interval of the others passes.
  ///
  /// 0 passes over equal points; `nil`, the default, delivers everything, and so does a number that is not one.
  public var distanceFilter: Double? {
    get { state.withLock { $0.filter } }
    set { state.withLock { $0.filter = newValue } }
  }

  /// Whether it begins again at the first point, an interval after the last; may change while it plays.
  public var keepsRunning: Bool {
    get { state.withLock { $0.keepsRunning } }
    set { state.withLock { $0.keepsRunning = newValue } }
  }

  /// The accuracy in metres that fixes state where the route has none, 5 by default; a negative one or none counts as 5.
  public var horizontalAccuracy: Double {
    get { state.withLock { $0.accuracy } }
    set { state.withLock { $0.accuracy = newValue >= 0 && newValue.isFinite ? newValue : 5 } }
  }

  private static func usable(_ interval: Duration) -> Duration { interval > .zero ? interval : .seconds(1) }

  // MARK: Playing

  /// Whether it plays.
  public var isRunning: Bool { state.withLock { $0.task != nil } }

  /// Begins at the first point, whose update comes at once and is a pair of equals; begins anew where it plays already.
  ///
  /// Where nothing is loaded the delegate is told ``LocationError/nothingToPlay`` and the updates end.
  /// - Parameter time: the moment that the first fix states, in seconds since 1970-01-01T00:00:00 UTC. Any will do: the simulator reads
  ///   no calendar. One that is not finite counts as 0.
  public func start(at time: Double) {
    let now = timer.now()
    let old = state.withLock { state in
      let old = state.task
      state.begin(at: time.isFinite ? time : 0)
      let run = state.run
      // Not a child of the task that calls: it outlives that, and must not seem to be inside its callbacks.
      state.task = Task.detached { [weak self, timer] in
        var due = now
        while let pause = self?.step(ofRun: run) {
          due += pause
          guard (try? await timer.sleep(due)) != nil else { return }
        }
      }
      return old
    }
    old?.cancel()
  }

  /// Stops at once; nothing comes after it has returned. To start again is to begin at the first point.
  public func stop() {
    let (task, readers) = state.withLock { $0.end() }
    task?.cancel()
    for reader in readers { reader.end(isCut: true) }
    gate.waitUntilQuiet()
  }

  /// The updates from now on, or from the next start; each call gives a sequence of its own, and all get everything.
  ///
  /// - Parameter count: how many updates may wait to be read before the oldest are lost; at least 1.
  public func updates(buffering count: Int = 1024) -> LocationUpdates {
    state.withLock { state in
      state.readers.add(buffering: count) { [weak self] id in self?.state.withLock { $0.readers.remove(id) } }
    }
  }
}
