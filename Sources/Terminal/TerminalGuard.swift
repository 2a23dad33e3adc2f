// Signals as values, and the promise that the terminal is given back however the program ends.

import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A signal that the event loop has to act on.
public enum Signal: Hashable, Sendable, CaseIterable {
  /// SIGINT: Ctrl-C.
  case interrupt
  /// SIGTERM: somebody wants the program to end.
  case terminate
  /// SIGHUP: the terminal was closed.
  case hangup
  /// SIGWINCH: call `TerminalScreen.refreshSize()`.
  case windowChange
  /// SIGTSTP from outside (Ctrl-Z arrives as a key): call `TerminalScreen.stopAndResume()`.
  case stop
  /// SIGCONT after a stop that was not ours: call `TerminalScreen.resume()`.
  case continued

  /// The number, as in 128 + number for the exit status of a program that a signal ended.
  public var number: Int32 {
    switch self {
    case .interrupt: return SIGINT
    case .terminate: return SIGTERM
    case .hangup: return SIGHUP
    case .windowChange: return SIGWINCH
    case .stop: return SIGTSTP
    case .continued: return SIGCONT
    }
  }

  /// Whether the program is to end.
  public var ends: Bool { self == .interrupt || self == .terminate || self == .hangup }
}

/// A descriptor for `poll`, readable while signals wait.
public struct SignalDescriptor: Sendable {
  /// The readable end of a pipe; non-blocking.
  public let descriptor: Int32

  /// Takes the signals that wait, in order; at most 64 at a time.
  public func read() -> [Signal] {
    var out: [Signal] = []
    while out.count < 64 {
      let number = cp_next_signal(descriptor)
      guard number != 0 else { break }
      if let signal = Signal.allCases.first(where: { $0.number == number }) { out.append(signal) }
    }
    return out
  }
}

/// The process' signal handlers. What ends or stops the program becomes a value; what kills it (a trap, SIGQUIT) gives the terminal back,
/// says so in one line on standard error, and then kills it all the same, without Swift's interactive backtracer.
public enum TerminalGuard {
  /// Installs the handlers, and ignores SIGPIPE. May be called again.
  /// - Parameter message: what is written to standard error after a trap, once the screen is back.
  /// - Throws: `TerminalError.system` where no pipe can be made.
  @discardableResult
  public static func install(
    message: String = "\r\ntrackview: stopped by an internal error; the terminal has been given back\r\n"
  ) throws(TerminalError) -> SignalDescriptor {
    cp_guard_set_message(message)
    let descriptor = cp_signals_install()
    guard descriptor >= 0 else { throw .system(call: "pipe2", code: errno) }
    return SignalDescriptor(descriptor: descriptor)
  }

  /// Puts back the handlers that were there before, and closes the descriptor.
  public static func remove() { cp_signals_remove() }

  /// Ends the process as the signal itself would have, so that a shell or `make` sees why; the terminal is given back first.
  public static func end(by signal: Signal) -> Never {
    cp_guard_restore()
    cp_die_of(signal.number)
    exit(128 + signal.number)
  }
}
