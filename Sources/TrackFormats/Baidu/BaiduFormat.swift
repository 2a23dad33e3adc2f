// Owns `BaiduFormat`: answers of Baidu's direction services.

import TrackGeodesy
import TrackPlayback

/// Answers of Baidu's direction services in JSON: `direction/v1`, `direction/v2` (driving, riding, walking, transit) and `directionlite/v1`.
///
/// - Each of `result.routes` is a track made of its steps' `path` (`longitude,latitude;…`); the first is the track and the alternatives
///   stand beside it. Where one step ends and the next begins the same position stands twice and is taken once. A step without a path
///   has its `start_location` and `end_location` for one.
/// - A step's instruction, without its HTML, is a waypoint at the step's beginning; else the name of its road.
/// - In `transit` the second index of `steps` counts alternatives for the same stretch; the first is taken.
/// - The datum is BD-09, which the services answer in unless asked for another (`ret_coordtype`); the answer does not say which.
/// - An answer whose `status` is not 0 is refused with its message.
///
/// What is not in Baidu's documentation (lbsyun.baidu.com, "Direction API v2.0" and "轻量级路线规划") was seen in answers that people show:
/// numbers as strings, `instruction` in `directionlite` and `instructions` elsewhere, `scheme` around the steps of v1's transit.
public enum BaiduFormat: TrackFormat {
  /// `baidu`
  public static let identifier = "baidu"
  /// The name as a person reads it.
  public static let title = "Baidu directions"
  /// `.json`
  public static let fileExtensions = ["json"]
  /// `application/json`
  public static let mediaTypes = ["application/json"]
  /// What the files carry beside positions.
  public static let contents: FormatContents = [.places, .routes]
  /// What is read, written and left out; for docs/formats.md.
  public static let summary = """
    Answers of Baidu's direction services: `direction/v1`, `direction/v2` (driving, riding, walking, transit), `directionlite/v1`.

    - Read: the first route is the track, alternatives stand beside it as routes; instructions (or the names of roads) are places.
    - Positions are BD-09 unless `--datum` says otherwise.
    - An answer that is a refusal is refused with its message.
    - Left out: durations, tolls, traffic, and all but the first way over one stretch in transit.
    """

  /// Certain where the root has a status and a result with routes; possible where it has a status and a message, as refusals do.
  public static func recognizes(_ head: Span<UInt8>) -> Recognition {
    let json = JSONHead(head)
    guard json.root == .object else { return .no }
    if json.members.contains(.result), json.resultMembers.contains(.routes) { return .certain }
    return json.members.isSuperset(of: [.status, .message]) && json.type == nil ? .possible : .no
  }

  /// Reads a file; see ``TrackFormat/read(_:options:monitor:)``.
  public static func read(
    _ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor
  ) throws(FormatError) -> TrackDocument {
    let sink = JSONTrackSink(BaiduReader(options: options), monitor: monitor)
    let outcome = JSONReader.read(bytes, from: JSONTexts.start(in: bytes, from: 0), into: sink)
    switch outcome.ending {
    case .complete: break
    case .stopped: throw .cancelled
    case .tooDeep: throw FormatError(.refused, byteOffset: outcome.byteOffset, message: JSONRefusal.depth)
    case .tooLong: throw FormatError(.tooLarge, message: JSONRefusal.length)
    case .empty, .truncated, .malformed:
      var lines = LineCounter()
      sink.reader.skipped.truncation = SkippedRecord(
        line: lines.line(of: outcome.byteOffset, in: bytes), byteOffset: outcome.byteOffset, found: outcome.ending.found,
        expected: "the rest of the answer")
    }
    return try sink.reader.document()
  }
}
