// What many clients of the gpsd server cost, and how late the last of them gets a fix; real gpsd beside it.

import LiveFeeds

enum ServeMeasurement: Measurement {
  static let name = "serve"
  static let title = "trackview feed at 10 fixes a second, gpsd clients in another process"

  static func measure(_ settings: BenchSettings) throws -> [BenchRow] {
    let seconds = settings.isQuick ? 3.0 : 10
    let count = settings.isQuick ? 200 : 1_000
    let server = try FeedProgram(settings, ["--gpsd", "0", "--nmea-tcp", "0"])
    let ours = try watch(settings, server.child, port: server.ports[0], clients: count, seconds: seconds)
    let reference = try gpsd(settings, server, seconds)
    var rows = [
      BenchRow("\(count) clients: processor time", ours.percent, .percent, atMost: 25, reference: reference?.cost ?? ""),
      BenchRow("\(count) clients: delivery, p99", ours.p99, .milliseconds, atMost: 20, reference: reference?.delay ?? ""),
      BenchRow(
        "\(count) clients: fixes lost", Double(ours.lost + ours.missing), .count, atMost: 0,
        reference:
          "\(ours.fixes) arrived; median \(BenchUnit.milliseconds.text(ours.median)), most \(BenchUnit.milliseconds.text(ours.most))"),
    ]
    if reference == nil { rows.append(BenchRow("gpsd with 60 clients", measured: "gpsd is not installed")) }
    return rows
  }

  private struct Result {
    var percent = 0.0
    var fixes = 0
    /// Fixes that were missing between two others, and those that were missing at the ends.
    var lost = 0
    var missing = 0
    var median = 0.0
    var p99 = 0.0
    var most = 0.0
  }

  /// Watches a server with many clients.
  private static func watch(
    _ settings: BenchSettings, _ server: ChildProgram, port: Int, clients: Int, seconds: Double
  ) throws(ProgramError) -> Result {
    let watchers = try ChildProgram([settings.program, "bench-clients", "\(port)", "--clients", "\(clients)", "--seconds", "\(seconds)"])
    guard watchers.line(within: 30) == "listening" else { throw ProgramError("the clients cannot connect") }
    let start = (server.processorSeconds, MonotonicClock.seconds)
    guard let line = watchers.line(within: seconds + 30) else { throw ProgramError("the clients said nothing") }
    let percent = (server.processorSeconds - start.0) / (MonotonicClock.seconds - start.1) * 100
    let numbers = line.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 6 else { throw ProgramError("the clients said \(line)") }
    var result = Result(percent: percent, fixes: Int(numbers[0]), lost: Int(numbers[1]))
    (result.median, result.p99, result.most) = (numbers[3], numbers[4], numbers[5])
    // The first and the last fix may fall outside the seconds.
    result.missing = max(0, clients * (Int(seconds * 10) - 1) - result.fixes)
    return result
  }

  /// Real gpsd, fed with the same fixes as NMEA; it takes no more than 64 clients.
  private static func gpsd(_ settings: BenchSettings, _ server: FeedProgram, _ seconds: Double) throws -> (cost: String, delay: String)? {
    let port = 20_000 + Int(getpid()) % 20_000
    guard let daemon = try? ChildProgram(["gpsd", "-N", "-n", "-S", "\(port)", "tcp://127.0.0.1:\(server.ports[1])"]) else { return nil }
    // gpsd says nothing once it listens.
    _ = daemon.line(within: 2)
    guard let result = try? watch(settings, daemon, port: port, clients: 60, seconds: seconds) else { return nil }
    return (
      "gpsd with 60 clients: \(BenchUnit.percent.text(result.percent))",
      "gpsd with 60 clients: \(BenchUnit.milliseconds.text(result.p99)), \(result.lost) lost"
    )
  }
}

/// `trackview feed`, listening.
private struct FeedProgram {
  let child: ChildProgram
  /// Of its servers, in the order of their options.
  let ports: [Int]

  init(_ settings: BenchSettings, _ outputs: [String]) throws(ProgramError) {
    child = try ChildProgram([settings.program, "feed", settings.route.path, "--loop", "--rate", "10", "--ready", "--quiet"] + outputs)
    guard let line = child.line(within: 20) else { throw ProgramError("trackview feed said nothing") }
    ports = line.split(separator: "\"port\":").dropFirst().compactMap { Int($0.prefix { $0.isNumber }) }
    guard ports.count == outputs.count / 2 else { throw ProgramError("trackview feed said \(line)") }
  }
}
