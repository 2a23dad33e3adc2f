// Tests that the fast way through a GPX document and the plain one, expat alone, never differ.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import TrackFormats

@Suite struct GPXScannerTests {
  /// What a way of reading makes of a document: the document, or the error.
  private func outcome(_ bytes: [UInt8], isPlain: Bool, step: Int = .max) -> Result<TrackDocument, FormatError> {
    let monitor = step == .max ? ReadMonitor.none : ReadMonitor(step: step) { _, _, _ in true }
    do throws(FormatError) {
      return .success(try GPXFormat.read(bytes.span, options: ReadOptions(), monitor: monitor, isPlain: isPlain))
    } catch { return .failure(error) }
  }

  private func differ(_ bytes: [UInt8], step: Int = .max) -> Bool {
    outcome(bytes, isPlain: false, step: step) != outcome(bytes, isPlain: true)
  }

  /// How many points of a document within one segment the scanner reads itself, up to the first that it leaves to expat.
  private func taken(_ points: String) -> Int {
    var content = GPXContent(datum: .wgs84)
    content.beginLine(isRoute: false)
    content.beginSegment()
    let bytes = Array((points + "</trkseg></trk></gpx>").utf8)
    return bytes.withUnsafeBufferPointer { content.takeTrackPoints(in: $0, from: 0, limit: bytes.count) }.count
  }

  @Test(
    "Plain points are read without expat",
    arguments: [
      #"<trkpt lat="1" lon="2"/>"#, #"<trkpt lat='1' lon="2" />"#, "<trkpt\n lon='-2.5'\tlat='+1e-3'></trkpt>",
      "<trkpt lat='1' lon='2'><ele>3</ele></trkpt>", "<trkpt lat='1' lon='2'>\r\n <ele> -3.5e1 </ele>\t</trkpt>",
      "<trkpt lat='1' lon='2'><time>2024-05-01T08:30:00Z</time></trkpt>",
      "<trkpt lat='1' lon='2'><time>2024-05-01T08:30:00.123+02:00</time></trkpt>",
      "<trkpt lat='1' lon='2'><speed>3</speed><course>90</course><sat>7</sat><hdop>0.9</hdop><name>A b</name></trkpt>",
      "<trkpt lat='1' lon='2'><fix>3d</fix><x:ele>5</x:ele><cmt>a > b</cmt><empty/></trkpt>",
      """
      <trkpt lat='1' lon='2'><extensions> <gpxtpx:TrackPointExtension><gpxtpx:hr>120</gpxtpx:hr>
      </gpxtpx:TrackPointExtension><power>200</power></extensions></trkpt>
      """,
    ])
  func plainPoints(point: String) {
    #expect(taken(point) == 1)
    #expect(!differ(Array("<gpx><trk><trkseg>\(point)</trkseg></trk></gpx>".utf8)))
  }

  @Test(
    "Whatever leaves a doubt is left to expat",
    arguments: [
      "<trkpt/>", "<trkpt lat='1'/>", "<trkpt lat='1' lat='2'/>", "<trkpt lat='1' lon='2' x='3'/>", "<trkpt lat='1'lon='2'/>",
      "<trkpt lat='1\" lon='2'/>", "<trkpt lat='91' lon='2'/>", "<trkpt lat='' lon='2'/>", "<trkpt lat='1' lon='nan'/>",
      "<trkpt1 lat='1' lon='2'/>",
      "<trkpt lat='1' lon='2'/ >", "<trkpt lat = '1' lon='2'/>", "<trkpt lat='&#49;' lon='2'/>", "<trkptlat='1' lon='2'/>",
      "<trkpt lat='1' lon='2'></trkpt >", "<trkpt lat='1' lon='2'>text</trkpt>", "<trkpt lat='1' lon='2'></trkseg>",
      "<trkpt lat='1' lon='2'><!-- c --></trkpt>", "<trkpt lat='1' lon='2'><?p?></trkpt>", "<trkpt lat='1' lon='2'><![CDATA[]]></trkpt>",
      "<trkpt lat='1' lon='2'><ele>high</ele></trkpt>", "<trkpt lat='1' lon='2'><ele/></trkpt>",
      "<trkpt lat='1' lon='2'><ele>1</Ele></trkpt>",
      "<trkpt lat='1' lon='2'><ele>1e9</ele></trkpt>", "<trkpt lat='1' lon='2'><ele>1<x/></ele></trkpt>",
      "<trkpt lat='1' lon='2'><time>2023-02-29T00:00:00Z</time></trkpt>",
      "<trkpt lat='1' lon='2'><time>2024-05-01T08:30:00.Z</time></trkpt>",
      "<trkpt lat='1' lon='2'><time>\0\0\0\0\0\0\0\0\0\0T00:00:00Z</time></trkpt>", "<trkpt lat='1' lon='2'><a b='c'/></trkpt>",
      "<trkpt lat='1' lon='2'><name>\u{E9}</name></trkpt>", "<trkpt lat='1' lon='2'><name>a]]>b</name></trkpt>",
      "<trkpt lat='1' lon='2'><name>a&amp;b</name></trkpt>", "<trkpt lat='1' lon='2'><cmt>\u{1}</cmt></trkpt>",
      "<trkpt lat='1' lon='2'><a><b></a></b></trkpt>", "<trkpt lat='1' lon='2'><1a/></trkpt>", "<trkpt lat='1' lon='2'></a></trkpt>",
      "<trkpt lat='1' lon='2'><a><a><a><a><a><a><a><a><a></a></a></a></a></a></a></a></a></a></trkpt>",
    ])
  func doubtfulPoints(point: String) {
    #expect(taken(point) == 0)
    #expect(!differ(Array("<gpx><trk><trkseg>\(point)<trkpt lat='5' lon='6'/></trkseg></trk></gpx>".utf8)))
  }

  @Test("A point in a comment, a CDATA section, an instruction, an entity, or where no point can be, is none")
  func notThere() throws {
    let point = "<trkpt lat='1' lon='2'/>"
    for text in [
      "<gpx><trk><trkseg><!-- \(point)\(point) --></trkseg></trk></gpx>",
      "<gpx><trk><trkseg><![CDATA[ \(point)\(point)]]></trkseg></trk></gpx>",
      "<gpx><trk><trkseg><?p \(point)\(point)?></trkseg></trk></gpx>", "<gpx><trk>\(point)\(point)</trk></gpx>",
      "<gpx><trk><trkseg><a>\(point)\(point)</a></trkseg></trk></gpx>",
      "<x:gpx><x:trk><x:trkseg>\(point)\(point)</x:trkseg></x:trk></x:gpx>",
      "<!DOCTYPE gpx [<!ENTITY e '<trkseg>\(point)\(point)</trkseg>'>]><gpx><trk>\(point)\(point)</trk></gpx>",
    ] {
      #expect(outcome(Array(text.utf8), isPlain: true).isFailure, "\(text)")
      #expect(!differ(Array(text.utf8)), "\(text)")
    }
  }

  @Test("Points behind a fault in a segment are not read, as expat has it")
  func strictness() throws {
    let point = "<trkpt lat='1' lon='2'/>\n"
    for fault in ["</b>", "<a", "&e;", "]]>", "<!--", "\u{1}", "<![CDATA["] {
      let bytes = Array("<gpx><trk><trkseg>\(point)\(point)\(fault)\(point)\(point)</trkseg></trk></gpx>".utf8)
      let document = try outcome(bytes, isPlain: false).get()
      #expect(document.tracks[0].points.count <= (fault == "\u{1}" ? 4 : 2), "\(fault)")
      #expect(!differ(bytes), "\(fault)")
    }
  }

  @Test("Lines and offsets of what is behind a run count the run in", arguments: ["\n", "\r\n", "\r", "\r\r\n", " "])
  func places(lineEnd: String) throws {
    let plain = Array(repeating: "<trkpt lat='1' lon='2'>\(lineEnd)<ele>1</ele></trkpt>\(lineEnd)", count: 300).joined()
    let text =
      "<gpx>\(lineEnd)<trk><trkseg>\(lineEnd)\(plain)<trkpt lat='x' lon='2'/>\(lineEnd)\(plain)<trkpt lat='1' lon='y'/>\(plain)<oh>"
    let document = try outcome(Array(text.utf8), isPlain: false).get()
    #expect(document.tracks[0].points.count == 900)
    #expect(document.skipped.count == 2)
    #expect(document.skipped.truncation?.byteOffset == text.utf8.count)
    #expect(!differ(Array(text.utf8)))
    if lineEnd == "\n" { #expect(document.skipped.first.map(\.line) == [603, 1204]) }
  }

  @Test("Documents put together at random, and broken at random, are read alike both ways")
  func random() {
    let seed: UInt64 = 0x6B2D
    var generator = SeededGenerator(seed: seed)
    var maker = GPXMaker()
    for round in 0..<1500 {
      let whole = maker.document(using: &generator)
      if differ(whole) { Issue.record("whole, round \(round), seed \(seed)") }
      for _ in 0..<4 {
        let bytes = maker.broken(whole, using: &generator)
        if differ(bytes, step: 1024) {
          Issue.record("broken, round \(round), seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
          return
        }
      }
    }
  }

  @Test(
    "In every encoding that holds ASCII points are read alike both ways",
    arguments: ["UTF-8", "ISO-8859-1", "US-ASCII", "windows-1252", "x-unknown", "UTF-16", "Shift_JIS"])
  func encodings(name: String) {
    let points = "<trkpt lat='1' lon='2'><name>caf\u{E9}</name></trkpt>\n<trkpt lat='3' lon='4'/>\n<trkpt lat='5' lon='6'/>\n"
    let text = "<?xml version='1.0' encoding='\(name)'?>\n<gpx><trk><trkseg>\(points)\(points)<trkpt lat='x' lon='2'/></trkseg></trk></gpx>"
    #expect(!differ(Array(text.utf8)))
    #expect(!differ(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }))
    let wide = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(!differ([0xFF, 0xFE] + wide))
    #expect(!differ(wide))
  }

  @Test("Stray bytes between plain points are repaired alike both ways")
  func stray() throws {
    let point = "<trkpt lat='1' lon='2'><ele>3</ele></trkpt>\n"
    let head = Array("<gpx><trk><trkseg>\(point)\(point)\(point)<trkpt lat='5' lon='6'><name>caf".utf8)
    let tail = Array("</name></trkpt>\(point)\(point)</trkseg></trk></gpx>".utf8)
    let bytes = head + [0xE9] + tail
    let document = try outcome(bytes, isPlain: false).get()
    #expect(document.tracks[0].points.count == 6)
    #expect(document.skipped.first.map(\.line) == [4])
    #expect(!differ(bytes))
  }

  @Test("The datum converts plain points as it does others", arguments: [Datum.gcj02, .bd09])
  func datum(datum: Datum) throws {
    let bytes = Array("<gpx><trk><trkseg><trkpt lat='39.915' lon='116.404'/><trkpt lat='39.9' lon='116.4'/></trkseg></trk></gpx>".utf8)
    let options = ReadOptions(datum: datum)
    let fast = try GPXFormat.read(bytes.span, options: options, monitor: .none, isPlain: false)
    #expect(try fast == GPXFormat.read(bytes.span, options: options, monitor: .none, isPlain: true))
    let expected = Datum.convert(Coordinate(latitude: 39.9, longitude: 116.4), from: datum, to: .wgs84)
    #expect(fast.tracks[0].points.coordinate(at: 1) == expected)
  }

  @Test("Runs longer than a chunk are read alike both ways, from wherever they start")
  func long() {
    var generator = SeededGenerator(seed: 7)
    var maker = GPXMaker()
    maker.oddity = 400
    maker.segmentLimit = 6000
    for _ in 0..<4 { #expect(!differ(maker.document(using: &generator))) }
  }

  @Test("Files by others are read alike both ways", .enabled(if: fixturesFolder != nil, "the folder of files by others is not there"))
  func fixtures() throws {
    let root = try #require(fixturesFolder)
    for folder in ["gpsbabel", "togeojson", "xml"] {
      for name in fileNames(in: "\(root)/\(folder)") where name.hasSuffix(".gpx") {
        guard let bytes = contents(of: "\(root)/\(folder)/\(name)") else { continue }
        #expect(!differ(bytes), "\(folder)/\(name)")
      }
    }
  }
}

extension Result {
  fileprivate var isFailure: Bool {
    if case .failure = self { return true }
    return false
  }
}

/// Puts GPX documents together at random.
struct GPXMaker {
  /// One piece in so many is something that the scanner does not know.
  var oddity = 12
  /// A segment has at most so many points.
  var segmentLimit = 12

  private static let plainChildren = [
    "<ele>501.5</ele>", "<ele>-0.0</ele>", "<ele>  7 </ele>", "<ele>.5</ele>", "<ele>5.</ele>", "<ele>1e2</ele>",
    "<ele>123456789012345678901</ele>",
    "<ele>0.123456789012345678</ele>", "<time>2024-05-01T08:30:00Z</time>", "<time>2024-05-01T08:30:59.25Z</time>",
    "<time>2024-05-02T24:00:00Z</time>", "<time>2024-05-01 08:30:00</time>", "<time>2024-05-01T08:30:00.1234567890123Z</time>",
    "<time>2024-02-29T23:59:60Z</time>", "<time>2024-05-01T08:30:00-03:30</time>", "<speed>1.5</speed>", "<course>359.99</course>",
    "<name>Place</name>", "<name> two\n words </name>", "<sat>5</sat>", "<cmt>x > y</cmt>", "<desc></desc>", "<fix>3d</fix>", "<empty/>",
    "<extensions><a:TrackPointExtension><a:hr>120</a:hr><a:cad>80</a:cad><a:atemp>21.5</a:atemp></a:TrackPointExtension></extensions>",
    "<extensions><speed>2</speed><course>5</course><hAcc>3</hAcc><power>250</power></extensions>",
    "<extensions><x><y/></x>text</extensions>",
  ]
  private static let oddChildren = [
    "<!-- <trkpt lat='1' lon='2'/> -->", "<?pi?>", "<![CDATA[<trkpt lat='1' lon='2'/>]]>", "<ele>high</ele>", "<ele></ele>", "<ele/>",
    "<ele >1</ele>",
    "<ele>1</ele >", "<ele>&#49;</ele>", "<ele>1<!-- 2 -->3</ele>", "<time>never</time>", "<time>2023-02-29T00:00:00Z</time>",
    "<name>\u{E9}t\u{E9}</name>",
    "<name>a&amp;b</name>", "<name>a\r\nb</name>", "<link href='x'><text>t</text></link>", "text", "<speed>-1</speed>",
    "<speed>fast</speed>",
    "<extensions><hr/><hr>1<b/>2</hr></extensions>", "<trkpt lat='3' lon='4'/>",
    "<a><a><a><a><a><a><a><a><a><a/></a></a></a></a></a></a></a></a></a>",
  ]
  private static let oddPieces = [
    "<!-- <trkpt lat='1' lon='2'/><trkpt lat='1' lon='2'/> -->", "<?pi <trkpt?>", "<![CDATA[ <trkpt lat='1' lon='2'/>]]>", "text", "&amp;",
    "<a/>",
    "<a><trkpt lat='1' lon='2'/></a>", "<trkpt lat='91' lon='2'/>", "<trkpt lat='1'/>", "<trkpt lat='1' lon='2' x='3'/>", "\r", "\r\n",
    "&e;", "&p;",
    "<extensions><name>Leg</name></extensions>", "<name>Leg</name>",
  ]
  private static let blanks = ["", "", "\n", "\n  ", " ", "\r\n", "\t"]
  private static let numbers = ["1", "-2.5", "47.1234567", "8.00000000000001", "+3", "1e1", "-0.000001", "0", "90", "  5"]

  mutating func document(using generator: inout SeededGenerator) -> [UInt8] {
    var text = "<?xml version='1.0'?>\n<!DOCTYPE gpx [<!ENTITY e ' '> <!ENTITY p '<trkpt lat=\"1\" lon=\"2\"/>'>]>\n<gpx>"
    for _ in 0...Int.random(in: 0...1, using: &generator) {
      text += "<trk>\n<name>T</name>"
      for _ in 0...Int.random(in: 0...2, using: &generator) { text += segment(using: &generator) }
      text += "</trk>\n"
    }
    return Array((text + "<wpt lat='1' lon='2'/></gpx>\n").utf8)
  }

  private func segment(using generator: inout SeededGenerator) -> String {
    var text = "<trkseg>"
    for _ in 0..<Int.random(in: 0...segmentLimit, using: &generator) {
      text += pick(Self.blanks, using: &generator)
      text += isOdd(using: &generator) ? pick(Self.oddPieces, using: &generator) : point(using: &generator)
    }
    return text + "</trkseg>"
  }

  private func point(using generator: inout SeededGenerator) -> String {
    let quote = Bool.random(using: &generator) ? "\"" : "'"
    let attributes = [
      "lat=\(quote)\(pick(Self.numbers, using: &generator))\(quote)", "lon=\(quote)\(pick(Self.numbers, using: &generator))\(quote)",
    ]
    var text = "<trkpt " + (Bool.random(using: &generator) ? attributes : attributes.reversed()).joined(separator: " ")
    if Int.random(in: 0...5, using: &generator) == 0 { return text + "/>" }
    text += ">"
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      text += pick(Self.blanks, using: &generator)
      text += pick(isOdd(using: &generator) ? Self.oddChildren : Self.plainChildren, using: &generator)
    }
    return text + pick(Self.blanks, using: &generator) + "</trkpt>"
  }

  /// A document with some bytes changed, lost, doubled, or with its end gone.
  func broken(_ whole: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
    var bytes = whole
    for _ in 0...Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0...5, using: &generator) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      case 1: bytes[place] = Array("<>/&'\"!-?[] \n\r:;.09azTZ\0".utf8).randomElement(using: &generator) ?? 0
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(bytes[place], at: place)
      case 4:
        let other = Int.random(in: 0..<bytes.count, using: &generator)
        bytes.insert(contentsOf: bytes[min(place, other)..<min(max(place, other), min(place, other) + 60)], at: place)
      default: if Int.random(in: 0...3, using: &generator) == 0 { bytes.removeSubrange(place...) }
      }
    }
    return bytes
  }

  private func isOdd(using generator: inout SeededGenerator) -> Bool { Int.random(in: 0..<oddity, using: &generator) == 0 }

  private func pick(_ texts: [String], using generator: inout SeededGenerator) -> String {
    texts[Int.random(in: 0..<texts.count, using: &generator)]
  }
}
