// Tests the FIT reader on files whose every byte is known.

import Testing
import TrackPlayback

@testable import TrackFormats

@Suite struct FITFormatTests {
  private typealias Build = FITBuilder

  private func document(_ bytes: [UInt8]) throws -> TrackDocument { try FormatRegistry.read(bytes) }

  private func track(_ build: (inout FITBuilder) -> Void) throws -> Track {
    var file = FITBuilder()
    build(&file)
    return try document(file.file()).tracks[0]
  }

  /// The one-record file, with whatever fields and values.
  private func point(_ fields: [FITBuilder.Field], _ values: [FITBuilder.Value]) throws -> Fix {
    try track { file in
      file.define(0, 20, [.sint32(0), .sint32(1)] + fields)
      file.message(0, [.s32(0), .s32(0)] + values)
    }.points[0]
  }

  @Test("An activity gives its points, laps, name and clock")
  func golden() throws {
    let document = try document(Build.sample)
    let track = try #require(document.tracks.first)
    #expect(document.format == "fit")
    #expect(document.skipped.isEmpty)
    #expect(track.name == "Ride")
    #expect(track.utcOffset == 7200)
    #expect(!track.isDatumStated)
    #expect(
      track.segments == [TrackSegment(name: "Lap 1", range: 0..<3), TrackSegment(name: "Lap 2", range: 3..<6, isContinuation: true)])
    let first = track.points[0]
    #expect(first.coordinate.latitude == 45)
    #expect(first.coordinate.longitude == -90)
    #expect(first.time == 1_714_552_200)
    #expect(first.altitude == 50)
    #expect(abs((first.speed ?? 0) - 3.456) < 1e-6)
    #expect(first.sensors == SensorValues(heartRate: 142, cadence: 88, power: 250, temperature: -3))
    #expect(first.horizontalAccuracy == nil)
    // 5000 semicircles are 5000 · 180 / 2³¹ = 0.000419095158576965 degrees.
    #expect(abs(track.points.longitudes[5] - (-90 + 0.000419095158576965)) < 1e-13)
    #expect(track.points.time(at: 5) == 1_714_552_205)
  }

  @Test("Big-endian messages and headers of other lengths read the same", arguments: [(true, 14), (false, 12), (true, 12), (false, 16)])
  func shapes(isBigEndian: Bool, headerLength: Int) throws {
    var file = FITBuilder(isBigEndian: isBigEndian, headerLength: headerLength)
    file.fileID()
    file.defineRecord()
    file.record(7)
    let document = try document(file.file())
    #expect(document.skipped.isEmpty)
    let fix = document.tracks[0].points[0]
    #expect(fix.coordinate.latitude == 45)
    #expect(fix.coordinate.longitude == -90)
    #expect(fix.time == 1_714_552_207)
    #expect(fix.altitude == 50)
    #expect(fix.sensors.power == 250)
  }

  @Test("The enhanced fields go before the plain ones, unless they are invalid")
  func enhanced() throws {
    let fields: [FITBuilder.Field] = [.uint16(2), .uint16(6), .uint32(78), .uint32(73)]
    let both = try point(fields, [.u16(2750), .u16(1000), .u32(50_000), .u32(70_000)])
    #expect(both.altitude == 9500)
    #expect(both.speed == 70)
    let plain = try point(fields, [.u16(2750), .u16(1000), .u32(.max), .u32(.max)])
    #expect(plain.altitude == 50)
    #expect(plain.speed == 1)
  }

  @Test("The invalid value of each base type is no value")
  func invalid() throws {
    let fix = try point(
      [.uint16(2), .uint16(6), .uint8(3), .uint8(4), .uint16(7), .sint8(13), .uint8(31), .uint32(253)],
      [.u16(.max), .u16(.max), .u8(.max), .u8(.max), .u16(.max), .s8(.max), .u8(.max), .u32(.max)])
    #expect(fix == Fix(coordinate: fix.coordinate))
  }

  @Test("A value is read by the type that its definition says, arrays by their first value")
  func types() throws {
    func heartRate(_ size: UInt8, _ type: UInt8, _ value: FITBuilder.Value) throws -> Double? {
      try point([.init(number: 3, size: size, type: type)], [value]).sensors.heartRate
    }
    #expect(try heartRate(1, 0x02, .u8(60)) == 60)
    #expect(try heartRate(2, 0x83, .u16(61)) == 61)
    #expect(try heartRate(2, 0x84, .u16(62)) == 62)
    #expect(try heartRate(4, 0x85, .u32(63)) == 63)
    #expect(try heartRate(4, 0x86, .u32(64)) == 64)
    #expect(try heartRate(4, 0x88, .u32((65.5 as Float).bitPattern)) == 65.5)
    #expect(try heartRate(8, 0x89, .u64((66.25 as Double).bitPattern)) == 66.25)
    #expect(try heartRate(8, 0x8E, .u64(67)) == 67)
    #expect(try heartRate(8, 0x8F, .u64(68)) == 68)
    #expect(try heartRate(8, 0x90, .u64(69)) == 69)
    #expect(try heartRate(1, 0x0A, .u8(70)) == 70)
    #expect(try heartRate(1, 0x0A, .u8(0)) == nil)
    #expect(try heartRate(2, 0x8B, .u16(0)) == nil)
    #expect(try heartRate(4, 0x8C, .u32(0)) == nil)
    #expect(try heartRate(4, 0x88, .u32(.max)) == nil)
    #expect(try heartRate(3, 0x02, .raw([71, 72, 73])) == 71)
    #expect(try heartRate(1, 0x84, .u8(74)) == nil)
    #expect(try heartRate(3, 0x07, .text("75", 3)) == nil)
    #expect(try heartRate(1, 0x1E, .u8(76)) == 76)
  }

  @Test("The fraction of the cadence adds to it, in parts of 128")
  func fractionalCadence() throws {
    #expect(try point([.uint8(4), .uint8(53)], [.u8(80), .u8(64)]).sensors.cadence == 80.5)
    #expect(try point([.uint8(53)], [.u8(64)]).sensors.cadence == nil)
  }

  @Test("The accuracy is in metres")
  func accuracy() throws {
    #expect(try point([.uint8(31)], [.u8(5)]).horizontalAccuracy == 5)
  }

  @Test("Compressed timestamps go on from the last time and roll over every 32 seconds")
  func compressed() throws {
    let track = try track { file in
      file.define(0, 20, [.uint32(253), .sint32(0), .sint32(1)])
      file.define(2, 20, [.sint32(0), .sint32(1)])
      // The start is 8 modulo 32.
      #expect(FITBuilder.start % 32 == 8)
      file.message(0, [.u32(FITBuilder.start), .s32(0), .s32(0)])
      for offset in [9, 31, 0, 8, 8, 7] as [UInt8] { file.compressed(2, offset: offset, [.s32(0), .s32(0)]) }
    }
    #expect(track.points.times.map { $0 - 1_714_552_200 } == [0, 1, 23, 24, 32, 32, 63])
  }

  @Test("A compressed timestamp before any time is no time, and other messages keep the time going")
  func compressedWithoutTime() throws {
    let track = try track { file in
      file.define(0, 20, [.sint32(0), .sint32(1)])
      file.define(1, 21, [.uint32(253)])
      file.compressed(0, offset: 9, [.s32(0), .s32(0)])
      file.message(1, [.u32(FITBuilder.start)])
      file.compressed(0, offset: 10, [.s32(0), .s32(0)])
    }
    #expect(track.points.time(at: 0) == nil)
    #expect(track.points.time(at: 1) == 1_714_552_202)
  }

  @Test("Times that count from the start of the device are no moments")
  func relativeTime() throws {
    #expect(try point([.uint32(253)], [.u32(0x0FFF_FFFF)]).time == nil)
    #expect(try point([.uint32(253)], [.u32(0x1000_0000)]).time == 268_435_456 + 631_065_600)
  }

  @Test("Developer fields are passed over, wherever the definition puts them")
  func developerFields() throws {
    let track = try track { file in
      file.define(1, 20, FITBuilder.recordFields, developer: [(0, 2, 0), (1, 5, 0)])
      for second in 0..<2 as Range<UInt32> {
        file.record(second)
        file.raw([1, 2, 3, 4, 5, 6, 7])
      }
    }
    #expect(track.points.count == 2)
    #expect(track.points.time(at: 1) == 1_714_552_201)
  }

  @Test("A local type may be defined anew")
  func redefinition() throws {
    let track = try track { file in
      file.define(1, 20, [.sint32(0), .sint32(1)])
      file.message(1, [.s32(1 << 30), .s32(0)])
      file.define(1, 20, [.sint32(1), .uint8(3), .sint32(0)])
      file.message(1, [.s32(1 << 30), .u8(99), .s32(0)])
    }
    #expect(track.pairs == [[0, 90], [90, 0]])
    #expect(track.points[1].sensors.heartRate == 99)
  }

  @Test("Records without a position among others are passed over without a word")
  func withoutPosition() throws {
    var file = FITBuilder()
    file.defineRecord()
    file.record(0)
    file.record(1, latitude: .max, longitude: .max)
    file.record(2)
    let document = try document(file.file())
    #expect(document.tracks[0].points.count == 2)
    #expect(document.skipped.isEmpty)
  }

  @Test("A latitude beyond the pole is skipped and named")
  func beyondPole() throws {
    var file = FITBuilder(headerLength: 12)
    file.defineRecord()
    file.record(0)
    file.record(1, latitude: 1_100_000_000)
    let document = try document(file.file())
    #expect(document.tracks[0].points.count == 1)
    #expect(document.skipped.count == 1)
    // The header of 12 bytes, the definition of 6 + 9 · 3, the first record of 1 + 21.
    #expect(document.skipped.first.first?.byteOffset == 12 + 33 + 22)
  }

  @Test("Files one after another are tracks of their own")
  func chained() throws {
    var other = FITBuilder(isBigEndian: true, headerLength: 12)
    other.defineRecord()
    other.record(100)
    let document = try document(Build.sample + other.file() + Build.sample)
    #expect(document.tracks.map(\.points.count) == [6, 1, 6])
    #expect(document.skipped.isEmpty)
  }

  @Test("Definitions do not outlive their file")
  func chainedDefinitions() throws {
    var other = FITBuilder()
    other.record(100)
    let document = try document(Build.sample + other.file())
    #expect(document.tracks.count == 1)
    #expect(document.skipped.truncation?.byteOffset == Build.sample.count + 14)
    #expect(document.skipped.truncation?.found == "a message of the local type 1, which is not defined")
  }

  @Test("The reading can be watched and ended")
  func monitor() throws {
    var file = FITBuilder()
    file.defineRecord()
    for second in 0..<1000 as Range<UInt32> { file.record(second) }
    let bytes = file.file()
    let monitor = ReadMonitor(step: 1000) { position, points, part in points == part().count && position < 5000 }
    #expect(throws: FormatError.self) { try FormatRegistry.read(bytes, monitor: monitor) }
    #expect(try FormatRegistry.read(bytes, monitor: ReadMonitor(step: 100) { _, _, _ in true }).tracks[0].points.count == 1000)
  }

  @Test("The datum that the person states goes before the file's")
  func datum() throws {
    let track = try FormatRegistry.read(Build.sample, options: ReadOptions(datum: .gcj02)).tracks[0]
    #expect(track.datum == .gcj02)
    #expect(track.isDatumStated)
  }
}
