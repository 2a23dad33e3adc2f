// Owns `StandardInput`: a track or a live source that is piped in, while the keys come from the terminal.

import CPlatform
import LiveProtocols
import Terminal

/// Standard input that is a track, while the keys come from the terminal.
enum StandardInput {
  /// The descriptor that the track comes through.
  nonisolated(unsafe) private(set) static var track: Int32 = STDIN_FILENO
  /// What was read of it to see what it is.
  nonisolated(unsafe) private(set) static var beginning: [UInt8] = []

  /// Moves the track to a descriptor of its own and puts the terminal in its place. Call it once, before anything reads.
  static func keepForTrack() throws(ProgramError) {
    if isatty(STDIN_FILENO) != 0 { throw ProgramError("standard input is the terminal: pipe a track into it", status: EX_USAGE) }
    let kept = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard kept >= 0, terminal >= 0, dup2(terminal, STDIN_FILENO) >= 0 else {
      throw ProgramError("there is no terminal to take keys from; “trackview snapshot -” prints a frame without one")
    }
    close(terminal)
    track = kept
  }

  // MARK: A file, or live

  /// What comes through standard input.
  enum Kind {
    /// A file; what was read of it is kept in ``StandardInput/beginning``.
    case file
    /// Something live, and what it has said so far.
    case live([UInt8])
  }

  /// Seconds from the first byte in which a file that is short ends.
  static let patience = 0.3
  /// Bytes after which nobody waits any longer to see whether it ends.
  private static let mostBytes = 4 << 20

  /// Looks what comes: it is live if it speaks a protocol of receivers and has not come to its end 0.3 s after its first byte.
  static func look(_ environment: Environment) throws(ProgramError) -> Kind {
    var status = stat()
    guard fstat(track, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return .file }
    cp_note_interrupts()
    let bar = ProgressBar(environment: environment)
    defer {
      bar.finish()
      cp_forget_interrupts()
    }
    var deadline: Double?
    while deadline.map({ MonotonicClock.seconds < $0 }) ?? true, beginning.count < mostBytes {
      if cp_noted_interrupt() != 0 { throw .cancelled }
      bar.show(LoadProgress(name: "stdin", bytes: beginning.count, total: nil, points: 0))
      let ready = cp_wait(track, -1, min(0.1, deadline.map { max(0, $0 - MonotonicClock.seconds) } ?? 0.1))
      guard ready > 0 else { continue }
      guard let bytes = readSome() else { return .file }
      if deadline == nil { deadline = MonotonicClock.seconds + patience }
      beginning += bytes
      if !mayBeLive(beginning) { return .file }
    }
    guard isLive(beginning) else { return .file }
    defer { beginning = [] }
    return .live(beginning)
  }

  /// The next bytes; `nil` at the end.
  private static func readSome() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(track, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  /// Whether the first byte that is no blank can begin a line of a live protocol: `<` and packed files cannot.
  private static func mayBeLive(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first(where: { $0 > 0x20 }) else { return true }
    return first != UInt8(ascii: "<") && first < 0x7F && !bytes.starts(with: Array("PK".utf8)) && !bytes.starts(with: [0x1F])
  }

  /// Whether the bytes are what a receiver says.
  private static func isLive(_ bytes: [UInt8]) -> Bool {
    var decoder = ReceiverDecoder()
    return !decoder.decode(bytes).isEmpty || decoder.recognized != nil
  }
}
