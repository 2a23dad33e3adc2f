// Owns the cities of `world.bin`, from the GeoNames table cities15000.txt (CC BY 4.0) and those beside it, in the order in which the nearest is looked up.

/// The cities with 15,000 people or more, as sections of the world's file.
struct CityTable {
  /// Lower bounds of the population classes, in people.
  static let classes = [0, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000]

  private struct City {
    let name: String
    /// In simplified characters; empty where none is known.
    let chinese: String
    /// The code and the name of the first-level division; the name is empty where none is known.
    let regionCode: String
    let region: String
    /// South to north and west to east in 0.0001°, from −90° and −180°.
    let latitude: Int
    let longitude: Int
    /// As the map counts them.
    let population: Int
    let country: String
    /// Whether it is a country's capital.
    let isCapital: Bool
    let zone: String
    /// The place on the unit sphere, by the same figures as `BaseMap` uses.
    let vector: [Double]
  }

  private var cities: [City] = []
  private let countryNames: CountryNames

  /// - Parameters:
  ///   - regions: the names of first-level divisions, by `country.division`.
  init(
    geoNames bytes: [UInt8], name: String, regions: [String: String], countries: CountryNames, catalogs: [MessageCatalog]
  ) throws(MakerError) {
    countryNames = countries
    var rows: [Row] = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      guard let row = Row(line) else { throw MakerError("\(name): line \(index + 1) is not a row of a GeoNames table") }
      rows.append(row)
    }
    try Row.correct(&rows)
    let sizes = TownSizes(rows.map(\.town))
    let chinese = try ChineseNames(catalogs: catalogs, rows: rows)
    for (number, row) in rows.enumerated() {
      let south = Int(((row.latitude + 90) * 10000).rounded())
      let west = Int(((row.longitude + 180) * 10000).rounded())
      let north = Double(south) / 10000 - 90
      let east = Double(west) / 10000 - 180
      cities.append(
        City(
          name: row.name, chinese: chinese.name(row), regionCode: row.division, region: regions[row.division] ?? "", latitude: south,
          longitude: west, population: sizes.people(number), country: row.country, isCapital: row.kind == "PPLC",
          zone: Self.zone(row.zone, country: row.country),
          vector: [cosine(north) * cosine(east), cosine(north) * sine(east), sine(north)]))
    }
    order(0, cities.count, axis: 0)
  }

  /// The zone of a town. All of China keeps Beijing's time by law; the table gives towns in Guangdong and Tibet the zone of Ürümqi.
  private static func zone(_ zone: String, country: String) -> String { country == "CN" ? "Asia/Shanghai" : zone }

  /// Sorts so that the middle one divides the rest by its x, and each half likewise by y, then z, then x again: a k-d tree without pointers.
  private mutating func order(_ first: Int, _ end: Int, axis: Int) {
    guard end - first > 1 else { return }
    cities[first..<end].sort { one, other in
      (one.vector[axis], one.name, one.population) < (other.vector[axis], other.name, other.population)
    }
    let middle = (first + end) / 2
    order(first, middle, axis: (axis + 1) % 3)
    order(middle + 1, end, axis: (axis + 1) % 3)
  }

  /// Reads GeoNames' table of first-level divisions (tab-separated: `country.division`, the name, …).
  static func regions(geoNames bytes: [UInt8], name: String) throws(MakerError) -> [String: String] {
    var regions: [String: String] = [:]
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
      guard columns.count == 4, columns[1].utf8.count < 256 else {
        throw MakerError("\(name): line \(index + 1) is not a row of the GeoNames table of divisions")
      }
      regions[columns[0]] = columns[1]
    }
    return regions
  }

  /// A town as the map's levels choose it.
  struct Town {
    let degrees: PlanePoint
    let country: String
    let people: Int
    let isCapital: Bool
    var place: PlanePoint { WorldLine.project(degrees) }
  }

  /// The towns in the order of the file.
  var towns: [Town] {
    cities.map { city in
      Town(
        degrees: PlanePoint(x: Double(city.longitude) / 10000 - 180, y: Double(city.latitude) / 10000 - 90), country: city.country,
        people: city.population, isCapital: city.isCapital)
    }
  }

  /// The towns of each first-level division, by its code.
  var townsByRegion: [String: [Town]] {
    var towns: [String: [Town]] = [:]
    for (city, town) in zip(cities, self.towns) { towns[city.regionCode, default: []].append(town) }
    return towns
  }

  /// Adds the sections of towns.
  /// - Parameter countries: the codes of all countries, sorted.
  func add(to world: inout WorldFile, countries: [String]) throws(MakerError) {
    let zones = Set(cities.map(\.zone)).sorted()
    // The first is that of towns whose division has no name.
    let regions = Set(cities.map(\.region)).union([""]).sorted()
    guard zones.count <= 512, countries.count < 255, cities.count <= 65_536, regions.count <= 4096 else {
      throw MakerError("more zones, countries, towns or regions than a record can number")
    }
    let zoneNumbers = Dictionary(uniqueKeysWithValues: zones.enumerated().map { ($1, UInt64($0)) })
    let countryNumbers = Dictionary(uniqueKeysWithValues: countries.enumerated().map { ($1, UInt64($0)) })
    let regionNumbers = Dictionary(uniqueKeysWithValues: regions.enumerated().map { ($1, UInt16($0)) })
    var (records, divisions) = (LittleEndianBytes(), LittleEndianBytes())
    for city in cities {
      let size = (Self.classes.lastIndex { city.population >= $0 }) ?? 0
      var record = UInt64(city.latitude) | UInt64(city.longitude) << 21
      record |= (zoneNumbers[city.zone] ?? 0) << 43 | (countryNumbers[city.country] ?? 0) << 52 | UInt64(size) << 60
      records.append(record)
      divisions.append((regionNumbers[city.region] ?? 0) | UInt16(Self.sixteenths(city.population, of: size)) << 12)
    }
    var called: [(english: String, chinese: String)] = []
    for country in countries { called.append(try countryNames.names(country)) }
    var capitals = LittleEndianBytes()
    for (number, city) in cities.enumerated() where city.isCapital { capitals.append(UInt16(number)) }
    world.add("CITY", records)
    world.add("CAPI", capitals)
    Self.add(cities.map(\.name), as: "NAME", startsAs: "NIDX", to: &world)
    Self.add(cities.map(\.chinese), as: "NMZH", startsAs: "ZIDX", to: &world)
    world.add("ADM1", divisions)
    Self.add(regions, as: "REGN", startsAs: "RIDX", to: &world)
    world.add("ZONE", Self.list(zones))
    world.add("CTRY", Self.list(countries))
    world.add("CNEN", Self.list(called.map(\.english)))
    world.add("CNZH", Self.list(called.map(\.chinese)))
  }

  /// How far a population is above its class's lower bound, in sixteenths of the logarithmic way to the next class's.
  private static func sixteenths(_ population: Int, of size: Int) -> Int {
    let from = Double(max(classes[size], 5_000))
    let to = size + 1 < classes.count ? Double(classes[size + 1]) : 50_000_000
    let way = WorldLine.logarithm(max(1, Double(population)) / from) / WorldLine.logarithm(to / from)
    return max(0, min(15, Int(way * 16)))
  }

  /// A section of many texts, and another that says where each sixteenth begins.
  private static func add(_ texts: [String], as tag: String, startsAs starts: String, to world: inout WorldFile) {
    let bytes = list(texts)
    var (index, offset) = (LittleEndianBytes(), 0)
    for (number, text) in texts.enumerated() {
      if number % 16 == 0 { index.append(UInt32(offset)) }
      offset += 1 + text.utf8.count
    }
    world.add(tag, bytes)
    world.add(starts, index)
  }

  /// Texts, each behind its length.
  private static func list(_ texts: [String]) -> LittleEndianBytes {
    var bytes = LittleEndianBytes()
    for text in texts {
      bytes.append(UInt8(text.utf8.count))
      bytes.append(text.utf8)
    }
    return bytes
  }
}
