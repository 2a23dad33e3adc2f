// Owns `NamedPlace`: what a position is called, by the nearest town.

public import TrackGeodesy

/// The town nearest to a position, in what region and country it lies, and how far away it is.
public struct NamedPlace: Sendable, Hashable {
  /// The town.
  public let city: City
  /// The town's name in simplified Chinese; `nil` where GeoNames knows none.
  public let chineseCityName: String?
  /// The first-level division of the country that the town lies in, as GeoNames calls it; `nil` where it has no name.
  public let region: String?
  /// The country's English name, `Switzerland`; its code where it has none.
  public let country: String
  /// The country's name in simplified Chinese; its code where it has none.
  public let chineseCountry: String
  /// Metres from the position to the town's middle.
  public let distance: Double

  /// How near a position is to a town.
  public enum Nearness: Hashable, Sendable {
    /// So near that it is taken to lie in the town.
    case inside
    /// Within ``NamedPlace/nearby`` metres.
    case near
    /// Within ``NamedPlace/farthest`` metres.
    case away
    /// Too far for the town to say where the position is: at sea, in deserts and on ice.
    case remote
  }

  /// Metres within which a position is said to be near a town.
  public static let nearby = 50_000.0
  /// Metres beyond which the nearest town says nothing of a position.
  public static let farthest = 200_000.0

  /// How near the town is. Large cities reach farther: 10 km, with a million people 20 km, with five million 30 km.
  public var nearness: Nearness {
    let reach = city.populationAtLeast >= 5_000_000 ? 30_000.0 : city.populationAtLeast >= 1_000_000 ? 20_000 : 10_000
    if distance <= reach { return .inside }
    return distance <= Self.nearby ? .near : distance <= Self.farthest ? .away : .remote
  }

  /// The town and its country: `Beijing, China`; one name where both are one (`Singapore`).
  public var english: String { isCityState || city.name == country ? country : "\(city.name), \(country)" }

  /// The town and its country in Chinese: `北京，中国`; the town by its Latin name where it has no Chinese one.
  public var chinese: String {
    let name = chineseCityName ?? city.name
    return isCityState || name == chineseCountry ? chineseCountry : "\(name)，\(chineseCountry)"
  }

  /// Monaco, Macao, Singapore and the Vatican, whose towns are called nearly as they are.
  private var isCityState: Bool { ["MC", "MO", "SG", "VA"].contains(city.countryCode) }
}

extension Places {
  /// The names of the town nearest to a position, of its region and of its country.
  ///
  /// A town is a point here: near a border it may be the other country's.
  ///
  /// - Returns: `nil` for a position that is not valid, and in a program without towns.
  public func place(at coordinate: Coordinate) -> NamedPlace? {
    guard let world, let index = nearestIndex(to: coordinate), let city = city(at: index) else { return nil }
    let number = record(at: index, in: world).country
    func country(_ tag: String) -> String {
      let name = world.text(world.section(tag), number: number)
      return name.isEmpty ? city.countryCode : name
    }
    let chinese = world.text(world.section("NMZH"), starts: world.section("ZIDX"), number: index)
    let division = world.section("ADM1")
    let regionNumber = world.byte(division, index * 2) | world.byte(division, index * 2 + 1) << 8
    let region = world.text(world.section("REGN"), starts: world.section("RIDX"), number: regionNumber)
    return NamedPlace(
      city: city, chineseCityName: chinese.isEmpty ? nil : chinese, region: region.isEmpty ? nil : region,
      country: country("CNEN"), chineseCountry: country("CNZH"),
      distance: Geodesic.wgs84.distance(from: coordinate, to: city.coordinate))
  }
}
