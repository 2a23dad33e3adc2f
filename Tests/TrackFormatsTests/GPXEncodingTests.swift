// Tests GPX in other encodings, and documents that mean harm.

import Testing
import TrackPlayback

@testable import TrackFormats

@Suite struct GPXEncodingTests {
  /// A document of one named waypoint, with the name in the given bytes.
  static func document(_ declaration: String, name: [UInt8]) -> [UInt8] {
    Array("<?xml version='1.0' \(declaration)?>\n<gpx><wpt lat='1' lon='2'><name>".utf8) + name + Array("</name></wpt></gpx>".utf8)
  }

  @Test(
    "Names are read in the document's encoding",
    arguments: [
      ("encoding='UTF-8'", [UInt8]("Zürich".utf8), "Zürich"), ("encoding='ISO-8859-1'", [0x5A, 0xFC], "Zü"),
      ("encoding='windows-1252'", [0x80, 0x93, 0xE9], "€“é"), ("encoding='Windows-1252'", [0x80], "€"),
      ("encoding='GB18030'", [0x41, 0xB1, 0xB1, 0xBE, 0xA9], "A北京"), ("encoding=\"gbk\"", [0xB1, 0xB1, 0xFF], "北?"),
      ("encoding = 'Big5'", [0xA5, 0x5F, 0xA8, 0xCA], "北京"), ("encoding='windows-1251'", [0xCC, 0xEE], "Мо"),
      ("encoding='Shift_JIS'", [0x93, 0x8C, 0x8B, 0x9E], "東京"), ("encoding='x-unknown'", [0x41, 0xB1], "A\u{FFFD}"),
    ])
  func encodings(declaration: String, name: [UInt8], expected: String) throws {
    let document = try FormatRegistry.read(Self.document(declaration, name: name))
    #expect(document.tracks[0].waypoints.map(\.name) == [expected])
    #expect(document.skipped.isEmpty)
  }

  @Test("UTF-16 with a byte order mark reads")
  func utf16() throws {
    var bytes: [UInt8] = []
    for unit in "\u{FEFF}<?xml version='1.0' encoding='UTF-16'?>\n<gpx><wpt lat='1' lon='2'><name>北京</name></wpt></gpx>".utf16 {
      bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
    let document = try FormatRegistry.read(bytes)
    #expect(document.format == "gpx")
    #expect(document.tracks[0].waypoints.map(\.name) == ["北京"])
  }

  @Test("Stray bytes in UTF-8 cost a question mark each and are named", arguments: [0xE9, 0xFF, 0x00, 0x01, 0x1B] as [UInt8])
  func strayBytes(byte: UInt8) throws {
    let document = try FormatRegistry.read(Self.document("encoding='UTF-8'", name: Array("Café ".utf8) + [byte, 0x21]))
    #expect(document.tracks[0].waypoints.map(\.name) == ["Café ?!"])
    #expect(document.skipped.valueCount == 1)
    #expect(document.skipped.first[0].line == 2)
    #expect(document.skipped.truncation == nil)
  }

  @Test("A bomb of entities is refused")
  func billionLaughs() {
    var text = "<?xml version='1.0'?>\n<!DOCTYPE gpx [\n<!ENTITY a0 'ha'>\n"
    for level in 1...9 {
      text += "<!ENTITY a\(level) '" + String(repeating: "&a\(level - 1);", count: 10) + "'>\n"
    }
    text += "]>\n<gpx><wpt lat='1' lon='2'><name>&a9;</name></wpt></gpx>"
    #expect(readError(text)?.code == .refused)
  }

  @Test("A long entity used often is refused, a short one is read")
  func longEntity() throws {
    func document(_ length: Int) -> String {
      "<!DOCTYPE gpx [<!ENTITY a '\(String(repeating: "x", count: length))'>]>\n<gpx><wpt lat='1' lon='2'><name>&a;</name></wpt></gpx>"
    }
    #expect(readError(document(10_000))?.code == .refused)
    #expect(try read(document(5)).tracks[0].waypoints.map(\.name) == ["xxxxx"])
  }

  @Test("External entities and parameter entities are never opened")
  func externalEntities() throws {
    let document = try read(
      """
      <!DOCTYPE gpx SYSTEM "file:///dev/zero" [<!ENTITY e SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "file:///dev/zero"> %p;]>
      <gpx><wpt lat='1' lon='2'><name>A&e;B</name></wpt></gpx>
      """)
    #expect(document.tracks[0].waypoints.map(\.name) == ["AB"])
  }

  @Test("Absurd nesting is refused")
  func nesting() {
    #expect(readError("<gpx>" + String(repeating: "<trk>", count: 100_000))?.code == .refused)
    #expect(readError("<gpx><wpt lat='1' lon='2'><extensions>" + String(repeating: "<a>", count: 100_000))?.code == .refused)
  }

  @Test("A tag without an end is refused before it costs the square of its length")
  func endlessTag() {
    let bytes = Array("<gpx><wpt lat='1' lon='2'/><wpt lat='".utf8) + [UInt8](repeating: 0x31, count: 20_000_000)
    #expect(readError(bytes)?.code == .refused)
  }

  @Test("An endless name costs its bound and no more")
  func endlessName() throws {
    let name = [UInt8](repeating: 0x61, count: 20_000_000)
    let document = try FormatRegistry.read(Self.document("", name: name))
    #expect(document.tracks[0].waypoints[0].name.count == TextCleaning.nameLimit)
  }

  @Test(
    "A document that is not well-formed from the start names the line",
    arguments: ["<gpx><trk></gpx>", "<gpx>\n<<", "<gpx", "<gpx><a b></a></gpx>"])
  func malformed(text: String) throws {
    let error = try #require(readError(text))
    #expect(error.code == .malformed)
    #expect(error.line != nil)
    #expect(error.message.contains("line"))
  }
}
