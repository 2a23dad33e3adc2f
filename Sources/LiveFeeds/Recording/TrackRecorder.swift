// Owns `TrackRecorder`: what arrives, written to a GPX file that is whole at any moment.

import Synchronization
import TrackFormats
import TrackPlayback

/// How a recorder waits and how much it keeps.
public struct RecorderOptions: Sendable, Hashable {
  /// Seconds between two writes at least; what arrives meanwhile is written together. A killed process loses no more than this.
  public var interval: Double
  /// Seconds between two attempts where the disk is full.
  public var retryInterval: Double
  /// Fixes that are kept while nothing can be written; further ones are counted as lost.
  public var pendingLimit: Int
  /// Seconds between two requests to put the file onto the disk itself, for the case that the machine fails.
  public var syncInterval: Double

  /// The usual waits: a quarter of a second, 3 s, 100,000 fixes (about 20 MB), 10 s.
  public init(interval: Double = 0.25, retryInterval: Double = 3, pendingLimit: Int = 100_000, syncInterval: Double = 10) {
    self.interval = interval
    self.retryInterval = retryInterval
    self.pendingLimit = pendingLimit
    self.syncInterval = syncInterval
  }
}

/// How a recording stands.
public struct RecorderStatus: Sendable, Hashable {
  /// The file, as it was named.
  public var path: String
  /// Whether fixes are taken.
  public var isRecording = true
  /// Fixes that are in the file, of this session and of those before.
  public var written = 0
  public var foundBefore = 0
  /// Whether a broken end of an earlier session was cut off.
  public var isMended = false
  /// Fixes that wait to be written, and fixes given up because too many waited.
  public var pending = 0
  public var lost = 0
  /// The size of the file in bytes.
  public var bytes = 0
  /// Why nothing can be written at present, in one sentence; `nil` while all is well.
  public var problem: String?
}

/// Writes fixes to a GPX 1.1 file, crash-safe.
///
/// - **Whole at any moment.** New points and the closing tags go over the old closing tags in one write, into room that was taken before.
///   A process that is killed loses what arrived in the last ``RecorderOptions/interval``. If the system breaks that one write off half-way,
///   the next recorder that opens the file cuts the broken line off.
/// - **Going on.** A recording that exists is gone on with, in a new segment. Any other file, and a recording that somebody changed, is
///   left as it is: ``start(path:)`` throws, and names a free name.
/// - **Segments** begin anew where the caller says so, where the time steps back, and after 30 s without a fix.
/// - **Sources.** Each has a track of its own, with its name. While they arrive mixed they stand in short runs, each a track; ``stop()`` puts
///   them together (up to 256 MB), in a new file that takes the old one's place.
/// - **A full disk** is told to `tell` once, and everything is kept and tried again every few seconds. The file stays whole.
/// - **A failing machine** (not only a killed process) may lose what the system had not put onto the disk, about the last 10 s.
///
/// `record` costs its caller a lock and an append; the file is written on a thread of the recorder's own, which lives until ``stop()``.
public final class TrackRecorder: Sendable {
  /// What a recorder tells on its own thread: a problem that came up (`nil` once it is over).
  public typealias Tell = @Sendable (_ problem: String?) -> Void

  let options: RecorderOptions
  let tell: Tell
  private let box: Mutex<Box>
  let pipe: WakeDescriptor

  struct Box {
    var pending: [RecordedFix] = []
    /// Whether fixes were lost after those that are pending.
    var isBroken = false
    var isStopping = false
    var thread: WorkerThread?
    var status: RecorderStatus
  }

  private init(file: borrowing RecordingFile, options: RecorderOptions, tell: @escaping Tell) throws(FeedError) {
    self.options = options
    self.tell = tell
    pipe = try WakeDescriptor()
    var status = RecorderStatus(path: file.path)
    status.foundBefore = file.foundPoints
    status.isMended = file.isMended
    status.bytes = file.size
    box = Mutex(Box(status: status))
  }

  /// Begins or goes on with a recording.
  /// - Parameters:
  ///   - path: The file; it is made where there is none.
  ///   - tell: Told of problems and their end, on the recorder's thread.
  /// - Throws: where the file cannot be recorded into, in words for a person.
  public static func start(
    path: String, options: RecorderOptions = RecorderOptions(), tell: @escaping Tell = { _ in }
  ) throws(FeedError) -> TrackRecorder {
    let file = try RecordingFile(path: path)
    let recorder = try TrackRecorder(file: file, options: options, tell: tell)
    try recorder.begin(file)
    return recorder
  }

  /// Takes a fix; a report without one is passed over.
  /// - Parameters:
  ///   - report: What the receiver said.
  ///   - arrival: When it came, in seconds since 1970 UTC; stands for the time of a fix that has none.
  ///   - startsSegment: Whether something is missing before it.
  public func record(_ report: ReceiverReport, arrival: Double, startsSegment: Bool = false) {
    guard var fix = report.fix else { return }
    if fix.time == nil { fix.time = report.time ?? arrival }
    record(fix, source: report.source, startsSegment: startsSegment)
  }

  /// Takes a fix with its time; one that lies nowhere is passed over.
  public func record(_ fix: Fix, source: String = "", startsSegment: Bool = false) {
    guard abs(fix.coordinate.latitude) <= 90, fix.coordinate.longitude.isFinite else { return }
    let wasEmpty = box.withLock { box in
      guard box.status.isRecording else { return false }
      guard box.pending.count < options.pendingLimit else {
        box.status.lost += 1
        box.isBroken = true
        return false
      }
      box.pending.append(RecordedFix(source: source, fix: fix, startsSegment: startsSegment || box.isBroken))
      box.isBroken = false
      box.status.pending = box.pending.count
      return box.pending.count == 1
    }
    if wasEmpty { pipe.wake() }
  }

  /// How it stands.
  public var status: RecorderStatus { box.withLock { $0.status } }

  /// Writes what is pending, puts the tracks of several sources together, and closes the file. Waits for the disk; again is allowed.
  /// - Returns: How it stands at the end; what could not be written counts as lost.
  @discardableResult
  public func stop() -> RecorderStatus {
    let thread = box.withLock { box in
      box.isStopping = true
      box.status.isRecording = false
      defer { box.thread = nil }
      return box.thread
    }
    pipe.wake()
    thread?.join()
    return status
  }

  private func begin(_ file: sending RecordingFile) throws(FeedError) {
    let writer = RecorderThread(recorder: self, file: file)
    let thread = try WorkerThread { writer.run() }
    box.withLock { $0.thread = thread }
  }

  func withBox<Result>(_ body: (inout Box) -> Result) -> Result { box.withLock { body(&$0) } }
}
