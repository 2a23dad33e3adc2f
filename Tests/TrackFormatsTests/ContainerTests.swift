// Tests gzip and zip: what comes out, what breaks off, and archives that mean harm.

import Testing
import TrackPlayback

@testable import TrackFormats

/// A GPX track of one segment.
private func gpx(_ name: String, _ latitude: Int = 1) -> String {
  "<gpx><trk><name>\(name)</name><trkseg><trkpt lat='\(latitude)' lon='2'/><trkpt lat='\(latitude).5' lon='2.5'/></trkseg></trk></gpx>"
}

/// Reads with a budget of so many unpacked bytes.
private func read(_ bytes: [UInt8], limit: Int) throws(FormatError) -> TrackDocument {
  var reading = FileReading(budget: UnpackBudget(limit: limit))
  return try reading.document(bytes.span, options: ReadOptions(), monitor: .none)
}

@Suite struct GzipTests {
  @Test("A gzip'ed file reads as what is in it", arguments: [nil, "a.txt.gz", "a.gz"])
  func golden(fileName: String?) throws {
    let document = try FormatRegistry.read(PackedSamples.coordinates, options: ReadOptions(fileName: fileName))
    #expect(document.format == "coordinates")
    #expect(document.container == "gzip")
    #expect(document.name == "上地")
    #expect(document.tracks[0].points.count == 20)
    #expect(document.tracks[0].pairs[19] == [116.019, 40.0095])
    #expect(document.skipped.isEmpty)
  }

  @Test("A file that is not packed has no container")
  func plain() throws {
    #expect(try read("1,2").container == nil)
  }

  @Test("The extension below .gz decides where the content does not")
  func innerName() {
    #expect(readError(gzip(Array("dear diary".utf8)), fileName: "diary.TXT.GZ")?.code == .noCoordinates)
    #expect(readError(gzip(Array("dear diary".utf8)), fileName: "diary.gz")?.code == .unknownFormat)
  }

  @Test("Several members are one file")
  func members() throws {
    let document = try FormatRegistry.read(gzip(Array("1,2\n".utf8)) + gzip(Array("3,4\n".utf8)) + [0, 0, 0, 0])
    #expect(document.tracks[0].pairs == [[1, 2], [3, 4]])
    #expect(document.skipped.isEmpty)
  }

  @Test("What lies behind the last member is named")
  func rest() throws {
    let document = try FormatRegistry.read(gzip(Array("1,2\n".utf8)) + Array("rest".utf8))
    #expect(document.tracks[0].pairs == [[1, 2]])
    #expect(document.skipped.valueCount == 1)
    #expect(document.skipped.first[0].byteOffset == 27)
  }

  @Test("Every beginning gives what came before the break, and says so")
  func prefixes() throws {
    let bytes = PackedSamples.coordinates
    var most = 0
    for count in 3..<bytes.count {
      let prefix = Array(bytes[..<count])
      do throws(FormatError) {
        let document = try FormatRegistry.read(prefix)
        #expect(document.skipped.truncation?.text.contains("gzip data") == true, "first \(count) bytes")
        #expect(document.tracks[0].points.count >= most)
        most = document.tracks[0].points.count
      } catch {
        #expect(isPresentable(error.message))
        #expect(count < 110, "first \(count) bytes: \(error.message)")
      }
    }
    #expect(most == 20)
  }

  @Test("Damage in the middle gives what came before it; a wrong checksum gives all")
  func damage() throws {
    var bytes = PackedSamples.coordinates
    bytes[bytes.count - 6] ^= 0x10
    let document = try FormatRegistry.read(bytes)
    #expect(document.tracks[0].points.count == 20)
    #expect(document.skipped.valueCount == 1)
    #expect(document.skipped.first[0].found.contains("checksum"))
    let stored = gzip(Array("1,2\n3,4\n".utf8))
    let second = try FormatRegistry.read(stored + [0x1F, 0x8B, 8, 0xFF, 1, 2, 3, 4])
    #expect(second.tracks[0].pairs == [[1, 2], [3, 4]])
    #expect(second.skipped.truncation != nil)
  }

  @Test("Only a header, or an empty file inside, is said to be that")
  func empty() {
    #expect(readError([0x1F, 0x8B, 8, 0])?.message == "nothing of the gzip data can be unpacked")
    #expect(readError(gzip([]))?.code == .empty)
  }

  @Test("Something else inside is named")
  func other() {
    #expect(readError(gzip([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))?.message == "it is a PNG picture, not a track")
  }

  @Test("A bomb is refused once it is past its limit")
  func bomb() {
    let bytes = (0..<80).flatMap { _ in PackedSamples.zeros }
    let error = readError(bytes)
    #expect(error?.code == .tooLarge)
    #expect(error?.message == "it would unpack to far more than a track needs")
  }

  @Test("What comes out up to the limit is read, a byte more is refused")
  func limit() throws {
    let bytes = PackedSamples.coordinates
    #expect(try read(bytes, limit: 395).tracks[0].points.count == 20)
    let error = #expect(throws: FormatError.self) { try read(bytes, limit: 394) }
    #expect(error?.code == .tooLarge)
  }

  @Test("The budget is 200 times what is packed, at least 64 MiB and at most 4 GiB")
  func budget() {
    #expect(UnpackBudget(packedCount: 0).left == 67_108_864)
    #expect(UnpackBudget(packedCount: 1_000_000).left == 200_000_000)
    #expect(UnpackBudget(packedCount: 1 << 40).left == 4_294_967_296)
    #expect(UnpackBudget(packedCount: .max).left == 4_294_967_296)
  }

  @Test("Packed twice reads, packed three times is refused")
  func nesting() throws {
    let once = gzip(Array("1,2".utf8))
    #expect(try FormatRegistry.read(gzip(once)).container == "gzip")
    #expect(readError(gzip(gzip(once)))?.code == .refused)
    #expect(try FormatRegistry.read(zip([ZipPart("a.txt.gz", once)])).container == "zip")
    #expect(readError(zip([ZipPart("a.gz", gzip(once))]))?.code == .refused)
  }

  @Test("Unpacking and reading are watched as one, and may be ended", arguments: [1, 3])
  func watched(last: Int) {
    let log = Log()
    let text = Array(String(repeating: "116.5,40.25\n", count: 4000).utf8)
    let packed = (0..<40).flatMap { _ in gzip(text) }
    let monitor = ReadMonitor { bytes, _, _ in log.add(bytes, going: last) }
    let error = #expect(throws: FormatError.self) { try FormatRegistry.read(packed, monitor: monitor) }
    #expect(error?.code == .cancelled)
    #expect(log.places.count == last)
    #expect(log.places == log.places.sorted())
    #expect(log.places.allSatisfy { $0 <= packed.count })
  }
}

/// Where a reading has been. Readings report on the thread they run on, so nothing is shared.
private final class Log: @unchecked Sendable {
  var places: [Int] = []

  /// Takes a place; goes on until there are so many.
  func add(_ place: Int, going count: Int) -> Bool {
    places.append(place)
    return places.count < count
  }
}

@Suite struct ZipTests {
  @Test("A file alone in a zip reads, as exports have it")
  func golden() throws {
    let document = try FormatRegistry.read(PackedSamples.single, options: ReadOptions(fileName: "123.zip"))
    #expect(document.format == "gpx")
    #expect(document.container == "zip")
    #expect(document.tracks.map(\.name) == ["one"])
    #expect(document.tracks[0].pairs == [[2, 1], [2.5, 1.5]])
    #expect(document.skipped.isEmpty)
  }

  @Test("Several tracks are one document, in the archive's order, named for their files where they have no name")
  func several() throws {
    #expect(try FormatRegistry.read(PackedSamples.streamed).tracks.map(\.name) == ["one", "two"])
    let archive = zip([
      ZipPart("z.gpx", gpx("")), ZipPart("readme.md", "hello"), ZipPart("a.gpx.gz", gzip(Array(gpx("packed", 3).utf8))),
      ZipPart("b.gpx", gpx("") + "<"),
    ])
    let document = try FormatRegistry.read(archive)
    #expect(document.tracks.map(\.name) == ["z.gpx", "packed", "b.gpx"])
    #expect(document.tracks[1].pairs[0] == [2, 3])
    #expect(document.skipped.first.map(\.text) == ["found another file in the archive, expected tracks"])
    #expect(document.skipped.truncation?.found.hasSuffix("in b.gpx") == true)
  }

  @Test("The one track among other files is found, and clutter is passed over without a word")
  func one() throws {
    let archive = zip([
      ZipPart("__MACOSX/._ride.gpx", "\0\u{5}\u{16}\u{7}"), ZipPart("ride/", ""), ZipPart("ride/.DS_Store", "1,2"),
      ZipPart("ride/ride.gpx", gpx("ride")),
    ])
    let document = try FormatRegistry.read(archive)
    #expect(document.tracks.map(\.name) == ["ride"])
    #expect(document.skipped.isEmpty)
  }

  @Test("A file that only could be a track counts where no file is certain to be one")
  func possible() throws {
    #expect(try FormatRegistry.read(zip([ZipPart("a.txt", "1,2"), ZipPart("b.md", "hello")])).format == "coordinates")
    #expect(try FormatRegistry.read(zip([ZipPart("a.txt", "1,2"), ZipPart("b.gpx", gpx("b"))])).tracks.map(\.name) == ["b"])
  }

  @Test("In a KMZ doc.kml is the document, or else the first .kml at its root")
  func kmz() throws {
    let first = [ZipPart("files/other.kml", gpx("other")), ZipPart("files/a.png", "x"), ZipPart("doc.kml", gpx("doc"))]
    let document = try FormatRegistry.read(zip(first))
    #expect(document.tracks.map(\.name) == ["doc"])
    #expect(document.skipped.isEmpty)
    let second = [ZipPart("files/other.kml", gpx("other")), ZipPart("Trip.KML", gpx("trip")), ZipPart("b.kml", gpx("b"))]
    #expect(try FormatRegistry.read(zip(second), options: ReadOptions(fileName: "a.kmz")).tracks.map(\.name) == ["trip"])
  }

  @Test("Names in the encoding of another system show")
  func names() throws {
    // 北京 in GBK, without the mark of UTF-8.
    var archive = zip([ZipPart("####.gpx", gpx("")), ZipPart("b.gpx", gpx(""))])
    for index in archive.indices.dropLast(4) where archive[index...].starts(with: Array("####".utf8)) {
      archive.replaceSubrange(index..<index + 4, with: [0xB1, 0xB1, 0xBE, 0xA9])
    }
    #expect(try FormatRegistry.read(archive).tracks.map(\.name) == ["北京.gpx", "b.gpx"])
  }

  @Test("Hostile names are cleaned and never followed")
  func hostileNames() throws {
    let document = try FormatRegistry.read(zip([ZipPart("../../etc/\u{1B}[2Jx.gpx", gpx("")), ZipPart("/b.gpx", gpx("", 2))]))
    #expect(document.tracks.map(\.name) == ["[2Jx.gpx", "b.gpx"])
  }

  @Test("An archive without a track is said to be one")
  func noTrack() {
    #expect(
      readError(zip([ZipPart("a.md", "hello"), ZipPart("b.md", "there")]))?.message
        == "none of the 2 files in the archive is a track that is read here (the first is \"a.md\")")
    #expect(readError(zip([]))?.message == "it is a zip archive without a file in it")
    #expect(readError(zip([ZipPart("a.png", [0x89, 0x50, 0x4E, 0x47])]))?.message == "it is a PNG picture, not a track")
    #expect(readError([0x50, 0x4B, 3, 4, 20, 0])?.code == .malformed)
  }

  @Test("Locked files and other ways of packing are named")
  func unreadable() {
    var locked = ZipPart("a.gpx", gpx("a"))
    locked.flags |= 1
    #expect(readError(zip([locked]))?.message == "\"a.gpx\" in the archive is locked with a password")
    var packed = ZipPart("a.gpx", gpx("a"))
    packed.method = 14
    #expect(readError(zip([packed]))?.message == "\"a.gpx\" in the archive is packed with LZMA, which is not read here")
    #expect(readError(zip([packed, ZipPart("b.md", "b")]))?.code == .refused)
  }

  @Test("A wrong checksum is named, and the track is there")
  func checksum() throws {
    var part = ZipPart("a.gpx", gpx("a"))
    part.isDamaged = true
    let document = try FormatRegistry.read(zip([part]))
    #expect(document.tracks[0].points.count == 2)
    #expect(document.skipped.first.first?.found.contains("checksum") == true)
  }

  @Test("Stated lengths that lie cost nothing", arguments: [0, 1, 40, 0x7FFF_FFFF, 0xFFFF_FFFE] as [UInt32])
  func lyingLengths(stated: UInt32) throws {
    var part = ZipPart("a.gpx", gpx("a"))
    part.stated = stated
    #expect(fault(of: zip([part])) == nil)
    #expect(fault(of: zip([part, ZipPart("b.gpx", gpx("b"))])) == nil)
    var deflated = PackedSamples.single
    for (offset, header) in [(22, 0), (24, 115)] {
      for byte in 0..<4 { deflated[header + offset + byte] = UInt8(stated >> (UInt32(byte) * 8) & 0xFF) }
    }
    #expect(try FormatRegistry.read(deflated).tracks[0].points.count == 2)
  }

  @Test("Files that lie over one another cannot multiply beyond the budget")
  func overlapping() {
    // Fifty directory entries that all mean the same data.
    let part = ZipPart("a.gpx", [UInt8](repeating: 0x20, count: 1_000_000))
    let single = zip([part])
    let start = 30 + 5 + 1_000_000
    let entry = Array(single[start..<single.count - 22])
    var end = Array(single.suffix(22))
    (end[8], end[10]) = (50, 50)
    let length = entry.count * 50
    for byte in 0..<4 { end[12 + byte] = UInt8(length >> (byte * 8) & 0xFF) }
    let bytes = Array(single[..<start]) + (0..<50).flatMap { _ in entry } + end
    let error = #expect(throws: FormatError.self) { try read(bytes, limit: 2_000_000) }
    #expect(error?.code == .tooLarge)
  }

  @Test("Every beginning of an archive gives a document or a sentence, and most of it gives the tracks", arguments: [true, false])
  func prefixes(isStreamed: Bool) throws {
    let bytes = isStreamed ? PackedSamples.streamed : zip([ZipPart("a.gpx", gpx("one")), ZipPart("b.gpx", gpx("two", 4))])
    for count in 0..<bytes.count {
      let prefix = Array(bytes[..<count])
      #expect(fault(of: prefix) == nil, "first \(count) bytes")
      guard count > 250 else { continue }
      let document = try FormatRegistry.read(prefix)
      #expect(document.tracks[0].name == "one")
      #expect(document.skipped.truncation != nil)
    }
  }

  @Test("Flipped bytes give a document or a sentence")
  func flips() {
    let seed: UInt64 = 0x21B
    var generator = SeededGenerator(seed: seed)
    for sample in [PackedSamples.single, PackedSamples.streamed, PackedSamples.coordinates] {
      for round in 0..<2000 {
        var bytes = sample
        for _ in 0...Int.random(in: 0...3, using: &generator) {
          bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        if let fault = fault(of: bytes) { Issue.record("\(fault), round \(round), seed \(seed)") }
      }
    }
  }
}
