// The options of `trackview feed`.

import ArgumentParser
import LiveProtocols
import TrackPlayback

/// Where positions go.
struct FeedOutputOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Speak as gpsd does to clients on a port.", valueName: "[host:]port"))
  var gpsd: [String] = []

  @Option(help: ArgumentHelp("NMEA sentences to clients on a port.", valueName: "[host:]port"))
  var nmeaTcp: [String] = []

  @Option(help: ArgumentHelp("NMEA sentences in datagrams.", valueName: "host:port"))
  var nmeaUdp: [String] = []

  @Flag(help: "NMEA sentences on a pseudo-terminal, as a receiver on a serial line; prints its path.")
  var pty = false

  @Option(help: ArgumentHelp("The same, with a symbolic link to it.", valueName: "path"))
  var link: String?

  @Option(help: ArgumentHelp("NMEA sentences on a socket in the file system, as GeoClue's nmea-socket wants them.", valueName: "path"))
  var nmeaSocket: [String] = []

  @Option(help: ArgumentHelp("Write to standard output: nmea, json (a line a fix) or gpx.", valueName: "form"))
  var output: OutputAddress.TextForm?

  @Option(help: ArgumentHelp("A socket that “trackview ctl” and scripts control it through.", valueName: "path"))
  var control: String?

  @Flag(help: "Print a line of JSON with all addresses once everything listens.")
  var ready = false

  @Flag(help: "Begin when the first client listens.")
  var waitClient = false

  /// All of them, in the order of the help.
  var addresses: [OutputAddress] { (try? parsed()) ?? [] }

  private func parsed() throws(AddressError) -> [OutputAddress] {
    var all: [OutputAddress] = []
    for (kind, texts) in [("gpsd", gpsd), ("nmea-tcp", nmeaTcp), ("nmea-udp", nmeaUdp), ("nmea-socket", nmeaSocket)] {
      for text in texts { all.append(try OutputAddress(parsing: "\(kind):\(text)")) }
    }
    if pty || link != nil { all.append(try OutputAddress(parsing: link.map { "pty:\($0)" } ?? "pty")) }
    if let output { all.append(.standardOutput(output)) }
    return all
  }

  func validate() throws {
    let addresses: [OutputAddress]
    do throws(AddressError) { addresses = try parsed() } catch { throw ValidationError(error.description) }
    let canWait = addresses.contains { if case .nmeaUDP = $0 { false } else if case .standardOutput = $0 { false } else { true } }
    if waitClient, !canWait { throw ValidationError("--wait-client needs an output that clients connect to") }
  }
}

extension OutputAddress.TextForm: ExpressibleByArgument {}

/// How it is played.
struct FeedPlayingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Fixes a second, 0.01 to 100 (default 1).", valueName: "hz"))
  var rate: PositiveNumber?

  @OptionGroup var timing: TimingOptions

  @Flag(help: "Turn around at either end, without end.")
  var pingPong = false

  @Option(help: ArgumentHelp("Times of the fixes: now, or track for the track's own.", valueName: "clock"))
  var clock: ClockChoice = .now

  enum ClockChoice: String, ExpressibleByArgument, CaseIterable { case now, track }

  func validate() throws {
    if timing.loop, pingPong { throw ValidationError("--loop and --ping-pong exclude each other") }
    if let rate, !FeedOptions.rates.contains(rate.value) { throw ValidationError("--rate takes 0.01 to 100 fixes a second") }
  }

  /// How a timeline is given out.
  /// - Parameters:
  ///   - now: the date of the first fix, in seconds since 1970 UTC.
  ///   - isOnly: whether it is the only track, so that it may begin again by itself.
  func options(for timeline: Timeline, now: Double, isOnly: Bool) -> FeedOptions {
    FeedOptions(
      rate: rate?.value ?? 1, speed: timing.rate, isLooping: timing.loop && isOnly, isPingPong: pingPong,
      start: timing.start?.seconds(of: timeline.duration), end: timing.end?.seconds(of: timeline.duration), isPaused: timing.paused,
      clock: clock == .now ? .start(now) : .recorded(fallback: now))
  }
}

/// How the receiver errs.
struct FeedRealismOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Errors as in: perfect (none), open-sky, city-canyon, tunnel; and what differs: open-sky,accuracy=8,dropouts=20.", valueName: "preset"
    ))
  var preset = "perfect"

  @Option(help: ArgumentHelp("The seed of the errors: the same gives the same.", valueName: "number"))
  var seed: UInt64 = 1

  @Flag(help: "Do not mark fixes as simulated.")
  var noMark = false

  @Option(
    help: ArgumentHelp("Do what a file says, line by line: “5.0 set 39.9,116.4”, “+2 pause”; - is standard input.", valueName: "file"))
  var script: String?

  func validate() throws {
    do throws(AddressError) { _ = try ReceiverParameters(parsing: preset) } catch {
      throw ValidationError("--preset: \(error.description)")
    }
  }

  /// The receiver.
  var receiver: ReceiverModel {
    ReceiverModel((try? ReceiverParameters(parsing: preset)) ?? ReceiverParameters(), seed: seed, isMarkedSimulated: !noMark)
  }
}
