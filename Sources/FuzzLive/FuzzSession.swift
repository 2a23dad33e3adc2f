// The fuzzer of what we say: a gpsd server's side of a conversation, and reports of any numbers as lines and sentences.

import LiveProtocols
import TrackGeodesy
import TrackPlayback

/// The first byte says what the rest is: with its highest bit, numbers for a report; else what a client of a gpsd server sends, in pieces
/// of as many bytes as the other bits say, or at once where they are 0.
@Sendable func fuzzSession(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let rest = Array(bytes.dropFirst())
  if first & 0x80 != 0 { fuzzReport(rest) } else { fuzzConversation(rest, pieceLength: Int(first)) }
}

/// A server with one device that has said something.
private let serverState: GPSDServerState = {
  var state = GPSDServerState(devices: [GPSDDevice(path: "/dev/gps", activated: 0)], defaultPath: "/dev/gps", time: 1e9)
  _ = state.take(.report(ReceiverReport(mode: .twoDimensional, time: 1e9, fix: Fix(coordinate: Coordinate(latitude: 1, longitude: 2)))))
  _ = state.take(.sky(SkyView(source: "second", satellites: [Satellite(number: 3)])))
  return state
}()

/// Holds a conversation in pieces, and at once: both go alike, and nothing but well-formed lines comes out.
private func fuzzConversation(_ bytes: [UInt8], pieceLength: Int) {
  var whole = GPSDSession()
  let expected = whole.receive(bytes, state: serverState)
  expectLines(expected)
  precondition(expected.count <= GPSDSession.replyLimit + 2 * GPSDText.lineLimit, "the answers have a bound")
  guard pieceLength > 0 else { return }
  var session = GPSDSession()
  var found: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: pieceLength) {
    found += session.receive(Array(bytes[start..<min(start + pieceLength, bytes.count)]), state: serverState)
  }
  expectLines(found)
  // The bound on the answers is one for each piece.
  if expected.count < GPSDSession.replyLimit {
    precondition(found == expected && session.watch == whole.watch && session.shouldClose == whole.shouldClose, "pieces change nothing")
  }
}

/// Writes a report and a view of the sky of any numbers in every way.
private func fuzzReport(_ bytes: [UInt8]) {
  var numbers = Numbers(bytes)
  var report = ReceiverReport(
    mode: FixMode(rawValue: numbers.byte() & 3) ?? .none, status: FixStatus(rawValue: numbers.byte() % 10) ?? .unknown,
    time: numbers.next(),
    ellipsoidalHeight: numbers.next(), geoidSeparation: numbers.next(), climb: numbers.next(), magneticVariation: numbers.next(),
    magneticCourse: numbers.next())
  if let latitude = numbers.next(), let longitude = numbers.next() {
    report.fix = Fix(
      coordinate: Coordinate(latitude: latitude, longitude: longitude), altitude: numbers.next(), time: numbers.next(),
      course: numbers.next(), speed: numbers.next(), horizontalAccuracy: numbers.next())
  }
  report.errors.latitude = numbers.next()
  report.errors.longitude = numbers.next()
  report.errors.vertical = numbers.next()
  var sky = SkyView(time: numbers.next())
  sky.dilution.horizontal = numbers.next()
  while !numbers.isEmpty, sky.satellites.count < 200 {
    sky.satellites.append(
      Satellite(
        number: Int(truncatingIfNeeded: numbers.bits()), system: Satellite.System(rawValue: numbers.byte()),
        systemNumber: Int(truncatingIfNeeded: numbers.bits()), elevation: numbers.next(), azimuth: numbers.next(), signal: numbers.next(),
        isUsed: numbers.byte() & 1 == 1))
  }
  report.source = String(decoding: bytes.suffix(20), as: UTF8.self)
  expectSentences(NMEAText.sentences(for: report, sky: sky, [.usual, .gll]))
  var output: [UInt8] = []
  GPSDText.append(report, path: report.source, to: &output)
  GPSDText.append(sky, path: report.source, to: &output)
  GPSDText.append(Heading(magnetic: report.climb, true: report.magneticCourse), path: "a", to: &output)
  expectLines(output)
  var state = GPSDServerState(time: report.time)
  _ = state.take(.report(report))
  _ = state.take(.sky(sky))
  output = []
  GPSDText.appendPoll(state, to: &output)
  expectLines(output)
  output = []
  TextRecord.append(report, sky: sky, to: &output)
  precondition(output.first == 0x7B && output.last == 0x0A, "a record is a line")
  var stream = GPXStream()
  _ = stream.text(of: report)
}

/// Numbers out of bytes: any bits at all, `nil` now and then.
private struct Numbers {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }
  mutating func bits() -> UInt64 { (0..<8).reduce(0) { bits, _ in bits << 8 | UInt64(byte()) } }

  mutating func next() -> Double? {
    switch byte() & 7 {
    case 0: nil
    case 1: Double(bitPattern: bits())
    case 2: .infinity
    case 3: .nan
    default: Double(Int64(truncatingIfNeeded: bits()) >> 24) / 1e7
    }
  }
}

/// Lines of JSON objects, ended by CR LF, none too long, nothing in them that is not shown.
private func expectLines(_ output: [UInt8]) {
  var start = 0
  for (index, byte) in output.enumerated() where byte == 0x0A {
    precondition(index - start + 1 <= GPSDText.lineLimit, "a line is at most 10,240 bytes long")
    precondition(output[start] == 0x7B && output[index - 1] == 0x0D && output[index - 2] == 0x7D, "a line is an object")
    for place in start..<(index - 1) { precondition(output[place] >= 0x20 && output[place] != 0x7F, "no control characters") }
    start = index + 1
  }
  precondition(start == output.count, "the last line is whole")
}

/// Sentences with `$`, a checksum and CR LF, at most 82 characters long.
private func expectSentences(_ output: [UInt8]) {
  for sentence in output.split(separator: 0x0A) {
    precondition(sentence.count < NMEAText.lineLimit && sentence.first == 0x24 && sentence.last == 0x0D, "a sentence")
    precondition(sentence.dropLast().allSatisfy { $0 > 0x20 && $0 < 0x7F }, "printable")
    precondition(sentence.dropLast(3).last == 0x2A, "a checksum")
  }
}
