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
  private var isBehind = false

  init(_ form: OutputAddress.TextForm, _ writer: StreamWriter, _ loop: any EventLoop, log: @escaping @Sendable (String) -> Void) {
    self.form = form
    self.writer = writer
    self.loop = loop
    self.log = log
  }

  /// Nobody knows.
  var isListening: Bool { false }

  func take(_ batch: FeedBatch) {
    for epoch in batch.epochs where form == .nmea { send(epoch) }
  }

  private func send(_ bytes: [UInt8]) {
    guard writer.pendingBytes + bytes.count <= Self.limit else {
      if !isBehind { log("standard output is not read; what does not fit is left out") }
      isBehind = true
      return
    }
    isBehind = false
    writer.write(bytes)
  }

  func finish(by deadline: NIODeadline, _ done: @escaping () -> Void) {
    let end = EndOfSink(done)
    let box = NIOLoopBound(end, eventLoop: loop)
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
