// Owns how far a place would move if it were given in another datum than was thought.

extension Datum {
  /// Whether the Chinese datums differ from WGS-84 at a place: in mainland China and just beyond its border.
  ///
  /// - Parameter coordinate: the place in WGS-84; of numbers that are not valid the answer is no.
  public static func applies(at coordinate: Coordinate) -> Bool {
    coordinate.isValid && MainlandChina.weight(at: coordinate, fadingOver: Datum.bd09.fadeWidth) > 0
  }

  /// How far a place would move, in metres, if its numbers turned out to be in `datum` and not in WGS-84.
  ///
  /// No one can tell by looking at the numbers; this says what is at stake.
  ///
  /// - Returns: the geodesic distance between the two readings, some hundred metres in China (0 for WGS-84); `nil` outside mainland China, where
  ///   all datums agree, and for numbers that are not valid.
  public static func displacement(of coordinate: Coordinate, if datum: Datum) -> Double? {
    guard applies(at: coordinate) else { return nil }
    return Geodesic.wgs84.distance(from: coordinate, to: convert(coordinate, from: datum, to: .wgs84))
  }
}
