// Owns `TCXFormat`: Garmin's Training Center Database.

import TrackPlayback

/// TCX: Garmin's Training Center Database, versions 1 and 2 (TrainingCenterDatabasev2.xsd), through expat.
///
/// - Each `Activity` is a track, those of a `MultiSportSession` and the transitions between them likewise; each `Course` is a route,
///   or a track where there is no activity. Namespace prefixes may be any.
/// - Each `Track` of a lap is a segment named `Lap 1` (and `Lap 1, part 2` where a pause divides it), with the lap's notes.
/// - Trackpoints: time (with the offset from UTC of the first that states one), position, altitude, heart rate, cadence, and of the
///   ActivityExtension v2 the speed in m/s, watts, and the running cadence as the file has it (Garmin counts strides of one foot).
/// - `CoursePoint`s are waypoints, their `PointType` is the symbol.
/// - An activity is named by its notes, else by its sport and day; a course by its name. A session's notes name the document.
/// - Trackpoints without a position that measured something are counted as skipped; those of a time alone mark pauses and are
///   passed over. An activity without any position is said to be one, with what it does hold.
/// - Left out: distances, calories, intensities, workouts, and the folders that only list what stands elsewhere.
/// - Encodings, stray bytes and documents that break off: as in GPX.
public enum TCXFormat: TrackFormat {
  /// `tcx`
  public static let identifier = "tcx"
  /// The name as a person reads it.
  public static let title = "TCX"
  /// `.tcx`
  public static let fileExtensions = ["tcx"]
  /// `application/vnd.garmin.tcx+xml`
  public static let mediaTypes = ["application/vnd.garmin.tcx+xml", "application/tcx+xml"]
  /// What the files carry beside positions.
  public static let contents: FormatContents = [.times, .altitudes, .speeds, .sensors, .segments, .places, .routes]
  /// What is read, written and left out; for docs/formats.md.
  public static let summary = """
    TCX: Garmin's Training Center Database, versions 1 and 2.

    - Read: each activity is a track, each course a route (a track where there is no activity); laps are segments, parted at pauses; time \
    with its offset from UTC, altitude, heart rate, cadence, and of the ActivityExtension speed, power and running cadence; course points are places.
    - An activity without any position is said to be one, with what it does hold.
    - Left out: distances, calories, intensities, workouts, folders that list what stands elsewhere.
    - Encodings and files that break off: as with GPX.
    """

  /// Certain where the root element is `TrainingCenterDatabase`.
  public static func recognizes(_ head: Span<UInt8>) -> Recognition {
    XMLProlog.rootName(head) == "TrainingCenterDatabase" ? .certain : .no
  }

  /// Reads a document; see ``TrackFormat/read(_:options:monitor:)``.
  public static func read(
    _ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor
  ) throws(FormatError) -> TrackDocument {
    let reading = XMLTrackDocument(format: "TCX", root: "TrainingCenterDatabase", content: "activity or course")
    return try reading.read(bytes, monitor: monitor) { TCXSink(options) }
  }
}
