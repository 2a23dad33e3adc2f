// Tests how the encoding of a text is found out, and that it comes out right.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import TrackFormats

/// A text in UTF-16.
private func utf16(_ text: String, isLittleEndian: Bool) -> [UInt8] {
  text.utf16.flatMap { unit in
    let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    return isLittleEndian ? pair : pair.reversed()
  }
}

/// A text as the registry hands it to formats.
private func decoded(_ bytes: [UInt8]) -> String? {
  TextDecoding.decoded(bytes.span).map { String(decoding: $0, as: UTF8.self) }
}

@Suite struct TextDecodingTests {
  /// `# name: 上地到天安门` in GB18030 (the Unicode Consortium's gb-18030-2005 table: 上 C9CF, 地 B5D8, 到 B5BD, 天 CCEC, 安 B0B2, 门 C3C5).
  static let chineseName: [UInt8] =
    Array("# name: ".utf8) + [0xC9, 0xCF, 0xB5, 0xD8, 0xB5, 0xBD, 0xCC, 0xEC, 0xB0, 0xB2, 0xC3, 0xC5] + Array("\n116.5,40.25\n".utf8)

  @Test("ASCII and UTF-8 stay as they are, without a copy", arguments: ["", "1,2\n", "# name: 上地\n1,2", "\u{FEFF}# name: é\n1,2", "é"])
  func utf8(text: String) { #expect(TextDecoding.decoded(Array(text.utf8).span) == nil) }

  @Test("GB18030 reads, names and all")
  func gb18030() throws {
    let document = try FormatRegistry.read(Self.chineseName)
    #expect(document.name == "上地到天安门")
    #expect(document.tracks[0].pairs == [[116.5, 40.25]])
  }

  @Test("GB18030 has characters of four bytes, full-width digits, and an end that may be cut")
  func gb18030Rest() throws {
    // U+1F697 is 95 30 8D 37; full-width １ is A3 B1, full-width comma A3 AC, ideographic full stop A1 A3.
    #expect(decoded([0xB1, 0xB1, 0xBE, 0xA9, 0x95, 0x30, 0x8D, 0x37, 0x0A]) == "北京🚗\n")
    #expect(try FormatRegistry.read([0xA3, 0xB1, 0xA3, 0xAC, 0xA3, 0xB2]).tracks[0].pairs == [[1, 2]])
    #expect(decoded(Array("1,2 # ".utf8) + [0xB1, 0xB1, 0xBE, 0xA9, 0xB3])?.hasPrefix("1,2 # 北京") == true)
  }

  @Test("Endless lines of GB18030 lose no character where they are cut for the converter")
  func endlessLine() {
    // 北京 two by two, after one byte, so that every cut at an even place lies within a character.
    var bytes: [UInt8] = [0x41]
    for _ in 0..<50_000 { bytes += [0xB1, 0xB1, 0xBE, 0xA9] }
    let text = "A" + String(repeating: "北京", count: 50_000)
    #expect(decoded(bytes) == text)
    #expect(decoded([0xBE, 0xA9] + bytes) == "京" + text)
    #expect(Transcoding.decoded((bytes + [0xFF, 0x0A]).span, from: "GB18030").map { String(decoding: $0, as: UTF8.self) } == text + "?\n")
    #expect(Transcoding.decoded((bytes + [0xB1]).span, from: "GB18030").map { String(decoding: $0, as: UTF8.self) } == text + "?")
  }

  @Test(
    "Latin-1 is not taken for Chinese",
    arguments: [
      ([0x56, 0xE9, 0x7A, 0x65, 0x6C, 0x61, 0x79], "Vézelay"), ([0x63, 0x72, 0xE9, 0xE9, 0x65], "créée"),
      ([0x4D, 0xFC, 0xDF, 0x69, 0x67], "Müßig"),
      ([0x80, 0x20, 0x93, 0x61, 0x94], "€ “a”"), ([0x34, 0x38, 0xB0, 0x20, 0x4E], "48° N"), ([0xE5, 0xE4, 0xF6], "åäö"),
      ([0x81, 0x20], "? "),
    ] as [([UInt8], String)])
  func latin(bytes: [UInt8], text: String) { #expect(decoded(bytes) == text) }

  @Test("UTF-16 reads with a mark and without one", arguments: [true, false], [true, false])
  func utf16Text(isLittleEndian: Bool, isMarked: Bool) throws {
    let text = "# name: 北京 🚗\r\n116.5,40.25\r\n116.6,40.5\r\n"
    let document = try FormatRegistry.read(utf16((isMarked ? "\u{FEFF}" : "") + text, isLittleEndian: isLittleEndian))
    #expect(document.name == "北京 🚗")
    #expect(document.tracks[0].pairs == [[116.5, 40.25], [116.6, 40.5]])
  }

  @Test("XML in UTF-16 without a mark reads", arguments: [true, false])
  func utf16XML(isLittleEndian: Bool) throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<gpx><wpt lat='1' lon='2'><name>北京</name></wpt></gpx>"
    let document = try FormatRegistry.read(utf16(text, isLittleEndian: isLittleEndian))
    #expect(document.tracks[0].waypoints.map(\.name) == ["北京"])
    #expect(document.skipped.isEmpty)
  }

  @Test("Halves of characters in UTF-16 become U+FFFD, and an odd byte at the end goes")
  func brokenUTF16() {
    let bytes: [UInt8] = [0xFF, 0xFE, 0x00, 0xD8, 0x31, 0x00, 0x00, 0xDC, 0x32, 0x00, 0x00, 0xD8, 0x41]
    #expect(decoded(bytes) == "\u{FFFD}1\u{FFFD}2\u{FFFD}")
  }

  @Test("A binary file is left alone")
  func binary() {
    #expect(TextDecoding.decoded(([14, 0x10, 0, 0, 9, 0, 0, 0] + Array(".FIT".utf8) + [0, 0, 0xE9, 1]).span) == nil)
    #expect(TextDecoding.decoded([0x31, 0x2C, 0x32, 0x0A, 0, 0xE9].span) == nil)
  }

  @Test("A few broken bytes in good UTF-8 leave it UTF-8, and so does an end within a character")
  func brokenUTF8() {
    #expect(TextDecoding.decoded((Array("北京的路线".utf8) + [0xFF, 0x0A]).span) == nil)
    #expect(TextDecoding.decoded((Array("1,2 # 北".utf8) + [0xE4, 0xBA]).span) == nil)
  }

  @Test("An offset in text that was decoded is none of the file, so it is not given")
  func offsets() throws {
    let document = try FormatRegistry.read(Self.chineseName + Array("bad\n".utf8))
    #expect(document.skipped.first.map(\.byteOffset) == [nil])
    #expect(document.skipped.first.map(\.line) == [3])
  }

  @Test("The declaration's encoding is replaced by spaces, and nothing else")
  func declaration() {
    for (text, expected) in [
      ("<?xml version='1.0' encoding='GBK'?><a/>", "<?xml version='1.0'               ?><a/>"),
      ("<?xml version='1.0' encoding = \"x\" standalone='no'?>", "<?xml version='1.0'                standalone='no'?>"),
      ("<?xml version='1.0'?><a encoding='x'/>", "<?xml version='1.0'?><a encoding='x'/>"), ("<a/>", "<a/>"),
      ("<?xml encoding=''?>", "<?xml encoding=''?>"),
    ] {
      #expect(String(decoding: XMLEncoding.withoutDeclaration(Array(text.utf8)), as: UTF8.self) == expected)
    }
  }

  @Test("Every byte of Windows-1252 is a character or a question mark")
  func windows1252() {
    let bytes = (0...255).map { UInt8($0) }
    let text = String(decoding: Transcoding.fromWindows1252(bytes.span), as: UTF8.self)
    #expect(text.unicodeScalars.count == 256)
    #expect(text.unicodeScalars.dropFirst(128).count { $0 == "?" } == 5)
    #expect(text.unicodeScalars.last == "ÿ")
  }

  @Test("The scan over ASCII finds what a plain loop finds")
  func scan() {
    let seed: UInt64 = 0xA5C11
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      var bytes = [UInt8](repeating: 0x41, count: Int.random(in: 0...100, using: &generator))
      for _ in 0..<Int.random(in: 0...2, using: &generator) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = 0x80
      }
      let start = Int.random(in: 0...bytes.count, using: &generator)
      let plain = bytes[start...].firstIndex { $0 >= 0x80 } ?? bytes.count
      #expect(bytes.withUnsafeBufferPointer { ASCIIScan.end(in: $0, from: start) } == plain, "seed \(seed)")
    }
  }

  @Test("The census of UTF-8 agrees with the standard library")
  func census() {
    let seed: UInt64 = 0xC0DE
    var generator = SeededGenerator(seed: seed)
    let pieces: [[UInt8]] = [
      [0x41], [0xC3, 0xA9], [0xE5, 0x8C, 0x97], [0xF0, 0x9F, 0x9A, 0x97], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xFF], [0x80],
      [0xF4, 0x90, 0x80, 0x80],
    ]
    for _ in 0..<2000 {
      var bytes: [UInt8] = []
      for _ in 0..<6 { bytes += pieces.randomElement(using: &generator) ?? [] }
      bytes.append(0x41)
      let isValid = String(validating: bytes, as: UTF8.self) != nil
      #expect((bytes.withUnsafeBufferPointer { UTF8Census(of: $0) }.strayBytes == 0) == isValid, "\(bytes), seed \(seed)")
    }
  }

  @Test(
    "NMEA in UTF-16 by another program comes out as plain lines",
    .enabled(if: fixturesFolder != nil, "the folder of files by others is not there"))
  func nmea() throws {
    let bytes = try #require(contents(of: (fixturesFolder ?? "") + "/gpsbabel/nmea_utf16"))
    let text = try #require(decoded(bytes))
    #expect(text.hasPrefix("$GPZDA,032908,07,08,2004,00,00*41\n$GPGGA"))
    #expect(text.utf8.count == bytes.count / 2 - 1)
  }
}
