// Owns `GeoJSONContent`: what GeoJSON texts hold, as it grows.

import TrackGeodesy
import TrackPlayback

/// A feature of lines or areas.
struct GeoJSONLine {
  var name: String?
  var isRoute: Bool
  var isPolygon: Bool
  var parts: [Range<Int>]
  var segmentNames: [String?]
  var series: [GeoJSONSeries]
  var utcOffset: Int?
}

/// What GeoJSON texts hold.
struct GeoJSONContent {
  let options: ReadOptions
  private(set) var name: String?
  private(set) var lines: [GeoJSONLine] = []
  private(set) var positions = GeoJSONPositions()
  /// The point features, not converted from their datum, and what is named of them by index.
  private(set) var places = TrackPoints()
  private(set) var placeNames: [(index: Int, name: String, symbol: String?)] = []
  /// Coordinates whose feature has not ended yet.
  private(set) var shapes: [GeoJSONShape] = []
  /// The coordinate reference system that the file names, as far as it is not WGS 84.
  private(set) var foreignSystem: String?
  /// The datum that the file names.
  private(set) var statedDatum: Datum?
  /// How many seconds the clock of the first point that says so is ahead of UTC.
  private(set) var placesOffset: Int?
  var skipped = SkippedRecords()
  /// Positions that can be, and those that only make sense in the other order, with the first of these.
  private(set) var validCount = 0
  private(set) var reversedCount = 0
  private(set) var firstReversed: (text: String, byteOffset: Int)?
  /// The level of the positions in the open coordinates; 0 before the first.
  private(set) var openLevel = 0
  private var partStart = 0

  /// A longitude may go once around the world beyond ±180°: lines across the antimeridian are often written so.
  static let longitudeLimit = 360.0

  init(options: ReadOptions) {
    self.options = options
    skipped.limit = options.recordLimit
  }

  /// How many points there are so far.
  var pointCount: Int { positions.count + places.count }

  mutating func setName(_ bytes: Span<UInt8>) {
    name = name ?? TextCleaning.name(bytes)
  }
}

// MARK: - Coordinates

extension GeoJSONContent {
  mutating func beginShape(at byteOffset: Int) {
    shapes.append(GeoJSONShape(start: positions.count, byteOffset: byteOffset))
    openLevel = 0
    partStart = positions.count
  }

  /// Adds a position at a level of nesting, in the order of the file.
  @inline(__always)
  mutating func addPosition(
    _ first: Double, _ second: Double, _ third: Double, _ fourth: Double, level: Int, byteOffset: Int
  ) {
    let isReversed = options.order == .latitudeFirst
    let longitude = isReversed ? second : first
    let latitude = isReversed ? first : second
    guard abs(latitude) <= 90, abs(longitude) <= Self.longitudeLimit, openLevel == level || openLevel == 0 else {
      refuse(first, second, level: level, byteOffset: byteOffset)
      return
    }
    openLevel = level
    validCount &+= 1
    var altitude = third
    if !(abs(altitude) <= 1e8), !altitude.isNaN { altitude = refusedAltitude(third, byteOffset: byteOffset) }
    positions.append(longitude: longitude, latitude: latitude, altitude: altitude, fourth: fourth)
  }

  /// Notes a position that is none and keeps its place among the others.
  private mutating func refuse(_ first: Double, _ second: Double, level: Int, byteOffset: Int) {
    let found = first.isNaN || second.isNaN ? "a position without two numbers" : "[\(first), \(second)]"
    skipped.note(.record) {
      SkippedRecord(line: nil, byteOffset: byteOffset, found: found, expected: "a longitude from -180 to 180 and a latitude from -90 to 90")
    }
    if Coordinate(latitude: first, longitude: second).isValid, options.order != .latitudeFirst, openLevel == level || openLevel == 0 {
      reversedCount += 1
      if firstReversed == nil { firstReversed = ("[\(first), \(second)]", byteOffset) }
    } else if options.order == .latitudeFirst, Coordinate(latitude: second, longitude: first).isValid {
      reversedCount += 1
      if firstReversed == nil { firstReversed = ("[\(first), \(second)]", byteOffset) }
    }
    if openLevel == 0 { openLevel = level }
    if openLevel == level { positions.append(longitude: .nan, latitude: .nan, altitude: .nan, fourth: .nan) }
  }

  private mutating func refusedAltitude(_ number: Double, byteOffset: Int) -> Double {
    skipped.note(.value) {
      SkippedRecord(line: nil, byteOffset: byteOffset, found: "\(number)", expected: "an altitude in metres as the third number")
    }
    return .nan
  }

  /// A line or ring ends.
  mutating func endPart() {
    guard !shapes.isEmpty, partStart < positions.count else { return }
    shapes[shapes.count - 1].level = openLevel
    // There may be as many single points as positions: they get no list.
    if openLevel > 1 { shapes[shapes.count - 1].parts.append(partStart..<positions.count) }
    partStart = positions.count
  }

  /// Forgets coordinates whose name stands in their object again.
  mutating func dropShapes(from index: Int) {
    guard index < shapes.count else { return }
    positions.truncate(to: shapes[index].start)
    shapes.removeSubrange(index...)
  }

  /// An object with coordinates ends, and with it, if not before, the coordinates of a single point.
  mutating func setType(_ type: GeoJSONType?, ofShape index: Int) {
    guard index < shapes.count else { return }
    if index == shapes.count - 1 { endPart() }
    shapes[index].family = type?.family
    let level = shapes[index].level
    guard level > 0, let expected = type?.level, level != expected else { return }
    let byteOffset = shapes[index].byteOffset
    skipped.note(.value) {
      SkippedRecord(
        line: nil, byteOffset: byteOffset, found: "positions \(level) arrays deep in a \(type?.rawValue ?? "geometry")",
        expected: "positions \(expected) deep")
    }
  }
}

// MARK: - Features

extension GeoJSONContent {
  /// A feature, or a geometry without one, ends; its shapes are those from an index on.
  mutating func endFeature(_ properties: GeoJSONProperties, shapesFrom first: Int) {
    defer { if first < shapes.count { shapes.removeSubrange(first...) } }
    guard first < shapes.count, let start = shapes[first...].first?.start else { return }
    var linear: [Range<Int>] = []
    var areal: [Range<Int>] = []
    var hasPoint = false
    for index in first..<shapes.count {
      let shape = shapes[index]
      switch shape.level == 1 ? .point : shape.family ?? .line {
      case .point:
        hasPoint = true
        if shape.level == 1 { addPlaces(shape.start..<shape.start + 1, properties) }
        for part in shape.parts { addPlaces(part, properties) }
      case .line: linear += shape.parts
      case .polygon: areal += shape.parts
      }
    }
    addLine(linear, properties, isPolygon: false)
    addLine(areal, properties, isPolygon: true)
    if hasPoint, linear.isEmpty, areal.isEmpty { positions.truncate(to: start) }
  }

  private mutating func addLine(_ parts: [Range<Int>], _ properties: GeoJSONProperties, isPolygon: Bool) {
    guard !parts.isEmpty else { return }
    lines.append(
      GeoJSONLine(
        name: properties.label, isRoute: properties.isRoute, isPolygon: isPolygon, parts: parts,
        segmentNames: properties.segmentNames, series: properties.series, utcOffset: properties.utcOffset))
  }

  /// Adds the points of a feature; its name is that of the first of them.
  private mutating func addPlaces(_ part: Range<Int>, _ properties: GeoJSONProperties) {
    let series = part.count > 1 ? alignedSeries(properties.series, counts: [part.count]) : []
    var label = properties.label
    placesOffset = placesOffset ?? properties.utcOffset
    for index in part {
      var fix = Fix(coordinate: coordinate(at: index))
      var quantities = properties.single
      for (quantity, values) in series { quantities[quantity] = values[index - part.lowerBound] }
      quantities.apply(to: &fix)
      let altitude = positions.altitude(at: index)
      if altitude.isFinite { fix.altitude = altitude }
      if fix.time == nil { fix.time = plausibleFourth(at: index) }
      guard places.append(fix) else { continue }
      if let name = label { placeNames.append((places.count - 1, name, properties.symbol)) }
      label = nil
    }
  }

  func coordinate(at index: Int) -> Coordinate {
    Coordinate(latitude: positions.latitudes[index], longitude: positions.longitudes[index])
  }

  /// The fourth number of a position as a moment, where it can be one.
  func plausibleFourth(at index: Int) -> Double? {
    let fourth = positions.fourth(at: index)
    return JSONMoment.isPlausible(fourth) ? JSONMoment.seconds(fourth) : nil
  }

  /// The series that have a value for each position; the others are noted.
  mutating func alignedSeries(_ series: [GeoJSONSeries], counts: [Int]) -> [(GeoJSONWord, [Double])] {
    var result: [(GeoJSONWord, [Double])] = []
    for one in series where !one.values.isEmpty {
      if let values = one.aligned(to: counts) {
        result.append((one.quantity, values))
      } else {
        skipped.note(.value) {
          SkippedRecord(
            line: nil, byteOffset: one.byteOffset, found: "\(one.values.count) values of a quantity (\(one.quantity))",
            expected: "as many as there are positions, \(counts.reduce(0, +))")
        }
      }
    }
    return result
  }
}

// MARK: - Reference systems

extension GeoJSONContent {
  /// Takes the name of the legacy member `crs` (GeoJSON 2008, section 3).
  ///
  /// WGS 84 under any of its names is what GeoJSON means anyhow. Systems that differ from it by less than receivers err (CGCS2000, ETRS89,
  /// NAD83) are taken as it.
  mutating func setReferenceSystem(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let name = TextCleaning.name(Span(_unsafeElements: bytes)) else { return }
    if let datum = Datum.named(name) {
      statedDatum = datum
      return
    }
    let parts = name.split(whereSeparator: { $0 == ":" || $0 == "/" })
    switch parts.last.map({ $0.uppercased() }) {
    case "CRS84", "CRS84H", "4326", "4979": statedDatum = .wgs84
    case "4490", "4258", "4269": break
    default: foreignSystem = name
    }
  }
}
