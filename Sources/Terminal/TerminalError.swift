// What can go wrong between the program and a terminal.

/// Why the terminal cannot be used, or can no longer be.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Input or output is a file, a pipe, or closed.
  case notATerminal
  /// `TERM` is not set.
  case typeMissing
  /// No description of this `TERM` is installed, or it cannot place the cursor.
  case unknownType(String)
  /// `TERM=dumb`: lines of text are all it can show.
  case dumb
  /// The terminal was closed (EIO, EPIPE, end of input): nothing can be shown any more.
  case gone
  /// SIGTERM, SIGHUP or SIGINT arrived while the terminal took no output; read the signals and end.
  case interrupted
  /// A system call failed for another reason; `code` is `errno`.
  case system(call: String, code: Int32)

  public var description: String {
    switch self {
    case .notATerminal: return "standard output is not a terminal"
    case .typeMissing: return "the environment variable TERM is not set, so the kind of terminal is unknown"
    case .unknownType(let name):
      let shown = String(String.UnicodeScalarView(name.unicodeScalars.filter { $0.value > 0x20 && $0.value < 0x7F }.prefix(60)))
      return "no usable description of the terminal type “\(shown)” (TERM) is installed"
    case .dumb: return "TERM=dumb can show only lines of text"
    case .gone: return "the terminal was closed"
    case .interrupted: return "interrupted while writing to the terminal"
    case .system(let call, let code): return "\(call) failed on the terminal (error \(code))"
    }
  }
}
