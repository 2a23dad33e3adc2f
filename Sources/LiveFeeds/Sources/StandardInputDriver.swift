// Owns `StandardInputDriver`: a live source that is piped into the program.

import LiveProtocols

/// Standard input, read to its end.
final class StandardInputDriver: SourceDriver {
  private let options: SourceOptions
  private let voice: SourceVoice
  private let thread = DescriptorThread()

  init(_ options: SourceOptions, _ voice: SourceVoice) {
    self.options = options
    self.voice = voice
  }

  func start() { thread.start(voice) { [self] in run() } }
  func stop() { thread.stop() }

  private func run() {
    voice.say(.connecting)
    voice.say(.connected(SourceAddress.standardInput.description))
    var session = SourceSession(.standardInput, options, now: HostClock.monotonic)
    var reader = DescriptorReader(descriptor: options.standardInput, thread: thread, voice: voice)
    reader.follow(session.receive(options.standardInputBeginning, at: HostClock.monotonic)) {}
    let ending = reader.read(&session)
    if case .stopped = ending { return }
    reader.follow(session.finish()) {}
    if case .failed(let reason) = ending { voice.say(.ended(reason: reason)) } else { voice.say(.ended(reason: nil)) }
  }
}
