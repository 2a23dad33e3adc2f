// Owns `CSVReader`: the lines of a table put together into tracks.

import TrackGeodesy
import TrackPlayback

/// Reads the lines of one table.
struct CSVReader {
  private var layout: CSVLayout
  private let options: ReadOptions
  private let datum: Datum
  var divisions = CSVDivisions()
  private(set) var points = TrackPoints()
  var skipped = SkippedRecords()
  private(set) var line = 0
  private var row = CSVRow()
  private var clock = CSVClock()
  /// A moment in two columns, while its line is read.
  private var dateOfRow: CSVMoment?
  private var timeOfRow: CSVMoment?
  private var hasDateColumn = false
  /// Values of the line that are none; they count once the line does.
  private var faults: [SkippedRecord] = []
  private var utcOffset: Int?
  /// Positions that only make sense in the other order, and the first of them.
  private var reversedCount = 0
  private var firstReversed: (line: Int, excerpt: String)?

  init(layout: CSVLayout, options: ReadOptions) {
    self.layout = layout
    self.options = options
    skipped.limit = options.recordLimit
    datum = options.datum ?? .wgs84
    arrange()
  }

  /// Obeys what the person says of the order, whatever the columns are called.
  private mutating func arrange() {
    hasDateColumn = layout.columns.contains { $0.kind == .date }
    guard let order = options.order, let latitude = layout.columns.firstIndex(where: { $0.kind == .latitude }),
      let longitude = layout.columns.firstIndex(where: { $0.kind == .longitude }), (latitude < longitude) != (order == .latitudeFirst)
    else { return }
    layout.columns.swapAt(latitude, longitude)
  }

  /// Reads all lines from `start`, in front of which there are `lines`.
  mutating func read(_ text: Span<UInt8>, from start: Int, linesBefore lines: Int, monitor: ReadMonitor) throws(FormatError) {
    // Lines of tables are 40 to 100 bytes in most files; a wrong guess costs a copy, not more.
    points.reserveCapacity((text.count - start) / 64)
    line = lines
    var watch = ReadWatch(monitor)
    var position = start
    while position < text.count {
      line += 1
      readLine(text, at: &position)
      guard watch.goesOn(bytes: position, points: points.count, part: { points }) else { throw .cancelled }
    }
  }

  /// Reads one line and moves behind its end.
  @inline(__always)
  private mutating func readLine(_ text: Span<UInt8>, at position: inout Int) {
    let start = position
    readFields(text, at: &position)
    accept(text, start..<position)
    if position < text.count, text[position] == .carriageReturn { position += 1 }
    if position < text.count, text[position] == .lineFeed { position += 1 }
  }

  /// Reads the fields of a line into ``row``.
  @inline(__always)
  private mutating func readFields(_ text: Span<UInt8>, at position: inout Int) {
    row = CSVRow()
    if hasDateColumn || timeOfRow != nil { (dateOfRow, timeOfRow) = (nil, nil) }
    let separator = layout.separator
    let count = layout.columns.count
    var index = position
    var column = 0
    while true {
      if column < count {
        readField(layout.columns[column], text, at: &index)
      } else {
        _ = CSVText.field(text, at: &index, separator: separator)
      }
      guard index < text.count, text[index] == separator else { break }
      index += 1
      column += 1
    }
    position = index
  }

  @inline(__always)
  private mutating func readField(_ column: CSVColumn, _ text: Span<UInt8>, at index: inout Int) {
    switch column.kind {
    case .latitude, .longitude, .elevation, .speed, .course, .accuracy, .heartRate, .cadence, .power, .temperature:
      if let value = plainNumber(text, at: &index) {
        row.set(column.kind, value * column.scale + column.offset)
      } else {
        readOddNumber(column, text, at: &index)
      }
    case .time:
      if hasDateColumn || !readPlainTime(text, at: &index) { readOddTime(.time, text, at: &index) }
    case .ignored:
      while index < text.count, text[index] != layout.separator, text[index] != .lineFeed, text[index] != .carriageReturn {
        guard text[index] != CSVText.quote else {
          _ = CSVText.field(text, at: &index, separator: layout.separator)
          return
        }
        index += 1
      }
    default:
      // Most lines have no name, and then there is nothing to compare.
      if column.kind == .name, !divisions.hasName, isEnd(text, index) { return }
      readWords(column.kind, text, at: &index)
    }
  }

  /// A number with nothing beside it but spaces; `nil` leaves `index`.
  @inline(__always)
  private func plainNumber(_ text: Span<UInt8>, at index: inout Int) -> Double? {
    var next = index
    while next < text.count, text[next] == .space { next += 1 }
    guard let value = DecimalParser.scan(text, at: &next), value.isFinite else { return nil }
    while next < text.count, text[next] == .space { next += 1 }
    guard isEnd(text, next) else { return nil }
    index = next
    return value
  }

  @inline(__always)
  private func isEnd(_ text: Span<UInt8>, _ index: Int) -> Bool {
    index >= text.count || text[index] == layout.separator || text[index] == .lineFeed || text[index] == .carriageReturn
  }

  /// A moment as `2024-05-01T08:30:00Z` or as a number; `false` leaves `index`.
  @inline(__always)
  private mutating func readPlainTime(_ text: Span<UInt8>, at index: inout Int) -> Bool {
    var quick = index
    if let time = clock.scan(text, at: &quick), isEnd(text, quick) {
      row.time = time
      index = quick
      return true
    }
    if index + 4 < text.count, text[index + 4] == .minus {
      var end = index + 5
      let limit = min(text.count, index + 40)
      while end < limit, !isEnd(text, end) { end += 1 }
      guard isEnd(text, end) else { return false }
      var offset: Int?
      guard let time = TimestampParser.parse(text.extracting(index..<end), offset: &offset) else { return false }
      if let offset, utcOffset == nil { utcOffset = offset }
      row.time = time
      index = end
      return true
    }
    var next = index
    guard let value = plainNumber(text, at: &next), let time = CSVMoment.seconds(epoch: value) else { return false }
    row.time = time
    index = next
    return true
  }

  /// A number that is not plain: in quotation marks, with a decimal comma, an angle in degrees and minutes, or none.
  @inline(never)
  private mutating func readOddNumber(_ column: CSVColumn, _ text: Span<UInt8>, at index: inout Int) {
    let range = CSVText.field(text, at: &index, separator: layout.separator)
    if range.isEmpty { return }
    let content = CSVText.content(text.extracting(range))
    let isAngle = column.kind == .latitude || column.kind == .longitude
    if let value = isAngle ? CSVText.angle(content) : CSVText.number(content) {
      row.set(column.kind, value * column.scale + column.offset)
    } else if !isAngle, !CSVText.isAbsent(content) {
      noteValue(column.kind, text.extracting(range))
    }
  }

  @inline(never)
  private mutating func readOddTime(_ kind: CSVColumn.Kind, _ text: Span<UInt8>, at index: inout Int) {
    let range = CSVText.field(text, at: &index, separator: layout.separator)
    let content = CSVText.content(text.extracting(range))
    if CSVText.isAbsent(content) { return }
    var offset: Int?
    if TimestampParser.parse(content.span, offset: &offset) != nil, let offset, utcOffset == nil { utcOffset = offset }
    let compact: CSVMoment.Compact? = kind == .date ? .date : hasDateColumn ? .time : nil
    guard let moment = CSVMoment(content, compact: compact) else {
      noteValue(.time, text.extracting(range))
      return
    }
    if kind == .date { dateOfRow = moment } else { timeOfRow = moment }
    if let time = CSVMoment.joined(date: dateOfRow, time: timeOfRow) { row.time = time }
  }

  /// Columns that are not numbers.
  @inline(never)
  private mutating func readWords(_ kind: CSVColumn.Kind, _ text: Span<UInt8>, at index: inout Int) {
    if kind == .date {
      readOddTime(.date, text, at: &index)
      return
    }
    let range = CSVText.field(text, at: &index, separator: layout.separator)
    let field = text.extracting(range)
    switch kind {
    case .position:
      guard let pair = CSVText.pair(CSVText.content(field)) else { return }
      let isReversed = options.order == .longitudeFirst
      (row.latitude, row.longitude) = isReversed ? (pair.second, pair.first) : (pair.first, pair.second)
    case .northSouth: if CSVText.content(field).first.map({ $0 | 0x20 == 0x73 }) == true { row.latitudeSign = -1 }
    case .eastWest: if CSVText.content(field).first.map({ $0 | 0x20 == 0x77 }) == true { row.longitudeSign = -1 }
    case .track: divisions.track(field, at: points.count)
    case .segment: divisions.segment(field, at: points.count)
    case .name: divisions.name(field)
    default: break
    }
  }

  private mutating func noteValue(_ kind: CSVColumn.Kind, _ field: Span<UInt8>) {
    guard faults.count < CSVLayout.columnLimit else { return }
    let isShown = skipped.first.count < skipped.limit
    faults.append(SkippedRecord(line: line, found: isShown ? TextCleaning.excerpt(field) : "", expected: kind.expectation))
  }

  private mutating func noteFaults() {
    for fault in faults { skipped.note(.value) { fault } }
    faults.removeAll(keepingCapacity: true)
  }

  /// Takes the line just read, if it is a position.
  @inline(__always)
  private mutating func accept(_ text: Span<UInt8>, _ range: Range<Int>) {
    let coordinate = Coordinate(latitude: row.latitude * row.latitudeSign, longitude: row.longitude * row.longitudeSign)
    guard coordinate.isValid else {
      refuse(coordinate, text, range)
      return
    }
    if !FixLimits.isAltitude(row.altitude), row.altitude.isFinite {
      noteValue(.elevation, text.extracting(range))
      row.altitude = .nan
    }
    guard points.append(row.fix(at: datum.toWGS84(coordinate))) else { return }
    divisions.nameLast(of: points)
    if !faults.isEmpty { noteFaults() }
  }

  /// A line that is no position: blank, a comment, the header again, full of full-width forms, or broken.
  @inline(never)
  private mutating func refuse(_ coordinate: Coordinate, _ text: Span<UInt8>, _ range: Range<Int>) {
    let whole = text.extracting(range)
    // A record in quotation marks may have gone over lines.
    let firstLine = line
    var lines = 0
    for index in whole.indices where whole[index] == .lineFeed { lines += 1 }
    defer { line += lines }
    let content = whole.extracting(whole.trimmedRange)
    divisions.forgetName()
    faults.removeAll(keepingCapacity: true)
    guard content.count > 0, content[0] != .hash else { return }
    if let again = CSVLayout(header: content), again.isSure {
      layout = again
      arrange()
      return
    }
    if let normal = widened(content) {
      var position = 0
      readFields(normal.span, at: &position)
      let coordinate = Coordinate(latitude: row.latitude * row.latitudeSign, longitude: row.longitude * row.longitudeSign)
      if coordinate.isValid, points.append(row.fix(at: datum.toWGS84(coordinate))) {
        divisions.nameLast(of: points)
        noteFaults()
        return
      }
      faults.removeAll(keepingCapacity: true)
    }
    if Coordinate(latitude: coordinate.longitude, longitude: coordinate.latitude).isValid {
      reversedCount += 1
      if firstReversed == nil { firstReversed = (firstLine, TextCleaning.excerpt(content)) }
    }
    skipped.note(.record) {
      let isMissing = coordinate.latitude.isNaN || coordinate.longitude.isNaN
      return SkippedRecord(
        line: firstLine, found: TextCleaning.excerpt(content),
        expected: isMissing ? "a latitude and a longitude" : "a latitude from -90 to 90 and a longitude from -180 to 180")
    }
  }

  /// A line with its full-width forms made plain; `nil` where it has none, or is longer than a line with a position needs to be.
  private func widened(_ line: Span<UInt8>) -> [UInt8]? {
    guard line.count <= CSVLayout.lengthLimit, line.withUnsafeBufferPointer({ ASCIIScan.end(in: $0, from: 0) < $0.count }) else {
      return nil
    }
    return CoordinateLine.normalized(line, keepsRemarks: true)
  }

  /// The tracks, once all lines are read.
  consuming func document() throws(FormatError) -> TrackDocument {
    if let firstReversed, reversedCount > points.count {
      let latitude = layout.columns.firstIndex { $0.kind == .latitude || $0.kind == .position } ?? 0
      let longitude = layout.columns.firstIndex { $0.kind == .longitude } ?? 1
      let order: CoordinateOrder =
        layout.columns[latitude].kind == .position
        ? (options.order ?? .latitudeFirst).reversed : latitude < longitude ? .longitudeFirst : .latitudeFirst
      throw FormatError(
        .reversedOrder, line: firstReversed.line,
        message: "line \(firstReversed.line), \(firstReversed.excerpt), only makes sense with the two exchanged: read the file with "
          + "--order \(order.rawValue)")
    }
    guard !points.isEmpty else {
      guard let first = skipped.first.first(where: { $0.extent == .record }) else {
        throw FormatError(.noCoordinates, message: "the table has no line below its header")
      }
      throw FormatError(.noCoordinates, line: first.line, message: "no line of the table holds a usable position; \(first.text)")
    }
    let tracks = divisions.tracks(points, datum: datum, isDatumStated: options.datum != nil, utcOffset: utcOffset)
    return TrackDocument(format: CSVFormat.identifier, name: tracks.count == 1 ? tracks[0].name : nil, tracks: tracks, skipped: skipped)
  }
}
