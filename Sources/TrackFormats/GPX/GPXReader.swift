// Owns `GPXReader`: what the elements of a GPX document do as they come; and `GPXSink`, which passes them on to it.

import TrackGeodesy
import TrackPlayback

/// Passes the elements of a document on to a ``GPXReader``.
final class GPXSink: XMLSink {
  var reader: GPXReader

  init(datum: Datum, skipped: SkippedRecords) {
    reader = GPXReader(datum: datum, skipped: skipped)
  }

  override func start(_ name: UnsafePointer<CChar>, _ attributes: UnsafePointer<UnsafePointer<CChar>?>, at cursor: XMLCursor) {
    reader.start(name, attributes, at: cursor)
  }

  override func end(at cursor: XMLCursor) { reader.end(at: cursor) }

  override func text(_ bytes: UnsafeBufferPointer<UInt8>) { reader.text(bytes) }
}

extension GPXSink: XMLRuns {
  var takesRuns: Bool { reader.takesTrackPoints }

  func nextRun(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
    GPXScanner.firstTrackPoint(in: bytes, range)
  }

  func takeRun(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, limit: Int) -> XMLRun {
    reader.content.takeTrackPoints(in: bytes, from: start, limit: limit)
  }
}

/// Collects a document's tracks, routes and waypoints while it is read.
struct GPXReader {
  /// Why the reading was ended from in here.
  enum Refusal: Hashable { case notGPX, tooDeep }

  /// Real documents are about ten deep.
  static let depthLimit = 256
  /// A field longer than this is cut for a name, and none for a number.
  static let fieldLimit = 4096

  private(set) var refusal: Refusal?
  var content: GPXContent
  private var open: [GPXElement] = []
  /// The namespace prefix of the root with its colon; elements with another are not GPX.
  private(set) var prefix: [UInt8] = []
  private var point = GPXPoint()
  private var field: [UInt8] = []
  private var isInField = false

  init(datum: Datum, skipped: SkippedRecords) {
    content = GPXContent(datum: datum, skipped: skipped)
  }

  mutating func start(_ name: UnsafePointer<CChar>, _ attributes: UnsafePointer<UnsafePointer<CChar>?>, at cursor: XMLCursor) {
    let element = element(named: name)
    if open.isEmpty, element == .other { refusal = .notGPX }
    if open.count >= Self.depthLimit { refusal = .tooDeep }
    guard refusal == nil else { return cursor.stop() }
    open.append(element)
    isInField = element.isField
    if isInField { field.removeAll(keepingCapacity: true) }
    if element.isPoint {
      point = GPXPoint()
      readPlace(attributes, at: cursor)
    } else if element == .track || element == .route {
      content.beginLine(isRoute: element == .route)
    } else if element == .segment {
      content.beginSegment()
    }
  }

  mutating func end(at cursor: XMLCursor) {
    guard let element = open.popLast() else { return }
    if isInField, element.isField, let parent = open.last { finish(element, in: parent, at: cursor) }
    isInField = false
    if element.isPoint {
      finishPoint(element)
    } else if element == .track || element == .route {
      content.endLine()
    }
  }

  /// Whether track points may follow, under names without a prefix.
  var takesTrackPoints: Bool { open.last == .segment && prefix.isEmpty }

  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard isInField, field.count < Self.fieldLimit else { return }
    let count = min(bytes.count, Self.fieldLimit - field.count)
    field.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[..<count]))
  }

  /// What an element is, from where it stands and what it is called.
  private mutating func element(named qualified: UnsafePointer<CChar>) -> GPXElement {
    let name = Self.bytes(qualified)
    guard let parent = open.last else { return root(name) }
    if parent == .other { return .other }
    if let element = GPXElement.inExtensions(Self.localName(name), of: parent) { return element }
    guard name.count > prefix.count, name.starts(with: prefix) else { return .other }
    return GPXElement.child(UnsafeBufferPointer(rebasing: name[prefix.count...]), of: parent)
  }

  private mutating func root(_ name: UnsafeBufferPointer<UInt8>) -> GPXElement {
    let local = Self.localName(name)
    guard local.spells("gpx") else { return .other }
    prefix = Array(name.prefix(name.count - local.count))
    return .gpx
  }

  /// A name without its prefix.
  static func localName(_ name: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard let colon = name.lastIndex(of: .colon) else { return name }
    return UnsafeBufferPointer(rebasing: name[(colon + 1)...])
  }

  /// The bytes of a text from expat, without the zero at its end.
  private static func bytes(_ text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    var count = 0
    while text[count] != 0 { count += 1 }
    return UnsafeBufferPointer(start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: count)
  }
}

// MARK: - Points

extension GPXReader {
  /// Reads `lat` and `lon`; a fault is noted at the start tag, where its line is.
  private mutating func readPlace(_ attributes: UnsafePointer<UnsafePointer<CChar>?>, at cursor: XMLCursor) {
    var latitude: UnsafeBufferPointer<UInt8>?
    var longitude: UnsafeBufferPointer<UInt8>?
    var index = 0
    while let name = attributes[index], let value = attributes[index + 1] {
      let name = Self.bytes(name)
      if name.spells("lat") { latitude = Self.bytes(value) }
      if name.spells("lon") { longitude = Self.bytes(value) }
      index += 2
    }
    point.latitude = latitude.flatMap { DecimalParser.parse($0.span) } ?? .nan
    point.longitude = longitude.flatMap { DecimalParser.parse($0.span) } ?? .nan
    guard !point.isUsable else { return }
    content.skipped.note(.record) {
      func shown(_ value: UnsafeBufferPointer<UInt8>?) -> String { value.map { TextCleaning.excerpt($0.span) } ?? "nothing" }
      return SkippedRecord(
        line: cursor.line, byteOffset: cursor.byteOffset, found: "a point with lat \(shown(latitude)) and lon \(shown(longitude))",
        expected: "a latitude from -90 to 90 and a longitude from -180 to 180")
    }
  }

  /// Takes the text of a field into what it stands in.
  private mutating func finish(_ element: GPXElement, in parent: GPXElement, at cursor: XMLCursor) {
    let bytes = field
    let text = bytes.span
    switch element {
    case .name where parent.isPoint: point.name = TextCleaning.name(text)
    case .name where parent == .segment || parent == .segmentExtensions: content.setSegmentName(TextCleaning.name(text))
    case .name: content.setName(TextCleaning.name(text), isOfLine: parent == .track || parent == .route)
    case .comment: point.comment = TextCleaning.name(text)
    case .description: point.description = TextCleaning.name(text)
    case .symbol: point.symbol = TextCleaning.name(text)
    case .elevation:
      let value = number(text, "an elevation in metres", at: cursor)
      if FixLimits.isAltitude(value) { point.elevation = value }
    case .time: point.time = moment(text, at: cursor)
    case .speed: point.speed = number(text, "a speed in metres a second", at: cursor)
    case .course: point.course = number(text, "a course in degrees", at: cursor)
    case .accuracy: point.accuracy = number(text, "an accuracy in metres", at: cursor)
    case .heartRate: point.heartRate = number(text, "heart beats a minute", at: cursor)
    case .cadence: point.cadence = number(text, "a cadence a minute", at: cursor)
    case .power: point.power = number(text, "a power in watts", at: cursor)
    case .temperature: point.temperature = number(text, "a temperature in degrees Celsius", at: cursor)
    case .isContinuation: content.continueSegment()
    case .utcOffset:
      let seconds = number(text, "seconds ahead of UTC", at: cursor)
      if abs(seconds) <= 86_400 { content.setUTCOffset(Int(seconds)) }
    default: break
    }
  }

  private mutating func number(_ text: Span<UInt8>, _ expected: String, at cursor: XMLCursor) -> Double {
    if text.trimmedRange.isEmpty { return .nan }
    if let value = DecimalParser.parse(text), abs(value) <= 1e8 { return value }
    noteValue(text, expected, at: cursor)
    return .nan
  }

  private mutating func moment(_ text: Span<UInt8>, at cursor: XMLCursor) -> Double {
    if text.trimmedRange.isEmpty { return .nan }
    if let time = TimestampParser.parse(text, offset: &point.utcOffset) { return time }
    noteValue(text, "a time such as 2024-05-01T08:30:00Z", at: cursor)
    return .nan
  }

  private mutating func noteValue(_ text: Span<UInt8>, _ expected: String, at cursor: XMLCursor) {
    content.skipped.note(.value) {
      SkippedRecord(line: cursor.line, byteOffset: cursor.byteOffset, found: TextCleaning.excerpt(text), expected: expected)
    }
  }

  private mutating func finishPoint(_ element: GPXElement) {
    guard point.isUsable else { return }
    if element == .waypoint {
      content.addWaypoint(point)
    } else {
      content.addPoint(point)
    }
  }
}
