// Owns `Places`: the towns of the embedded world, and which is nearest.

public import TrackGeodesy

/// The towns with 15,000 people or more of the whole world (GeoNames, as of 2022), embedded in the program.
///
/// They lie in the order of a k-d tree over the unit sphere, so that neither poles nor the antimeridian are special, and the nearest is found
/// in microseconds without allocation. ``nearest(to:)`` says what town is nearest, not in what country or zone a place lies: near borders, at sea
/// and in the wilderness it may be another country's, or many hundred kilometres away. ``place(at:)``, ``country(at:)`` and
/// ``clockTown(at:)`` know the countries' outlines too.
public struct Places: Sendable {
  /// The towns that are part of the program.
  public static let embedded = Places(WorldBytes.embedded)

  /// The words that the licence of the towns (CC BY 4.0) asks for.
  public static let credit = "Cities: GeoNames (CC BY 4.0)"

  let world: WorldBytes?
  private let records: WorldBytes.Section
  private let names: WorldBytes.Section
  private let nameStarts: WorldBytes.Section
  private let zones: WorldBytes.Section
  let countries: WorldBytes.Section
  /// The outlines of the countries, by the same numbers.
  let outlines: CountryIndex
  /// The towns of a million people and more.
  let cities: [LargeTown]

  /// How many towns there are.
  public var count: Int { records.count / 8 }

  /// The IANA names of the zones that the towns lie in.
  public var zoneNames: [String] { world?.texts(zones) ?? [] }

  init(_ world: WorldBytes?) {
    self.world = world
    outlines = CountryIndex(world)
    records = world?.section("CITY") ?? 0..<0
    names = world?.section("NAME") ?? 0..<0
    nameStarts = world?.section("NIDX") ?? 0..<0
    zones = world?.section("ZONE") ?? 0..<0
    countries = world?.section("CTRY") ?? 0..<0
    cities = world.map { [records] in LargeTown.all(in: $0, records) } ?? []
  }

  /// The nearest town and its distance.
  ///
  /// Nearest is meant on the sphere; on the ellipsoid, where the distance is measured, another may be nearer by up to 0.6 %.
  ///
  /// - Returns: the town and its geodesic distance in metres, at most half the Earth away; `nil` for a place that is not valid, and in a program
  ///   without towns.
  public func nearest(to coordinate: Coordinate) -> (city: City, distance: Double)? {
    guard let index = nearestIndex(to: coordinate), let city = city(at: index) else { return nil }
    return (city, Geodesic.wgs84.distance(from: coordinate, to: city.coordinate))
  }

  /// A town by its number, 0 ..< ``count``, in no order that means anything; `nil` beyond.
  public func city(at index: Int) -> City? {
    guard let world, index >= 0, index < count else { return nil }
    let record = record(at: index, in: world)
    return City(
      name: world.text(names, starts: nameStarts, number: index), coordinate: record.coordinate,
      countryCode: world.text(countries, number: record.country), timeZone: world.text(zones, number: record.zone),
      populationAtLeast: record.populationAtLeast)
  }

  /// What the record of a town says.
  func record(at index: Int, in world: WorldBytes) -> CityRecord { CityRecord(world.long(records, index * 8)) }

  /// The number of the nearest town.
  /// - Parameters:
  ///   - country: the number of the country whose towns alone count; `nil` for all.
  ///   - limit: metres; towns farther away may be left out.
  func nearestIndex(to coordinate: Coordinate, of country: Int? = nil, within limit: Double = .infinity) -> Int? {
    guard let world, count > 0, coordinate.isValid else { return nil }
    var search = NearestSearch(world: world, records: records, country: country, target: UnitVector(coordinate))
    // An arc of the sphere is up to 0.6 % longer or shorter than the same way on the ellipsoid; chords are shorter still.
    if limit < 1_000_000 { search.squaredChord = (limit * 1.01 / 6_371_009) * (limit * 1.01 / 6_371_009) }
    search.look(0..<count, axis: 0)
    return search.nearest
  }

  /// Calls back with every town that is near, in no order that means anything.
  /// - Parameters:
  ///   - limit: metres on the sphere.
  ///   - body: given the number of a town, its record, and the square of the chord to it, on the unit sphere.
  func forEachTown(near target: UnitVector, within limit: Double, _ body: (Int, CityRecord, Double) -> Void) {
    guard let world else { return }
    let walk = NearbyWalk(world: world, records: records, target: target, squaredChord: (limit / 6_371_009) * (limit / 6_371_009))
    walk.look(0..<count, axis: 0, body)
  }
}

/// A town that reaches far.
struct LargeTown: Sendable {
  let number: Int
  let record: CityRecord
  let vector: UnitVector

  /// Those whose class of population is 6 and more, a million people.
  static func all(in world: WorldBytes, _ records: WorldBytes.Section) -> [LargeTown] {
    (0..<(records.count / 8)).compactMap { number in
      let record = CityRecord(world.long(records, number * 8))
      return record.populationClass >= 6 ? LargeTown(number: number, record: record, vector: UnitVector(record.coordinate)) : nil
    }
  }
}

/// What eight bytes say of a town: from the low bits up 21 of latitude and 22 of longitude (0.0001° from −90° and −180°), 9 of zone, 8 of
/// country, 4 of population class.
struct CityRecord: Sendable {
  private let bits: UInt64

  init(_ bits: UInt64) { self.bits = bits }

  var coordinate: Coordinate {
    // A damaged record may lie beyond the poles.
    Coordinate(latitude: min(90, Double(bits & 0x1F_FFFF) / 10000 - 90), longitude: min(180, Double(bits >> 21 & 0x3F_FFFF) / 10000 - 180))
  }
  var zone: Int { Int(bits >> 43 & 0x1FF) }
  var country: Int { Int(bits >> 52 & 0xFF) }

  /// 0…10.
  var populationClass: Int { min(Int(bits >> 60), 10) }
  var populationAtLeast: Int {
    let classes = [0, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000]
    return classes[populationClass]
  }
}

/// A place as a point of the unit sphere.
struct UnitVector: Sendable {
  let x: Double
  let y: Double
  let z: Double

  init(_ place: Coordinate) {
    let latitude = Angle.radians(place.latitude)
    let longitude = Angle.radians(place.longitude)
    x = cosine(latitude) * cosine(longitude)
    y = cosine(latitude) * sine(longitude)
    z = sine(latitude)
  }

  subscript(axis: Int) -> Double { axis == 0 ? x : axis == 1 ? y : z }

  /// The square of the straight distance through the sphere, which grows as the distance on it does.
  func squaredChord(to other: UnitVector) -> Double {
    let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
    return dx * dx + dy * dy + dz * dz
  }
}

/// The walk down the tree: the middle record of a range divides it by x, y or z in turn.
private struct NearestSearch {
  let world: WorldBytes
  let records: WorldBytes.Section
  let country: Int?
  let target: UnitVector
  var nearest: Int?
  var squaredChord = Double.infinity

  /// Each step halves the range, so that the depth is the logarithm of the number of towns.
  mutating func look(_ range: Range<Int>, axis: Int) {
    guard !range.isEmpty else { return }
    let middle = (range.lowerBound + range.upperBound) / 2
    let record = CityRecord(world.long(records, middle * 8))
    let vector = UnitVector(record.coordinate)
    let found = vector.squaredChord(to: target)
    if found < squaredChord, country == nil || country == record.country { (nearest, squaredChord) = (middle, found) }
    let offset = target[axis] - vector[axis]
    let below = range.lowerBound..<middle
    let above = (middle + 1)..<range.upperBound
    look(offset < 0 ? below : above, axis: (axis + 1) % 3)
    // Sines differ between C libraries in the last digit, and the order was made by one of them.
    if offset * offset <= squaredChord + 1e-12 { look(offset < 0 ? above : below, axis: (axis + 1) % 3) }
  }
}

/// The same walk for all towns within a distance.
private struct NearbyWalk {
  let world: WorldBytes
  let records: WorldBytes.Section
  let target: UnitVector
  let squaredChord: Double

  func look(_ range: Range<Int>, axis: Int, _ body: (Int, CityRecord, Double) -> Void) {
    guard !range.isEmpty else { return }
    let middle = (range.lowerBound + range.upperBound) / 2
    let record = CityRecord(world.long(records, middle * 8))
    let vector = UnitVector(record.coordinate)
    let found = vector.squaredChord(to: target)
    if found <= squaredChord { body(middle, record, found) }
    let offset = target[axis] - vector[axis]
    let isNear = offset * offset <= squaredChord + 1e-12
    if offset < 0 || isNear { look(range.lowerBound..<middle, axis: (axis + 1) % 3, body) }
    if offset >= 0 || isNear { look((middle + 1)..<range.upperBound, axis: (axis + 1) % 3, body) }
  }
}
