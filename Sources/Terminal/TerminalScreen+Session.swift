// Taking the terminal over and giving it back: modes, size, writing, suspension.

import CNcurses
import CPlatform
import Cells

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension TerminalScreen {
  static func modes(of configuration: Configuration) throws(TerminalError) -> termios {
    var modes = termios()
    guard isatty(configuration.output) == 1, tcgetattr(configuration.input, &modes) == 0 else { throw .notATerminal }
    return modes
  }

  /// The type to use and its number of colours. Terminals that bring a description of their own, which is missing on the machine one logs in to,
  /// are all close to xterm.
  static func findType(_ environment: [String: String]) throws(TerminalError) -> (name: String, colors: Int) {
    guard let type = environment["TERM"], !type.isEmpty else { throw .typeMissing }
    if type == "dumb" { throw .dumb }
    let colors = cn_type_colours(type)
    if colors != -2 { return (type, Int(colors)) }
    let kin = ["xterm-", "alacritty", "foot", "ghostty", "kitty", "wezterm", "contour", "rio", "tmux"]
    guard kin.contains(where: { type.hasPrefix($0) }) else { throw .unknownType(type) }
    let standIn = type.hasPrefix("tmux") ? "screen-256color" : "xterm-256color"
    let others = cn_type_colours(standIn)
    guard others != -2 else { throw .unknownType(type) }
    return (standIn, Int(others))
  }

  static func measure(_ configuration: Configuration) -> (columns: Int, rows: Int) {
    var (columns, rows): (Int32, Int32) = (0, 0)
    if cp_window_size(configuration.output, &columns, &rows) != 0 { (columns, rows) = (0, 0) }
    // 0 means that the terminal does not know, which the size of old says best.
    return (
      columns < 1 ? 80 : min(Int(columns), largestSize.columns), rows < 1 ? 24 : min(Int(rows), largestSize.rows)
    )
  }

  static func open(
    _ type: String, _ support: ColorSupport, _ configuration: Configuration, memory: Int32, size: (columns: Int, rows: Int)
  ) -> (screen: OpaquePointer, support: ColorSupport)? {
    func start(_ colors: Int) -> OpaquePointer? {
      cn_open(type, configuration.output, configuration.input, memory, Int32(size.columns), Int32(size.rows), Int32(colors))
    }
    if let screen = start(support.replacedColors) { return (screen, support) }
    // A curses library that takes no description from the environment: what the terminal's own offers.
    guard support.replacedColors > 0, let screen = start(0) else { return nil }
    let colors = cn_colours(screen)
    return (screen, ColorSupport(depth: colors >= 256 ? .indexed256 : colors >= 8 ? .ansi16 : .none, replacedColors: 0))
  }

  /// Whether the terminal reads control sequences of ECMA-48; such terminals also ignore those of xterm that they do not know.
  private var takesSequences: Bool { capability("home").starts(with: Array("\u{1B}[".utf8)) }
  private var isConsole: Bool { type.hasPrefix("linux") }

  func capability(_ name: String) -> [UInt8] {
    guard let screen else { return [] }
    var buffer = [CChar](repeating: 0, count: 128)
    let count = cn_capability(screen, name, &buffer, buffer.count)
    return count > 0 ? buffer.prefix(count).map { UInt8(bitPattern: $0) } : []
  }

  /// Sets our modes, owes the terminal its own, and lets the next frame enter the alternate screen.
  func begin() {
    var modes = ourModes
    while tcsetattr(configuration.input, TCSANOW, &modes) != 0, errno == EINTR {}
    phase = .active
    arm()
    pending = entering
    if takesSequences, !isConsole {
      if configuration.mouse { pending += Array("\u{1B}[?1002;1006h".utf8) }
      pending += Array("\u{1B}[?2004h".utf8)
      if configuration.probes, !hasProbed {
        hasProbed = true
        pending += TerminalProbe.request(columns: size.columns, rows: size.rows, measuresGlyphs: isUTF8)
      }
    }
    invalidate()
  }

  /// What gives the terminal back, whatever it was doing: kept ready in C, for traps.
  func arm() {
    var bytes: [UInt8] = []
    if takesSequences, !isConsole {
      // A string that was cut short ends, so that the rest is not read as its text.
      bytes += Array("\u{1B}\\".utf8)
      if synchronizedOutput { bytes += Self.endSynchronized }
      bytes += Array("\u{1B}[?1002;1006l\u{1B}[?2004l".utf8)
    }
    let leaving = capability("rmcup")
    for name in ["rmir", "sgr0", "op"] { bytes += capability(name) }
    if takesSequences { bytes += Array("\u{1B}[r".utf8) }
    bytes += capability("cnorm")
    // Without a second screen: below what was drawn, as curses does.
    bytes += leaving.isEmpty ? Array((takesSequences ? "\u{1B}[\(size.rows);1H\r\n" : "\r\n").utf8) : leaving
    var modes = foundModes
    cp_guard_arm(configuration.output, configuration.input, bytes, bytes.count, &modes)
  }

  /// Gives the terminal back for a while. Again is harmless.
  public func suspend() {
    guard phase == .active else { return }
    phase = .suspended
    pending = []
    cp_guard_restore()
  }

  /// Takes the terminal over again, after `suspend()` or where something else used it meanwhile (SIGCONT); the next frame draws everything.
  /// Where another job owns the terminal, this stops the process until it is in front again.
  public func resume() {
    guard phase != .closed else { return }
    if phase == .active { cp_guard_restore() }
    begin()
    refreshSize()
  }

  /// What Ctrl-Z does: gives the terminal back, stops the whole process group (`make run` included), and resumes when it goes on.
  public func stopAndResume() {
    guard phase == .active else { return }
    suspend()
    cp_stop_group()
    resume()
  }

  /// Gives the terminal back for good. Again is harmless.
  public func close() {
    guard phase != .closed, let screen else { return }
    if phase == .active { cp_guard_restore() }
    phase = .closed
    cn_close(screen)
    self.screen = nil
    closeDescriptor(memory)
  }

  /// Reads the terminal's size again, after SIGWINCH.
  /// - Returns: whether it changed; the next frame then draws everything.
  @discardableResult
  public func refreshSize() -> Bool {
    guard phase == .active, let screen else { return false }
    let measured = Self.measure(configuration)
    guard measured != size else { return false }
    guard cn_resize(screen, Int32(measured.columns), Int32(measured.rows)) == 0 else { return false }
    size = measured
    // What gives the terminal back may name the last row.
    arm()
    invalidate()
    return true
  }

  /// Sends control strings as they are (the clipboard, the bell); they must not move the cursor or draw.
  public func send(_ bytes: [UInt8]) throws(TerminalError) {
    guard phase == .active, !bytes.isEmpty else { return }
    try write(bytes)
  }

  /// Asks the terminal to put text into the clipboard (OSC 52). Whether it did cannot be known.
  public func copyToClipboard(_ text: String) throws(TerminalError) {
    guard takesSequences, !isConsole else { return }
    try send(Clipboard.request(text))
  }

  /// Rings the terminal's bell once.
  public func ring() throws(TerminalError) { try send([0x07]) }

  /// Reads what waits in the terminal; call when `poll` says that the input is readable.
  /// - Throws: `gone` at the end of input.
  public func readInput() throws(TerminalError) -> [UInt8] {
    let (bytes, code) = readDescriptor(configuration.input, limit: 4096)
    if !bytes.isEmpty || code == EINTR || code == EAGAIN { return bytes }
    throw .gone
  }

  /// Writes all of it; returns the number of calls.
  @discardableResult
  func write(_ bytes: [UInt8]) throws(TerminalError) -> Int {
    var done = 0
    var writes = 0
    while done < bytes.count {
      let (count, code) = writeDescriptor(configuration.output, bytes, from: done)
      writes += 1
      done += count
      if done == bytes.count { break }
      if cp_pending_ends() > 0 { throw .interrupted }
      switch code {
      case 0, EINTR: continue
      case EAGAIN:
        var ready = pollfd(fd: configuration.output, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, 1000)
      case EIO, EPIPE, EBADF, ENXIO: throw .gone
      default: throw .system(call: "write", code: code)
      }
    }
    return writes
  }
}
