// Owns `LiveSource`: a place that live positions come from, read for as long as anybody wants them.

import LiveProtocols
import Synchronization
import TrackPlayback

/// A place that live positions come from.
///
/// | address | how it is read |
/// |---|---|
/// | `gpsd://` | connects and asks for JSON reports, of the device if one is named |
/// | `tcp://` | connects and listens; if a gpsd greets, it is asked as above |
/// | `udp://` | listens on that address, 127.0.0.1 unless another is written; a datagram holds whole lines, each sender's for itself |
/// | `serial:` | opens the line raw, not as controlling terminal; where no speed is stated, the usual ones are tried until something makes sense |
/// | `stdin:` | reads to the end; not opened again |
///
/// A source that goes, or is not there yet, is tried again after 0.5 s, 1 s, 2 s … 30 s; once messages come the waits begin anew.
/// Network sources are read by SwiftNIO, on one thread for all of them; serial lines and standard input each by a thread of their own, because
/// NIO takes neither files nor devices that the system's event queue refuses, and gives a descriptor back only by closing it.
/// No thread is started before the first ``start(_:)``.
public final class LiveSource: Sendable {
  /// Where from.
  public let address: SourceAddress
  private let options: SourceOptions
  private let network: NetworkThread?
  private let state = Mutex(State())

  private struct State {
    var driver: (any SourceDriver)?
    var voice: SourceVoice?
    var isOver = false
  }

  /// A source that is not read yet.
  /// - Parameter network: The thread that servers live on, to share it; without one the sources have a thread of their own.
  public init(_ address: SourceAddress, options: SourceOptions = SourceOptions(), network: NetworkThread? = nil) {
    self.address = address
    self.network = network
    self.options = options
  }

  deinit { stop() }

  /// Begins to read. A second call, and one after ``stop()``, does nothing.
  /// - Parameter handler: Called on the source's thread, one event at a time and in order; it should not take long (see ``SourceQueue``).
  public func start(_ handler: @escaping @Sendable (SourceEvent) -> Void) {
    let driver = state.withLock { state -> (any SourceDriver)? in
      guard state.driver == nil, !state.isOver else { return nil }
      let voice = SourceVoice(handler)
      state.voice = voice
      state.driver = makeDriver(voice)
      return state.driver
    }
    driver?.start()
  }

  /// Ends it. No event begins to be delivered after this returns; one that is under way on the source's thread may end later.
  public func stop() {
    let (driver, voice) = state.withLock { state in
      defer { state = State(isOver: true) }
      return (state.driver, state.voice)
    }
    voice?.silence()
    driver?.stop()
  }

  private func makeDriver(_ voice: SourceVoice) -> any SourceDriver {
    switch address {
    case .gpsd(let place, _), .tcp(let place): ConnectionDriver(address, place, options, voice, (network ?? .shared).loop)
    case .udp(let place): DatagramDriver(address, place, options, voice, (network ?? .shared).loop)
    case .serial(let path, let baud): SerialDriver(path: path, baud: baud, options, voice)
    case .standardInput: StandardInputDriver(options, voice)
    }
  }
}
