// The program: its commands and how it ends.

import ArgumentParser
import CPlatform
import Cells

@main
struct Trackview: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trackview",
    abstract: "The player for GPS tracks in a terminal.",
    usage: """
      trackview <route> [<options>]
      trackview <subcommand> [<options>]
      """,
    discussion: """
      Try it:
        trackview routes/beijing.txt      a drive through Beijing
        trackview my-ride.gpx --speed 10
        trackview gpsd://                 what a receiver sees now
        trackview snapshot beijing --at 50% --size 120x36

      Keys: Space pause, [ ] speed, arrows seek, + - zoom, ? all keys, q quit.
      All options of playing: trackview help view
      """,
    version: "trackview \(trackviewVersion)",
    subcommands: [
      ViewCommand.self, FeedCommand.self, CtlCommand.self, SnapshotCommand.self, InfoCommand.self, LintCommand.self, ConvertCommand.self,
      BenchCommand.self, ServeClientsCommand.self,
    ],
    defaultSubcommand: ViewCommand.self)

  /// What a first word means that is not a track.
  private static var commandNames: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }

  static func main() {
    do {
      if let command = ViewCommand.plain(Array(CommandLine.arguments.dropFirst()), commands: commandNames) {
        try command.validate()
        try command.run()
      } else {
        var command = try parseAsRoot()
        try command.run()
      }
    } catch let error as ProgramError {
      if !error.description.isEmpty { complain("trackview: \(error.description)") }
      // Ended as the signal would have, so that a shell's loop over many files ends too.
      if let signal = error.signal { cp_die_of(signal) }
      Trackview.exit(withError: ExitCode(error.status))
    } catch {
      exit(withError: error)
    }
  }
}
