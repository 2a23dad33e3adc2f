// Owns `DescriptorReader`: a thread that reads a descriptor, minds the silences, and can be woken.

import CPlatform
import LiveProtocols
import Synchronization

/// What a descriptor's thread shares with whoever stops it.
final class DescriptorThread: Sendable {
  private let pipe: WakeDescriptor?
  private let isStoppedFlag = Atomic(false)

  init() { pipe = try? WakeDescriptor() }

  var isStopped: Bool { isStoppedFlag.load(ordering: .acquiring) }
  /// Readable once it is stopped.
  var descriptor: Int32 { pipe?.descriptor ?? -1 }

  func start(_ voice: SourceVoice, _ work: @escaping @Sendable () -> Void) {
    guard pipe != nil, let thread = try? WorkerThread(work) else {
      return voice.say(.ended(reason: "the system has no thread or no descriptor left for it"))
    }
    thread.detach()
  }

  func stop() {
    isStoppedFlag.store(true, ordering: .releasing)
    pipe?.wake()
  }

  /// Waits so many seconds, or until it is stopped.
  func wait(_ seconds: Double) {
    let end = HostClock.monotonic + seconds
    while !isStopped, HostClock.monotonic < end { _ = cp_wait(descriptor, -1, max(0, end - HostClock.monotonic)) }
  }
}

/// Reads one open descriptor until it ends.
struct DescriptorReader {
  /// How a reading ended.
  enum Ending {
    case stopped
    case atEnd
    case failed(String)
    /// `isEnough` said so.
    case enough
  }

  let descriptor: Int32
  let thread: DescriptorThread
  let voice: SourceVoice

  /// Reads on.
  /// - Parameters:
  ///   - session: The connection.
  ///   - hears: Called when messages came, before they are handed on.
  ///   - limit: A moment until which it is called again at least, and whether to give up there.
  mutating func read(
    _ session: inout SourceSession, hears: () -> Void = {},
    isEnough: (SourceSession, Double) -> (until: Double?, isEnough: Bool) = { _, _ in (nil, false) }
  ) -> Ending {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var emptyReads = 0
    while !thread.isStopped {
      let now = HostClock.monotonic
      let (until, isOver) = isEnough(session, now)
      if isOver { return .enough }
      let moment = min(session.nextMoment ?? .infinity, until ?? .infinity)
      let ready = cp_wait(thread.descriptor, descriptor, moment.isFinite ? max(0, moment - now) : -1)
      if ready < 0, errno != EINTR { return .failed(String(cString: strerror(errno))) }
      if ready > 0, ready & 2 != 0 {
        let count = sysRead(descriptor, &buffer)
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        if count < 0 { return .failed(String(cString: strerror(errno))) }
        // A serial line that hung up reads as nothing; so may one that has nothing just now.
        if count == 0 {
          emptyReads += 1
          if emptyReads > 3 || !isLine { return .atEnd }
          thread.wait(0.05)
          continue
        }
        emptyReads = 0
        follow(session.receive(Array(buffer[..<count]), at: HostClock.monotonic), hears)
      }
      follow(session.advance(to: HostClock.monotonic), hears)
    }
    return .stopped
  }

  private var isLine: Bool { isatty(descriptor) != 0 }

  /// Hands on what followed from bytes or time.
  func follow(_ outcomes: [SourceSession.Outcome], _ hears: () -> Void) {
    for outcome in outcomes {
      switch outcome {
      case .messages(let messages):
        hears()
        voice.say(.messages(messages, arrival: HostClock.monotonic, wall: HostClock.wall))
      case .silent(let seconds): voice.say(.silent(seconds: seconds))
      case .notUnderstood: voice.say(.notUnderstood)
      // Only a gpsd is asked anything, or given up for its silence.
      case .send, .lost: break
      }
    }
  }
}

/// `read` of the C library, whose name the reader's own hides.
private func sysRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int { read(descriptor, &buffer, buffer.count) }
