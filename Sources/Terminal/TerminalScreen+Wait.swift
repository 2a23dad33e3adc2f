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
    /// The other descriptor can be read.
    public var hasNews = false
    /// None of these: the time is up.
    public var isTimeUp: Bool { !hasInput && !hasSignals && !hasNews }
  }

  /// Sleeps until there is input or a signal, or the time is up.
  /// - Parameters:
  ///   - news: a descriptor of the program's own that also ends the wait once it can be read.
  ///   - seconds: `nil` waits without end.
  public func wait(for signals: SignalDescriptor, news: Int32? = nil, seconds: Double?) throws(TerminalError) -> Wakeup {
    let bits = cp_wait_for(configuration.input, signals.descriptor, news ?? -1, seconds.map { max(0, $0) } ?? -1)
    if bits >= 0 { return Wakeup(hasInput: bits & 1 != 0, hasSignals: bits & 2 != 0, hasNews: bits & 4 != 0) }
    if errno == EINTR { return Wakeup(hasSignals: true) }
    throw .system(call: "ppoll", code: errno)
  }
}
