// Owns `SerialDriver`: a receiver on a serial line.

import CPlatform
import LiveProtocols
import TrackFormats

/// A serial line, opened again when its plug was drawn. Where no speed is stated the usual ones are tried, the commonest first; the one at which
/// something made sense is kept.
final class SerialDriver: SourceDriver {
  /// The speeds that receivers leave the factory with, the commonest first.
  static let usualRates = [9600, 4800, 115_200, 38_400, 57_600, 19_200, 230_400, 460_800, 921_600]

  private let path: String
  private let baud: Int?
  private let options: SourceOptions
  private let voice: SourceVoice
  private let thread = DescriptorThread()

  init(path: String, baud: Int?, _ options: SourceOptions, _ voice: SourceVoice) {
    self.path = path
    self.baud = baud
    self.options = options
    self.voice = voice
  }

  func start() { thread.start(voice) { [self] in run() } }
  func stop() { thread.stop() }

  private func run() {
    var reconnection = options.reconnection
    var rate = baud ?? Self.usualRates[0]
    var isKnown = baud != nil
    while !thread.isStopped {
      voice.say(.connecting)
      let descriptor = cp_open_serial(path, Int32(rate))
      var reason = String(cString: strerror(errno))
      if descriptor >= 0 {
        reason = listen(descriptor, &rate, &isKnown) { reconnection.succeed() }
        close(descriptor)
      }
      guard !thread.isStopped else { return }
      let wait = reconnection.nextWait(chance: Double.random(in: 0...1))
      voice.say(.lost(reason: reason, retryIn: wait))
      thread.wait(wait)
    }
  }

  /// Reads an open line until it is gone.
  /// - Returns: Why.
  private func listen(_ descriptor: Int32, _ rate: inout Int, _ isKnown: inout Bool, succeed: () -> Void) -> String {
    while true {
      voice.say(.connected(description(rate, isKnown)))
      var session = SourceSession(.serial(path: path, baud: rate), options, now: HostClock.monotonic)
      var reader = DescriptorReader(descriptor: descriptor, thread: thread, voice: voice)
      let current = rate
      var isSettled = isKnown
      let patience = options.baudPatience
      let ending = reader.read(&session, hears: succeed) { session, now in
        if !isSettled, session.makesSense {
          isSettled = true
          voice.say(.connected(description(current, true)))
        }
        guard !isSettled, let first = session.firstBytes else { return (nil, false) }
        return (first + patience, now >= first + patience)
      }
      isKnown = isSettled
      if case .enough = ending {
        rate = next(after: rate)
        if cp_set_baud(descriptor, Int32(rate)) == 0 { continue }
        return String(cString: strerror(errno))
      }
      reader.follow(session.finish(), succeed)
      if case .failed(let reason) = ending { return reason }
      return "the line hung up"
    }
  }

  private func next(after rate: Int) -> Int {
    let place = Self.usualRates.firstIndex(of: rate).map { $0 + 1 } ?? 0
    return Self.usualRates[place % Self.usualRates.count]
  }

  private func description(_ rate: Int, _ isKnown: Bool) -> String {
    TextCleaning.cleaned("\(path), \(isKnown ? "" : "trying ")\(rate) baud")
  }
}
