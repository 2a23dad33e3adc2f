// Owns `GeoJSONWord`: the names of members that the reader acts upon.

/// The name of a member, as far as it means something somewhere.
enum GeoJSONWord: UInt8 {
  // Of GeoJSON objects.
  case type, features, geometry, geometries, coordinates, properties, crs
  // Of properties.
  case name, title, text, symbol, gpxType, segmentNames, coordinateProperties
  // Quantities, of one point or of each.
  case time, altitude, speed, course, accuracy, heartRate, cadence, power, temperature
  case other

  /// Whether it is a quantity.
  var isQuantity: Bool { rawValue >= GeoJSONWord.time.rawValue && self != .other }

  /// The word that a name is, whatever the case of its letters.
  ///
  /// The names of quantities are those that togeojson, Traccar, Overland, OwnTracks, GDAL's GPX layers and Garmin's extensions use.
  init(property name: UnsafeBufferPointer<UInt8>) {
    guard name.count < Self.table.count else {
      self = .other
      return
    }
    for (known, word) in Self.table[name.count] where Self.isSame(name, known) {
      self = word
      return
    }
    self = .other
  }

  /// Whether a name is one in small letters.
  @inline(__always)
  private static func isSame(_ name: UnsafeBufferPointer<UInt8>, _ known: [UInt8]) -> Bool {
    for index in known.indices {
      let byte = name[index]
      if (byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) != known[index] { return false }
    }
    return true
  }

  /// The word that the name of a GeoJSON object's member is; these are exact (RFC 7946, section 1.2).
  init(member name: UnsafeBufferPointer<UInt8>) {
    self =
      switch name.count {
      case 3: name.spells("crs") ? .crs : .other
      case 4: name.spells("type") ? .type : name.spells("name") ? .name : .other
      case 8: name.spells("geometry") ? .geometry : name.spells("features") ? .features : .other
      case 10: name.spells("properties") ? .properties : name.spells("geometries") ? .geometries : .other
      case 11: name.spells("coordinates") ? .coordinates : .other
      default: .other
      }
  }

  private static let names: [(GeoJSONWord, [String])] = [
    (.name, ["name"]), (.title, ["title"]), (.text, ["desc", "description", "cmt", "comment"]), (.symbol, ["sym", "marker-symbol"]),
    (.gpxType, ["_gpxtype"]), (.segmentNames, ["segmentnames"]), (.coordinateProperties, ["coordinateproperties"]),
    (
      .time,
      [
        "time", "times", "timestamp", "timestamps", "coordtimes", "linestringtimestamps", "datetime", "date_time", "recorded_at",
        "tst", "when",
      ]
    ),
    (.altitude, ["altitude", "altitudes", "ele", "elevation", "elevations", "alt"]),
    (.speed, ["speed", "speeds"]), (.course, ["course", "courses", "heading", "headings"]),
    (.accuracy, ["accuracy", "horizontal_accuracy", "hacc", "haccs", "accuracies"]),
    (.heartRate, ["heart", "heartrate", "heartrates", "heart_rate", "hr", "hrs"]),
    (.cadence, ["cad", "cads", "cadence", "cadences"]), (.power, ["power", "powers", "watts"]),
    (.temperature, ["atemp", "atemps", "temp", "temps", "temperature", "temperatures"]),
  ]

  /// The names by their length.
  private static let table: [[(name: [UInt8], word: GeoJSONWord)]] = {
    var table: [[(name: [UInt8], word: GeoJSONWord)]] = []
    for (word, names) in names {
      for name in names {
        while table.count <= name.utf8.count { table.append([]) }
        table[name.utf8.count].append((Array(name.utf8), word))
      }
    }
    return table
  }()
}

/// What a GeoJSON object says that it is (RFC 7946, section 1.4).
package enum GeoJSONType: String {
  case point = "Point"
  case multiPoint = "MultiPoint"
  case lineString = "LineString"
  case multiLineString = "MultiLineString"
  case polygon = "Polygon"
  case multiPolygon = "MultiPolygon"
  case geometryCollection = "GeometryCollection"
  case feature = "Feature"
  case featureCollection = "FeatureCollection"

  package init?(_ text: UnsafeBufferPointer<UInt8>) {
    // A file may hold as many of these as positions, so no string is made of them.
    switch text.count {
    case 5 where text.spells("Point"): self = .point
    case 7 where text.spells("Feature"): self = .feature
    case 7 where text.spells("Polygon"): self = .polygon
    case 10 where text.spells("MultiPoint"): self = .multiPoint
    case 10 where text.spells("LineString"): self = .lineString
    case 12 where text.spells("MultiPolygon"): self = .multiPolygon
    case 15 where text.spells("MultiLineString"): self = .multiLineString
    case 17 where text.spells("FeatureCollection"): self = .featureCollection
    case 18 where text.spells("GeometryCollection"): self = .geometryCollection
    default: return nil
    }
  }

  /// How deeply the positions are nested in its coordinates: 1 is the position itself; `nil` where it has none.
  package var level: Int? {
    switch self {
    case .point: 1
    case .multiPoint, .lineString: 2
    case .multiLineString, .polygon: 3
    case .multiPolygon: 4
    default: nil
    }
  }

  /// What its positions make.
  var family: GeoJSONFamily? {
    switch self {
    case .point, .multiPoint: .point
    case .lineString, .multiLineString: .line
    case .polygon, .multiPolygon: .polygon
    default: nil
    }
  }
}

/// What positions make: places, lines or areas.
enum GeoJSONFamily {
  case point, line, polygon
}
