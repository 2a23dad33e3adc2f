// Owns `FITFormat`: the activity files of watches and bicycle computers.

/// FIT, protocol 1.0 to 2.x (Garmin, "FIT Protocol", with the messages of its global profile), by a reader of our own.
///
/// - Activities and courses: each record that has a position is a point, with altitude, time, speed, accuracy, heart rate, cadence,
///   power and temperature; the enhanced fields go before the plain ones. Records without a position are nothing unusual and pass.
///   The cadence is the file's own: of one leg, where a watch counts steps.
/// - Laps are segments named `Lap 1`, `Lap 2` and so on; where a file has several sessions (a triathlon) they are named by the
///   sport. A point belongs to the last lap that has begun by its time; what comes after the end of the last lap, as in a file
///   that breaks off, is a segment without a name. Timer events divide nothing: the times of the points tell of pauses.
/// - The points of a course, and the saved places of a locations file, are named places; where there are no records they are
///   the track, in their order.
/// - Both byte orders, compressed timestamps, developer fields (passed over), 12-byte and longer headers, several files one after
///   another (each a track). The clock's offset from UTC is that of the activity message.
/// - A wrong checksum is named, and the data used. Bytes that are no messages are skipped up to the next run of records that go
///   on in time. A file that breaks off gives what came before; a header that says a wrong length is not believed.
/// - Left out: sensors and workouts beside the records, `gps_metadata` of cameras, segments to race on.
public enum FITFormat: TrackFormat {
  /// `fit`
  public static let identifier = "fit"
  /// The name as a person reads it.
  public static let title = "FIT"
  /// `.fit`
  public static let fileExtensions = ["fit"]
  /// `application/vnd.ant.fit`, as the maker of the format names it.
  public static let mediaTypes = ["application/vnd.ant.fit", "application/fit", "application/x-fit"]
  /// What the files carry beside positions.
  public static let contents: FormatContents = [.times, .altitudes, .speeds, .accuracies, .sensors, .segments, .places]
  /// What is read, written and left out; for docs/formats.md.
  public static let summary = """
    FIT (Garmin), protocol 1.0 to 2.x: the files of watches and bicycle computers.

    - Read: activities and courses, record by record; laps as segments (`Lap 1`, or the sport where there are several); course points and \
    saved places; the clock's offset from UTC; both byte orders, compressed timestamps, several files one after another.
    - An activity without positions is said to be one, with what it does hold.
    - A wrong checksum is named and the data used; bytes that are no messages are skipped up to the next run of records.
    - Left out: developer fields, workouts, sensors beside the records, `gps_metadata` of cameras, segments to race on.
    """

  /// Certain where the signature stands behind a header length that is in use, possible where the length is another.
  public static func recognizes(_ head: Span<UInt8>) -> Recognition {
    guard let header = FITHeader(head, at: 0) else { return .no }
    return header.length == 12 || header.length == 14 ? .certain : .possible
  }

  /// Reads a file; see ``TrackFormat/read(_:options:monitor:)``.
  ///
  /// - Throws: ``FormatError/Code/noPositions`` for an activity without positions, with a sentence that says what it does hold;
  ///   ``FormatError/Code/noCoordinates`` for a file of another kind, such as settings.
  public static func read(_ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor) throws(FormatError) -> TrackDocument {
    var reader = FITReader(options: options, monitor: monitor)
    return try reader.read(bytes)
  }
}
