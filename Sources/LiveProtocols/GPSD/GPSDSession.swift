// Owns `GPSDSession`: the server's side of a conversation with one client of gpsd's protocol.

import TrackFormats

/// The server's side of a conversation with one client of gpsd's protocol: bytes in, the bytes of the answers out.
///
///     var session = GPSDSession()
///     socket.write(GPSDSession.greeting(release: "trackview 1.0"))
///     socket.write(session.receive(bytes, state: state))
///     if session.shouldClose { socket.close() }
///     if session.wants(path).contains(.json) { socket.write(line) }
///
/// `?VERSION;`, `?DEVICES;`, `?DEVICE;`, `?POLL;` and `?WATCH;` may end with a semicolon, a line's end, or both; a request with an
/// argument ends with the argument, so that it is answered at once. Several may stand on a line, and one may come in pieces.
///
/// Nothing that a client sends can make the session grow: a request longer than ``requestLimit`` ends it with a complaint, as do
/// answers of more than ``replyLimit`` to one piece of bytes.
public struct GPSDSession: Sendable {
  /// What of a device's reports a client wants.
  public struct Delivery: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// JSON lines, see ``GPSDText``.
    public static let json = Delivery(rawValue: 1)
    /// NMEA sentences, see ``NMEAText``.
    public static let nmea = Delivery(rawValue: 2)
  }

  /// The longest request in bytes. The protocol says 80; clients send more.
  public static let requestLimit = 512
  /// The most bytes of answers to what comes at once.
  public static let replyLimit = 65_536

  /// What the client wants to hear.
  public private(set) var watch = GPSDWatch()
  /// Whether the conversation is over: the answers are sent, and the connection closed.
  public private(set) var shouldClose = false
  /// A request that has not ended yet.
  private var pending: [UInt8] = []

  /// A client that has just connected.
  public init() {}

  /// What greets a client.
  /// - Parameter release: Who the server says that it is.
  public static func greeting(release: String) -> [UInt8] {
    var output: [UInt8] = []
    GPSDText.appendVersion(release: release, to: &output)
    return output
  }

  /// What the client wants of the reports of a device.
  public func wants(_ path: String) -> Delivery {
    guard watch.isEnabled, !shouldClose, watch.device == nil || watch.device == path else { return [] }
    var delivery: Delivery = watch.json ? .json : []
    if watch.nmea || watch.raw > 0 { delivery.insert(.nmea) }
    return delivery
  }

  /// Takes what the client sent.
  /// - Returns: The answers.
  public mutating func receive(_ bytes: [UInt8], state: GPSDServerState) -> [UInt8] {
    var output: [UInt8] = []
    guard !shouldClose else { return output }
    // A request that has not ended is taken up with what comes; both together are gone through once.
    var scanner = GPSDRequestScanner(pending + bytes)
    pending = []
    while let request = scanner.next() {
      if case .unfinished(let rest) = request {
        if rest.count > Self.requestLimit { close("Request too long", &output) } else { pending = rest }
        break
      }
      answer(request, state, &output)
      if output.count > Self.replyLimit {
        close("Too many requests at once", &output)
        break
      }
    }
    return output
  }

  private mutating func close(_ complaint: String, _ output: inout [UInt8]) {
    GPSDText.appendError(complaint, to: &output)
    shouldClose = true
  }

  private mutating func answer(_ request: GPSDRequest, _ state: GPSDServerState, _ output: inout [UInt8]) {
    switch request {
    case .command("VERSION", _): GPSDText.appendVersion(release: state.release, to: &output)
    case .command("DEVICES", _): GPSDText.appendDevices(state.entries.lazy.map(\.device), to: &output)
    case .command("POLL", _): GPSDText.appendPoll(state, device: watch.device, to: &output)
    case .command("WATCH", let argument): answerWatch(argument, state, &output)
    case .command("DEVICE", let argument): answerDevice(argument, state, &output)
    case .command(let name, _): GPSDText.appendError("Unrecognized request '?\(name)'", to: &output)
    case .malformed(let name): GPSDText.appendError("Invalid \(name): the argument is not a JSON object", to: &output)
    case .other(let text): GPSDText.appendError("Unrecognized request '\(TextCleaning.cleaned(text, limit: 60))'", to: &output)
    case .unfinished: break
    }
  }

  private mutating func answerWatch(_ argument: JSONValue?, _ state: GPSDServerState, _ output: inout [UInt8]) {
    if let argument {
      var new = watch
      if let fault = new.take(argument) {
        GPSDText.appendError("Invalid WATCH: \(fault)", to: &output)
        return
      }
      if let device = new.device, new.isEnabled, !state.entries.contains(where: { $0.device.path == device }) {
        GPSDText.appendError("No such device as \(TextCleaning.cleaned(device, limit: 60))", to: &output)
        return
      }
      watch = new
    }
    GPSDText.appendDevices(state.entries.lazy.map(\.device), to: &output)
    GPSDText.append(watch, to: &output)
  }

  /// Settings of a device cannot be changed: they are passed over, and the answer tells those that hold.
  private func answerDevice(_ argument: JSONValue?, _ state: GPSDServerState, _ output: inout [UInt8]) {
    let path = argument?["path"]?.string ?? watch.device
    guard let entry = state.entries.first(where: { path == nil || $0.device.path == path }) else {
      let fault =
        path.map { "Can't open \(TextCleaning.cleaned($0, limit: 60))." } ?? "Can't perform DEVICE configuration, no devices attached."
      GPSDText.appendError(fault, to: &output)
      return
    }
    GPSDText.append(entry.device, to: &output)
  }
}
