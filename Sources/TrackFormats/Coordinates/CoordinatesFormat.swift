// Owns `CoordinatesFormat`: the coordinate text file that GPS simulators play.

/// The coordinate text file: `longitude,latitude[,altitude]` a line.
///
/// - Numbers are parted by commas (spaces within the line then mean nothing), semicolons, tabs or spaces; full-width forms count
///   as their ASCII ones. `lng,lat;lng,lat;…` in one line is several positions; `116,39;39,91` has decimal commas.
/// - Lines end in LF, CRLF or CR; blank ones do not count; `#` begins a comment.
/// - What follows the altitude is passed over without a word: simulators' files end in all kinds of remarks.
/// - Comments of the form `# key: value` say something: `name` (the track), `datum` (WGS-84, GCJ-02 or BD-09; before the first
///   point), `place` (the name of the next point), `segment` (the next point begins a segment of that name).
/// - A line of column names before the first point, such as `lat,lon`, says the order of the two, unless the person does.
/// - A line that is no position is skipped and named. An altitude that is none leaves the position without one.
public enum CoordinatesFormat: TrackFormat {
  /// `coordinates`
  public static let identifier = "coordinates"
  /// The name as a person reads it.
  public static let title = "coordinate text"
  /// `.txt`
  public static let fileExtensions = ["txt"]
  /// `text/plain`
  public static let mediaTypes = ["text/plain"]
  /// What the files carry beside positions.
  public static let contents: FormatContents = [.altitudes, .segments, .places]
  /// What is read, written and left out; for docs/formats.md.
  public static let summary = """
    The text file that GPS simulators play: `longitude,latitude[,altitude]` a line, parted by commas, semicolons, tabs or blanks.

    - Read: several positions in a line (`lng,lat;lng,lat`), decimal commas, full-width digits, a line of column names, and comments that \
    say something: `# name:`, `# datum:`, `# segment:`, `# place:`. `--order lat,lon` says that the latitude comes first.
    - Left out: whatever follows the altitude in a line.
    - Written with those comments, in WGS 84. Times and all values but the altitude are lost.
    """

  /// Possible as soon as one line holds two numbers; never certain, for tables of every kind hold numbers.
  public static func recognizes(_ head: Span<UInt8>) -> Recognition {
    // The lines of XML, JSON, NMEA or PLT may hold pairs of numbers, in another order too; they are something else.
    guard case .text(nil) = ContentKind(head) else { return .no }
    return recognizesText(head)
  }

  /// Reads a file; see ``TrackFormat/read(_:options:monitor:)``.
  public static func read(
    _ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor
  ) throws(FormatError) -> TrackDocument {
    var reader = CoordinatesReader(options: options)
    try reader.read(bytes, monitor: monitor)
    return try reader.document()
  }

  private static func recognizesText(_ text: Span<UInt8>) -> Recognition {
    var position = 0
    while position < text.count {
      let end = CoordinateLine.end(in: text, from: position)
      if CoordinateLine.holdsPosition(text.extracting(position..<end)) { return .possible }
      position = end + 1
    }
    return .no
  }
}
