// Owns `IGCFormat`: the flight logs of gliders.

/// IGC (FAI, "Technical Specification for GNSS Flight Recorders", appendix A), by a reader of our own.
///
/// - Fixes (`B`) with time, position and altitude: the receiver's where the fix is three-dimensional and it says one, else the
///   one by air pressure. Of the extensions (`I`): more digits of latitude, longitude and seconds (`LAD`, `LOD`, `TDS`), accuracy
///   (`FXA`, which the format gives for 95 %, halved to mean 68 %), ground speed (`GSP`) and true track (`TRT`). Fixes that the
///   recorder marks as not valid (`V`) stay in the track, since it knows where it was.
/// - The date is that of `HFDTE`, in both its forms; a time of day that goes back by more than half a day is the next day's. A
///   file without a date counts from 1970-01-01, and this is named.
/// - The name is pilot, glider and its registration; the clock's offset is that of `HFTZN` where it is not nought.
/// - A task (`C`) is a route with the names of its points, beside the flight, or what there is to play where there is no fix.
/// - Passed over: events, constellations, comments, sensor records, signatures (which are not verified).
/// - Upper or lower case, any line ends, rubbish before the first record. A fix that is none is skipped and named.
public enum IGCFormat: TrackFormat {
  /// `igc`
  public static let identifier = "igc"
  /// The name as a person reads it.
  public static let title = "IGC"
  /// `.igc`
  public static let fileExtensions = ["igc"]
  /// `application/vnd.fai.igc`, which is in use and not registered.
  public static let mediaTypes = ["application/vnd.fai.igc"]
  /// What the files carry beside positions.
  public static let contents: FormatContents = [.times, .altitudes, .speeds, .courses, .accuracies, .places, .routes]
  /// What is read, written and left out; for docs/formats.md.
  public static let summary = """
    IGC (FAI): the flight logs of gliders.

    - Read: fixes (`B`) with the receiver's altitude, or the one by air pressure where it has none; more digits, accuracy, ground speed and \
    true track from the extensions (`I`); the date, the clock's offset, pilot and glider; the task (`C`) as a route with the names of its points.
    - Fixes that the recorder marks as not valid stay: it knew where it was. Flights across midnight go on.
    - Left out: events, constellations, comments, sensor records, signatures (they are not verified).
    """

  /// Certain where a line is a fix, or the first one names a recorder and another the date.
  public static func recognizes(_ head: Span<UInt8>) -> Recognition {
    var lines = IGCLines()
    var isRecorderNamed = false
    var isFirst = true
    while let line = lines.next(in: head) {
      let record = head.extracting(line)
      guard record.count > 0 else { continue }
      if record.igcLetter(0) == 0x42, IGCPosition.fix(record) != nil { return .certain }
      if isFirst { isRecorderNamed = record.igcLetter(0) == 0x41 && record.count >= 4 }
      if isRecorderNamed, record.hasIGCCode("DTE") { return .certain }
      isFirst = false
    }
    return .no
  }

  /// Reads a file; see ``TrackFormat/read(_:options:monitor:)``.
  public static func read(_ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor) throws(FormatError) -> TrackDocument {
    var reader = IGCReader(options: options, monitor: monitor)
    try reader.read(bytes)
    return try reader.document()
  }
}
