// Owns `StreamSink`: messages as text on standard output.

import LiveProtocols
import NIOCore
import TrackPlayback

/// Writes text to standard output on a thread of its own: a reader that is slow or stopped (Ctrl-S) delays nobody else.
///
/// Not through a channel of NIO: that would make the descriptor non-blocking for everybody who shares it, such as the shell.
final class StreamSink: FeedSink {
  /// Bytes that may wait; what comes beyond them is left out, by whole messages.
  static let limit = 4 << 20

  private let form: OutputAddress.TextForm
  private let writer: StreamWriter
  private let loop: any EventLoop
  private let log: @Sendable (String) -> Void
  private var gpx = GPXStream()
  private var skies: [String: SkyView] = [:]
  private var isBehind = false

  init(_ form: OutputAddress.TextForm, _ writer: StreamWriter, _ loop: any EventLoop, log: @escaping @Sendable (String) -> Void) {
    self.form = form
    self.writer = writer
    self.loop = loop
    self.log = log
    if form == .gpx { writer.write(GPXStream.opening) }
  }

  /// Nobody knows.
  var isListening: Bool { false }

  func take(_ batch: FeedBatch) {
    switch form {
    case .nmea: for epoch in batch.epochs { send(epoch) }
    case .json: for message in batch.messages { send(record(of: message)) }
    case .gpx: for case .report(let report) in batch.messages where !isFull { send(gpx.text(of: report)) }
    }
  }

  private func record(of message: ReceiverMessage) -> [UInt8] {
    var line: [UInt8] = []
    switch message {
    case .report(let report): TextRecord.append(report, sky: skies[report.source], to: &line)
    case .sky(let sky): if skies[sky.source] != nil || skies.count < GPSDServerState.deviceLimit { skies[sky.source] = sky }
    case .heading, .notice: break
    }
    return line
  }

  /// Whether what comes now has to be left out.
  private var isFull: Bool {
    let isFull = writer.pendingBytes > Self.limit
    if isFull, !isBehind { log("standard output is not read; what comes now is left out") }
    isBehind = isFull
    return isFull
  }

  private func send(_ bytes: [UInt8]) { if !bytes.isEmpty, !isFull { writer.write(bytes) } }

  func finish(by deadline: NIODeadline, _ done: @escaping () -> Void) {
    if form == .gpx { writer.write(gpx.closing) }
    let box = NIOLoopBound(EndOfSink(done), eventLoop: loop)
    let timeout = loop.scheduleTask(deadline: deadline) { box.value.reach() }
    writer.flush { [loop] in
      loop.execute {
        timeout.cancel()
        box.value.reach()
      }
    }
    writer.stop()
  }
}

/// Calls back once. Lives on the network thread.
private final class EndOfSink {
  private var done: (() -> Void)?
  init(_ done: @escaping () -> Void) { self.done = done }

  func reach() {
    done?()
    done = nil
  }
}
