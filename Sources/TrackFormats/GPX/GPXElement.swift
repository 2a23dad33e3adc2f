// Owns `GPXElement`: the elements of GPX that the reader acts upon, and where each may stand.

/// An element of GPX 1.0 or 1.1, as far as it means something here.
enum GPXElement: UInt8, Hashable {
  case gpx, metadata
  case waypoint, route, routePoint, track, segment, trackPoint
  case extensions
  case name, comment, description, symbol, elevation, time, speed, course, accuracy
  /// Anything else; what is within it is passed over.
  case other

  /// Whether this is one of the three kinds of point.
  var isPoint: Bool { self == .waypoint || self == .routePoint || self == .trackPoint }

  /// Whether the text within it is wanted.
  var isField: Bool { rawValue >= GPXElement.name.rawValue && self != .other }

  /// What an element of the GPX namespace is within another.
  ///
  /// - Parameter name: The local name, in ASCII.
  static func child(_ name: UnsafeBufferPointer<UInt8>, of parent: GPXElement) -> GPXElement {
    switch parent {
    case .gpx: inDocument(name)
    case .metadata: name.spells("name") ? .name : .other
    case .track: name.spells("trkseg") ? .segment : name.spells("name") ? .name : .other
    case .segment: name.spells("trkpt") ? .trackPoint : .other
    case .route: name.spells("rtept") ? .routePoint : name.spells("name") ? .name : .other
    case .waypoint, .routePoint, .trackPoint: inPoint(name)
    default: .other
    }
  }

  /// What an element of any namespace is within a point's `extensions`.
  ///
  /// Garmin's TrackPointExtension (version 2: speed in m/s, course in degrees) and Apple's, OsmAnd's and others' bare elements
  /// name these quantities alike. Elements around them, such as `TrackPointExtension` itself, are gone into.
  static func inExtensions(_ name: UnsafeBufferPointer<UInt8>) -> GPXElement {
    switch name.count {
    case 4: name.spells("hAcc") ? .accuracy : .extensions
    case 5: name.spells("speed") ? .speed : .extensions
    case 6: name.spells("course") ? .course : .extensions
    default: .extensions
    }
  }

  private static func inDocument(_ name: UnsafeBufferPointer<UInt8>) -> GPXElement {
    if name.spells("trk") { return .track }
    if name.spells("wpt") { return .waypoint }
    if name.spells("rte") { return .route }
    if name.spells("metadata") { return .metadata }
    // GPX 1.0 has no metadata element around it.
    return name.spells("name") ? .name : .other
  }

  private static func inPoint(_ name: UnsafeBufferPointer<UInt8>) -> GPXElement {
    switch name.count {
    case 3: name.spells("ele") ? .elevation : name.spells("sym") ? .symbol : name.spells("cmt") ? .comment : .other
    case 4: name.spells("time") ? .time : name.spells("name") ? .name : name.spells("desc") ? .description : .other
    // Speed and course stand on the point itself in GPX 1.0.
    case 5: name.spells("speed") ? .speed : .other
    case 6: name.spells("course") ? .course : .other
    case 10: name.spells("extensions") ? .extensions : .other
    default: .other
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are those of an ASCII text.
  @inline(__always)
  func spells(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for index in indices where self[index] != text.utf8Start[index] { return false }
    return true
  }
}
