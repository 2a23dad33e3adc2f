// Owns `TownsAround`: what the towns near a position say of it.

import TrackGeodesy

/// For each country with towns near a position: how strongly they pull it to their country's side of a border, and in which of them it lies.
///
///       pull = 10 km · (people / 320,000)^0.14 / (1 + (distance / 1.6 km)²)
///
/// The figures are those that were right most often around towns near borders (see decision 22). Made without allocation, in microseconds.
struct TownsAround {
  /// Metres within which towns count.
  static let reach = 10_000.0

  /// Metres that a town of a class of population is taken to be built up around its middle: a circle for 2,000 people to the square kilometre, but
  /// no more than 30 km. Those of a million people and more are `Places.cities`.
  private static let builtUp: [Double] = [1600, 2300, 3300, 4700, 7100, 10_000, 15_000, 20_000, 28_000, 30_000, 30_000]

  /// 10 km · (people / 320,000)^0.14, by the class of population.
  private static let weights: [Double] = [6630, 7240, 8080, 8910, 10_000, 11_160, 12_300, 13_800, 15_400, 17_000, 18_700]

  private static let radiusOfTheEarth = 6_371_009.0

  /// How many countries have towns here; no more than eight are told.
  private(set) var count = 0
  private var countries = SIMD8<Int>(repeating: -1)
  private var pulls = SIMD8<Double>(repeating: 0)
  private var towns = SIMD8<Int>(repeating: -1)
  /// The squares of the parts of the way from the middle of the town to its edge.
  private var shares = SIMD8<Double>(repeating: 1)

  /// - Parameter isAlone: whether no town is within ``reach``; cities may still go farther.
  init(_ position: Coordinate, in places: Places, isAlone: Bool) {
    let target = UnitVector(position)
    if !isAlone {
      places.forEachTown(near: target, within: Self.reach) { number, town, squaredChord in
        add(number, town, squaredChord * Self.radiusOfTheEarth * Self.radiusOfTheEarth)
      }
    }
    for city in places.cities {
      let square = city.vector.squaredChord(to: target) * Self.radiusOfTheEarth * Self.radiusOfTheEarth
      if square <= 30_000 * 30_000 { add(city.number, city.record, square) }
    }
  }

  /// The number of a country, and the metres that it pulls by; of numbers below ``count``.
  subscript(slot: Int) -> (country: Int, pull: Double) { (countries[slot], pulls[slot]) }

  /// The number of the town of a country that the position lies in the most: that whose middle is the nearest, in parts of how far the town is
  /// built up. In a city's suburb it is the suburb near the suburb's middle, and else the city. `nil` where it lies in none.
  func town(of country: Int) -> Int? {
    for slot in 0..<count where countries[slot] == country && towns[slot] >= 0 { return towns[slot] }
    return nil
  }

  private mutating func add(_ number: Int, _ town: CityRecord, _ square: Double) {
    let kind = town.populationClass
    guard let slot = slot(of: town.country) else { return }
    if square <= Self.reach * Self.reach { pulls[slot] = max(pulls[slot], Self.weights[kind] / (1 + square / (1600 * 1600))) }
    let share = square / (Self.builtUp[kind] * Self.builtUp[kind])
    if share < shares[slot] { (towns[slot], shares[slot]) = (number, share) }
  }

  private mutating func slot(of country: Int) -> Int? {
    for slot in 0..<count where countries[slot] == country { return slot }
    guard count < countries.scalarCount else { return nil }
    countries[count] = country
    count += 1
    return count - 1
  }
}
