// Owns `Places.clockTown(at:)`: by which town's clock people go at a position.

public import TrackGeodesy

extension Places {
  /// Metres beyond which a town's clock says nothing of a position: ships keep their own.
  public static let clockReach = 1_000_000.0

  /// The town whose clock is that of a position, and its distance.
  ///
  /// On land it is the town of ``place(at:)``, or the nearest of the country that the position lies in; of any country where that one has none
  /// within ``clockReach``, and at sea. Within a country of several zones it may be the town beyond the line between two of them.
  ///
  /// - Returns: the town and its geodesic distance in metres; `nil` where none is within ``clockReach``, for a position that is not valid, and in
  ///   a program without towns.
  public func clockTown(at position: Coordinate) -> (city: City, distance: Double)? {
    guard let record = record(at: position) else { return nil }
    if let town = record.town, let distance = record.townDistance { return city(at: town).map { ($0, distance) } }
    // Towns of the country farther away than places are named by.
    if record.coastDistance == nil, let country = record.country, let own = clockTown(at: position, of: country) { return own }
    return clockTown(at: position, of: nil)
  }

  private func clockTown(at position: Coordinate, of country: Int?) -> (city: City, distance: Double)? {
    guard let index = nearestIndex(to: position, of: country, within: Self.clockReach), let city = city(at: index) else { return nil }
    let distance = Geodesic.wgs84.distance(from: position, to: city.coordinate)
    return distance < Self.clockReach ? (city, distance) : nil
  }
}
