// Owns `GeoJSONReader`: the events of GeoJSON texts sorted into coordinates, properties and what is passed over.

import TrackGeodesy
import TrackPlayback

/// Sorts the events of GeoJSON texts.
///
/// Members may come in any order, so nothing is decided before an object ends: `coordinates` are collected before their `type` is known,
/// and times before the positions that they belong to.
struct GeoJSONReader: JSONTrackReader {
  /// What the innermost open array or object is.
  enum Scope {
    /// An array of features, or of anything at the root.
    case objects
    /// The array of a geometry collection.
    case geometries
    /// A GeoJSON object.
    case object
    case properties
    case coordinateProperties
    case segmentNames
    case crs, crsProperties
  }

  /// A GeoJSON object that is open.
  struct Frame {
    var type: GeoJSONType?
    /// Whether it stands where a geometry does.
    let isGeometry: Bool
    /// The index of its own coordinates among the shapes.
    var shape: Int?
    /// How many shapes there were before it.
    let firstShape: Int
    var properties = GeoJSONProperties()
  }

  var content: GeoJSONContent
  private var scopes: [Scope] = []
  private var frames: [Frame] = []
  private var word = GeoJSONWord.other
  /// How many arrays and objects are open that mean nothing here.
  private var ignoredDepth = 0
  /// How many arrays of coordinates are open.
  private var coordinateDepth = 0
  /// How many arrays of a quantity are open.
  private var seriesDepth = 0
  private var isSeriesWanted = true
  /// The quantity whose arrays are open; it goes to its feature when they end.
  private var series = GeoJSONSeries(quantity: .other, byteOffset: 0)
  private var position = GeoJSONPosition()

  init(options: ReadOptions) {
    content = GeoJSONContent(options: options)
  }

  /// Takes the next events of a text.
  var pointCount: Int { content.pointCount }
  var firstPoints: TrackPoints { content.part() }

  mutating func take(_ events: JSONEvents) {
    for event in events {
      if coordinateDepth > 0, ignoredDepth == 0 {
        takeCoordinate(event)
      } else {
        takeOther(event)
      }
    }
  }

  /// Ends a text, whole or not.
  mutating func endText() {
    if coordinateDepth > 0 { content.endPart() }
    if seriesDepth > 0 { endSeries() }
    ignoredDepth = 0
    coordinateDepth = 0
    seriesDepth = 0
    while !frames.isEmpty { endObject() }
    scopes.removeAll()
    position = GeoJSONPosition()
  }

  private mutating func takeOther(_ event: JSONEvent) {
    if ignoredDepth > 0 {
      switch event.kind {
      case .objectStart, .arrayStart: ignoredDepth += 1
      case .objectEnd, .arrayEnd: ignoredDepth -= 1
      default: break
      }
    } else if seriesDepth > 0 {
      takeValue(event)
    } else {
      switch event.kind {
      case .key: word = scopes.last == .object ? GeoJSONWord(member: event.text) : GeoJSONWord(property: event.text)
      case .objectStart: beginObject()
      case .arrayStart: beginArray(at: event.offset)
      case .objectEnd, .arrayEnd: end()
      case .string: takeText(event)
      case .number: takeNumber(event)
      case .null: if scopes.last == .segmentNames { frames[frames.count - 1].properties.segmentNames.append(nil) }
      case .true, .false: break
      }
    }
  }
}

// MARK: - Coordinates

/// Numbers on their way to a position.
private struct GeoJSONPosition {
  var count = 0
  var first = Double.nan
  var second = Double.nan
  var third = Double.nan
  var fourth = Double.nan
  var byteOffset = 0
}

extension GeoJSONReader {
  @inline(__always)
  private mutating func takeCoordinate(_ event: JSONEvent) {
    switch event.kind {
    case .number: addNumber(event.number)
    case .arrayStart:
      if position.count > 0 { endPosition() }
      coordinateDepth += 1
      position.byteOffset = event.offset
    case .arrayEnd:
      if position.count > 0 {
        endPosition()
      } else if content.openLevel == coordinateDepth + 1 {
        content.endPart()
      }
      coordinateDepth -= 1
    case .null, .true, .false: addNumber(.nan)
    case .string: addNumber(DecimalParser.parse(Span(_unsafeElements: event.text)) ?? .nan)
    case .objectStart:
      addNumber(.nan)
      ignoredDepth = 1
    case .key, .objectEnd: break
    }
  }

  @inline(__always)
  private mutating func addNumber(_ number: Double) {
    switch position.count {
    case 0: position.first = number
    case 1: position.second = number
    case 2: position.third = number
    case 3: position.fourth = number
    default: break
    }
    position.count &+= 1
  }

  @inline(__always)
  private mutating func endPosition() {
    let isWhole = position.count >= 2
    content.addPosition(
      isWhole ? position.first : .nan, isWhole ? position.second : .nan, position.third, position.fourth, level: coordinateDepth,
      byteOffset: position.byteOffset)
    position.count = 0
    position.third = .nan
    position.fourth = .nan
  }
}

// MARK: - Objects and arrays

extension GeoJSONReader {
  private mutating func beginObject() {
    switch (scopes.last, word) {
    case (nil, _), (.objects, _): push(isGeometry: false)
    case (.geometries, _), (.object, .geometry): push(isGeometry: true)
    case (.object, .properties) where frames.last?.isGeometry == false: scopes.append(.properties)
    case (.object, .crs): scopes.append(.crs)
    case (.crs, _): scopes.append(.crsProperties)
    case (.properties, .coordinateProperties): scopes.append(.coordinateProperties)
    default: ignoredDepth = 1
    }
  }

  private mutating func push(isGeometry: Bool) {
    scopes.append(.object)
    frames.append(Frame(isGeometry: isGeometry, firstShape: content.shapes.count))
    word = .other
  }

  private mutating func beginArray(at byteOffset: Int) {
    switch (scopes.last, word) {
    case (nil, _), (.object, .features): scopes.append(.objects)
    case (.object, .geometries): scopes.append(.geometries)
    case (.object, .coordinates):
      let frame = frames.count - 1
      // Where a name stands twice, the last one counts, as in most readers (RFC 8259, section 4).
      if let before = frames[frame].shape { content.dropShapes(from: before) }
      frames[frame].shape = content.shapes.count
      content.beginShape(at: byteOffset)
      coordinateDepth = 1
      position = GeoJSONPosition()
      position.byteOffset = byteOffset
    case (.properties, .segmentNames): scopes.append(.segmentNames)
    case (.properties, let quantity) where quantity.isQuantity: beginSeries(quantity, at: byteOffset)
    case (.coordinateProperties, let quantity) where quantity.isQuantity: beginSeries(quantity, at: byteOffset)
    default: ignoredDepth = 1
    }
  }

  private mutating func end() {
    guard let scope = scopes.last else { return }
    if scope == .object { endObject() } else { scopes.removeLast() }
    word = .other
  }

  /// Ends the innermost GeoJSON object and whatever of it is open.
  private mutating func endObject() {
    while let scope = scopes.popLast(), scope != .object {}
    guard let frame = frames.popLast() else { return }
    if let shape = frame.shape { content.setType(frame.type, ofShape: shape) }
    if !frame.isGeometry { content.endFeature(frame.properties, shapesFrom: frame.firstShape) }
  }
}

// MARK: - Values

extension GeoJSONReader {
  private mutating func takeText(_ event: JSONEvent) {
    guard !frames.isEmpty else { return }
    let frame = frames.count - 1
    switch (scopes.last, word) {
    case (.object, .type): frames[frame].type = GeoJSONType(event.text) ?? frames[frame].type
    case (.object, .name) where frame == 0: content.setName(Span(_unsafeElements: event.text))
    case (.crsProperties, .name): content.setReferenceSystem(event.text)
    case (.segmentNames, _): frames[frame].properties.segmentNames.append(TextCleaning.name(Span(_unsafeElements: event.text)))
    case (.properties, .time):
      guard let time = moment(event) else { return }
      frames[frame].properties.setNumber(time, of: .time)
    case (.properties, let quantity) where quantity.isQuantity:
      guard let number = DecimalParser.parse(Span(_unsafeElements: event.text)) else { return }
      frames[frame].properties.setNumber(number, of: quantity)
    case (.properties, _): frames[frame].properties.setText(event.text, of: word)
    default: break
    }
  }

  private mutating func takeNumber(_ event: JSONEvent) {
    guard scopes.last == .properties, word.isQuantity else { return }
    let number = event.number
    frames[frames.count - 1].properties.setNumber(word == .time ? JSONMoment.seconds(number) : number, of: word)
  }

  private mutating func beginSeries(_ quantity: GeoJSONWord, at byteOffset: Int) {
    let frame = frames.count - 1
    // The same times often stand there twice, under an old and a new name.
    isSeriesWanted = frames[frame].properties.series(of: quantity) == nil
    series = GeoJSONSeries(quantity: quantity, byteOffset: byteOffset)
    seriesDepth = 1
  }

  private mutating func takeValue(_ event: JSONEvent) {
    switch event.kind {
    case .arrayStart: seriesDepth += 1
    case .objectStart: ignoredDepth = 1
    case .arrayEnd:
      seriesDepth -= 1
      if seriesDepth == 1 { series.partEnds.append(series.values.count) }
      if seriesDepth == 0 { endSeries() }
    case .number: addValue(isTime ? JSONMoment.seconds(event.number) : event.number)
    case .string where !isSeriesWanted: break
    case .string: addValue(isTime ? moment(event) ?? .nan : DecimalParser.parse(Span(_unsafeElements: event.text)) ?? .nan)
    case .null, .true, .false: addValue(.nan)
    case .key, .objectEnd: break
    }
  }

  private var isTime: Bool { series.quantity == .time && isSeriesWanted }

  @inline(__always)
  private mutating func addValue(_ value: Double) {
    if isSeriesWanted { series.values.append(value) }
  }

  private mutating func endSeries() {
    if isSeriesWanted, !frames.isEmpty { frames[frames.count - 1].properties.series.append(series) }
    series = GeoJSONSeries(quantity: .other, byteOffset: 0)
  }

  /// The moment that a string says; where it says none, that is noted.
  private mutating func moment(_ event: JSONEvent) -> Double? {
    let text = Span(_unsafeElements: event.text)
    var offset: Int?
    if let time = JSONMoment.seconds(text, offset: &offset) {
      let frame = frames.count - 1
      if frames[frame].properties.utcOffset == nil { frames[frame].properties.utcOffset = offset }
      return time
    }
    if text.trimmedRange.isEmpty { return nil }
    content.skipped.note(.value) {
      SkippedRecord(line: nil, byteOffset: event.offset, found: TextCleaning.excerpt(text), expected: "a time as in ISO 8601")
    }
    return nil
  }
}
