// Owns `City`: a town of the embedded world.

public import TrackGeodesy

/// A town with 15,000 people or more, from the GeoNames table.
public struct City: Sendable, Hashable {
  /// The name as GeoNames gives it, in Latin letters with accents.
  public let name: String
  /// Where it is, WGS-84, to 0.0001°.
  public let coordinate: Coordinate
  /// The ISO 3166 code of its country, two capital letters.
  public let countryCode: String
  /// The IANA name of its time zone, such as `Europe/Zurich`.
  public let timeZone: String
  /// A lower bound of its population: one of 0, 20,000, 50,000, 100,000 … 20,000,000.
  public let populationAtLeast: Int

  /// A town from its parts.
  public init(name: String, coordinate: Coordinate, countryCode: String, timeZone: String, populationAtLeast: Int) {
    self.name = name
    self.coordinate = coordinate
    self.countryCode = countryCode
    self.timeZone = timeZone
    self.populationAtLeast = populationAtLeast
  }
}
