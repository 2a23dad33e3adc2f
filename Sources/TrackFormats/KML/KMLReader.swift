// Owns `KMLReader`: what the elements of a KML document do as they come.

import TrackGeodesy
import TrackPlayback

/// Collects a document's lines, tracks and places while it is read.
struct KMLReader {
  private(set) var refusal: XMLRefusal?
  var content: KMLContent
  private var open: [KMLElement] = []
  private var field = XMLField()
  private var placemark = KMLPlacemark()
  private var columns = KMLTrackColumns()
  /// What the values of the `SimpleArrayData` that is open measure.
  private var quantity: KMLQuantity?
  /// The name of the `Data` that is open.
  private var dataName: String?
  private var tuples = KMLTuples()
  /// Where the text of the `coordinates` that are open goes.
  private var target: KMLElement?
  /// Where the reading is while coordinates are open: their text comes without it.
  private var cursor: XMLCursor?

  init(datum: Datum) {
    content = KMLContent(datum: datum)
  }

  mutating func start(_ name: UnsafePointer<CChar>, _ attributes: UnsafePointer<UnsafePointer<CChar>?>, at cursor: XMLCursor) {
    let local = XMLText.localName(name)
    let element: KMLElement
    if let parent = open.last {
      element = parent == .other ? .other : KMLElement.child(local, of: parent)
    } else {
      element = local.spells("kml") ? .kml : .other
      if element == .other { refusal = .otherRoot }
    }
    if open.count >= XMLTrackDocument.depthLimit { refusal = .tooDeep }
    guard refusal == nil else { return cursor.stop() }
    if element.isField { field.open() } else { field.close() }
    if !element.isField, element != .other { begin(element, attributes, at: cursor) }
    open.append(element)
  }

  private mutating func begin(
    _ element: KMLElement, _ attributes: UnsafePointer<UnsafePointer<CChar>?>, at cursor: XMLCursor
  ) {
    switch element {
    case .document, .folder: content.beginContainer(isDocument: element == .document)
    case .placemark: placemark.clear()
    case .track:
      columns = KMLTrackColumns()
      placemark.line.beginSegment()
    case .simpleArray:
      quantity = XMLText.name(of: "name", in: attributes).flatMap { KMLQuantity(named: $0) }
      if let quantity { columns.begin(quantity) }
    case .data: dataName = XMLText.name(of: "name", in: attributes)
    case .coordinates:
      self.cursor = cursor
      target = open.last == .point ? .point : open.dropLast().last == .outerBoundary ? .polygon : .line
      if target == .line { placemark.line.beginSegment() }
      if target == .polygon { placemark.outline.beginSegment() }
    default: break
    }
  }

  mutating func end(at cursor: XMLCursor) {
    guard let element = open.popLast(), element != .other else { return }
    if element.isField {
      if field.isOpen, let parent = open.last { finish(element, in: parent, at: cursor) }
      field.close()
      return
    }
    switch element {
    case .coordinates: endCoordinates(isCut: false)
    case .track: endTrack(isCut: false, at: cursor)
    case .placemark:
      content.add(placemark)
      placemark.clear()
    case .document, .folder: content.endContainer()
    default: break
    }
  }

  @inline(__always)
  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    if target != nil { return readCoordinates(bytes) }
    field.take(bytes)
  }

  /// Takes what stands in the elements that a document which broke off left open.
  mutating func finish() {
    // The document is gone, and its cursor with it.
    cursor = nil
    if target != nil { endCoordinates(isCut: true) }
    if open.contains(.track) { endTrack(isCut: true, at: nil) }
    if open.contains(.placemark) { content.add(placemark) }
    open.removeAll()
    content.mergeRepeats()
  }

  /// The points so far, those of the placemark under way among them.
  var points: TrackPoints {
    var all = content.points
    all.append(contentsOf: placemark.line.points)
    columns.append(to: &all, datum: content.datum)
    return all
  }

  var pointCount: Int { content.pointCount + placemark.line.points.count + columns.count }
}

// MARK: - Coordinates

extension KMLReader {
  private mutating func readCoordinates(_ bytes: UnsafeBufferPointer<UInt8>) {
    let piece = bytes.span
    var position = 0
    while let tuple = tuples.next(in: piece, at: &position) { add(tuple) }
  }

  private mutating func endCoordinates(isCut: Bool) {
    if let tuple = tuples.last(isCut: isCut) { add(tuple) }
    target = nil
    cursor = nil
  }

  private mutating func add(_ tuple: KMLTuple) {
    guard tuple.isUsable else { return noteTuple(tuple, at: cursor) }
    let altitude = FixLimits.isAltitude(tuple.altitude) ? tuple.altitude : Double.nan
    let coordinate = content.datum.toWGS84(Coordinate(latitude: tuple.latitude, longitude: tuple.longitude))
    let fix = Fix(coordinate: coordinate, altitude: altitude.isNaN ? nil : altitude)
    switch target {
    case .line: placemark.line.points.append(fix)
    case .polygon: placemark.outline.points.append(fix)
    default: placemark.places.append((coordinate, altitude))
    }
  }

  private mutating func noteTuple(_ tuple: KMLTuple, at cursor: XMLCursor?) {
    content.skipped.note(.record) {
      func shown(_ value: Double) -> String { value.isNaN ? "nothing" : "\(value)" }
      let found =
        tuple.count > 3
        ? "more than three numbers in a row" : "a point with longitude \(shown(tuple.longitude)) and latitude \(shown(tuple.latitude))"
      return SkippedRecord(
        line: cursor?.line, byteOffset: cursor?.byteOffset, found: found,
        expected: "a longitude from -180 to 180 and a latitude from -90 to 90")
    }
  }
}

// MARK: - Fields

extension KMLReader {
  /// Takes the text of a field into what it stands in.
  private mutating func finish(_ element: KMLElement, in parent: KMLElement, at cursor: XMLCursor) {
    switch element {
    case .when where parent == .track: columns.add(time: moment(at: cursor))
    case .when: placemark.time = moment(at: cursor)
    case .coord: addCoord(at: cursor)
    case .value:
      guard let quantity else { return }
      columns.add(value(at: cursor), to: quantity)
    case .name where parent == .placemark: placemark.name = placemark.name ?? field.name
    case .name: content.nameContainer(field.name)
    case .dataValue: takeData()
    default: break
    }
  }

  /// Takes what our own writer puts into `ExtendedData`: the names of segments and symbols, for which KML has no element.
  private mutating func takeData() {
    guard let dataName, let text = field.name else { return }
    if dataName == "symbol" { placemark.symbol = text }
    if dataName.hasPrefix("continues "), let number = Int(dataName.dropFirst(10)) { placemark.line.continuing.insert(number) }
    guard dataName.hasPrefix("segment "), let number = Int(dataName.dropFirst(8)), number > 0 else { return }
    placemark.line.segmentNames[number] = text
  }

  /// A `gx:coord`: numbers with blanks between them. An empty one is a moment without a place.
  private mutating func addCoord(at cursor: XMLCursor) {
    let bytes = field.bytes
    let text = bytes.span
    var tuple = KMLTuple()
    var position = 0
    while true {
      while position < text.count, text[position].isBlank || text[position] == .comma { position += 1 }
      guard position < text.count, tuple.count < 4, let value = DecimalParser.scan(text, at: &position) else { break }
      if tuple.count == 0 { tuple.longitude = value }
      if tuple.count == 1 { tuple.latitude = value }
      if tuple.count == 2 { tuple.altitude = value }
      tuple.count += 1
    }
    if position < text.count { tuple.count = 0 }
    if !tuple.isUsable {
      if !text.trimmedRange.isEmpty {
        content.skipped.note(.record) {
          SkippedRecord(
            line: cursor.line, byteOffset: cursor.byteOffset, found: TextCleaning.excerpt(bytes.span),
            expected: "a longitude from -180 to 180 and a latitude from -90 to 90")
        }
      }
      tuple = KMLTuple()
    }
    if !FixLimits.isAltitude(tuple.altitude) { tuple.altitude = .nan }
    columns.add(place: tuple)
  }

  private mutating func value(at cursor: XMLCursor) -> Double {
    if let value = field.number { return value }
    noteValue("a number", at: cursor)
    return .nan
  }

  private mutating func moment(at cursor: XMLCursor) -> Double {
    let bytes = field.bytes
    var offset: Int?
    if let time = KMLMoment.parse(bytes.span, offset: &offset) {
      if let offset {
        placemark.utcOffset = placemark.utcOffset ?? offset
      }
      return time
    }
    if !bytes.span.trimmedRange.isEmpty { noteValue("a time such as 2024-05-01T08:30:00Z or 2024-05-01", at: cursor) }
    return .nan
  }

  private mutating func noteValue(_ expected: String, at cursor: XMLCursor) {
    let found = field.bytes
    content.skipped.note(.value) {
      SkippedRecord(line: cursor.line, byteOffset: cursor.byteOffset, found: TextCleaning.excerpt(found.span), expected: expected)
    }
  }

  /// Pairs the times and places of a `gx:Track`. What is left over of either is skipped, unless the document broke off.
  private mutating func endTrack(isCut: Bool, at cursor: XMLCursor?) {
    columns.append(to: &placemark.line.points, datum: content.datum)
    let (times, coords) = (columns.times.count, columns.coordCount)
    columns = KMLTrackColumns()
    guard !isCut, times > 0 else { return }
    for _ in min(times, coords)..<max(times, coords) {
      content.skipped.note(.record) {
        SkippedRecord(
          line: cursor?.line, byteOffset: cursor?.byteOffset, found: times > coords ? "a time without a place" : "a place without a time",
          expected: "as many times as places, and not \(times) and \(coords)")
      }
    }
  }
}
