import Testing
import TrackPlayback

@testable import LiveProtocols

@Suite("Live sources, whatever they speak")
struct ReceiverDecoderTests {
  static let mixture =
    "cut off 12,34\n" + epoch("083000.00") + "{\"class\":\"VERSION\",\"release\":\"3.25\"}\r\n" + "bus-7 39.9 116.4 1714552200\n"
    + sentence("GPGSV,1,1,02,01,40,083,46,22,17,308,")
    + "{\"class\":\"TPV\",\"device\":\"/dev/gps\",\"mode\":2,\"lat\":1.5,\"lon\":2.5}\r\n" + epoch("083001.00", minutes: "36.0060")
    + "\u{1E}{\"type\":\"Feature\",\"id\":\"tram\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[8.5,47.25,410]}}\n"
    + sentence("HEHDT,123.4,T") + "nonsense\n" + sentence("GPGGA,083002.00,,,,,0,,,,,,,,")

  @Test("Each line is taken for what it is")
  func mixed() throws {
    var decoder = ReceiverDecoder()
    let found = decoder.decode(Array(Self.mixture.utf8)) + decoder.finish()
    let reports = reports(found)
    #expect(reports.map(\.source) == ["bus-7", "/dev/gps", "", "tram", "", ""])
    #expect(reports.map(\.mode) == [.twoDimensional, .twoDimensional, .threeDimensional, .threeDimensional, .threeDimensional, .none])
    #expect(found.contains(.notice("gpsd 3.25")))
    #expect(found.contains(.heading(Heading(true: 123.4), source: "")))
    #expect(decoder.counts.malformed == 2)
    #expect(decoder.counts.messages == found.count)
    #expect(decoder.recognized == .nmea)
  }

  @Test("A stream gives the same messages wherever it is split, and byte by byte")
  func splits() {
    let bytes = Array(Self.mixture.utf8)
    var whole = ReceiverDecoder()
    let expected = whole.decode(bytes) + whole.finish()
    for cut in 0...bytes.count {
      var decoder = ReceiverDecoder()
      let found = decoder.decode(Array(bytes[..<cut])) + decoder.decode(Array(bytes[cut...])) + decoder.finish()
      #expect(found == expected, "split at \(cut)")
    }
    var slow = ReceiverDecoder()
    var found: [ReceiverMessage] = []
    for byte in bytes { found += slow.decode([byte]) }
    #expect(found + slow.finish() == expected)
    #expect(slow.counts == whole.counts)
  }

  @Test("A line of 10,240 bytes is read, a longer one dropped and counted, and never more than that is kept")
  func limit() {
    let head = "{\"class\":\"TPV\",\"mode\":2,\"lat\":1,\"lon\":2,\"device\":\""
    let tail = "\"}"
    let longest = head + String(repeating: "x", count: ReceiverDecoder.lineLimit - head.utf8.count - tail.utf8.count) + tail
    #expect(reports(messages(longest + "\n")).count == 1)
    for size in [1, 7, 4096, 1_000_000] {
      var decoder = ReceiverDecoder()
      var found: [ReceiverMessage] = []
      let bytes = Array((longest + " \n39.5 116.5\n").utf8)
      var position = 0
      while position < bytes.count {
        let end = min(bytes.count, position + size)
        found += decoder.decode(Array(bytes[position..<end]))
        #expect(decoder.pendingCount <= ReceiverDecoder.lineLimit)
        position = end
      }
      #expect(reports(found).count == 1)
      #expect(decoder.counts.tooLong == 1)
    }
    var endless = ReceiverDecoder()
    for _ in 0..<200 {
      #expect(endless.decode([UInt8](repeating: 0x61, count: 1000)).isEmpty)
      #expect(endless.pendingCount <= ReceiverDecoder.lineLimit)
    }
    #expect(endless.finish().isEmpty)
    #expect(endless.counts.tooLong == 1)
  }

  @Test("A decoder for one protocol passes over the others")
  func expected() {
    for (wanted, count) in [(ReceiverProtocol.nmea, 3), (.gpsd, 1), (.geoJSON, 1), (.lines, 1)] {
      var decoder = ReceiverDecoder(wanted)
      let found = decoder.decode(Array(Self.mixture.utf8)) + decoder.finish()
      #expect(reports(found).count == count, "\(wanted)")
      #expect(decoder.recognized == wanted)
    }
  }

  @Test("A source may begin in the middle of a line")
  func beginning() {
    var port = ReceiverDecoder(nil, mayBeginInside: true)
    #expect(port.decode(Array("9.9 116.4\n39.9 116.4\n".utf8)).count == 1)
    var pipe = ReceiverDecoder()
    #expect(pipe.decode(Array("39.9 116.4\n39.9 116.4\n".utf8)).count == 2)
    let inside = String(epoch("083000").dropFirst(30)) + epoch("083001")
    #expect(reports(messages(inside)).last?.time == 1_714_552_201)
  }

  @Test("A sentence, or a JSON text, without a line end is read when the source falls silent; other lines wait")
  func silence() {
    var unended = ReceiverDecoder()
    #expect(unended.decode(Array("{\"class\":\"TPV\",\"mode\":1}".utf8)).isEmpty)
    #expect(reports(unended.flush()).map(\.mode) == [.none])
    #expect(unended.decode(Array("\r\n39.9 116".utf8)).isEmpty)
    #expect(unended.flush().isEmpty)
    #expect(reports(unended.decode(Array(".5\n".utf8))).first?.fix?.coordinate.longitude == 116.5)
    var heading = ReceiverDecoder()
    let two = "{\"class\":\"TPV\",\"mode\":1} {\"class\":\"TPV\",\"mode\":2,\"lat\":1,\"lon\":2}"
    #expect(reports(messages(two)).map(\.mode) == [.none, .twoDimensional])
    let bare = sentence("HEHDT,90.0,T").filter { $0 != "\r\n" }
    #expect(heading.decode(Array(bare.utf8)).isEmpty)
    #expect(heading.flush() == [.heading(Heading(true: 90), source: "")])
  }
}
