// Tests how laps, sessions, courses and saved places of FIT files become segments, names and places.

import Testing
import TrackPlayback

@testable import TrackFormats

@Suite struct FITLapTests {
  private func track(_ build: (inout FITBuilder) -> Void) throws -> Track {
    var file = FITBuilder()
    file.defineRecord()
    file.define(2, 19, [.uint32(253), .uint32(2), .uint32(7)])
    file.define(3, 18, [.uint32(253), .uint32(2), .uint32(7), .enumeration(5), .enumeration(6)])
    build(&file)
    let document = try FormatRegistry.read(file.file())
    #expect(document.skipped.isEmpty)
    return document.tracks[0]
  }

  private func names(_ track: Track) -> [String] {
    track.segments.map { "\($0.name ?? "-") \($0.range.lowerBound)..<\($0.range.upperBound)" }
  }

  @Test("A lap begins with the first record at its start, wherever its message stands")
  func order() throws {
    let first = try track { file in
      file.lap(0, 5)
      file.lap(5, 10)
      for second in 0..<10 as Range<UInt32> { file.record(second) }
    }
    #expect(names(first) == ["Lap 1 0..<5", "Lap 2 5..<10"])
    let mixed = try track { file in
      for second in 0..<10 as Range<UInt32> { file.record(second) }
      file.lap(5, 10)
      file.lap(0, 5)
    }
    #expect(names(mixed) == ["Lap 1 0..<5", "Lap 2 5..<10"])
  }

  @Test("Records before the first lap are its, records behind the last one are a segment of their own")
  func outside() throws {
    let track = try track { file in
      for second in 0..<10 as Range<UInt32> { file.record(second) }
      file.lap(2, 4)
      file.lap(4, 6)
    }
    // The second after the end of a lap is forgiven: recorders write the lap first and then the record.
    #expect(names(track) == ["Lap 1 0..<4", "Lap 2 4..<8", "- 8..<10"])
  }

  @Test("Times out of order do not cut a track to pieces")
  func backward() throws {
    let track = try track { file in
      for second in [0, 6, 1, 7, 2, 8, 3] as [UInt32] { file.record(second) }
      file.lap(0, 5)
      file.lap(5, 10)
    }
    #expect(names(track) == ["Lap 1 0..<1", "Lap 2 1..<7"])
  }

  @Test("A lap without a start begins where the last one ended, and one without anything is none")
  func missingStart() throws {
    let track = try track { file in
      for second in 0..<10 as Range<UInt32> { file.record(second) }
      file.message(2, [.u32(.max), .u32(.max), .u32(.max)])
      file.lap(0, 5)
      file.message(2, [.u32(FITBuilder.start + 10), .u32(.max), .u32(.max)])
    }
    #expect(names(track) == ["Lap 1 0..<5", "Lap 2 5..<10"])
  }

  @Test("Laps whose records are not there vanish, and keep their numbers")
  func emptyLaps() throws {
    let track = try track { file in
      for second in [0, 1, 8, 9] as [UInt32] { file.record(second) }
      for lap in 0..<5 as Range<UInt32> { file.lap(lap * 2, lap * 2 + 2) }
    }
    #expect(names(track) == ["Lap 1 0..<2", "Lap 5 2..<4"])
  }

  @Test("Several sessions give the names of their sports, with the laps of each counted")
  func multisport() throws {
    let track = try track { file in
      for second in 0..<12 as Range<UInt32> { file.record(second) }
      file.lap(0, 3)
      file.session(0, 3, sport: 5, sub: 18)
      file.lap(3, 4)
      file.session(3, 4, sport: 3, sub: 0)
      file.lap(4, 8)
      file.lap(8, 12)
      file.session(4, 12, sport: 2, sub: 7)
    }
    #expect(
      names(track) == [
        "Open-water swimming 0..<3", "Transition 3..<4", "Road cycling, lap 1 4..<8", "Road cycling, lap 2 8..<12",
      ])
    #expect(track.name == nil)
  }

  @Test("Several sessions without laps are segments themselves")
  func sessionsOnly() throws {
    let track = try track { file in
      for second in 0..<6 as Range<UInt32> { file.record(second) }
      file.session(0, 3, sport: 1, sub: 0)
      file.session(3, 6, sport: 255, sub: 255)
    }
    #expect(names(track) == ["Running 0..<3", "Session 2 3..<6"])
  }

  @Test("Without laps there is one segment without a name; timer events divide nothing")
  func noLaps() throws {
    let track = try track { file in
      file.define(4, 21, [.uint32(253), .enumeration(0), .enumeration(1)])
      file.record(0)
      file.message(4, [.u32(FITBuilder.start + 1), .u8(0), .u8(4)])
      file.message(4, [.u32(FITBuilder.start + 600), .u8(0), .u8(0)])
      file.record(600)
      file.session(0, 600, sport: 17, sub: 0)
    }
    #expect(names(track) == ["- 0..<2"])
    #expect(track.name == "Hiking")
  }

  @Test(
    "The clock's offset is rounded to quarters of an hour, and must be one",
    arguments: [(7200, 7200), (-12_600, -12_600), (20_700, 20_700), (3601, 3600), (1000, nil), (60_000, nil), (0, 0)] as [(Int, Int?)])
  func offset(difference: Int, offset: Int?) throws {
    let track = try track { file in
      file.record(0)
      file.define(4, 34, [.uint32(253), .uint32(5)])
      file.message(4, [.u32(FITBuilder.start), .u32(UInt32(Int(FITBuilder.start) + difference))])
    }
    #expect(track.utcOffset == offset)
  }

  @Test("A course has its name, and its points are places beside the track")
  func course() throws {
    let track = try track { file in
      file.fileID(6)
      file.define(4, 31, [.text(5, 16), .enumeration(4)])
      file.message(4, [.text("Round\u{7}the lake", 16), .u8(2)])
      file.record(0)
      file.define(5, 32, [.uint32(1), .sint32(2), .sint32(3), .enumeration(5), .text(6, 8)])
      file.message(5, [.u32(FITBuilder.start + 9), .s32(1 << 29), .s32(0), .u8(3), .text("Fountain", 8)])
      file.message(5, [.u32(.max), .s32(1 << 28), .s32(0), .u8(6), .text("", 8)])
      file.message(5, [.u32(.max), .s32(.max), .s32(.max), .u8(6), .text("nowhere", 8)])
    }
    #expect(track.name == "Roundthe lake")
    #expect(track.points.count == 1)
    #expect(track.waypoints.map(\.name) == ["Fountain", "Left"])
    #expect(track.waypoints.map(\.symbol) == ["Water", "Left"])
    #expect(track.waypoints.map(\.coordinate.latitude) == [45, 22.5])
    #expect(track.waypoints.map(\.time) == [1_714_552_209, nil])
    #expect(track.waypoints.allSatisfy { $0.pointIndex == nil })
  }

  @Test("Saved places are a track of places")
  func places() throws {
    let track = try track { file in
      file.define(4, 29, [.text(0, 16), .sint32(1), .sint32(2), .uint16(4)])
      file.message(4, [.text("Байкал", 16), .s32(1 << 29), .s32(1 << 30), .u16(4745)])
      file.message(4, [.text("", 16), .s32(1 << 28), .s32(0), .u16(.max)])
    }
    #expect(track.pairs == [[90, 45], [0, 22.5]])
    #expect(track.points.altitude(at: 0) == 449)
    #expect(track.points.altitude(at: 1) == nil)
    #expect(track.waypoints.map(\.name) == ["Байкал"])
    #expect(track.waypoints.map(\.pointIndex) == [0])
  }
}

extension FITBuilder {
  fileprivate mutating func lap(_ start: UInt32, _ end: UInt32) {
    message(2, [.u32(Self.start + end), .u32(Self.start + start), .u32((end - start) * 1000)])
  }

  fileprivate mutating func session(_ start: UInt32, _ end: UInt32, sport: UInt8, sub: UInt8) {
    message(3, [.u32(Self.start + end), .u32(Self.start + start), .u32((end - start) * 1000), .u8(sport), .u8(sub)])
  }
}
