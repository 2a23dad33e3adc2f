// Owns `Datum`: the two obfuscated Chinese datums and the way between them and WGS-84.

/// A datum in which positions in China are given.
///
/// GCJ-02 shifts WGS-84 by some hundred metres, differently from place to place, and only within mainland China; BD-09 shifts
/// GCJ-02 once more. Map services in China use one or the other.
public enum Datum: String, Sendable, Hashable, CaseIterable {
  /// World Geodetic System 1984, what receivers give.
  case wgs84
  /// The state's "Mars coordinates" (AutoNavi, Tencent, Apple and Google in China).
  case gcj02
  /// Baidu's datum.
  case bd09

  /// The customary name: `WGS-84`, `GCJ-02` or `BD-09`.
  public var displayName: String {
    switch self {
    case .wgs84: "WGS-84"
    case .gcj02: "GCJ-02"
    case .bd09: "BD-09"
    }
  }

  /// The place in another datum.
  ///
  /// There and back again gives the same place to 1e-9°. Outside mainland China (by an outline good to about a kilometre, 24 nautical miles
  /// out at sea; without Hong Kong, Macau and Taiwan) places are not changed; within ``fadeWidth`` beyond the outline the shift fades out,
  /// because a shift that stopped at once would map two places onto one and could not be undone.
  ///
  /// - Parameter coordinate: the place in `source`; numbers that are not valid come back unchanged.
  public static func convert(_ coordinate: Coordinate, from source: Datum, to target: Datum) -> Coordinate {
    guard source != target, coordinate.isValid, MainlandChina.surroundings(contain: coordinate) else { return coordinate }
    let wgs84 =
      switch source {
      case .wgs84: coordinate
      case .gcj02: invert(coordinate, by: gcj02Shift)
      case .bd09: invert(coordinate, by: bd09Shift)
      }
    switch target {
    case .wgs84: return wgs84
    case .gcj02: return apply(gcj02Shift(wgs84), to: wgs84)
    case .bd09: return apply(bd09Shift(wgs84), to: wgs84)
    }
  }

  /// The width in degrees of latitude over which the datum's shift fades out beyond the outline.
  ///
  /// It exceeds the largest shift along the border (0.0063° for GCJ-02, 0.0136° for BD-09), or the conversion could not be undone.
  var fadeWidth: Double {
    switch self {
    case .wgs84: 0
    case .gcj02: 0.0085
    case .bd09: 0.015
    }
  }

  /// A difference of two places in degrees.
  typealias Shift = (latitude: Double, longitude: Double)

  private static func apply(_ shift: Shift, to place: Coordinate) -> Coordinate {
    // Adding nothing keeps even a negative zero as it was.
    shift == (0, 0) ? place : Coordinate(latitude: place.latitude + shift.latitude, longitude: place.longitude + shift.longitude)
  }

  /// The place that a shift carries to the given one, by iteration to 1e-12°.
  ///
  /// The shift changes by less than 1 % from place to place inside, and by less than its own size over the fading edge, so that each
  /// round at least shrinks the error; inside four rounds do, on the edge some dozens. What the next rounds would still change is the last
  /// change's share of the one before it, again and again: a geometric series.
  private static func invert(_ image: Coordinate, by shift: (Coordinate) -> Shift) -> Coordinate {
    var place = image
    var before = 0.0
    for _ in 0..<400 {
      let current = shift(place)
      if current == (0, 0), place == image { return image }
      let next = Coordinate(latitude: image.latitude - current.latitude, longitude: image.longitude - current.longitude)
      let change = max(abs(next.latitude - place.latitude), abs(next.longitude - place.longitude))
      place = next
      // By the worst share that the edge allows until there are two changes to compare.
      let share = before > 0 ? change / before : 0.95
      if share < 1, change * share < 1e-12 * (1 - share) { break }
      before = change
    }
    return place
  }

  /// WGS-84 to GCJ-02, weighted by the outline.
  private static func gcj02Shift(_ place: Coordinate) -> Shift {
    let weight = MainlandChina.weight(at: place, fadingOver: Datum.gcj02.fadeWidth)
    guard weight > 0 else { return (0, 0) }
    let shift = ChineseShift.gcj02(place)
    return (shift.latitude * weight, shift.longitude * weight)
  }

  /// WGS-84 to BD-09, weighted by the outline.
  private static func bd09Shift(_ place: Coordinate) -> Shift {
    let weight = MainlandChina.weight(at: place, fadingOver: Datum.bd09.fadeWidth)
    guard weight > 0 else { return (0, 0) }
    let first = ChineseShift.gcj02(place)
    let gcj02 = Coordinate(latitude: place.latitude + first.latitude, longitude: place.longitude + first.longitude)
    let second = ChineseShift.bd09(gcj02)
    return ((first.latitude + second.latitude) * weight, (first.longitude + second.longitude) * weight)
  }
}
