// What a frame takes: time to draw and to present, bytes, writes. The viewer plays the bundled drive; the terminal is a pseudo-terminal.

import Cells
import MapScene
import Terminal
import TrackPlayback
import ViewerApp

enum FrameMeasurement: Measurement {
  static let name = "frames"
  static let title =
    "A frame, 120×36, 256 colours, Routes/beijing.txt at 1×, 60 ticks a second (bytes: median and p99 of the frames that change)"

  static func measure(_ settings: BenchSettings) throws -> [BenchRow] {
    try BenchScreen.with { screen, drain in try measure(settings, screen, drain) }
  }

  private static func measure(_ settings: BenchSettings, _ screen: TerminalScreen, _ drain: PtyDrain) throws -> [BenchRow] {
    let seconds = settings.isQuick ? 40.0 : 240
    var whole = FrameRun(settings, screen)
    try whole.play(seconds: seconds)
    var plain = FrameRun(settings, screen, keys: ["\t"])
    try plain.play(seconds: seconds)
    var bare = FrameRun(settings, screen, keys: ["\t"], drawsTrackOnly: true)
    try bare.play(seconds: seconds)
    let repaint = try whole.repaint()
    let unchanged = try whole.unchanged()
    let sent = whole.sent + plain.sent + bare.sent
    let lost = sent - drain.settle(at: sent)

    let text = BenchUnit.bytes.text(Double(whole.plainFrameBytes))
    return [
      unchanged,
      whole.row(.marker, "marker tick, straight ahead", atMost: 120),
      whole.row(.turning, "marker tick while the ring turns", atMost: 600),
      whole.row(.pan, "pan by a cell, with panels and furniture", atMost: 1200),
      bare.row(.pan, "pan by a cell, bare track and marker", atMost: 600),
      plain.row(.pan, "pan by a cell, panels off, furniture on", atMost: nil),
      BenchRow("full repaint", repaint.bytes, .bytes, median: 8000, reference: "\(repaint.times); the same frame printed as text \(text)"),
      BenchRow("writes a frame, at most", Double(max(whole.mostWrites, plain.mostWrites, bare.mostWrites)), .count, atMost: 1),
      BenchRow("bytes that did not arrive", Double(lost), .count, atMost: 0, reference: BenchUnit.bytes.text(Double(sent)) + " sent"),
      try pace(settings, screen),
    ]
  }

  /// Bytes a second when frames are drawn at the moments the viewer itself chooses.
  private static func pace(_ settings: BenchSettings, _ screen: TerminalScreen) throws(TerminalError) -> BenchRow {
    let seconds = 60.0
    var model = FrameRun.model(settings)
    var now = 10.0
    var bytes = 0
    var frames = 0
    _ = update(&model, .tick, at: now)
    try screen.present(view(model))
    while now < 10 + seconds {
      now = max(model.nextFrame() ?? .infinity, now + 1 / 240)
      _ = update(&model, .tick, at: now)
      let report = try screen.present(view(model))
      bytes += report.bytes
      frames += report.writes > 0 ? 1 : 0
    }
    let rate = BenchUnit.count.text((Double(frames) / seconds * 10).rounded() / 10)
    return BenchRow(
      "at the viewer's own pace, for a minute", measured: BenchUnit.bytes.text(Double(bytes) / seconds) + "/s",
      reference: "\(rate) frames/s")
  }
}
