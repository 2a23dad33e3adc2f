// What the fuzzer does with control sockets, scripts and addresses: whatever is sent, no trap, every answer is a line of clean JSON, and the feed
// that is steered keeps what it promises.

import LiveProtocols
import TrackGeodesy
import TrackPlayback

/// Reads the bytes as what two clients of one feed send, in pieces, and as a script, an address and a realism.
@Sendable func fuzzControl(_ bytes: [UInt8]) {
  fuzzTexts(String(decoding: bytes, as: UTF8.self))
  let places = [0.0, 0.001, 0.002, 0.002, 1].map { Fix(coordinate: Coordinate(latitude: $0, longitude: 179.9995 + $0 / 4)) }
  let timeline = Timeline(track: Track(points: TrackPoints(places)))
  let choice = bytes.first ?? 0
  let options = FeedOptions(isLooping: choice & 1 != 0, isPingPong: choice & 2 != 0, emitsWhilePaused: choice & 4 != 0)
  let receiver = ReceiverModel(ReceiverParameters(choice & 8 != 0 ? .cityCanyon : .perfect), seed: UInt64(choice))
  var feed = FeedSession(player: FeedPlayer(timeline: timeline, options: options), receiver: receiver)
  var clients = [ControlSession(), ControlSession()]
  var now = Duration.zero
  for (index, piece) in bytes.split(separator: 0xFF, maxSplits: 64, omittingEmptySubsequences: false).enumerated() {
    now += .milliseconds(piece.count % 7 * 300)
    check(feed.due(until: now), until: now)
    check(clients[index % 2].receive(piece, target: &feed))
    check(feed.due(until: now), until: now)
    for client in clients.indices { check(clients[client].changes(of: feed)) }
  }
  for client in clients.indices { check(clients[client].finish(target: &feed)) }
}

private func fuzzTexts(_ text: String) {
  if var script = try? FeedScript(parsing: text) {
    let times = script.due(until: .seconds(1_000_000_000_000_000_000)).map(\.time)
    precondition(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    precondition(script.nextDue == nil || times.isEmpty)
  }
  if let address = try? OutputAddress(parsing: text) { precondition((try? OutputAddress(parsing: address.description)) == address) }
  if let address = try? SourceAddress(parsing: text) { precondition((try? SourceAddress(parsing: address.description)) == address) }
  _ = try? ReceiverParameters(parsing: text)
}

/// Answers are whole lines of JSON without anything that a terminal obeys.
private func check(_ bytes: [UInt8]) {
  guard !bytes.isEmpty else { return }
  precondition(bytes.last == 0x0A)
  for line in bytes.split(separator: 0x0A) {
    let text = String(decoding: line, as: UTF8.self)
    precondition(text.hasPrefix("{") && text.hasSuffix("}") && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    precondition(text.hasPrefix("{\"event\"") || ControlReply(line: text) != nil)
  }
}

/// Messages come in their order, and places are places.
private func check(_ messages: [FeedMessage], until now: Duration) {
  precondition(zip(messages, messages.dropFirst()).allSatisfy { $0.due <= $1.due })
  for message in messages {
    precondition(message.due <= now)
    if case .report(let report) = message.message, let fix = report.fix { precondition(fix.coordinate.isValid) }
  }
}
