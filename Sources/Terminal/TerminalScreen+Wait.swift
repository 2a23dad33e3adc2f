// Sleeping until there is something to do.

import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension TerminalScreen {
  /// What ended a wait.
  public struct Wakeup: Hashable, Sendable {
    /// Input can be read, or the terminal is closed.
    public var hasInput = false
    /// Signals wait, or one arrived just now.
    public var hasSignals = false
    /// Neither: the time is up.
    public var isTimeUp: Bool { !hasInput && !hasSignals }
  }

  /// Sleeps until there is input or a signal, or the time is up.
  /// - Parameter seconds: `nil` waits without end.
  public func wait(for signals: SignalDescriptor, seconds: Double?) throws(TerminalError) -> Wakeup {
    let bits = cp_wait(configuration.input, signals.descriptor, seconds.map { max(0, $0) } ?? -1)
    if bits >= 0 { return Wakeup(hasInput: bits & 1 != 0, hasSignals: bits & 2 != 0) }
    if errno == EINTR { return Wakeup(hasSignals: true) }
    throw .system(call: "ppoll", code: errno)
  }
}
