// Tests how a file finds its format, what it is told where there is none, and the laws that hold for every format.

import Testing
import TrackPlayback

@testable import TrackFormats

@Suite struct FormatRegistryTests {
  @Test("Formats have unique names and say what they are")
  func names() {
    let identifiers = FormatRegistry.formats.map { $0.identifier }
    #expect(Set(identifiers).count == identifiers.count)
    for format in FormatRegistry.formats {
      #expect(format.identifier.allSatisfy { $0.isLowercase || $0.isNumber })
      #expect(!format.title.isEmpty)
      #expect(!format.fileExtensions.isEmpty)
      #expect(format.fileExtensions.allSatisfy { $0 == $0.lowercased() && !$0.hasPrefix(".") })
      #expect(format.mediaTypes.allSatisfy { $0.contains("/") })
    }
  }

  @Test(
    "Content goes before the extension",
    arguments: [
      ("<gpx><wpt lat='1' lon='2'/></gpx>", "a.txt", "gpx"), ("1,2\n", "a.gpx", "coordinates"), ("1,2\n", nil, "coordinates"),
      ("<!DOCTYPE gpx [<!ELEMENT x (y)>]>\n<?p <gpx?>\n<gpx><wpt lat='1' lon='2'/></gpx>", nil, "gpx"),
    ] as [(String, String?, String)])
  func content(text: String, fileName: String?, format: String) throws {
    #expect(try read(text, fileName: fileName).format == format)
  }

  @Test("An empty file and one of blanks say so", arguments: ["", " ", "\n\n\r\n\t", "\u{FEFF}", "\u{FEFF}\n "])
  func empty(text: String) {
    let error = readError(text)
    #expect(error?.code == (text.isEmpty ? .empty : .blank))
    #expect(error?.message == (text.isEmpty ? "the file is empty" : "the file holds nothing but white space"))
  }

  @Test(
    "A binary file is named for what it seems to be",
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "it is a PNG picture, not a track"),
      ([0x7F, 0x45, 0x4C, 0x46, 2, 1], "it is an ELF program, not a track"),
      ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "it is a 7-Zip archive, not a track"),
      ([0xFF, 0xD8, 0xFF, 0xE0], "it is a JPEG picture, not a track"), (Array("%PDF-1.7\n1 2\n".utf8), "it is a PDF document, not a track"),
      ([0x31, 0x2C, 0x32, 0x0A, 0x00], "it is a binary file, not a track"), ([1, 2, 3, 4, 5], "it is a binary file, not a track"),
    ] as [([UInt8], String)])
  func binary(bytes: [UInt8], message: String) {
    for name in [nil, "a.txt", "a.gpx"] {
      let error = readError(bytes, fileName: name)
      #expect(error?.code == .binary)
      #expect(error?.message == message)
    }
  }

  @Test(
    "Text of another format is named",
    arguments: [
      ("<html><body>1,2</body></html>", "an HTML page"), ("<osm version='0.6'/>", "<osm>"), ("{\"a\": 1}", "JSON"),
      ("OziExplorer Waypoint File Version 1.1\n39.9,80.3,0\n", "OziExplorer"), ("dear diary", "text"),
    ])
  func otherText(text: String, part: String) {
    let error = readError(text, fileName: "a.dat")
    #expect(error?.code == .unknownFormat)
    #expect(error?.message.contains(part) == true)
  }

  @Test("A text file without a coordinate names its first line, where its name says that it was meant to be one")
  func noCoordinates() throws {
    let error = try #require(readError("dear \u{1B}[2Jdiary\n", fileName: "Routes/Diary.TXT"))
    #expect(error.code == .noCoordinates)
    #expect(error.line == 1)
    #expect(error.message == "no line holds a usable coordinate; line 1: found \"dear [2Jdiary\", expected a longitude and a latitude")
    #expect(readError("# only a remark\n", fileName: "a.txt")?.message == "there is no coordinate in it, only comments and blank lines")
    #expect(readError("200,95\n")?.code == .noCoordinates)
    #expect(readError("<gpx></gpx>")?.message == "the document has no track, route or waypoint in it")
    #expect(readError("<gpx><wpt lat='x' lon='1'/></gpx>")?.code == .noCoordinates)
  }

  @Test("The extension is that of the last part of the name")
  func extensions() {
    #expect(ReadOptions(fileName: "a.b/C.GPX").fileExtension == "gpx")
    #expect(ReadOptions(fileName: "a.b/c").fileExtension == nil)
    #expect(ReadOptions(fileName: ".txt").fileExtension == nil)
    #expect(ReadOptions(fileName: "a.").fileExtension == nil)
    #expect(ReadOptions(fileName: "").fileExtension == nil)
    #expect(ReadOptions().fileExtension == nil)
  }
}

/// One small file of each format, by identifier; the laws below are tried on all of them.
enum FormatSamples {
  static let all: [(format: String, fileName: String, bytes: [UInt8])] = [
    ("gpx", "a.gpx", Array(GPXFormatTests.golden.utf8)),
    ("tcx", "a.tcx", Array(TCXFormatTests.golden.utf8)),
    ("kml", "a.kml", Array(KMLFormatTests.golden.utf8)),
    ("coordinates", "a.txt", Array(coordinates.utf8)),
    ("geojson", "a.geojson", Array(GeoJSONFormatTests.golden.utf8)),
    ("baidu", "a.json", Array(BaiduFormatTests.golden.utf8)),
    ("gpsd", "a.json", Array(GPSDFormatTests.golden.utf8)),
    ("fit", "a.fit", FITBuilder.sample),
    ("igc", "a.igc", Array(IGCFormatTests.golden.utf8)),
    ("csv", "a.csv", Array(CSVFormatTests.golden.utf8)),
    ("plt", "a.plt", Array(PLTFormatTests.golden.utf8)),
    ("polyline", "a.polyline", Array(("polyline5:" + PolylineFormatTests.golden + "\n" + PolylineFormatTests.golden).utf8)),
    ("nmea", "a.nmea", Array(NMEAFormatTests.golden.utf8)),
  ]

  static let coordinates = """
    # name: 上地 → 天安门
    # datum: BD-09
    # place: 中关村 Zhongguancun
    116.31150300652,40.04571393206,50.5
    116.3116，40.0456
    # segment: two
    116.31;40.04
    116.1,40.1;116.2,40.2;
    bad line
    """
}

/// What holds for every format, tried on a sample of each.
@Suite struct EveryFormatTests {
  @Test("Every format has a sample that it reads")
  func samples() throws {
    for format in FormatRegistry.formats {
      let sample = try #require(FormatSamples.all.first { $0.format == format.identifier }, "\(format.identifier) has no sample")
      #expect(try FormatRegistry.read(sample.bytes, options: ReadOptions(fileName: sample.fileName)).format == sample.format)
      #expect(try FormatRegistry.read(sample.bytes).format == sample.format, "\(sample.format) is not known by its content")
    }
  }

  @Test("Every beginning of a file gives a document or a sentence", arguments: FormatSamples.all.indices)
  func prefixes(index: Int) {
    let (_, fileName, bytes) = FormatSamples.all[index]
    for count in 0...bytes.count {
      for name in [nil, "a.txt", fileName] {
        if let fault = fault(of: Array(bytes[..<count]), fileName: name) { Issue.record("\(fault), first \(count) bytes") }
      }
    }
  }

  @Test("Flipped, lost and doubled bytes give a document or a sentence", arguments: FormatSamples.all.indices)
  func flips(index: Int) {
    let seed: UInt64 = 0xF11B
    var generator = SeededGenerator(seed: seed)
    let (_, fileName, original) = FormatSamples.all[index]
    for round in 0..<3000 {
      var bytes = original
      for _ in 0...Int.random(in: 0...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0...3, using: &generator) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 2: bytes.remove(at: place)
        default: bytes.insert(bytes[place], at: place)
        }
      }
      if let fault = fault(of: bytes, fileName: round % 2 == 0 ? "a.txt" : fileName) {
        Issue.record("\(fault), round \(round), seed \(seed)")
      }
    }
  }

  @Test(
    "A million bytes of anything are read in bounded time and memory",
    arguments: [
      "1", "a", "\n", " ", "#", ",", ";", "1,", "1,1;", "1.5,1;", "x\n", "<", "&", "\u{FF0C}", "# place: x\n", "\u{C9}", "1,1;x;", "\"",
      "<a>", "&#1;", "\"\"", "\"\"\"\n", "\"a\n", "~", "1,\"", "x,1,2\n",
    ])
  func endless(piece: String) {
    let unit = Array(piece.utf8)
    var bytes: [UInt8] = []
    while bytes.count < 1_000_000 { bytes += unit }
    for start in ["1,2\n", "<gpx>", "lat,lon,name\n1,2,3\n", "polyline5:", "Geolife trajectory\n\n\n\n\n\n1,2,0,3,4\n"] {
      if let fault = fault(of: Array(start.utf8) + bytes) { Issue.record("\(fault)") }
    }
  }

  @Test(
    "Files by others load or are refused with a sentence",
    .enabled(if: fixturesFolder != nil, "the folder of files by others is not there"))
  func fixtures() throws {
    let root = try #require(fixturesFolder)
    var read = 0
    for folder in ["gpsbabel", "togeojson", "xml", "fit", "gpsd"] {
      for name in fileNames(in: "\(root)/\(folder)") {
        guard let bytes = contents(of: "\(root)/\(folder)/\(name)"), !bytes.isEmpty else { continue }
        if let fault = fault(of: bytes, fileName: name) { Issue.record("\(fault): \(folder)/\(name)") }
        // Of the GPX files there, one is empty on purpose.
        if name.hasSuffix(".gpx") {
          let error = readError(bytes, fileName: name)
          #expect(error == nil || (name == "empty.gpx" && error?.code == .noCoordinates), "\(folder)/\(name)")
          read += 1
        }
      }
    }
    #expect(read >= 39)
  }

  @Test("The project's own routes load without a skipped line")
  func routes() throws {
    let folder = packageFolder + "/Routes"
    #expect(!fileNames(in: folder).isEmpty)
    for name in fileNames(in: folder) where name.hasSuffix(".txt") || name.hasSuffix(".gpx") {
      let bytes = try #require(contents(of: "\(folder)/\(name)"))
      let document = try FormatRegistry.read(bytes, options: ReadOptions(fileName: name))
      #expect(document.skipped.isEmpty, "\(name): \(document.skipped.first.first?.text ?? "")")
    }
  }
}
