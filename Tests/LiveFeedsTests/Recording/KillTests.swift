// A recorder that is killed loses at most the last second, and leaves a file that is whole or is mended by the next start.

import Synchronization
import Testing
import TrackPlayback

@testable import LiveFeeds
@testable import TrackFormats

@Suite(.serialized) struct KillTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/walk.gpx" }

  /// The numbers of the fixes, by sessions: those of a session count from 0 without a gap.
  private func sessions() throws -> [[Int]] {
    let altitudes = try recording(path).tracks.flatMap { track in
      track.points.altitudes.indices.map { (time: track.points.times[$0], number: Int(track.points.altitudes[$0])) }
    }
    var sessions: [[Int]] = []
    for point in altitudes.sorted(by: { $0.time < $1.time }) {
      if point.number == 0 { sessions.append([]) }
      if sessions.isEmpty { sessions.append([]) }
      sessions[sessions.count - 1].append(point.number)
    }
    return sessions
  }

  @Test("killed 200 times at odd moments: whole or mended each time, nothing twice, nothing missing in between") func manyKills() throws {
    var random = SystemRandomNumberGenerator()
    var mended = 0
    var points = 0
    for round in 0..<200 {
      if round % 20 == 0 { unlink(path) }
      let child = try Child([RecorderProbe.path, "record", path, "0.002"])
      // Every other time it is waited for until it records.
      var byte: UInt8 = 0
      if round % 2 == 1 { #expect(read(child.output, &byte, 1) == 1) }
      usleep(UInt32.random(in: 1_000...60_000, using: &random))
      child.end(SIGKILL)
      // Killed before the file was there, perhaps.
      guard access(path, F_OK) == 0 else { continue }
      let bytes = contents(path)
      let content = GPXRecordingContent(bytes.span)
      #expect(content.isRecording && content.isMendable, "round \(round), line \(content.oddLine ?? 0)")
      if (try? FormatRegistry.read(bytes))?.skipped.truncation != nil { mended += 1 }
      points += content.pointCount
    }
    #expect(points > 100)
    try TrackRecorder.start(path: path).stop()
    for numbers in try sessions() { #expect(numbers == Array(0..<numbers.count)) }
    print("200 kills: \(mended) files had to be mended; \(points) points seen")
  }

  @Test("what was handed over a second before the kill is in the file", arguments: [0.25, 0.9]) func loss(interval: Double) throws {
    do {
      let child = try Child([RecorderProbe.path, "record", path, "\(interval)"])
      // On a busy machine it may take a second until it begins.
      var first: [UInt8] = []
      var byte: UInt8 = 0
      while first.last != 0x0A, read(child.output, &byte, 1) == 1 { first.append(byte) }
      usleep(1_600_000)
      let moment = HostClock.wall
      child.end(SIGKILL)
      // Each line is a number and its moment; the last may be cut off.
      let lines = (String(decoding: first, as: UTF8.self) + child.rest()).split(separator: "\n").dropLast()
      let printed = lines.map { $0.split(separator: " ").compactMap { Double($0) } }
      let due = try #require(printed.last { $0.count == 2 && $0[1] <= moment - 1 }).map { Int($0) }
      let document = try recording(path)
      let points = document.tracks.flatMap { track in
        track.points.altitudes.indices.map { (track.points.times[$0], Int(track.points.altitudes[$0])) }
      }
      let kept = points.max { $0.0 < $1.0 }
      let newest = try #require(kept)
      #expect(newest.1 >= due[0], "\(due[0] - newest.1) fixes lost that were over a second old")
    }
    for numbers in try sessions() { #expect(numbers == Array(0..<numbers.count)) }
  }

  @Test(
    "a killed recording is valid by the schema of GPX for another reader", .enabled(if: isInstalled("xmllint"), "xmllint is not installed"))
  func otherReader() throws {
    let child = try Child([RecorderProbe.path, "record", path, "0.01"])
    #expect(until { contents(path).count > 20_000 })
    child.end(SIGKILL)
    try TrackRecorder.start(path: path).stop()
    #expect(try Child(["xmllint", "--noout", path]).waitForEnd() == 0)
  }

  @Test("a limit on the file's size is said, nothing is lost, and the file goes on once there is room") func fileLimit() throws {
    let child = try Child([RecorderProbe.path, "limit", path, "50000"])
    let output = child.rest()
    #expect(child.waitForEnd() == 0)
    #expect(output.split(separator: "\n").map(String.init) == ["problem", "over", "written 2000 lost 0"])
    let track = try recording(path).tracks[0]
    #expect(track.points.altitudes == (0..<2000).map { Float($0) })
  }
}

/// A file system of 256 KiB, which only root can make.
private final class TinyDisk {
  let path: String
  private let folder = TemporaryFolder()
  static let isPossible = TinyDisk() != nil

  init?() {
    path = folder.path
    guard mount("tmpfs", path, "tmpfs", 0, "size=256k") == 0 else { return nil }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }
}

extension KillTests {
  @Test(
    "on a full disk the file stays whole, the trouble is said, and all is written once there is room again",
    .enabled(if: TinyDisk.isPossible, "no file system can be mounted here"))
  func fullDisk() throws {
    let disk = try #require(TinyDisk())
    let path = disk.path + "/walk.gpx"
    let filler = disk.path + "/filler"
    let problems = Problems()
    let recorder = try TrackRecorder.start(path: path, options: RecorderOptions(interval: 0.01, retryInterval: 0.02)) { problems.add($0) }
    write([UInt8](repeating: 1, count: 1 << 20), to: filler)
    for number in 0..<600 { recorder.record(.counted(number)) }
    #expect(until { recorder.status.problem != nil })
    #expect(recorder.status.problem == "\(path): cannot be written: No space left on device")
    #expect(recorder.status.pending > 0 && recorder.status.lost == 0)
    #expect(GPXRecordingContent(contents(path).span).isMendable)
    unlink(filler)
    #expect(until { recorder.status.pending == 0 })
    let status = recorder.stop()
    #expect(status.written == 600 && status.lost == 0 && status.problem == nil)
    #expect(try recording(path).tracks[0].points.altitudes == (0..<600).map { Float($0) })
    #expect(problems.list == ["\(path): cannot be written: No space left on device", nil])
    unlink(path)
  }
}

/// What a recorder told.
private final class Problems: Sendable {
  private let all = Mutex<[String?]>([])
  func add(_ problem: String?) { all.withLock { $0.append(problem) } }
  var list: [String?] { all.withLock { $0 } }
}
