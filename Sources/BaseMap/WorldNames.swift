// Owns what towns, countries and regions of the embedded world are called on the map.

import TrackGeodesy

/// The names of the embedded world, by number.
struct WorldNames: Sendable {
  private let world: WorldBytes?
  private let towns: WorldBytes.Section
  private let capitals: WorldBytes.Section
  private let divisions: WorldBytes.Section
  /// The numbers of the countries whose own script the Chinese names are in.
  private let chinese: Set<Int>

  init(_ world: WorldBytes?) {
    self.world = world
    towns = world?.section("CITY") ?? 0..<0
    capitals = world?.section("CAPI") ?? 0..<0
    divisions = world?.section("ADM1") ?? 0..<0
    let codes = world.map { $0.texts($0.section("CTRY")) } ?? []
    chinese = Set(codes.indices.filter { ["CN", "HK", "MO", "TW"].contains(codes[$0]) })
  }

  /// How many towns there are.
  var townCount: Int { towns.count / 8 }

  /// A town's record, its rank, and whether it is a country's capital; `nil` beyond the last.
  ///
  /// The rank falls with the logarithm of the people, 16 for each class of population: 0…15 from 20 million people on, 160…175 below 20,000.
  func town(_ number: Int) -> (record: CityRecord, rank: UInt8, isCapital: Bool)? {
    guard let world, number >= 0, number < townCount else { return nil }
    let record = CityRecord(world.long(towns, number * 8))
    let sixteenths = world.short(divisions, number * 2) >> 12
    return (record, UInt8(175 - 16 * record.populationClass - sixteenths), isCapital(number, world))
  }

  /// Capitals are told by their numbers, u16, ascending.
  private func isCapital(_ number: Int, _ world: WorldBytes) -> Bool {
    var (low, high) = (0, capitals.count / 2)
    while low < high {
      let middle = (low + high) / 2
      let found = world.short(capitals, middle * 2)
      if found == number { return true }
      if found < number { low = middle + 1 } else { high = middle }
    }
    return false
  }

  /// A town's name; the local one is Chinese in China and Latin elsewhere.
  func name(ofTown number: Int, country: Int) -> MapName {
    guard let world else { return MapName(local: "") }
    let latin = world.text(world.section("NAME"), starts: world.section("NIDX"), number: number)
    let han = world.text(world.section("NMZH"), starts: world.section("ZIDX"), number: number)
    if han.isEmpty { return MapName(local: latin) }
    return chinese.contains(country) ? MapName(local: han, english: latin, chinese: han) : MapName(local: latin, chinese: han)
  }

  /// The names of countries, by number.
  func countries() -> (_ number: Int) -> MapName? {
    guard let world else { return { _ in nil } }
    return Self.names(world.texts(world.section("CNEN")), world.texts(world.section("CNZH")))
  }

  /// The names of the regions that stand on the map, by number.
  func regions() -> (_ number: Int) -> MapName? {
    guard let world else { return { _ in nil } }
    return Self.names(world.texts(world.section("RGEN")), world.texts(world.section("RGZH")))
  }

  private static func names(_ latin: [String], _ chinese: [String]) -> (_ number: Int) -> MapName? {
    { number in
      guard number >= 0, number < latin.count, !latin[number].isEmpty else { return nil }
      return MapName(local: latin[number], chinese: number < chinese.count && !chinese[number].isEmpty ? chinese[number] : nil)
    }
  }
}
