// Owns `MockLocationProxy`: stands between a source and its consumers and puts a mock location. How it sends stands in
// `MockLocationProxy+Delivery.swift`.

import Synchronization
import TrackGeodesy

/// Stands between a location source and its consumers and, while a mock location is set, puts that in the place of the source's.
///
/// ```
///                  set(_:) hold() release()       from any thread, while the program runs
///                            │
///  source ──► MockLocationProxy ──┬──► delegate, and others added
///                                 └──► updates()
/// ```
///
/// With no mock set it is transparent: every message goes on as it came, with the source that sent it. While one is set, each list of
/// locations is replaced by one location, marked as simulated; headings and failures go on as they came. The mock also goes out at once when
/// it is set, and every update interval while the source sends nothing. On release the last locations that the source gave go out at once.
///
/// Its consumers are held weakly; for one that is gone it is silent. It sends no message that a consumer does not handle. Whoever sets it up
/// keeps it, since sources hold their delegates weakly too.
///
/// **Callbacks** run one at a time and in the order of what caused them: on the thread of the source, of whoever sets or releases the mock,
/// or on a task of the proxy's own; where one of them is calling already, it makes the others' calls too. So `set(_:)` has told all
/// consumers when it returns, unless they are being told of something at this very moment: then they are told right after that.
public final class MockLocationProxy: LocationSource, LocationDelegate {
  /// What changes, behind one lock that is never held while a callback runs.
  let state: Mutex<State>
  let timer: SourceTimer
  let gate = DeliveryGate()

  /// A proxy without a mock.
  ///
  /// - Parameters:
  ///   - target: the consumer; held weakly. More can be added.
  ///   - clock: what measures the interval, such as `ContinuousClock()`.
  ///   - updateInterval: how often a mock goes out while the source sends nothing; one that is not positive counts as 1 s.
  public init(wrapping target: (any LocationDelegate)? = nil, clock: any Clock<Duration>, updateInterval: Duration = .seconds(1)) {
    timer = SourceTimer(clock)
    var state = State(interval: updateInterval > .zero ? updateInterval : .seconds(1))
    state.delegate.value = target
    self.state = Mutex(state)
  }

  deinit {
    let (task, readers) = state.withLock { ($0.task, $0.readers.takeAll()) }
    task?.cancel()
    for reader in readers { reader.end(isCut: false) }
  }

  // MARK: Both sides

  /// Places itself between a source and its delegate, which becomes this proxy's; what is done with the source later is covered too.
  public func interpose(on source: any LocationSource) {
    let target = source.delegate
    if target !== self { delegate = target }
    state.withLock { $0.source = WeakSource(value: source) }
    source.delegate = self
  }

  /// The first consumer.
  public var delegate: (any LocationDelegate)? {
    get { state.withLock { $0.delegate.value } }
    set { state.withLock { $0.delegate.value = newValue } }
  }

  /// Adds a consumer, which is held weakly; adding it twice is adding it once.
  public func add(_ consumer: any LocationDelegate) {
    state.withLock { state in
      state.others.removeAll { $0.value == nil || $0.value === consumer }
      var other = WeakDelegate()
      other.value = consumer
      state.others.append(other)
    }
  }

  /// Removes a consumer that was added.
  public func remove(_ consumer: any LocationDelegate) {
    state.withLock { state in state.others.removeAll { $0.value == nil || $0.value === consumer } }
  }

  /// The updates from now on: the last location of each, with the one before it; each call gives a sequence of its own. It ends with the
  /// proxy.
  ///
  /// - Parameter count: how many updates may wait to be read before the oldest are lost; at least 1.
  public func updates(buffering count: Int = 1024) -> LocationUpdates {
    state.withLock { state in
      state.readers.add(buffering: count) { [weak self] id in self?.state.withLock { $0.readers.remove(id) } }
    }
  }

  /// Locations, which can always be mocked, and whatever the source sends.
  public var available: LocationMessages {
    (state.withLock { $0.source.value }?.available ?? []).union(.locations)
  }

  /// Locations in any case; the rest as the consumers answer.
  public var handledMessages: LocationMessages {
    state.withLock { $0.consumers }.reduce(.locations) { $0.union($1.handledMessages) }
  }

  // MARK: The mock

  /// The mock location, as it was set; `nil` while the source's own go through.
  public var mock: Fix? { state.withLock { $0.mock } }

  /// Sets or moves the mock location and tells all consumers.
  ///
  /// Its time, if it has one, goes on from now; else it is the source's, going on from its last fix, and unknown where that is. An accuracy
  /// that is missing is sent as 5 m.
  /// - Returns: false, and nothing happens, where the place is not valid.
  @discardableResult
  public func set(_ fix: Fix) -> Bool {
    guard fix.coordinate.isValid else { return false }
    let now = timer.now()
    state.withLock { $0.begin(fix, at: now) }
    startRepeating(from: now)
    gate.post { [self] in sendMock() }
    return true
  }

  /// Holds the position where it is: the location delivered last becomes the mock, standing still.
  ///
  /// - Returns: false, and nothing happens, where none has been delivered yet.
  @discardableResult
  public func hold() -> Bool {
    let now = timer.now()
    let isHeld = state.withLock { state in
      guard var fix = state.last?.fix else { return false }
      fix.speed = 0
      fix.time = fix.time.map { $0 + (now - state.lastSent).inSeconds }
      state.begin(fix, at: now)
      return true
    }
    guard isHeld else { return false }
    startRepeating(from: now)
    gate.post { [self] in sendMock() }
    return true
  }

  /// Lets go: the source's last locations go out at once, if it gave any, and from then on all of them. Nothing where no mock is set.
  public func release() {
    let task: Task<Void, Never>?? = state.withLock { state in
      guard state.mock != nil else { return nil }
      return state.end()
    }
    guard let task else { return }
    task?.cancel()
    gate.post { [self] in sendLastOfSource() }
  }

  // MARK: What the source says

  /// Sends the mock instead, or passes the locations on.
  public func locationSource(_ source: any LocationSource, didUpdateLocations locations: [Location]) {
    guard let last = locations.last else { return }
    let now = timer.now()
    state.withLock { $0.note(source, locations, time: last.fix.time, at: now) }
    gate.post { [self] in
      if !sendMock() { send(locations, from: source) }
    }
  }

  /// Passes the heading on.
  public func locationSource(_ source: any LocationSource, didUpdateHeading heading: Heading) {
    gate.post { [self] in
      for consumer in state.withLock({ $0.consumers }) where consumer.handledMessages.contains(.headings) {
        consumer.locationSource(source, didUpdateHeading: heading)
      }
    }
  }

  /// Passes the failure on.
  public func locationSource(_ source: any LocationSource, didFailWithError error: LocationError) {
    gate.post { [self] in
      for consumer in state.withLock({ $0.consumers }) where consumer.handledMessages.contains(.failures) {
        consumer.locationSource(source, didFailWithError: error)
      }
    }
  }
}

/// A source held weakly, to be kept in a value.
struct WeakSource {
  weak var value: (any LocationSource)?
}
