// Owns `TileQueue`: the tiles that are wanted from the network, and what is to be done for them next. Pure: nothing here waits or asks.
//
//     fetch ──► onDisk ──► looking ──► waiting ──► asking ──► answered
//                             └───────────────────────────────────┘  what is on the disk and fresh

import BaseMap

/// A tile that somebody waits for.
struct TileJob: Sendable {
  enum Stage: Hashable, Sendable {
    /// The disk is to be looked at, or is being looked at.
    case onDisk, looking
    /// The server is to be asked, or is being asked since a moment.
    case waiting
    case asking(since: Double)
  }

  /// Tells it from an earlier job of the same tile.
  let serial: Int
  /// When it was first wanted.
  let since: Double
  var stage = Stage.onDisk
  /// Who waits for it.
  var takers: [@Sendable (TileAnswer) -> Void]
  /// What the disk has of it, though it is no longer fresh.
  var kept: KeptAnswer?
  /// Times that the server failed to give it, and when it may be asked again.
  var failures = 0
  var notBefore = -Double.infinity
  /// Whether nobody needs it any more, though the server is being asked still.
  var isGivenUp = false
  /// What asks the server.
  var task: Task<Void, Never>?
}

/// The tiles that are wanted, in the order in which they are.
struct TileQueue: Sendable {
  private(set) var jobs: [TileID: TileJob] = [:]
  /// The most wanted first.
  private(set) var order: [TileID] = []
  private var lastSerial = 0

  /// Tiles at a time; those wanted least are given up beyond it.
  static let limit = 512
  /// Files of the disk that are read at a time.
  static let looksAtOnce = 2
  /// Seconds for which a request goes on that nobody needs any more.
  static let grace = 1.0

  /// Takes a wish in.
  /// - Returns: who has to be told that a tile is given up for it.
  mutating func add(_ id: TileID, at now: Double, _ taker: @escaping @Sendable (TileAnswer) -> Void) -> [TileJob] {
    if jobs[id] != nil {
      jobs[id]?.takers.append(taker)
      jobs[id]?.isGivenUp = false
      return []
    }
    lastSerial += 1
    jobs[id] = TileJob(serial: lastSerial, since: now, takers: [taker])
    order.append(id)
    guard order.count > Self.limit else { return [] }
    // The oldest: it was not asked for when the view last changed.
    return remove(order[0]).map { [$0] } ?? []
  }

  /// The job of a tile, if it is the one with that number still.
  func job(_ id: TileID, _ serial: Int) -> TileJob? { jobs[id].flatMap { $0.serial == serial ? $0 : nil } }

  mutating func change(_ id: TileID, _ serial: Int, _ body: (inout TileJob) -> Void) {
    guard var job = job(id, serial) else { return }
    body(&job)
    jobs[id] = job
  }

  mutating func remove(_ id: TileID) -> TileJob? {
    guard let job = jobs.removeValue(forKey: id) else { return nil }
    order.removeAll { $0 == id }
    return job
  }

  mutating func removeAll() -> [TileJob] {
    defer { (jobs, order) = ([:], []) }
    return order.compactMap { jobs[$0] }
  }

  /// Leaves only these, and gives them their order. What is being asked for goes on as long as ``removeGivenUp(at:)`` lets it.
  /// - Returns: what was given up.
  mutating func removeAll(except wanted: [TileID], at now: Double) -> [TileJob] {
    let kept = Set(wanted)
    var removed: [TileJob] = []
    for id in order {
      guard let job = jobs[id] else { continue }
      if kept.contains(id) {
        jobs[id]?.isGivenUp = false
      } else if case .asking = job.stage {
        jobs[id]?.isGivenUp = true
      } else {
        jobs[id] = nil
        removed.append(job)
      }
    }
    let left = order.filter { jobs[$0] != nil }
    let first = wanted.filter { jobs[$0] != nil }
    var seen: Set<TileID> = []
    order = (first + left).filter { seen.insert($0).inserted }
    return removed + removeGivenUp(at: now)
  }

  /// Ends the asking for what nobody needs any more: when it began a second ago or earlier (it is nearly there before) and something waits for its
  /// place.
  /// - Returns: what was given up.
  mutating func removeGivenUp(at now: Double) -> [TileJob] {
    guard jobs.values.contains(where: { $0.stage == .waiting || $0.stage == .onDisk }) else { return [] }
    return order.filter { id in
      guard let job = jobs[id], job.isGivenUp, case .asking(let since) = job.stage else { return false }
      return now - since >= Self.grace
    }.compactMap { remove($0) }
  }

  /// Starts over with what was not found on the disk: another place of it is to be looked at.
  mutating func lookAgain() {
    for (id, job) in jobs where job.stage == .waiting {
      jobs[id]?.stage = .onDisk
      jobs[id]?.kept = nil
    }
  }

  /// The tiles whose place on the disk is to be looked at now.
  mutating func startLooking() -> [(id: TileID, serial: Int)] {
    start(.onDisk, as: .looking, room: Self.looksAtOnce - jobs.values.count { $0.stage == .looking }) { _ in true }
  }

  /// The tiles that the server is to be asked for now, at most so many.
  mutating func startAsking(room: Int, at now: Double) -> [(id: TileID, serial: Int)] {
    start(.waiting, as: .asking(since: now), room: room) { $0.notBefore <= now }
  }

  /// The tiles that may be answered with what is kept though it is no longer fresh.
  mutating func startServing() -> [(id: TileID, serial: Int)] { start(.waiting, as: .looking, room: Self.limit) { $0.kept != nil } }

  private mutating func start(
    _ stage: TileJob.Stage, as next: TileJob.Stage, room: Int, where isReady: (TileJob) -> Bool
  ) -> [(id: TileID, serial: Int)] {
    var room = room
    var started: [(id: TileID, serial: Int)] = []
    for id in order where room > 0 {
      guard let job = jobs[id], job.stage == stage, isReady(job) else { continue }
      jobs[id]?.stage = next
      started.append((id, job.serial))
      room -= 1
    }
    return started
  }

  /// Gives up what only the server could give.
  /// - Parameter isDiskKnown: Whether the disk is still to be looked at for those for which it has not been.
  mutating func removeHopeless(isDiskKnown: Bool) -> [TileJob] {
    order.filter { id in
      guard let job = jobs[id] else { return false }
      return job.stage == .waiting && job.kept == nil || job.stage == .onDisk && !isDiskKnown
    }.compactMap { remove($0) }
  }

  /// Gives up what has waited too long.
  mutating func removeImpatient(at now: Double, patience: Double) -> [TileJob] {
    order.filter { id in
      guard let job = jobs[id], job.stage == .waiting || job.stage == .onDisk else { return false }
      return now - job.since >= patience
    }.compactMap { remove($0) }
  }

  /// When something is to be done though nothing happens; `nil` where nothing waits for a moment to come.
  func nextMoment(after now: Double, pausedUntil: Double, patience: Double) -> Double? {
    var next: Double?
    func consider(_ moment: Double) { if moment > now { next = min(next ?? moment, moment) } }
    for job in jobs.values {
      switch job.stage {
      case .waiting, .onDisk: for moment in [job.notBefore, pausedUntil, job.since + patience] { consider(moment) }
      case .asking(let since): if job.isGivenUp { consider(since + Self.grace) }
      case .looking: break
      }
    }
    return next
  }
}
