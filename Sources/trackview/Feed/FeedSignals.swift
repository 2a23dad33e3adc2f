// Signals of a program without a screen that runs for long: what ends it ends it cleanly.

import CPlatform
import Terminal

/// The signals of `trackview feed`, as values.
struct FeedSignals {
  /// Readable while signals wait.
  let descriptor: Int32
  private let signals: SignalDescriptor

  /// Takes them over. One that was ignored when the program started (`nohup`) stays ignored; SIGPIPE is ignored from now on.
  init() throws(ProgramError) {
    let ignored = [SIGHUP, SIGINT, SIGTERM].filter { cp_ignores($0) != 0 }
    do throws(TerminalError) {
      signals = try TerminalGuard.install()
    } catch {
      throw ProgramError(error.description)
    }
    descriptor = signals.descriptor
    for signal in ignored { cp_ignore(signal) }
  }

  /// What has come since the last time.
  enum News {
    case end(Signal)
    /// It was stopped, and goes on.
    case continued
  }

  func take() -> [News] {
    signals.read().compactMap { signal in
      switch signal {
      case .interrupt, .terminate, .hangup: return .end(signal)
      case .stop:
        cp_stop_group()
        return .continued
      case .continued: return .continued
      case .windowChange: return nil
      }
    }
  }
}
