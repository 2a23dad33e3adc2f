// Owns `SourceSession`: one connection to a source, as bytes and moments go in and messages, requests and words come out.

import LiveProtocols
import NIOCore
import TrackFormats
import TrackPlayback

/// What a connection does with its bytes and its silences. It does no input or output itself.
struct SourceSession {
  /// What follows from bytes or from time.
  enum Outcome {
    case messages([ReceiverMessage])
    /// Bytes for the other side.
    case send([UInt8])
    case silent(seconds: Double)
    /// Bytes have come for a while, and none of them made sense.
    case notUnderstood
    /// The connection is no good any more.
    case lost(String)
  }

  /// Senders of datagrams whose sentences are kept apart; of more the one that was silent longest is forgotten.
  static let peerLimit = 64

  /// One sender and what it has begun to say.
  private struct Peer {
    var decoder: ReceiverDecoder
    var lastBytes: Double
    var isFlushed = false
  }

  private let options: SourceOptions
  private let device: String?
  /// Whether it is a serial line, which is met in the middle of a sentence.
  private let isLine: Bool
  private var peers: [SocketAddress?: Peer] = [:]
  private var lastBytes: Double
  /// What the first bytes of a connection were, until it is clear whether a gpsd greets.
  private var greeting: [UInt8]? = []
  private var isGPSD: Bool
  private var isSilent = false
  /// Whether a gpsd was asked whether it is still there.
  private var isProbed = false
  /// Whether any line was one of a protocol.
  var makesSense: Bool { peers.values.contains { $0.decoder.recognized != nil } }
  /// Whether it was said that nothing makes sense.
  private var isPuzzled = false
  /// Whether bytes came, and when the first of them did.
  private(set) var firstBytes: Double?

  /// A connection that has just been made.
  init(_ address: SourceAddress, _ options: SourceOptions, now: Double) {
    self.options = options
    lastBytes = now
    if case .gpsd(_, let device) = address {
      isGPSD = true
      self.device = device
    } else {
      isGPSD = false
      device = nil
    }
    if case .serial = address { isLine = true } else { isLine = false }
    if case .tcp = address { greeting = [] } else { greeting = nil }
  }

  /// What is sent first.
  var opening: [UInt8] { isGPSD ? Self.watch(device) : [] }

  /// Takes bytes as they come.
  /// - Parameters:
  ///   - peer: Who sent them, where there may be several.
  ///   - isDatagram: Whether they end where a line does, whatever the sender thinks of line ends.
  mutating func receive(_ bytes: [UInt8], from peer: SocketAddress? = nil, isDatagram: Bool = false, at now: Double) -> [Outcome] {
    guard !bytes.isEmpty else { return [] }
    lastBytes = now
    isSilent = false
    isProbed = false
    if firstBytes == nil { firstBytes = now }
    var outcomes = recognizeGreeting(bytes)
    if peers[peer] == nil { makeRoom() }
    var known = peers.removeValue(forKey: peer) ?? Peer(decoder: ReceiverDecoder(nil, mayBeginInside: isLine), lastBytes: now)
    known.lastBytes = now
    known.isFlushed = false
    let isCut = isDatagram && bytes.last != 0x0A
    let messages = known.decoder.decode(isCut ? bytes + [0x0A] : bytes)
    peers[peer] = known
    append(messages, to: &outcomes)
    if !isPuzzled, !makesSense, let firstBytes, now >= firstBytes + options.puzzlement {
      isPuzzled = true
      outcomes.append(.notUnderstood)
    }
    return outcomes
  }

  /// What is due by now.
  mutating func advance(to now: Double) -> [Outcome] {
    var outcomes: [Outcome] = []
    for key in Array(peers.keys) {
      guard var peer = peers[key], !peer.isFlushed, now >= peer.lastBytes + options.flushAfter else { continue }
      append(peer.decoder.flush(), to: &outcomes)
      peer.isFlushed = true
      peers[key] = peer
    }
    if !isSilent, now >= lastBytes + options.silence {
      isSilent = true
      outcomes.append(.silent(seconds: now - lastBytes))
      if isGPSD {
        isProbed = true
        outcomes.append(.send(Array("?DEVICES;\n".utf8)))
      }
    }
    if isProbed, now >= lastBytes + 2 * options.silence { outcomes.append(.lost("gpsd does not answer")) }
    return outcomes
  }

  /// When `advance` has something to do, if nothing comes meanwhile; `nil` is never.
  var nextMoment: Double? {
    let flush = peers.values.lazy.filter { !$0.isFlushed }.map { $0.lastBytes + options.flushAfter }.min()
    let word = !isSilent ? lastBytes + options.silence : isProbed ? lastBytes + 2 * options.silence : nil
    switch (flush, word) {
    case (let flush?, let word?): return min(flush, word)
    default: return flush ?? word
    }
  }

  /// The connection is closed: what was held back.
  mutating func finish() -> [Outcome] {
    var outcomes: [Outcome] = []
    for key in Array(peers.keys) {
      guard var peer = peers.removeValue(forKey: key) else { continue }
      append(peer.decoder.finish(), to: &outcomes)
    }
    return outcomes
  }

  // MARK: Parts

  private mutating func append(_ messages: [ReceiverMessage], to outcomes: inout [Outcome]) {
    guard !messages.isEmpty else { return }
    outcomes.append(.messages(messages))
  }

  /// A gpsd behind `tcp://` greets, and sends nothing more until it is asked.
  private mutating func recognizeGreeting(_ bytes: [UInt8]) -> [Outcome] {
    guard var beginning = greeting else { return [] }
    let sign = Array(#"{"class":"VERSION""#.utf8)
    beginning += bytes.prefix(sign.count - beginning.count)
    guard beginning == sign else {
      greeting = sign.starts(with: beginning) ? beginning : nil
      return []
    }
    greeting = nil
    isGPSD = true
    return [.send(Self.watch(device))]
  }

  private mutating func makeRoom() {
    guard peers.count >= Self.peerLimit, let oldest = peers.min(by: { $0.value.lastBytes < $1.value.lastBytes })?.key else { return }
    peers.removeValue(forKey: oldest)
  }

  /// The request to send whatever comes, of one device or of all.
  static func watch(_ device: String?) -> [UInt8] {
    var members = [JSONValue.Member("enable", .bool(true)), JSONValue.Member("json", .bool(true))]
    if let device { members.append(JSONValue.Member("device", .string(device))) }
    return Array("?WATCH=\(JSONValue.object(members).text);\n".utf8)
  }
}
