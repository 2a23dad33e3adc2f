// `trackview feed`: plays a track without a screen, into programs that take it for a receiver.

import ArgumentParser
import Cells
import LiveFeeds
import LiveProtocols
import MapScene
import Terminal
import TrackFormats
import TrackPlayback

struct FeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", abstract: "Play tracks without a screen, for other programs to take them for a GPS receiver.",
    usage: "trackview feed <route> ... <outputs> [<options>]",
    discussion: """
      Several tracks are played one after another. Servers listen on 127.0.0.1 unless a host is written; port 0 takes any that is free. \
      The status is 0 when the last track has ended, 128 + the signal's number where a signal ended it.

        trackview feed beijing --gpsd 2947              cgps and gpsmon see it
        trackview feed ride.gpx --pty --link ~/gps      gpsd ~/gps reads it
        trackview feed ride.gpx --output nmea --rate 5  as sentences
      """)

  @Argument(help: "Track files of any format, or names of bundled routes; - is standard input.")
  var routes: [String]

  @OptionGroup(title: "Outputs") var outputs: FeedOutputOptions
  @OptionGroup(title: "Playing") var playing: FeedPlayingOptions
  @OptionGroup(title: "Realism") var realism: FeedRealismOptions
  @OptionGroup(title: "Reading") var reading: ReadingOptions

  @Flag(help: "Say nothing but errors.")
  var quiet = false

  func validate() throws {
    if outputs.addresses.isEmpty {
      throw ValidationError("say where to: --gpsd 2947, --nmea-tcp, --nmea-udp, --pty, --nmea-socket or --output")
    }
    if routes.count > 1, playing.timing.start != nil || playing.timing.end != nil || realism.script != nil || playing.pingPong {
      throw ValidationError("--start, --end, --ping-pong and --script go with one track")
    }
    if routes.contains("-"), realism.script == "-" { throw ValidationError("a track and a script cannot both be standard input") }
  }

  func run() throws {
    let environment = Environment.current()
    // Read before anything is opened: what is wrong with it is said first.
    let script = try realism.script.map { path throws(ProgramError) in try FeedScriptFile.read(path) }
    let files = try PlainLoading.read(routes, reading.options(), environment)
    var routes: [(title: String, timeline: Timeline)] = []
    for file in files { routes.append((TextWidth.clean(file.file.name), try Journey.timeline(file, playing.timing.timelineOptions))) }
    let plan = FeedPlan(routes: routes, playing: playing, receiver: realism.receiver, script: script ?? FeedScript())
    try plan.check()
    let signals = try FeedSignals()
    let quiet = quiet
    let outputs = try FeedOutputs(self.outputs.addresses, control: self.outputs.control) { word in
      if !quiet { complain("trackview: \(word)") }
    }
    do {
      try announce(outputs)
    } catch {
      outputs.close()
      throw error
    }
    var loop = FeedLoop(plan, outputs, signals)
    let ending = loop.run(waitsForClient: self.outputs.waitClient)
    outputs.close()
    try finish(ending)
  }

  private func announce(_ outputs: FeedOutputs) throws(ProgramError) {
    if !quiet { for output in outputs.open { complain("trackview: \(output.description)") } }
    guard self.outputs.ready else { return }
    // Standard output may be the feed's own.
    let isTaken = outputs.open.contains { if case .standardOutput = $0.asked { true } else { false } }
    if isTaken { complain(outputs.readyLine) } else { try say(outputs.readyLine + "\n") }
  }

  private func finish(_ ending: FeedLoop.Ending) throws(ProgramError) {
    switch ending {
    case .done(let fixes):
      if !quiet { complain("trackview: \(fixes) fix\(fixes == 1 ? "" : "es") given out") }
    case .signal(let signal): TerminalGuard.end(by: signal)
    // Whoever read has had enough: that is no error.
    case .outputEnded(EPIPE): break
    case .outputEnded(let code): throw ProgramError("cannot write to standard output: \(String(cString: strerror(code)))")
    }
  }
}
