// Owns `GPXElement`: the elements of GPX that the reader acts upon, and where each may stand.

/// An element of GPX 1.0 or 1.1, as far as it means something here.
enum GPXElement: UInt8, Hashable {
  case gpx, metadata
  case waypoint, route, routePoint, track, segment, trackPoint
  /// The `extensions` of a point, of a segment and of a track or route, and whatever stands in them without being known.
  case extensions, segmentExtensions, lineExtensions
  case name, comment, description, symbol, elevation, time, speed, course, accuracy
  case heartRate, cadence, power, temperature
  /// How far the clock of a track's source is ahead of UTC, in seconds: our own.
  case utcOffset
  /// Whether a segment goes on where the one before ends, as a lap does: our own.
  case isContinuation
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
    case .track: name.spells("trkseg") ? .segment : inLine(name)
    // GPX has no name there; some programs write one all the same.
    case .segment: name.spells("trkpt") ? .trackPoint : name.spells("extensions") ? .segmentExtensions : inName(name)
    case .route: name.spells("rtept") ? .routePoint : inLine(name)
    case .waypoint, .routePoint, .trackPoint: inPoint(name)
    default: .other
    }
  }

  /// What an element of any namespace is within `extensions`, by its local name; `nil` outside of any.
  ///
  /// Elements around what is known, such as `TrackPointExtension` itself, are gone into.
  static func inExtensions(_ name: UnsafeBufferPointer<UInt8>, of parent: GPXElement) -> GPXElement? {
    switch parent {
    case .extensions: inPointExtensions(name)
    case .segmentExtensions: name.spells("name") ? .name : name.spells("isContinuation") ? .isContinuation : .segmentExtensions
    case .lineExtensions: name.spells("utcOffset") ? .utcOffset : .lineExtensions
    default: nil
    }
  }

  /// The quantities that extensions of points hold. Programs agree about their names more than about their namespaces:
  ///
  /// - Garmin's TrackPointExtension 1 and 2: `hr`, `cad`, `atemp`, `speed` (m/s), `course` (degrees);
  ///   its PowerExtension: `PowerInWatts`
  /// - Cluetrust's gpxdata: `hr`, `cadence`, `temp`, `power`
  /// - bare elements of phones and route services: `speed`, `course`, `hAcc`, `power`, `heartrate`
  private static func inPointExtensions(_ name: UnsafeBufferPointer<UInt8>) -> GPXElement {
    switch name.count {
    case 2: name.spells("hr") ? .heartRate : .extensions
    case 3: name.spells("cad") ? .cadence : .extensions
    case 4: name.spells("hAcc") ? .accuracy : name.spells("temp") ? .temperature : .extensions
    case 5:
      name.spells("speed") ? .speed : name.spells("power") ? .power : name.spells("atemp") ? .temperature : .extensions
    case 6: name.spells("course") ? .course : .extensions
    case 7: name.spells("cadence") ? .cadence : .extensions
    case 9: name.spells("heartrate") ? .heartRate : .extensions
    case 12: name.spells("PowerInWatts") ? .power : .extensions
    default: .extensions
    }
  }

  private static func inDocument(_ name: UnsafeBufferPointer<UInt8>) -> GPXElement {
    if name.spells("trk") { return .track }
    if name.spells("wpt") { return .waypoint }
    if name.spells("rte") { return .route }
    if name.spells("metadata") { return .metadata }
    // GPX 1.0 has no metadata element around it.
    return inName(name)
  }

  private static func inLine(_ name: UnsafeBufferPointer<UInt8>) -> GPXElement {
    name.spells("extensions") ? .lineExtensions : inName(name)
  }

  private static func inName(_ name: UnsafeBufferPointer<UInt8>) -> GPXElement { name.spells("name") ? .name : .other }

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
  @inlinable @inline(__always)
  package func spells(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for index in indices where self[index] != text.utf8Start[index] { return false }
    return true
  }
}
