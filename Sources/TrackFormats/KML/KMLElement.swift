// Owns `KMLElement`: the elements of KML that the reader acts upon, and where each may stand.

/// An element of KML, as far as it means something here.
enum KMLElement: UInt8, Hashable {
  case kml
  /// `Document` and `Folder`.
  case document, folder
  case placemark
  case point, line, polygon, outerBoundary, multiGeometry, track, multiTrack
  case timeStamp, timeSpan, extendedData, schemaData, simpleArray, data
  // Fields.
  case name, when, coord, value, dataValue
  /// The text of a line or point, which is read as it comes.
  case coordinates
  /// Anything else; what is within it is passed over.
  case other

  /// Whether the text within it is gathered.
  var isField: Bool { rawValue >= KMLElement.name.rawValue && rawValue < KMLElement.coordinates.rawValue }

  /// What an element is within another.
  ///
  /// - Parameter name: The local name, in ASCII: `gx:Track` of Google's extension is `Track` in KML 2.3.
  static func child(_ name: UnsafeBufferPointer<UInt8>, of parent: KMLElement) -> KMLElement {
    switch parent {
    case .track: inTrack(name)
    case .simpleArray: name.spells("value") ? .value : .other
    case .kml, .document, .folder: inContainer(name)
    case .placemark: inPlacemark(name)
    case .point, .line: name.spells("coordinates") ? .coordinates : .other
    case .multiGeometry, .multiTrack: geometry(name)
    case .polygon: name.spells("outerBoundaryIs") ? .outerBoundary : .other
    case .outerBoundary: name.spells("LinearRing") ? .line : .other
    case .timeStamp: name.spells("when") ? .when : .other
    // The moment at which something began to be so is when it was recorded.
    case .timeSpan: name.spells("begin") ? .when : .other
    case .extendedData: name.spells("SchemaData") ? .schemaData : name.spells("Data") ? .data : .other
    case .schemaData: name.spells("SimpleArrayData") ? .simpleArray : .other
    case .data: name.spells("value") ? .dataValue : .other
    default: .other
    }
  }

  private static func inTrack(_ name: UnsafeBufferPointer<UInt8>) -> KMLElement {
    switch name.count {
    case 4: name.spells("when") ? .when : .other
    case 5: name.spells("coord") ? .coord : .other
    case 12: name.spells("ExtendedData") ? .extendedData : .other
    default: .other
    }
  }

  private static func inContainer(_ name: UnsafeBufferPointer<UInt8>) -> KMLElement {
    switch name.count {
    case 4: name.spells("name") ? .name : .other
    case 6: name.spells("Folder") ? .folder : .other
    case 8: name.spells("Document") ? .document : .other
    case 9: name.spells("Placemark") ? .placemark : .other
    default: .other
    }
  }

  private static func inPlacemark(_ name: UnsafeBufferPointer<UInt8>) -> KMLElement {
    switch name.count {
    case 4: name.spells("name") ? .name : .other
    case 8: name.spells("TimeSpan") ? .timeSpan : geometry(name)
    case 9: name.spells("TimeStamp") ? .timeStamp : .other
    case 12: name.spells("ExtendedData") ? .extendedData : .other
    default: geometry(name)
    }
  }

  private static func geometry(_ name: UnsafeBufferPointer<UInt8>) -> KMLElement {
    switch name.count {
    case 5: name.spells("Point") ? .point : name.spells("Track") ? .track : .other
    case 7: name.spells("Polygon") ? .polygon : .other
    case 10: name.spells("LineString") || name.spells("LinearRing") ? .line : name.spells("MultiTrack") ? .multiTrack : .other
    case 13: name.spells("MultiGeometry") ? .multiGeometry : .other
    default: .other
    }
  }
}

/// What an array of values beside a `gx:Track` measures; Google leaves the names to the writers.
enum KMLQuantity: Int, Hashable, CaseIterable {
  case heartRate, cadence, power, temperature, speed, course, accuracy

  /// The name that is written.
  var name: StaticString {
    switch self {
    case .heartRate: "heartrate"
    case .cadence: "cadence"
    case .power: "power"
    case .temperature: "temperature"
    case .speed: "speed"
    case .course: "course"
    case .accuracy: "accuracy"
    }
  }

  /// What a person is shown.
  var title: StaticString {
    switch self {
    case .heartRate: "Heart rate (1/min)"
    case .cadence: "Cadence (1/min)"
    case .power: "Power (W)"
    case .temperature: "Temperature (°C)"
    case .speed: "Speed (m/s)"
    case .course: "Course (°)"
    case .accuracy: "Accuracy (m)"
    }
  }

  /// The quantity that a name means, whatever its case and underscores; `nil` for any other.
  init?(named text: String) {
    let letters = String(String.UnicodeScalarView(text.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic }))
    switch letters {
    case "heartrate", "hr", "heartratebpm": self = .heartRate
    case "cadence", "cad": self = .cadence
    case "power", "watts": self = .power
    case "temperature", "temp", "atemp": self = .temperature
    case "speed": self = .speed
    case "course", "bearing", "heading": self = .course
    case "accuracy", "accuracyhorizontal", "hacc": self = .accuracy
    default: return nil
    }
  }
}
