// Owns `FeedScript`: commands with the moments at which they are carried out, read from a file.

import TrackFormats

/// What is wrong with a script, and in which line.
public struct FeedScriptError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Counted from 1.
  public let line: Int
  /// What is wrong; safe to show.
  public let message: String
  /// `line 3: seek takes …`
  public var description: String { "line \(line): \(message)" }
}

/// A command and its moment.
public struct ScriptedCommand: Sendable, Hashable {
  /// From the beginning of the feed.
  public var time: Duration
  /// What is to be done.
  public var command: ControlCommand

  /// A command at a moment.
  public init(time: Duration, command: ControlCommand) {
    self.time = time
    self.command = command
  }
}

/// Commands with their moments: the verbs of the control socket, each with its time.
///
/// ```
///  # into the tunnel
///  5.0    set 39.9073,116.3913 gcj02     seconds from the beginning of the feed
///  +2     release                        two seconds after the line before
///  1:30   pause                          minutes and seconds, or hours, minutes and seconds
///  1:30   speed 10
/// ```
///
/// Times do not decrease; what has one moment is carried out in the order of the lines, before the fix that is due then.
public struct FeedScript: Sendable, Hashable {
  /// The most commands of a script.
  public static let limit = 100_000

  /// All commands in their order.
  public let commands: [ScriptedCommand]
  private var next = 0

  /// No commands.
  public init() { commands = [] }

  /// Reads a script.
  public init(parsing text: String) throws(FeedScriptError) {
    var commands: [ScriptedCommand] = []
    var last = Duration.zero
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      guard let command = try Self.command(line, number: number, after: last) else { continue }
      guard commands.count < Self.limit else { throw FeedScriptError(line: number, message: "a script has at most \(Self.limit) commands") }
      last = command.time
      commands.append(command)
    }
    self.commands = commands
  }

  /// When the next command is due; `nil` after the last.
  public var nextDue: Duration? { next < commands.count ? commands[next].time : nil }

  /// The commands that are due up to a moment and were not given out yet.
  public mutating func due(until now: Duration) -> [ScriptedCommand] {
    let start = next
    while next < commands.count, commands[next].time <= now { next += 1 }
    return Array(commands[start..<next])
  }

  // MARK: Parts

  private static func command(_ line: Substring, number: Int, after last: Duration) throws(FeedScriptError) -> ScriptedCommand? {
    let text = line.prefix { $0 != "#" }
    let words = ControlRequest.words(String(text))
    guard let first = words.first else { return nil }
    guard first.utf8.count <= 32, let seconds = SeekTarget.seconds(first.hasPrefix("+") ? String(first.dropFirst()) : first) else {
      throw FeedScriptError(line: number, message: "\(NetworkAddress.quoted(first)) is no time: 5.0, 1:30 or +2")
    }
    let moment = Duration.nanoseconds(Int64((seconds * 1e9).rounded()))
    let time = first.hasPrefix("+") ? last + moment : moment
    guard time >= last else {
      throw FeedScriptError(line: number, message: "\(NetworkAddress.quoted(first)) lies before the time of the command above")
    }
    guard words.count > 1 else { throw FeedScriptError(line: number, message: "the time has no command") }
    do throws(ControlFailure) {
      return ScriptedCommand(time: time, command: try ControlRequest.command(words.dropFirst().joined(separator: " ")))
    } catch {
      throw FeedScriptError(line: number, message: error.message)
    }
  }
}
