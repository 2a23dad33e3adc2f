// Owns the cities of `world.bin`, from the GeoNames table cities15000.txt (CC BY 4.0), in the order in which the nearest is looked up.

/// The cities with 15,000 people or more, as sections of the world's file.
struct CityTable {
  /// Lower bounds of the population classes, in people.
  static let classes = [0, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000]

  private struct City {
    let name: String
    /// South to north and west to east in 0.0001°, from −90° and −180°.
    let latitude: Int
    let longitude: Int
    let population: Int
    let country: String
    let zone: String
    /// The place on the unit sphere, by the same figures as `BaseMap` uses.
    let vector: [Double]
  }

  private var cities: [City] = []

  /// Reads the tab-separated table: column 2 the name, 5 and 6 latitude and longitude, 9 the country, 15 the population, 18 the time zone.
  init(geoNames bytes: [UInt8], name: String) throws(MakerError) {
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
      guard columns.count == 19, let latitude = Double(columns[4]), let longitude = Double(columns[5]), let population = Int(columns[14]),
        abs(latitude) <= 90, abs(longitude) <= 180, columns[1].utf8.count < 256, columns[8].utf8.count == 2, !columns[17].isEmpty
      else { throw MakerError("\(name): line \(index + 1) is not a row of a GeoNames table") }
      let south = Int(((latitude + 90) * 10000).rounded())
      let west = Int(((longitude + 180) * 10000).rounded())
      let north = Double(south) / 10000 - 90
      let east = Double(west) / 10000 - 180
      cities.append(
        City(
          name: columns[1], latitude: south, longitude: west, population: population, country: columns[8],
          zone: Self.zone(columns[17], country: columns[8]),
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

  /// `world.bin`.
  func file() throws(MakerError) -> [UInt8] {
    let zones = Set(cities.map(\.zone)).sorted()
    let countries = Set(cities.map(\.country)).sorted()
    guard zones.count <= 512, countries.count <= 256 else { throw MakerError("more zones or countries than a record can number") }
    let zoneNumbers = Dictionary(uniqueKeysWithValues: zones.enumerated().map { ($1, UInt64($0)) })
    let countryNumbers = Dictionary(uniqueKeysWithValues: countries.enumerated().map { ($1, UInt64($0)) })
    var (records, names, starts) = (LittleEndianBytes(), LittleEndianBytes(), LittleEndianBytes())
    for (index, city) in cities.enumerated() {
      let size = (Self.classes.lastIndex { city.population >= $0 }) ?? 0
      var record = UInt64(city.latitude) | UInt64(city.longitude) << 21
      record |= (zoneNumbers[city.zone] ?? 0) << 43 | (countryNumbers[city.country] ?? 0) << 52 | UInt64(size) << 60
      records.append(record)
      if index % 16 == 0 { starts.append(UInt32(names.bytes.count)) }
      names.append(UInt8(city.name.utf8.count))
      names.append(city.name.utf8)
    }
    var world = WorldFile()
    world.add("CITY", records)
    world.add("NAME", names)
    world.add("NIDX", starts)
    world.add("ZONE", Self.list(zones))
    world.add("CTRY", Self.list(countries))
    return world.bytes()
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
