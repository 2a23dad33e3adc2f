// Owns what a mock location proxy remembers, how it tells its consumers, and the task that repeats the mock.

extension MockLocationProxy {
  /// What a proxy knows.
  struct State {
    var delegate = WeakDelegate()
    var others: [WeakDelegate] = []
    var readers = LocationReaders()
    var interval: Duration
    /// The source that spoke last, and what it said.
    var source = WeakSource()
    var sourceLocations: [Location] = []
    /// The mock as it was set; `nil` while there is none.
    var mock: Fix?
    /// A moment in seconds since 1970 UTC and when it held, from which the mock's time is counted; whether the mock stated it itself.
    var anchor: (time: Double, at: Duration)?
    var isAnchorOfMock = false
    /// The location delivered last, and when.
    var last: Location?
    var lastSent = Duration.zero
    /// The task that repeats the mock.
    var task: Task<Void, Never>?

    init(interval: Duration) { self.interval = interval }

    /// Those who are told and still there.
    var consumers: [any LocationDelegate] { ([delegate] + others).compactMap(\.value) }

    /// Sets the mock.
    mutating func begin(_ fix: Fix, at now: Duration) {
      mock = fix
      if let time = fix.time, time.isFinite {
        anchor = (time, now)
        isAnchorOfMock = true
      } else if isAnchorOfMock {
        // Moved without a time of its own: it goes on from where the mock before was.
        anchor = anchor.map { ($0.time + (now - $0.at).inSeconds, now) }
      }
    }

    /// Forgets the mock: the task to cancel.
    mutating func end() -> Task<Void, Never>? {
      mock = nil
      isAnchorOfMock = false
      defer { task = nil }
      return task
    }

    /// Remembers what the source said.
    mutating func note(_ source: any LocationSource, _ locations: [Location], time: Double?, at now: Duration) {
      self.source.value = source
      sourceLocations = locations
      if !isAnchorOfMock { anchor = time.map { ($0, now) } }
    }

    /// The mock as it goes out at a moment.
    func mockLocation(at now: Duration) -> Location? {
      guard var fix = mock else { return nil }
      fix.time = anchor.map { $0.time + (now - $0.at).inSeconds }
      fix.horizontalAccuracy = fix.horizontalAccuracy ?? 5
      return Location(fix, isSimulated: true)
    }
  }

  /// Sends the mock to all; false where none is set any more. Only for jobs of the gate.
  @discardableResult
  func sendMock() -> Bool {
    let now = timer.now()
    let (mock, source) = state.withLock { ($0.mockLocation(at: now), $0.source.value) }
    guard let mock else { return false }
    send([mock], from: source ?? self)
    return true
  }

  /// Sends what the source said last, unless a mock has been set again. Only for jobs of the gate.
  func sendLastOfSource() {
    let (isMocking, locations, source) = state.withLock { ($0.mock != nil, $0.sourceLocations, $0.source.value) }
    if !isMocking, !locations.isEmpty, let source { send(locations, from: source) }
  }

  /// Tells all consumers. Only for jobs of the gate, so that all hear the same in the same order.
  func send(_ locations: [Location], from source: any LocationSource) {
    guard let current = locations.last else { return }
    let now = timer.now()
    let (update, readers, consumers) = state.withLock { state in
      let update = LocationUpdate(previous: state.last ?? current, current: current)
      state.last = current
      state.lastSent = now
      return (update, state.readers.all, state.consumers)
    }
    for reader in readers { reader.continuation.yield(update) }
    for consumer in consumers where consumer.handledMessages.contains(.locations) {
      consumer.locationSource(source, didUpdateLocations: locations)
    }
  }

  /// Repeats the mock every interval without a word from the source, unless that is being done already.
  func startRepeating(from now: Duration) {
    state.withLock { state in
      guard state.task == nil, state.mock != nil else { return }
      let first = now + state.interval
      state.task = Task.detached { [weak self, timer] in
        var due = first
        while (try? await timer.sleep(due)) != nil, let next = self?.repeatMock(due: due) { due = next }
      }
    }
  }

  /// Sends the mock if an interval has passed since anything was sent; when to look again, `nil` once it is released.
  private func repeatMock(due: Duration) -> Duration? {
    let now = timer.now()
    let (interval, lastSent, isMocking) = state.withLock { ($0.interval, $0.lastSent, $0.mock != nil) }
    guard isMocking, !Task.isCancelled else { return nil }
    if now - lastSent < interval { return lastSent + interval }
    gate.post { [self] in sendMock() }
    return max(due + interval, now)
  }
}
