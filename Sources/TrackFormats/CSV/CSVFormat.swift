// Owns `CSVFormat`: tables of positions.

import TrackPlayback

/// Tables of positions: CSV (RFC 4180), TSV and their like.
///
/// - Columns are parted by commas, semicolons, tabs or bars, as the header is; quotation marks may hold separators and line ends. Numbers
///   may have a decimal comma, a unit behind them, or be full-width.
/// - The header is found within the first lines. It names the latitude and longitude (or one column with both), and may name elevation,
///   time (or date and time), speed, course, accuracy, heart rate, cadence, power, temperature, name, segment (or lap) and track, in any
///   order and many spellings, in Chinese too; units in parentheses or at the end of a name (`speed (km/h)`, `ele_ft`) are converted.
/// - Times are ISO 8601, or seconds, milliseconds, microseconds or nanoseconds since 1970. Days and months that may be either way round,
///   as in 1/2/2024, are not guessed.
/// - Angles may be decimal, with a letter (`48.5N`), or in degrees, minutes and seconds.
/// - A table without a header needs `--columns` (`time,lat,lon,-,ele`), which also overrides one. `--order` says which of the two
///   position columns comes first, whatever they are called.
/// - A table of nothing but the two position columns is read as ``CoordinatesFormat``, unless its name says `.csv`.
/// - A new value in the track or segment column begins another, unless it changes all the time.
public enum CSVFormat: WritableTrackFormat {
  /// `csv`
  public static let identifier = "csv"
  /// The name as a person reads it.
  public static let title = "CSV"
  /// `.csv`, `.tsv`, `.tab`
  public static let fileExtensions = ["csv", "tsv", "tab"]
  /// `text/csv`
  public static let mediaTypes = ["text/csv", "text/tab-separated-values"]
  /// What the files carry beside positions.
  public static let contents: FormatContents = [.times, .altitudes, .speeds, .courses, .accuracies, .sensors, .segments, .places]
  /// What is read, written and left out; for docs/formats.md.
  public static let summary = """
    Tables with a header: CSV (RFC 4180), TSV and their like, parted by commas, semicolons, tabs or bars.

    - Read: latitude and longitude (or one column with both), elevation, time (or date and time), speed, course, accuracy, heart rate, \
    cadence, power, temperature, name, segment (or lap) and track, in any order, in many spellings, in Chinese too; units in the header \
    are converted; decimal commas; degrees, minutes and seconds.
    - Times are ISO 8601, or counts since 1970. Dates that may be either way round (1/2/2024) are not guessed.
    - `--columns time,lat,lon,-,ele` says what the columns hold where no header does, `--order` which position column comes first.
    - Written with a header and the columns that occur. Routes and places beside the track are lost.
    """

  /// So many lines may stand before the header.
  private static let preambleLimit = 50

  /// Certain where a line names a latitude, a longitude and something else; possible where that is all, or they are only `x` and `y`.
  public static func recognizes(_ head: Span<UInt8>) -> Recognition {
    guard case .text(nil) = ContentKind(head), let (layout, _, _) = header(in: head) else { return .no }
    return layout.hasMore && layout.isSure ? .certain : .possible
  }

  /// Reads a table; see ``TrackFormat/read(_:options:monitor:)``.
  public static func read(
    _ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor
  ) throws(FormatError) -> TrackDocument {
    let found = header(in: bytes.extracting(first: min(bytes.count, FormatRegistry.headLength)))
    var layout = found?.layout
    if let columns = options.columns {
      let separator = found?.layout.separator ?? CSVLayout.likelySeparator(bytes.extracting(firstLine(of: bytes)))
      guard let stated = CSVLayout(list: columns, separator: separator) else {
        throw FormatError(
          .malformed,
          message: "the columns \"\(columns)\" do not say where the latitude and the longitude are, as \"time,lat,lon,-,ele\" does")
      }
      layout = stated
    }
    guard let layout else {
      throw FormatError(
        .noCoordinates,
        message: "no line in it names a latitude and a longitude; say what the columns hold with --columns time,lat,lon,-,ele")
    }
    var reader = CSVReader(layout: layout, options: options)
    try reader.read(bytes, from: found?.end ?? 0, linesBefore: found?.lines ?? 0, monitor: monitor)
    return try reader.document()
  }

  /// The header, the index behind its line, and the lines up to there.
  private static func header(in text: Span<UInt8>) -> (layout: CSVLayout, end: Int, lines: Int)? {
    var position = 0
    for count in 1...preambleLimit where position < text.count {
      let end = CoordinateLine.end(in: text, from: position)
      let line = text.extracting(position..<end)
      position = end
      if position < text.count, text[position] == .carriageReturn { position += 1 }
      if position < text.count, text[position] == .lineFeed { position += 1 }
      let content = line.extracting(line.trimmedRange)
      if content.count == 0 || content[0] == .hash { continue }
      if let layout = CSVLayout(header: content) { return (layout, position, count) }
      // Below the first position there is no header any more.
      if content[0].digit != nil || content[0] == .minus { return nil }
    }
    return nil
  }

  /// The first line that is not blank and no comment.
  private static func firstLine(of text: Span<UInt8>) -> Range<Int> {
    var position = 0
    while position < text.count {
      let end = CoordinateLine.end(in: text, from: position)
      if end > position, text[position] != .hash { break }
      position = end + 1
    }
    position = min(position, text.count)
    return position..<CoordinateLine.end(in: text, from: position)
  }
}
