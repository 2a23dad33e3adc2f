// Owns `NetworkReader`: what connections and datagrams have in common: a session, its clock, and the waits between attempts.

import LiveProtocols
import NIOCore
import NIOPosix
import TrackFormats

extension NetworkThread {
  /// The thread of the network sources that are given none; the first of them starts it, and it stays.
  static let shared = NetworkThread()
}

/// Reads one network source. Everything here happens on its event loop.
final class NetworkReader: @unchecked Sendable {
  // Its state is touched only on `loop`.
  let loop: any EventLoop
  private let address: SourceAddress
  private let options: SourceOptions
  private let voice: SourceVoice
  /// Opens the source once; the channel's handler is to be a ``NetworkHandler`` of this reader.
  private let open: (NetworkReader) -> EventLoopFuture<any Channel>
  private var reconnection: Reconnection
  private var session: SourceSession?
  private var channel: (any Channel)?
  private var timer: Scheduled<Void>?
  private var timerMoment = Double.infinity
  private var isStopped = false
  private var failure: String?

  init(
    _ address: SourceAddress, _ options: SourceOptions, _ voice: SourceVoice, _ loop: any EventLoop,
    open: @escaping (NetworkReader) -> EventLoopFuture<any Channel>
  ) {
    self.loop = loop
    self.address = address
    self.options = options
    self.voice = voice
    self.open = open
    reconnection = options.reconnection
  }

  func start() { loop.execute { self.connect() } }

  func stop() {
    loop.execute {
      self.isStopped = true
      self.timer?.cancel()
      self.channel?.close(promise: nil)
      self.channel = nil
    }
  }

  // MARK: Attempts

  private func connect() {
    guard !isStopped else { return }
    failure = nil
    voice.say(.connecting)
    open(self).hop(to: loop).whenComplete { result in
      switch result {
      case .success(let channel):
        if self.isStopped { channel.close(promise: nil) }
      case .failure(let error): self.retry(NetworkWords.reason(error))
      }
    }
  }

  private func retry(_ reason: String) {
    guard !isStopped else { return }
    let wait = reconnection.nextWait(chance: Double.random(in: 0...1))
    voice.say(.lost(reason: TextCleaning.cleaned(reason), retryIn: wait))
    schedule(at: HostClock.monotonic + wait) { $0.connect() }
  }

  // MARK: The channel

  func opened(_ channel: any Channel) {
    guard !isStopped else { return channel.close(promise: nil) }
    if let place = channel.localAddress, place == channel.remoteAddress { return refuse(channel) }
    self.channel = channel
    let session = SourceSession(address, options, now: HostClock.monotonic)
    self.session = session
    voice.say(.connected(description(of: channel)))
    send(session.opening)
    scheduleSession()
  }

  /// Where nobody listens on a port of this machine, the system may give that very port to the caller, and connect it to itself.
  private func refuse(_ channel: any Channel) {
    channel.close(promise: nil)
    retry("Connection refused")
  }

  func received(_ bytes: [UInt8], from peer: SocketAddress? = nil, isDatagram: Bool = false) {
    let now = HostClock.monotonic
    guard let outcomes = session?.receive(bytes, from: peer, isDatagram: isDatagram, at: now) else { return }
    follow(outcomes, at: now)
    scheduleSession()
  }

  func failed(_ error: any Error) {
    failure = failure ?? NetworkWords.reason(error)
    channel?.close(promise: nil)
  }

  func closed() {
    guard session != nil else { return }
    let outcomes = session?.finish() ?? []
    session = nil
    channel = nil
    follow(outcomes, at: HostClock.monotonic)
    retry(failure ?? "the other side closed the connection")
  }

  private func follow(_ outcomes: [SourceSession.Outcome], at now: Double) {
    for outcome in outcomes {
      switch outcome {
      case .messages(let messages):
        reconnection.succeed()
        voice.say(.messages(messages, arrival: now, wall: HostClock.wall))
      case .send(let bytes): send(bytes)
      case .silent(let seconds): voice.say(.silent(seconds: seconds))
      case .notUnderstood: voice.say(.notUnderstood)
      case .lost(let reason):
        failure = reason
        channel?.close(promise: nil)
      }
    }
  }

  private func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, let channel else { return }
    channel.writeAndFlush(channel.allocator.buffer(bytes: bytes), promise: nil)
  }

  /// Where it leads to, or listens; port 0 has become a real one by now.
  private func description(of channel: any Channel) -> String {
    if case .udp(let place) = address, let port = channel.localAddress?.port, let real = NetworkAddress(host: place.host, port: port) {
      return SourceAddress.udp(real).description
    }
    return address.description
  }

  // MARK: Time

  private func scheduleSession() {
    guard let moment = session?.nextMoment else { return }
    // A timer that is early looks again; so bytes need not move it.
    if timerMoment <= moment, timer != nil { return }
    schedule(at: moment) { $0.sessionIsDue() }
  }

  private func sessionIsDue() {
    let now = HostClock.monotonic
    if let outcomes = session?.advance(to: now) { follow(outcomes, at: now) }
    scheduleSession()
  }

  private func schedule(at moment: Double, _ work: @escaping @Sendable (NetworkReader) -> Void) {
    timer?.cancel()
    timerMoment = moment
    let nanoseconds = Int64(min(max(moment - HostClock.monotonic, 0), 86_400) * 1e9)
    timer = loop.scheduleTask(in: .nanoseconds(nanoseconds)) { [weak self] in
      guard let self else { return }
      self.timer = nil
      self.timerMoment = .infinity
      if !self.isStopped { work(self) }
    }
  }
}

/// Why something failed, in words without codes.
enum NetworkWords {
  static func reason(_ error: any Error) -> String {
    switch error {
    case let error as NIOConnectionError:
      if let failure = error.connectionErrors.last { return reason(failure.error) }
      return "the name \(error.host) cannot be found"
    case let error as IOError: return words(for: error.errnoCode)
    case ChannelError.connectTimeout(let amount): return "no answer within \(amount.nanoseconds / 1_000_000_000) s"
    case is SocketAddressError: return "the name cannot be found"
    default: return "\(error)"
    }
  }

  private static func words(for code: CInt) -> String { String(cString: strerror(code)) }
}
