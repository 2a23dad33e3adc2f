// A line on standard error that shows a long reading; it comes after 300 ms and leaves nothing behind.

import ArgumentParser
import CPlatform
import Cells
import TrackFormats
import TrackGeodesy
import TrackPlayback

/// The progress line of commands without a screen.
///
///     big.gpx ▕████████      ▏ 61 MB of 101 MB, 604 000 points
final class ProgressBar: @unchecked Sendable {
  /// Seconds before anything is shown, and between two showings.
  static let patience = 0.3
  static let interval = 0.1

  private let isShown: Bool
  private let environment: Environment
  // Only ever touched by the thread that reads.
  private var next: Double
  private var isDrawn = false

  init(environment: Environment) {
    isShown = isatty(STDERR_FILENO) != 0 && environment.terminal != "dumb"
    self.environment = environment
    next = MonotonicClock.seconds + Self.patience
  }

  /// Shows how far a reading has come, if it is time to.
  func show(_ progress: LoadProgress) {
    guard isShown, MonotonicClock.seconds >= next else { return }
    next = MonotonicClock.seconds + Self.interval
    isDrawn = true
    var columns: Int32 = 0
    var rows: Int32 = 0
    let width = cp_window_size(STDERR_FILENO, &columns, &rows) == 0 && columns > 0 ? Int(columns) : 80
    let text = environment.plain(TextWidth.truncated(Self.line(progress, isUTF8: environment.isUTF8), to: width - 1))
    writeAll(Array(("\r" + text + "\u{1B}[K").utf8), to: STDERR_FILENO)
  }

  /// Takes the line away.
  func finish() {
    if isDrawn { writeAll(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO) }
    isDrawn = false
  }

  private static func line(_ progress: LoadProgress, isUTF8: Bool) -> String {
    let name = TextWidth.truncated(TextWidth.clean(progress.name), to: 30)
    return "\(name) " + bar(progress.share, isUTF8: isUTF8) + progress.text
  }

  private static func bar(_ share: Double?, isUTF8: Bool) -> String {
    guard let share else { return "" }
    let done = Int(share * 20)
    return isUTF8
      ? "▕" + String(repeating: "█", count: done) + String(repeating: " ", count: 20 - done) + "▏ "
      : "[" + String(repeating: "#", count: done) + String(repeating: " ", count: 20 - done) + "] "
  }
}

extension LoadProgress {
  /// `61 MB of 101 MB, 604 000 points`
  var text: String {
    let done = Self.size(bytes)
    let text = total.map { bytes <= $0 ? "\(done) of \(Self.size($0))" : done } ?? done
    return points > 0 ? "\(text), \(Self.grouped(points)) points" : text
  }

  private static func size(_ count: Int) -> String {
    if count < 100_000 { return "\(count / 1000).\(count / 100 % 10) kB" }
    return count < 10_000_000 ? "\(count / 1_000_000).\(count / 100_000 % 10) MB" : "\(grouped(count / 1_000_000)) MB"
  }

  private static func grouped(_ number: Int) -> String {
    DecimalText.fixed(Double(number), digits: 0, grouped: true)
  }
}

/// Reading without a screen: with a progress line, and Ctrl-C that leaves no mess.
enum PlainLoading {
  /// Reads files one after another.
  /// - Parameter keepsNoting: whether Ctrl-C is still only noted afterwards, for whoever writes.
  static func read(
    _ names: [String], _ options: ReadOptions, _ environment: Environment, keepsNoting: Bool = false
  ) throws(ProgramError) -> [LoadedFile] {
    var files: [LoadedFile] = []
    for name in names { files.append(try read(name, options, environment, keepsNoting: keepsNoting)) }
    return files
  }

  /// Reads a file.
  static func read(
    _ name: String, _ options: ReadOptions, _ environment: Environment, keepsNoting: Bool = false
  ) throws(ProgramError) -> LoadedFile {
    cp_note_interrupts()
    let bar = ProgressBar(environment: environment)
    defer {
      bar.finish()
      if !keepsNoting { cp_forget_interrupts() }
    }
    let file = try RouteFile(named: name, environment: environment)
    return try FileReading.read(file, options) { progress, _ in
      bar.show(progress)
      return cp_noted_interrupt() == 0
    }
  }

  /// Reads files one after another and hands over what is made of each; one that cannot be read is complained of, and the others still come.
  /// - Throws: what is wrong with the only file, or status 1 at the end where any could not be read.
  static func each<Content>(
    _ names: [String], reading: (String) throws(ProgramError) -> Content, _ body: (Content) throws -> Void
  ) throws {
    var isComplete = true
    for name in names {
      let loaded: Content
      do throws(ProgramError) {
        loaded = try reading(name)
      } catch {
        if names.count == 1 || error.status != 1 { throw error }
        complain("trackview: \(error.description)")
        isComplete = false
        continue
      }
      try body(loaded)
    }
    if !isComplete { throw ExitCode(1) }
  }
}
