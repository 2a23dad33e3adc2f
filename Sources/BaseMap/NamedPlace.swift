// Owns `NamedPlace`: what a position is called.

public import TrackGeodesy

/// A country or a territory.
public struct NamedCountry: Hashable, Sendable {
  /// Its ISO 3166 code, two capital letters.
  public let code: String
  /// Its English name, `Switzerland`; its code where it has none.
  public let english: String
  /// Its name in simplified Chinese; its code where it has none.
  public let chinese: String
}

/// Where a position is: in or near a town and its country, far from all towns in a country, off a coast, or on an ocean.
public struct NamedPlace: Sendable, Hashable {
  /// What kind of place it is.
  public let setting: PlaceSetting
  /// The town of the country that it lies in, or the nearest; `nil` at sea and far from all.
  public let city: City?
  /// The town's name in simplified Chinese; `nil` where GeoNames knows none, and without a town.
  public let chineseCityName: String?
  /// The first-level division of the country that the town lies in, as GeoNames calls it; `nil` where it has no name.
  public let region: String?
  /// The country that the position lies in, or off whose coast; `nil` on an ocean.
  public let country: NamedCountry?
  /// What the water is called; `nil` on land.
  public let sea: SeaName?
  /// Metres from the position to the town's middle; `nil` without one.
  public let townDistance: Double?
  /// Metres from a position at sea to the coast; `nil` on land and on an ocean.
  public let coastDistance: Double?

  /// Without distances: the town and its country, `Beijing, China`, or one name where both are one (`Singapore`); the country alone
  /// (`Greenland`); the ocean (`South Pacific Ocean`).
  public var english: String {
    guard let country else { return sea?.english ?? "" }
    return city.map { isCountryEnough || $0.name == country.english ? country.english : "\($0.name), \(country.english)" }
      ?? country.english
  }

  /// The same in Chinese: `北京，中国`; the town by its Latin name where it has no Chinese one.
  public var chinese: String {
    guard let country else { return sea?.chinese ?? "" }
    guard let town = chineseTown else { return country.chinese }
    return isCountryEnough || town == country.chinese ? country.chinese : "\(town)，\(country.chinese)"
  }

  /// The town's name in Chinese, or in Latin letters; `nil` without a town.
  public var chineseTown: String? { chineseCityName ?? city?.name }

  /// Whether the country's name is the town's too, or nearly so: Monaco, Macao, Singapore and the Vatican.
  public var isCountryEnough: Bool { country.map { ["MC", "MO", "SG", "VA"].contains($0.code) } ?? false }
}

extension Places {
  /// What a position is called.
  ///
  /// The country is that whose outline holds the position (Natural Earth at 1:50,000,000: de facto borders, right to one or two kilometres); near
  /// towns of several countries these weigh too. The town is that of the country in which the position lies, or the nearest.
  ///
  /// - Returns: `nil` for a position that is not valid, and in a program without towns.
  public func place(at position: Coordinate) -> NamedPlace? { record(at: position).flatMap(named) }

  /// The country that a position lies in; `nil` at sea, for a position that is not valid, and in a program without towns.
  public func country(at position: Coordinate) -> NamedCountry? {
    guard let record = record(at: position), record.coastDistance == nil else { return nil }
    return record.country.flatMap(country)
  }

  /// The words of a record of the same places.
  public func named(_ record: PlaceRecord) -> NamedPlace? {
    guard let world else { return nil }
    let town = record.town
    let chinese = town.map { world.text(world.section("NMZH"), starts: world.section("ZIDX"), number: $0) }
    return NamedPlace(
      setting: record.setting, city: town.flatMap(city), chineseCityName: chinese.flatMap { $0.isEmpty ? nil : $0 },
      region: town.flatMap { region(ofTown: $0, in: world) }, country: record.country.flatMap(country),
      sea: record.sea.flatMap { Seas.shared.name($0) }, townDistance: record.townDistance, coastDistance: record.coastDistance)
  }

  /// The names of a country by its number.
  func country(_ number: Int) -> NamedCountry? {
    guard let world else { return nil }
    let code = world.text(countries, number: number)
    func name(_ tag: String) -> String {
      let name = world.text(world.section(tag), number: number)
      return name.isEmpty ? code : name
    }
    return NamedCountry(code: code, english: name("CNEN"), chinese: name("CNZH"))
  }

  private func region(ofTown town: Int, in world: WorldBytes) -> String? {
    let number = world.short(world.section("ADM1"), town * 2) & 0xFFF
    let name = world.text(world.section("REGN"), starts: world.section("RIDX"), number: number)
    return name.isEmpty ? nil : name
  }
}
