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
    /// One of the other descriptors can be read.
    public var hasNews = false
    /// None of these: the time is up.
    public var isTimeUp: Bool { !hasInput && !hasSignals && !hasNews }
  }

  /// Whether input can be read now, or the terminal is closed.
  public var hasInput: Bool { cp_wait(configuration.input, -1, 0) & 1 == 1 }

  /// Sleeps until there is input or a signal, or the time is up.
  /// - Parameters:
  ///   - news: descriptors of the program's own, a dozen at most, that also end the wait once they can be read.
  ///   - seconds: `nil` waits without end.
  public func wait(for signals: SignalDescriptor, news: [Int32] = [], seconds: Double?) throws(TerminalError) -> Wakeup {
    let all = [configuration.input, signals.descriptor] + news
    let bits = cp_wait_any(all, Int32(all.count), seconds.map { max(0, $0) } ?? -1)
    if bits >= 0 { return Wakeup(hasInput: bits & 1 != 0, hasSignals: bits & 2 != 0, hasNews: bits >> 2 != 0) }
    if errno == EINTR { return Wakeup(hasSignals: true) }
    throw .system(call: "ppoll", code: errno)
  }
}
