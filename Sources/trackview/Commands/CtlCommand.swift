// `trackview ctl`: tells a running trackview what to do, over its control socket.

import ArgumentParser
import LiveFeeds
import LiveProtocols
import TrackFormats

struct CtlCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ctl", abstract: "Tell a running trackview what to do, or ask it.",
    usage: "trackview ctl [--json] <path> <command> [<argument> ...]",
    discussion: "PATH is the socket that it was told to make with --control, and the commands are\n" + verbs)

  @Flag(help: "Print answers as JSON.")
  var json = false

  @Argument(help: "The control socket.")
  var path: String

  // Passed on as they are: `seek -10` is no option.
  @Argument(parsing: .captureForPassthrough, help: "What to do: status, set 39.9073,116.3913 gcj02, release, pause, seek 1:30, speed 10, …")
  var command: [String] = []

  /// What makes no sense for a client that asks once.
  private static let unusual: Set<ControlVerb> = [.unobserveProperty, .enableEvent, .disableEvent]

  /// The verbs with their meanings below them: help is wrapped at 80 columns.
  private static let verbs: String = ControlVerb.allCases.filter { !unusual.contains($0) }.map { verb in
    "  \(verb.row.short ?? verb.rawValue) \(verb.row.arguments)\n      \(verb.row.meaning)"
  }.joined(separator: "\n")

  mutating func run() throws {
    if command.first == "--json" {
      json = true
      command.removeFirst()
    }
    guard let verb = command.first else { throw ProgramError("say what to do: trackview ctl \(path) status", status: EX_USAGE) }
    let client: ControlClient
    do {
      client = try ControlClient(path: path)
      // All arguments of a shell's word may be one word: `trackview ctl PATH "seek 1:30"`.
      let words = command.count == 1 ? verb.split(separator: " ").map(String.init) : command
      switch try client.ask(words) {
      case .failure(let failure): throw ProgramError(failure.message)
      case .success(let data):
        try show(data)
        if words.first.flatMap(ControlVerb.init(name:)) == .observeProperty { try follow(client) }
      }
    } catch let error as FeedError {
      throw ProgramError(error.description)
    }
  }

  private func show(_ data: JSONValue) throws(ProgramError) {
    let text = json ? (data == .null ? "" : data.text) : ControlReply.text(data)
    if !text.isEmpty { try say(text + "\n") }
  }

  /// Prints every change until the other program ends.
  private func follow(_ client: ControlClient) throws {
    client.waitForever()
    while let line = try client.line() {
      guard let event = JSONValue.parse(line), event["event"]?.string == "property-change", let name = event["name"]?.string else {
        continue
      }
      let data = event["data"] ?? .null
      try say(json ? event.text + "\n" : ControlReply.text(.object([JSONValue.Member(name, data)])) + "\n")
    }
  }
}
