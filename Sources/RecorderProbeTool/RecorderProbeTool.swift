// Owns the program that the tests of the recorder kill, or give too little room.
//
//   record PATH INTERVAL    records a fix every millisecond until it is killed; prints each fix's number and moment once it was handed over
//   limit PATH BYTES        records 2,000 fixes into a file that may have so many bytes, lifts the limit when it hears of it, and stops

import LiveFeeds
import TrackGeodesy
import TrackPlayback

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@main
enum RecorderProbeTool {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let number = Double(arguments[3]) else { exit(64) }
    do throws(FeedError) {
      if arguments[1] == "limit" { try recordLimited(arguments[2], bytes: number) } else { try record(arguments[2], interval: number) }
    } catch {
      say("error: \(error)\n")
      exit(1)
    }
  }

  /// Two sources in turn, so that there are short runs too; a fix's number is its altitude.
  private static func record(_ path: String, interval: Double) throws(FeedError) {
    let recorder = try TrackRecorder.start(path: path, options: RecorderOptions(interval: interval))
    var number = 0
    while true {
      let fix = fix(number)
      recorder.record(fix, source: number % 10 < 8 ? "" : "bus")
      say("\(number) \(fix.time ?? 0)\n")
      number += 1
      usleep(1000)
    }
  }

  private static func recordLimited(_ path: String, bytes: Double) throws(FeedError) {
    setLimit(rlim_t(bytes))
    let recorder = try TrackRecorder.start(path: path, options: RecorderOptions(interval: 0.01, retryInterval: 0.05)) { problem in
      say(problem == nil ? "over\n" : "problem\n")
      if problem != nil { setLimit(rlim_t.max) }
    }
    for number in 0..<2000 {
      recorder.record(fix(number))
      if number % 100 == 0 { usleep(5000) }
    }
    while recorder.status.pending > 0 { usleep(1000) }
    let status = recorder.stop()
    say("written \(status.written) lost \(status.lost)\n")
  }

  private static func fix(_ number: Int) -> Fix {
    let degrees = 39.9 + Double(number) * 1e-5
    return Fix(coordinate: Coordinate(latitude: degrees, longitude: 116.4), altitude: Double(number), time: HostClock.wall, speed: 12.5)
  }

  private static func setLimit(_ bytes: rlim_t) {
    var limit = rlimit(rlim_cur: bytes, rlim_max: rlim_t.max)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  }

  private static func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}
