// Owns `PLTFormat`: OziExplorer's track files, and GeoLife's, which have their shape.

import TrackGeodesy
import TrackPlayback

/// PLT, the track file of OziExplorer (file format specification, "Track File"), and that of Microsoft's GeoLife trajectories.
///
/// - Six lines of header, then `latitude,longitude,break,altitude,days[,date,time]` a line. The fifth header line holds the name.
/// - Altitudes are in feet; −777 is "not known". A break of 1 begins a segment.
/// - Times are days since 1899-12-30 UTC. Seven decimals of a day are nine milliseconds, so what is that near to a whole second is it.
///   The date and time behind them are words for people, in the language of whoever wrote them, and only count where the days are none.
/// - Only WGS 84 is converted from; another datum is named, and its positions are taken as they stand.
public enum PLTFormat: TrackFormat {
  /// `plt`
  public static let identifier = "plt"
  /// The name as a person reads it.
  public static let title = "PLT"
  /// `.plt`
  public static let fileExtensions = ["plt"]
  /// There is no official one.
  public static let mediaTypes = ["application/x-plt"]
  /// What the files carry beside positions.
  public static let contents: FormatContents = [.times, .altitudes, .segments]
  /// What is read, written and left out; for docs/formats.md.
  public static let summary = """
    PLT: the tracks of OziExplorer, and of Microsoft's GeoLife, which have their shape.

    - Read: positions, altitudes (in feet, or in metres where the header says so), breaks as segments, times by the day number; the name in the fifth header line.
    - Only WGS 84 is known; another datum is named, and its positions are taken as they stand.
    - Left out: colours, widths, and the dates in words where the day number says the same.
    """

  /// Certain where the first line is OziExplorer's or GeoLife's.
  public static func recognizes(_ head: Span<UInt8>) -> Recognition {
    head.hasBytes("OziExplorer Track Point File") || head.hasBytes("Geolife trajectory") ? .certain : .no
  }

  /// Reads a file; see ``TrackFormat/read(_:options:monitor:)``.
  public static func read(
    _ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor
  ) throws(FormatError) -> TrackDocument {
    var reader = PLTReader(options: options)
    try reader.read(bytes, monitor: monitor)
    return try reader.document()
  }
}

/// Reads the lines of one file.
private struct PLTReader {
  private static let headerLength = 6

  private var track = TrackBuilder()
  private var skipped = SkippedRecords()
  private var line = 0
  private var datum: Datum
  private let isDatumGiven: Bool
  private var isDatumStated: Bool
  private var metresOfUnit = 0.3048

  init(options: ReadOptions) {
    skipped.limit = options.recordLimit
    datum = options.datum ?? .wgs84
    isDatumGiven = options.datum != nil
    isDatumStated = isDatumGiven
  }

  mutating func read(_ text: Span<UInt8>, monitor: ReadMonitor) throws(FormatError) {
    var watch = ReadWatch(monitor)
    var position = 0
    while position < text.count {
      line += 1
      let end = CoordinateLine.end(in: text, from: position)
      let whole = text.extracting(position..<end)
      position = end
      if position < text.count, text[position] == .carriageReturn { position += 1 }
      if position < text.count, text[position] == .lineFeed { position += 1 }
      if line <= Self.headerLength { readHeader(whole) } else { readPoint(whole) }
      guard watch.goesOn(bytes: position, points: track.points.count, part: { track.points }) else { throw .cancelled }
    }
  }

  private mutating func readHeader(_ text: Span<UInt8>) {
    let content = text.extracting(text.trimmedRange)
    switch line {
    case 2: readDatum(content)
    case 3:
      let words = TextCleaning.name(content)?.lowercased() ?? ""
      if words.contains("meter") || words.contains("metre") { metresOfUnit = 1 }
    case 5:
      var position = 0
      for _ in 0..<3 {
        _ = CSVText.field(content, at: &position, separator: .comma)
        position = min(position + 1, content.count)
      }
      let range = CSVText.field(content, at: &position, separator: .comma)
      track.name = TextCleaning.name(content.extracting(range))
    default: break
    }
  }

  private mutating func readDatum(_ content: Span<UInt8>) {
    guard !isDatumGiven, let name = TextCleaning.name(content) else { return }
    if let stated = Datum.named(name) {
      datum = stated
      isDatumStated = true
      return
    }
    skipped.note(.value) {
      SkippedRecord(line: 2, found: "the datum \"\(name)\"", expected: "WGS 84, as which the positions are taken")
    }
  }

  private mutating func readPoint(_ text: Span<UInt8>) {
    var position = 0
    func comma() -> Bool {
      while position < text.count, text[position].isSpaceOrTab { position += 1 }
      guard position < text.count, text[position] == .comma else { return false }
      position += 1
      while position < text.count, text[position].isSpaceOrTab { position += 1 }
      return true
    }
    while position < text.count, text[position].isBlank { position += 1 }
    if position == text.count { return }
    guard let latitude = DecimalParser.scan(text, at: &position), comma(), let longitude = DecimalParser.scan(text, at: &position) else {
      refuse(text, expected: "a latitude and a longitude")
      return
    }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else {
      refuse(text, expected: "a latitude from -90 to 90 and a longitude from -180 to 180")
      return
    }
    var fix = Fix(coordinate: datum.toWGS84(coordinate))
    if comma(), let flag = DecimalParser.scan(text, at: &position), flag == 1, !track.points.isEmpty { track.beginSegment() }
    if comma() {
      if let altitude = DecimalParser.scan(text, at: &position) { take(altitude, into: &fix, text) }
      if comma() { fix.time = time(text, from: position) }
    }
    track.append(fix)
  }

  private mutating func take(_ altitude: Double, into fix: inout Fix, _ text: Span<UInt8>) {
    if altitude == -777 { return }
    if FixLimits.isAltitude(altitude * metresOfUnit) {
      fix.altitude = altitude * metresOfUnit
    } else {
      let line = line
      skipped.note(.value) { SkippedRecord(line: line, found: TextCleaning.excerpt(text), expected: "an altitude in feet") }
    }
  }

  /// The moment in a line, whose field of days begins at `position`.
  private mutating func time(_ text: Span<UInt8>, from position: Int) -> Double? {
    var index = position
    if let days = DecimalParser.scan(text, at: &index), days > 0, days < 2_958_466 {
      // 25,569 days lie between 1899-12-30 and 1970-01-01; 2,958,465 is the last day of the year 9999.
      let seconds = (days - 25_569) * 86_400
      let whole = seconds.rounded()
      return abs(seconds - whole) < 0.01 ? whole : seconds
    }
    // GeoLife's words are ISO 8601.
    while index < text.count, text[index] != .comma { index += 1 }
    let words = text.extracting(min(index + 1, text.count)..<text.count)
    guard words.trimmedRange.count <= 64 else { return nil }
    let moment = CSVMoment(words.extracting(words.trimmedRange).withUnsafeBufferPointer { $0.map { $0 == .comma ? .space : $0 } })
    if let moment, moment.isWhole { return moment.date }
    // A zero, or nothing at all, is "not known".
    return nil
  }

  private mutating func refuse(_ text: Span<UInt8>, expected: String) {
    let line = line
    skipped.note(.record) { SkippedRecord(line: line, found: TextCleaning.excerpt(text), expected: expected) }
  }

  consuming func document() throws(FormatError) -> TrackDocument {
    guard let track = track.track(datum: datum, isDatumStated: isDatumStated) else {
      guard let first = skipped.first.first(where: { $0.extent == .record }) else {
        throw FormatError(.noCoordinates, message: "there is no track point in it, only the header")
      }
      throw FormatError(.noCoordinates, line: first.line, message: "no track point in it can be used; \(first.text)")
    }
    return TrackDocument(format: PLTFormat.identifier, name: track.name, tracks: [track], skipped: skipped)
  }
}
