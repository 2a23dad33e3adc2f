// Owns `TCXReader`: what the elements of a TCX document do as they come.

import TrackGeodesy
import TrackPlayback

/// Collects a document's activities and courses while it is read.
struct TCXReader {
  private(set) var refusal: XMLRefusal?
  var content: TCXContent
  private var open: [TCXElement] = []
  private var point = TCXPoint()
  private var field = XMLField()

  init(datum: Datum) {
    content = TCXContent(datum: datum)
  }

  mutating func start(_ name: UnsafePointer<CChar>, _ attributes: UnsafePointer<UnsafePointer<CChar>?>, at cursor: XMLCursor) {
    let local = XMLText.localName(name)
    let element: TCXElement
    if let parent = open.last {
      element = parent == .other ? .other : TCXElement.child(local, of: parent)
    } else {
      element = local.spells("TrainingCenterDatabase") ? .database : .other
      if element == .other { refusal = .otherRoot }
    }
    if open.count >= XMLTrackDocument.depthLimit { refusal = .tooDeep }
    guard refusal == nil else { return cursor.stop() }
    open.append(element)
    if element.isField {
      field.open()
      return
    }
    field.close()
    switch element {
    case .trackPoint, .coursePoint: point = TCXPoint()
    case .position: point.hasPosition = true
    case .track: content.beginTrack(isInLap: open.dropLast().last != .course)
    case .lap: content.beginLap(at: XMLText.name(of: "StartTime", in: attributes))
    case .activity: content.begin(.activity, sport: XMLText.name(of: "Sport", in: attributes))
    case .transition:
      content.begin(.transition, sport: nil)
      content.beginLap(at: XMLText.name(of: "StartTime", in: attributes))
    case .course: content.begin(.course, sport: nil)
    case .container: content.enterFolder(local)
    default: break
    }
  }

  mutating func end(at cursor: XMLCursor) {
    guard let element = open.popLast() else { return }
    if element.isField {
      // Elements within a field end its text: there are none that mean anything.
      if field.isOpen, let parent = open.last { finish(element, in: parent, at: cursor) }
      field.close()
      return
    }
    switch element {
    case .trackPoint: finishTrackPoint(at: cursor)
    case .coursePoint: finishCoursePoint(at: cursor)
    case .activity, .transition, .course: content.end(at: cursor)
    default: break
    }
  }

  @inline(__always)
  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) { field.take(bytes) }
}

// MARK: - Values

extension TCXReader {
  /// Takes the text of a field into what it stands in.
  private mutating func finish(_ element: TCXElement, in parent: TCXElement, at cursor: XMLCursor) {
    switch element {
    case .time: point.time = moment(at: cursor)
    case .latitude: point.latitude = degrees
    case .longitude: point.longitude = degrees
    case .altitude:
      let value = number("an altitude in metres", at: cursor)
      if FixLimits.isAltitude(value) { point.altitude = value }
    case .distance where parent == .trackPoint: point.distance = number("a distance in metres", at: cursor)
    case .heartRate: point.heartRate = number("heart beats a minute", at: cursor)
    case .cadence: point.cadence = number("a cadence", at: cursor)
    case .runCadence: point.runCadence = number("a cadence", at: cursor)
    case .watts: point.watts = number("a power in watts", at: cursor)
    case .speed: point.speed = number("a speed in metres a second", at: cursor)
    case .distance:
      let value = number("a distance in metres", at: cursor)
      content.current?.changeLap { $0.distance = value }
    case .duration:
      let value = number("seconds", at: cursor)
      content.current?.changeLap { $0.duration = value }
    case .lapHeartRate:
      let value = number("heart beats a minute", at: cursor)
      content.current?.changeLap { $0.heartRate = value }
    default: finishName(element, in: parent)
    }
  }

  private mutating func finishName(_ element: TCXElement, in parent: TCXElement) {
    let text = firstLine
    switch (element, parent) {
    case (.pointType, _): point.pointType = text
    case (.name, .coursePoint): point.name = text
    case (.notes, .lap), (.notes, .transition), (.name, .lap), (.name, .transition):
      content.current?.changeLap { $0.notes = $0.notes ?? text }
    case (.notes, .session): content.name = content.name ?? text
    case (.notes, _): content.current?.notes = text
    case (.name, _): content.current?.name = text
    case (.id, _):
      let bytes = field.bytes
      content.setIdentifier(text, bytes.span)
    default: break
    }
  }

  /// The first line of the field that holds anything: notes may be a diary.
  private var firstLine: String? {
    let text = field.bytes.span
    let inner = text.trimmedRange
    var end = inner.lowerBound
    while end < inner.upperBound, text[end] != .lineFeed, text[end] != .carriageReturn { end += 1 }
    return TextCleaning.name(text.extracting(inner.lowerBound..<end))
  }

  /// A latitude or longitude; what is none is noted with its point.
  private var degrees: Double { field.number ?? .nan }

  private mutating func number(_ expected: String, at cursor: XMLCursor) -> Double {
    if let value = field.number { return value }
    noteValue(expected, at: cursor)
    return .nan
  }

  private mutating func moment(at cursor: XMLCursor) -> Double {
    let bytes = field.bytes
    let text = bytes.span
    var offset: Int?
    if let time = TimestampParser.parse(text, offset: &offset) {
      if let offset { content.setOffset(offset) }
      return time
    }
    if !text.trimmedRange.isEmpty { noteValue("a time such as 2024-05-01T08:30:00Z", at: cursor) }
    return .nan
  }

  private mutating func noteValue(_ expected: String, at cursor: XMLCursor) {
    let found = field.bytes
    content.skipped.note(.value) {
      SkippedRecord(line: cursor.line, byteOffset: cursor.byteOffset, found: TextCleaning.excerpt(found.span), expected: expected)
    }
  }
}

// MARK: - Points

extension TCXReader {
  @inline(__always)
  private mutating func finishTrackPoint(at cursor: XMLCursor) {
    if !point.isUsable, point.hasPosition || point.isMeasured { notePoint("a trackpoint", at: cursor) }
    content.add(point)
  }

  private mutating func finishCoursePoint(at cursor: XMLCursor) {
    if point.isUsable { content.addPlace(point) } else { notePoint("a course point", at: cursor) }
  }

  /// Counts a point without a place; the line is that of its end.
  private mutating func notePoint(_ what: String, at cursor: XMLCursor) {
    let point = point
    content.skipped.note(.record) {
      func shown(_ value: Double) -> String { value.isNaN ? "nothing" : "\(value)" }
      let found = point.hasPosition ? "at latitude \(shown(point.latitude)) and longitude \(shown(point.longitude))" : "without a position"
      return SkippedRecord(
        line: cursor.line, byteOffset: cursor.byteOffset, found: "\(what) \(found)",
        expected: "a latitude from -90 to 90 and a longitude from -180 to 180")
    }
  }
}
