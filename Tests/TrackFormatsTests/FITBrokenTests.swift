// Tests the FIT reader on files that are broken, lie, or hold no track.

import Testing
import TrackPlayback

@testable import TrackFormats

@Suite struct FITBrokenTests {
  private func document(_ bytes: [UInt8]) throws -> TrackDocument { try FormatRegistry.read(bytes) }

  /// An activity of some records, a second apart.
  private func activity(_ count: UInt32) -> FITBuilder {
    var file = FITBuilder()
    file.defineRecord()
    for second in 0..<count { file.record(second) }
    return file
  }

  @Test("A wrong checksum of the file is named, and the data used")
  func fileChecksum() throws {
    let bytes = activity(3).file(checksum: 0xBEEF)
    let document = try document(bytes)
    #expect(document.tracks[0].points.count == 3)
    #expect(document.skipped.valueCount == 1)
    #expect(document.skipped.first[0].byteOffset == bytes.count - 2)
    #expect(document.skipped.first[0].found == "the checksum 0xBEEF")
  }

  @Test("A wrong checksum of the header is named, nought means that there is none")
  func headerChecksum() throws {
    let wrong = try document(activity(1).file(headerChecksum: 0x1234))
    #expect(wrong.skipped.valueCount == 1)
    #expect(wrong.skipped.first[0].byteOffset == 12)
    #expect(try document(activity(1).file(headerChecksum: 0)).skipped.isEmpty)
  }

  @Test("The fast checksum is the plain one, whatever the length")
  func checksums() {
    var generator = SeededGenerator(seed: 0xC4C)
    for count in 0..<40 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(FITChecksum.of(bytes.span) == FITBuilder.sum(bytes))
      #expect(FITChecksum.plain(bytes.span) == FITBuilder.sum(bytes))
    }
    // The check value of CRC-16/ARC in the catalogue of parametrised CRC algorithms.
    #expect(FITChecksum.of(Array("123456789".utf8).span) == 0xBB3D)
  }

  @Test("Every beginning of an activity gives the whole records in it, and says that it breaks off")
  func prefixes() throws {
    let bytes = activity(5).file()
    // Header 14, definition 33, then 22 bytes a record.
    for count in 47 + 22..<bytes.count {
      let document = try document(Array(bytes[..<count]))
      #expect(document.tracks[0].points.count == min(5, (count - 47) / 22))
      #expect(document.skipped.truncation != nil, "first \(count) bytes")
      #expect(document.skipped.count == 0)
    }
    let error = readError(Array(bytes[..<60]))
    #expect(error?.code == .malformed)
    #expect(error?.message.contains("breaks off before its first position") == true)
  }

  @Test("A length of nought or of all ones, as an unfinished recording has, is not believed", arguments: [0, 0xFFFF_FFFF, 40, 60])
  func lyingSize(size: Int) throws {
    let document = try document(activity(4).file(size: size))
    #expect(document.tracks[0].points.count == 4)
  }

  @Test("Zeros behind the end are nothing, other bytes are named")
  func rest() throws {
    let bytes = activity(2).file()
    #expect(try document(bytes + [0, 0, 0, 0, 0]).skipped.isEmpty)
    let padded = try document(activity(2).file(checksum: 1) + [UInt8](repeating: 0, count: 200))
    #expect(padded.tracks[0].points.count == 2)
    #expect(padded.skipped.valueCount == 1)
    #expect(padded.skipped.truncation == nil)
    let document = try document(bytes + [1, 2, 3])
    #expect(document.tracks[0].points.count == 2)
    #expect(document.skipped.first.map(\.text) == ["byte \(bytes.count): found 3 bytes behind the checksum, expected the end of the file"])
  }

  @Test("A message of a type that is not defined ends a file where nothing goes on")
  func undefined() throws {
    var file = activity(2)
    file.raw([0x05, 1, 2, 3])
    let document = try document(file.file())
    #expect(document.tracks[0].points.count == 2)
    #expect(document.skipped.truncation?.byteOffset == 14 + 33 + 44)
  }

  @Test("Bytes that are no messages are skipped up to the records that go on in time")
  func recovery() throws {
    for garbage in [[0x05, 1, 2, 3], [0x42, 0, 0xE5, 1, 2, 3, 4], [0x8E, 0xFF]] as [[UInt8]] {
      var file = activity(3)
      file.raw(garbage)
      for second in 10..<14 as Range<UInt32> { file.record(second) }
      let document = try document(file.file())
      #expect(document.tracks[0].points.count == 7)
      #expect(document.skipped.count == 1)
      #expect(document.skipped.first.first?.byteOffset == 14 + 33 + 66)
      #expect(document.skipped.truncation == nil)
    }
  }

  @Test("Bytes that are no messages before the first record are skipped too, an older recording behind the last is not taken")
  func recoveryBounds() throws {
    var early = FITBuilder()
    early.defineRecord()
    early.raw([0x05, 1, 2, 3])
    for second in 0..<4 as Range<UInt32> { early.record(second) }
    #expect(try document(early.file()).tracks[0].points.count == 4)
    var stale = FITBuilder()
    stale.defineRecord()
    for second in 100..<104 as Range<UInt32> { stale.record(second) }
    stale.raw([0x05, 1, 2, 3])
    for second in 0..<4 as Range<UInt32> { stale.record(second) }
    let document = try document(stale.file())
    #expect(document.tracks[0].points.count == 4)
    #expect(document.skipped.truncation != nil)
  }

  @Test("Definitions as large as they can be are passed over, and cost nothing that is not there")
  func bombs() throws {
    var file = activity(1)
    let fields = [FITBuilder.Field](repeating: .init(number: 3, size: 255, type: 0x02), count: 255)
    let developer = [(UInt8, UInt8, UInt8)](repeating: (0, 255, 0), count: 255)
    for local in 1..<16 as Range<UInt8> { file.define(local, 20, fields, developer: developer) }
    file.define(0, 20, [])
    file.raw([UInt8](repeating: 0, count: 1000))
    let inside = try document(file.file())
    #expect(inside.tracks[0].points.count == 1)
    #expect(inside.skipped.isEmpty)
    file.raw([0x0F] + [UInt8](repeating: 0, count: 100))
    #expect(try document(file.file()).skipped.truncation != nil)
  }

  @Test("Reserved bits mean nothing")
  func reserved() throws {
    var file = FITBuilder()
    file.raw([0x40 | 0x10, 0xFF, 0, 20, 0, 2, 0, 4, 0x85, 1, 4, 0x85])
    file.raw([0x30, 0, 0, 0, 0x20, 0, 0, 0, 0x40])
    #expect(try document(file.file()).tracks[0].pairs == [[90, 45]])
  }

  @Test("Seeded noise of every kind of message gives a document or a sentence")
  func noise() {
    var generator = SeededGenerator(seed: 0xF17)
    for round in 0..<2000 {
      var file = FITBuilder(isBigEndian: round % 2 == 0)
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let local = UInt8.random(in: 0...3, using: &generator)
        let message = ([0, 12, 18, 19, 20, 29, 31, 32, 34] as [UInt16]).randomElement(using: &generator) ?? 20
        let fields = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
          FITBuilder.Field(
            number: ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 78, 110, 253] as [UInt8]).randomElement(using: &generator) ?? 0,
            size: UInt8.random(in: 0...9, using: &generator), type: UInt8.random(in: 0...31, using: &generator))
        }
        file.define(local, message, fields)
        let size = fields.reduce(0) { $0 + Int($1.size) }
        for _ in 0..<3 {
          file.message(local, [.raw((0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) })])
        }
      }
      if let fault = fault(of: file.file()) { Issue.record("\(fault), round \(round)") }
    }
  }

  // MARK: - Files without a track

  @Test("An activity without positions says what it does hold")
  func indoors() {
    var file = FITBuilder()
    file.fileID()
    file.define(1, 20, [.uint32(253), .uint8(3), .uint16(7), .sint32(0), .sint32(1)])
    for second in 0..<5 as Range<UInt32> {
      file.message(1, [.u32(FITBuilder.start + second), .u8(120), .u16(200), .s32(.max), .s32(.max)])
    }
    file.define(2, 19, [.uint32(253), .uint32(2)])
    for lap in 0..<3 as Range<UInt32> { file.message(2, [.u32(FITBuilder.start + lap + 1), .u32(FITBuilder.start + lap)]) }
    file.define(3, 18, [.enumeration(5), .enumeration(6), .uint32(8), .uint32(9)])
    file.message(3, [.u8(2), .u8(6), .u32(2_712_000), .u32(1_823_400)])
    let error = readError(file.file())
    #expect(error?.code == .noPositions)
    #expect(error?.message == "it is an activity without positions: indoor cycling, 45:12, 18.2 km, 3 laps, heart rate, power")
  }

  @Test("Without a session the records tell")
  func indoorsWithoutSession() {
    var file = FITBuilder()
    file.define(1, 20, [.uint32(253), .uint32(5), .uint8(4), .sint8(13), .uint16(6)])
    file.message(1, [.u32(FITBuilder.start), .u32(0), .u8(80), .s8(20), .u16(1000)])
    file.message(1, [.u32(FITBuilder.start + 3723), .u32(85_040), .u8(80), .s8(20), .u16(1000)])
    #expect(readError(file.file())?.message == "it is an activity without positions: 1:02:03, 850 m, cadence, temperature, speed")
  }

  @Test(
    "A file of another kind says which",
    arguments: [
      (2, "the settings of a device"), (15, "daily monitoring"), (5, "a workout to be done"), (6, "a course"), (4, "an activity"),
      (77, "something else (type 77)"),
    ] as [(UInt8, String)])
  func kinds(type: UInt8, kind: String) {
    var file = FITBuilder()
    file.fileID(type)
    let error = readError(file.file())
    #expect(error?.code == .noCoordinates)
    #expect(error?.message == "it is a FIT file about \(kind), which holds no positions")
  }

  @Test("A file of nothing says so")
  func nothing() {
    #expect(readError(FITBuilder().file())?.message == "it is a FIT file that does not say what it is about, and holds no positions")
    var broken = FITBuilder()
    broken.raw([0x05])
    #expect(
      readError(broken.file())?.message
        == "the FIT file breaks off before its first position; byte 14: found a message of the local type 5, which is not defined, "
        + "expected a message of a type that is defined")
  }
}
