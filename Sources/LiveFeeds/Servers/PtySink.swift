// Owns `PtySink`: NMEA sentences into a pseudo-terminal.

import NIOCore
import TrackPlayback

/// Writes sentences as far as the reader takes them; where it does not, whole sentences are left out.
///
/// Not through a channel of NIO: that would keep what is not read, and the reader would get the past.
final class PtySink: FeedSink {
  private let device: PtyDevice
  /// The rest of a sentence of which the device has taken the beginning.
  private var begun: ArraySlice<UInt8> = []
  private var hadReader = false

  init(_ device: PtyDevice) { self.device = device }

  var isListening: Bool { device.hasReader }

  func take(_ batch: FeedBatch) {
    device.passOverInput()
    guard device.hasReader else {
      if hadReader { device.forget() }
      (hadReader, begun) = (false, [])
      return
    }
    hadReader = true
    for epoch in batch.epochs {
      for sentence in epoch.split(separator: 0x0A) {
        if !begun.isEmpty { begun = begun.dropFirst(device.write(begun)) }
        guard begun.isEmpty else { return }
        // With its end of line, which `split` took off.
        let whole = epoch[sentence.startIndex..<min(sentence.endIndex + 1, epoch.endIndex)]
        let taken = device.write(whole)
        guard taken > 0 else { return }
        begun = whole.dropFirst(taken)
      }
    }
  }

  func finish(by deadline: NIODeadline, _ done: @escaping () -> Void) {
    device.removeLink()
    done()
  }
}
