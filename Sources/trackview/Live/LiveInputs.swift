// Owns `LiveInputs`: the live sources of a viewer and its recording.

import CPlatform
import LiveFeeds
import LiveProtocols
import Synchronization
import TrackFormats
import TrackPlayback
import ViewerApp

/// The live sources of a viewer, and what records them.
final class LiveInputs {
  /// What is watched.
  let addresses: [SourceAddress]
  private let queue: SourceQueue
  private var sources: [LiveSource] = []
  private var recorder: TrackRecorder?
  private let problems: ProblemBox
  /// How many fixes the queue had left out when last looked at.
  private var droppedFixes = 0

  /// - Throws: where the system has nothing left for it.
  init(_ addresses: [SourceAddress]) throws {
    self.addresses = addresses
    do throws(FeedError) {
      queue = try SourceQueue()
      problems = ProblemBox(try WakeDescriptor())
    } catch {
      throw ProgramError(error.description)
    }
  }

  /// What the screen calls them.
  var title: String { addresses.map(\.description).joined(separator: " ") }

  /// For `poll`.
  var descriptors: [Int32] { [queue.descriptor, problems.wake.descriptor] }

  /// Begins to read all of them.
  /// - Parameters:
  ///   - beginning: what was read of standard input already.
  ///   - network: the thread that servers live on, to share it.
  func start(beginning: [UInt8] = [], network: NetworkThread?) {
    for (index, address) in addresses.enumerated() {
      var options = SourceOptions()
      options.standardInput = StandardInput.track
      options.standardInputBeginning = beginning
      let source = LiveSource(address, options: options, network: network)
      sources.append(source)
      source.start(queue.handler(for: index, waits: address == .standardInput))
    }
  }

  /// What has come since the last time, for the viewer.
  func take() -> [ViewerEvent] { taken() + lateness() + problems.take().map { .live(.recording(state($0))) } }

  /// A word where fixes came faster than they could be taken.
  private func lateness() -> [ViewerEvent] {
    let dropped = queue.dropped.fixes
    guard dropped > droppedFixes else { return [] }
    droppedFixes = dropped
    return [.failed(message: "\(dropped) fixes came faster than they can be taken and were left out")]
  }

  private func taken() -> [ViewerEvent] {
    queue.take().map { news in
      let event: LiveEvent
      switch news.event {
      case .connecting: event = .connecting
      case .connected(let words): event = .connected(words)
      case .messages(let messages, _, let wall): event = .messages(named(messages, by: news.source), hostTime: wall)
      case .silent(let seconds): event = .silent(seconds: seconds)
      case .notUnderstood: event = .notUnderstood
      case .lost(let reason, let seconds): event = .lost(reason: reason, retryIn: seconds)
      case .ended(let reason): event = .ended(reason: reason)
      }
      return .live(event, source: news.source)
    }
  }

  /// Of several addresses each has ids of its own.
  private func named(_ messages: [ReceiverMessage], by source: Int) -> [ReceiverMessage] {
    guard addresses.count > 1 else { return messages }
    let name = addresses[source].description
    func full(_ id: String) -> String { id.isEmpty ? name : "\(name) \(id)" }
    return messages.map { message in
      switch message {
      case .report(var report):
        report.source = full(report.source)
        return .report(report)
      case .sky(var sky):
        sky.source = full(sky.source)
        return .sky(sky)
      case .heading(let heading, let id): return .heading(heading, source: full(id))
      case .notice: return message
      }
    }
  }

  // MARK: Recording

  /// Begins to record.
  /// - Throws: why that file cannot be recorded into.
  func record(to path: String) throws(ProgramError) -> RecordingState {
    _ = stopRecording()
    do throws(FeedError) {
      recorder = try TrackRecorder.start(path: path) { [problems] problem in problems.post(problem) }
      return .on(name: path)
    } catch {
      throw ProgramError(error.description)
    }
  }

  /// Begins to record into a new file in the current folder, named by the date.
  func recordByDate() throws(ProgramError) -> RecordingState { try record(to: Self.newName()) }

  /// Ends the recording, if there is one, and waits for the disk.
  /// - Returns: what was lost, in words.
  func stopRecording() -> String? {
    guard let recorder else { return nil }
    let status = recorder.stop()
    self.recorder = nil
    guard status.lost > 0 else { return nil }
    return "\(status.path): \(status.lost) fixes could not be written" + (status.problem.map { ": \($0)" } ?? "")
  }

  /// Hands over fixes that were taken.
  func record(_ fixes: [TakenFix]) {
    for taken in fixes { recorder?.record(taken.fix, source: taken.source, startsSegment: taken.startsSegment) }
  }

  private func state(_ problem: String?) -> RecordingState {
    guard let recorder else { return .off }
    let path = recorder.status.path
    return problem.map { .failing(name: path, reason: $0) } ?? .on(name: path)
  }

  /// `trackview-20240501-083000.gpx`, by the local time.
  private static func newName() -> String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    func padded(_ value: Int32, _ width: Int = 2) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let date = padded(parts.tm_year + 1900, 4) + padded(parts.tm_mon + 1) + padded(parts.tm_mday)
    return "trackview-\(date)-\(padded(parts.tm_hour))\(padded(parts.tm_min))\(padded(parts.tm_sec)).gpx"
  }

  /// Ends everything.
  /// - Returns: what was lost, in words.
  func stop() -> String? {
    for source in sources { source.stop() }
    queue.close()
    return stopRecording()
  }
}

/// What a recorder's thread says, on its way to the main thread.
private final class ProblemBox: Sendable {
  let wake: WakeDescriptor
  private let box = Mutex<[String?]>([])

  init(_ wake: WakeDescriptor) { self.wake = wake }

  func post(_ problem: String?) {
    // Only the latest is of interest.
    box.withLock { $0 = [problem] }
    wake.wake()
  }

  func take() -> [String?] {
    wake.clear()
    return box.withLock { box in
      defer { box = [] }
      return box
    }
  }
}
