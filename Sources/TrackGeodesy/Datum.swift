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
  /// There and back again gives the same place to 1e-9°. Outside mainland China (by a coarse outline) places are not changed; over
  /// ``MainlandChina/fadeWidth`` degrees beyond the outline the shift fades out, because a shift that stopped at once would map two
  /// places onto one and could not be undone.
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

  /// A difference of two places in degrees.
  private typealias Shift = (latitude: Double, longitude: Double)

  private static func apply(_ shift: Shift, to place: Coordinate) -> Coordinate {
    // Adding nothing keeps even a negative zero as it was.
    shift == (0, 0) ? place : Coordinate(latitude: place.latitude + shift.latitude, longitude: place.longitude + shift.longitude)
  }

  /// The place that a shift carries to the given one, by iteration to 1e-12°.
  ///
  /// The shift changes by less than 1 % from place to place inside, and by less than its own size over the fading edge, so that each
  /// round at least shrinks the error; inside three rounds do, on the edge some dozens.
  private static func invert(_ image: Coordinate, by shift: (Coordinate) -> Shift) -> Coordinate {
    var place = image
    for _ in 0..<400 {
      let current = shift(place)
      if current == (0, 0), place == image { return image }
      let next = Coordinate(latitude: image.latitude - current.latitude, longitude: image.longitude - current.longitude)
      let change = max(abs(next.latitude - place.latitude), abs(next.longitude - place.longitude))
      place = next
      if change < 1e-12 { break }
    }
    return place
  }

  /// WGS-84 to GCJ-02, weighted by the outline.
  private static func gcj02Shift(_ place: Coordinate) -> Shift {
    let weight = MainlandChina.weight(at: place)
    guard weight > 0 else { return (0, 0) }
    let shift = fullGCJ02Shift(place)
    return (shift.latitude * weight, shift.longitude * weight)
  }

  /// WGS-84 to BD-09, weighted by the outline.
  private static func bd09Shift(_ place: Coordinate) -> Shift {
    let weight = MainlandChina.weight(at: place)
    guard weight > 0 else { return (0, 0) }
    let first = fullGCJ02Shift(place)
    let gcj02 = Coordinate(latitude: place.latitude + first.latitude, longitude: place.longitude + first.longitude)
    let second = fullBD09Shift(gcj02)
    return ((first.latitude + second.latitude) * weight, (first.longitude + second.longitude) * weight)
  }

  /// The shift from WGS-84 to GCJ-02 in degrees, whatever the place.
  ///
  /// The formula has never been published; these are the figures all open implementations share (coordtransform, gcoord), on the
  /// Krasovsky ellipsoid with a = 6 378 245 m.
  private static func fullGCJ02Shift(_ place: Coordinate) -> Shift {
    let a = 6_378_245.0
    let ee = 0.006_693_421_622_965_943_23
    let x = place.longitude - 105
    let y = place.latitude - 35
    let root = abs(x).squareRoot()
    let common = 2 / 3.0 * (20 * wave(6 * x) + 20 * wave(2 * x))
    var north = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root + common
    north += 2 / 3.0 * (20 * wave(y) + 40 * wave(y / 3) + 160 * wave(y / 12) + 320 * wave(y / 30))
    var east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root + common
    east += 2 / 3.0 * (20 * wave(x) + 40 * wave(x / 3) + 150 * wave(x / 12) + 300 * wave(x / 30))
    let latitude = Angle.radians(place.latitude)
    let s = sine(latitude)
    let w2 = 1 - ee * s * s
    let w = w2.squareRoot()
    return (Angle.degrees(north * w2 * w / (a * (1 - ee))), Angle.degrees(east * w / (a * cosine(latitude))))
  }

  /// sin πx.
  private static func wave(_ x: Double) -> Double { sine(x * Double.pi) }

  /// The shift from GCJ-02 to BD-09 in degrees, whatever the place: a small swirl about the origin, then a fixed offset.
  private static func fullBD09Shift(_ place: Coordinate) -> Shift {
    let xPi = Double.pi * 3000 / 180
    let x = place.longitude
    let y = place.latitude
    let radius = hypotenuse(x, y) + 0.000_02 * sine(y * xPi)
    let angle = arcTangent(y, x) + 0.000_003 * cosine(x * xPi)
    return (radius * sine(angle) + 0.006 - y, radius * cosine(angle) + 0.0065 - x)
  }
}
