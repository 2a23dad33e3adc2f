// Owns `PolylineFormat`: encoded polylines, one a line.

import TrackGeodesy
import TrackPlayback

/// Encoded polylines as direction services give them, one a line, in text.
///
/// - A line may be in quotation marks (then `\\` is one backslash, as in JSON), and may begin with `polyline5:` or `polyline6:`, which
///   says how many decimals its numbers have. Each line is a segment. `# name: …` names the next, or the track where no line came yet.
/// - Without a prefix, a file called `.polyline6` has six decimals and one called `.polyline5` five. Else nothing says so, and
///   they are read with five, unless a position then lies nowhere on Earth; with six then. A route of six decimals near 0,0 may pass for
///   one of five, ten times as far from there: the prefix helps.
/// - Written with five decimals, about a metre, which is what most programs take polylines to have.
public enum PolylineFormat: WritableTrackFormat {
  /// `polyline`
  public static let identifier = "polyline"
  /// The name as a person reads it.
  public static let title = "encoded polyline"
  /// `.polyline`, `.polyline5`, `.polyline6`
  public static let fileExtensions = ["polyline", "polyline5", "polyline6"]
  /// There is no official one.
  public static let mediaTypes = ["text/x-polyline"]
  /// What the files carry beside positions.
  public static let contents: FormatContents = [.segments]
  /// What is read, written and left out; for docs/formats.md.
  public static let summary = """
    Encoded polylines of direction services, one a line; each is a segment.

    - Read: five or six decimals, by a prefix (`polyline6:`), by the extension, or else by what lies on Earth; quotation marks; \
    `# name:` before a line.
    - Written with five decimals, about a metre. Everything but positions, segments and their names is lost.
    """

  /// Certain with a prefix; possible where the first line decodes to its end and goes no strange way.
  public static func recognizes(_ head: Span<UInt8>) -> Recognition {
    var position = 0
    while position < head.count {
      let end = CoordinateLine.end(in: head, from: position)
      let line = head.extracting(position..<end)
      let content = line.extracting(line.trimmedRange)
      position = end + 1
      if content.count == 0 || content[0] == .hash { continue }
      let polyline = PolylineLine(content)
      if polyline.precision != nil { return .certain }
      return isPlausible(content.extracting(polyline.range), isCut: end == head.count) ? .possible : .no
    }
    return .no
  }

  /// Whether a text is a polyline and no word: two points or more, away from 0,0, no step beyond some degrees.
  private static func isPlausible(_ code: Span<UInt8>, isCut: Bool) -> Bool {
    guard code.count >= 8 else { return false }
    var position = 0
    var points = 0
    var (latitude, longitude): (Int64, Int64) = (0, 0)
    while position < code.count {
      guard let first = PolylineCode.scan(code, at: &position), let second = PolylineCode.scan(code, at: &position) else {
        // The head of a long line may end within a number.
        return isCut && position == code.count && points > 1000
      }
      (latitude, longitude) = (latitude &+ first, longitude &+ second)
      guard abs(latitude) <= 90_000_000, abs(longitude) <= 180_000_000 else { return false }
      if points == 0 {
        guard abs(latitude) + abs(longitude) >= 50_000 else { return false }
      } else {
        guard abs(first) + abs(second) <= 20_000_000 else { return false }
      }
      points += 1
    }
    return points >= 2
  }

  /// Reads a file; see ``TrackFormat/read(_:options:monitor:)``.
  public static func read(
    _ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor
  ) throws(FormatError) -> TrackDocument {
    let stated: Int? = options.fileExtension == "polyline6" ? 6 : options.fileExtension == "polyline5" ? 5 : nil
    var reader = PolylineReader(options: options, precision: stated ?? 5)
    try reader.read(bytes, monitor: monitor)
    if stated == nil, reader.liesNowhere {
      reader = PolylineReader(options: options, precision: 6)
      try reader.read(bytes, monitor: monitor)
    }
    return try reader.document()
  }
}

/// One line of a file: what is said of it, and where its code lies.
struct PolylineLine {
  var range: Range<Int>
  /// How many decimals its prefix says.
  var precision: Int?
  var isQuoted = false

  init(_ line: Span<UInt8>) {
    var start = 0
    var end = line.count
    func unquote(_ isQuoted: inout Bool) {
      if end > start, line[end - 1] == .comma { end -= 1 }
      guard end - start >= 2, line[start] == CSVText.quote || line[start] == 0x27, line[end - 1] == line[start] else { return }
      isQuoted = true
      (start, end) = (start + 1, end - 1)
    }
    if start < end, line[start] == CSVText.quote || line[start] == 0x27 { unquote(&isQuoted) }
    if line.hasBytes("polyline5:", at: start) { precision = 5 }
    if line.hasBytes("polyline6:", at: start) { precision = 6 }
    if precision != nil {
      start = min(start + 10, end)
      while start < end, line[start].isSpaceOrTab { start += 1 }
      if !isQuoted { unquote(&isQuoted) }
    }
    range = start..<end
  }
}
