// Owns `RecorderThread`: the thread that writes a recording.

import CPlatform
import Synchronization
import TrackFormats

/// Writes what a recorder takes, until that is stopped.
final class RecorderThread: @unchecked Sendable {
  // All of it is touched only by the thread that runs `run`.
  private let recorder: TrackRecorder
  private var file: RecordingFile?
  private let path: String
  private var encoder: GPXRecording
  private let disk = DiskWriter()
  private var nextWrite = 0.0
  private var nextSync = 0.0
  private var isDirty = false

  /// Fixes that go into one write.
  private static let batch = 10_000

  init(recorder: TrackRecorder, file: RecordingFile) {
    self.recorder = recorder
    self.file = file
    path = file.path
    encoder = GPXRecording(open: file.open)
    nextSync = HostClock.monotonic + recorder.options.syncInterval
  }

  func run() {
    while true {
      let (isPending, isStopping) = recorder.withBox { (!$0.pending.isEmpty, $0.isStopping) }
      let now = HostClock.monotonic
      if isStopping { break }
      if isPending, now >= nextWrite {
        writePending()
      } else if isDirty, now >= nextSync {
        startSync()
      } else {
        let next = isPending ? nextWrite : isDirty ? nextSync : .infinity
        _ = cp_wait(recorder.pipe.descriptor, -1, next.isFinite ? max(0.001, next - now) : -1)
        recorder.pipe.clear()
      }
    }
    finish()
  }

  // MARK: Writing

  private func writePending() {
    let isWell = write()
    nextWrite = HostClock.monotonic + (isWell ? recorder.options.interval : recorder.options.retryInterval)
  }

  /// Writes all that is pending when it is called.
  /// - Returns: Whether it could.
  private func write() -> Bool {
    var rest = recorder.withBox { $0.pending.count }
    do throws(FeedError) {
      while rest > 0 {
        let fixes = recorder.withBox { Array($0.pending.prefix(min(rest, Self.batch))) }
        try append(fixes)
        rest -= fixes.count
      }
      return true
    } catch {
      report(error.description)
      return false
    }
  }

  private func append(_ fixes: [RecordedFix]) throws(FeedError) {
    let file = try openFile()
    var next = encoder
    let text = next.encode(fixes[...])
    do throws(FeedError) {
      try file.append(text, closing: next.closing)
    } catch {
      // Whether it is still there, and ours, is found out by opening it again.
      if !file.isSound { self.file = nil }
      throw error
    }
    encoder = next
    isDirty = true
    recorder.withBox { box in
      box.pending.removeFirst(min(fixes.count, box.pending.count))
      box.status.pending = box.pending.count
      box.status.written += fixes.count
      box.status.bytes = file.size
    }
    report(nil)
  }

  /// The file, opened again where something was wrong with it.
  private func openFile() throws(FeedError) -> RecordingFile {
    if let file { return file }
    let opened = try RecordingFile(path: path)
    file = opened
    encoder = GPXRecording(open: opened.open)
    return opened
  }

  private func report(_ problem: String?) {
    let isNews = recorder.withBox { box in
      defer { box.status.problem = problem }
      return box.status.problem != problem
    }
    if isNews { recorder.tell(problem) }
  }

  // MARK: The disk

  private func startSync() {
    nextSync = HostClock.monotonic + recorder.options.syncInterval
    isDirty = false
    if let file { disk.synchronize(file) }
  }

  private func finish() {
    let isWell = write()
    recorder.withBox { box in
      box.status.lost += box.pending.count
      box.pending.removeAll()
      box.status.pending = 0
    }
    guard isWell, let file else { return }
    do throws(FeedError) {
      try file.synchronize()
      try file.gather()
    } catch {
      report(error.description)
    }
    self.file = nil
  }
}

/// Waits for the disk on a thread of its own, so that a slow one holds no fix up.
private final class DiskWriter: Sendable {
  private let isBusy = Mutex(false)

  /// Asks for a file to be put onto the disk, unless an earlier request is still under way.
  func synchronize(_ file: RecordingFile) {
    let isFree = isBusy.withLock { busy in
      defer { busy = true }
      return !busy
    }
    guard isFree else { return }
    let descriptor = file.duplicate()
    let thread =
      descriptor < 0
      ? nil
      : try? WorkerThread { [self] in
        _ = fsync(descriptor)
        close(descriptor)
        isBusy.withLock { $0 = false }
      }
    if let thread { return thread.detach() }
    if descriptor >= 0 { close(descriptor) }
    isBusy.withLock { $0 = false }
  }
}
