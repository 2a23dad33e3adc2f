// Owns reading a row of the GeoNames table of towns.

extension CityTable {
  /// A town as the table has it (tab-separated): column 1 the number, 2 the name, 4 other names, 5 and 6 latitude and longitude, 8 the kind
  /// (`PPLC` a capital), 9 the country, 11 the first-level division, 15 the population, 18 the time zone.
  struct Row {
    let number: String
    let name: String
    /// Names in any language, which is not said.
    let otherNames: [String]
    var latitude: Double
    var longitude: Double
    let kind: String
    let country: String
    /// `country.division`.
    let division: String
    var people: Int
    let zone: String

    /// - Returns: `nil` for what is no row of the table.
    init?(_ line: ArraySlice<UInt8>) {
      let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
      guard columns.count == 19, let latitude = Double(columns[4]), let longitude = Double(columns[5]), let people = Int(columns[14]),
        abs(latitude) <= 90, abs(longitude) <= 180, people >= 0, columns[1].utf8.count < 256, columns[8].utf8.count == 2,
        !columns[17].isEmpty
      else { return nil }
      (number, name, kind, country, zone) = (columns[0], columns[1], columns[7], columns[8], columns[17])
      (self.latitude, self.longitude, self.people) = (latitude, longitude, people)
      otherNames = columns[3].split(separator: ",").map { String($0) }
      division = "\(columns[8]).\(columns[10])"
    }

    var town: TownSizes.Town { .init(latitude: latitude, longitude: longitude, country: country, kind: kind, people: people) }

    /// Sets right what ``TownCorrections`` names.
    static func correct(_ rows: inout [Row]) throws(MakerError) {
      for correction in TownCorrections.all {
        guard let index = rows.firstIndex(where: { $0.name == correction.name && $0.country == correction.country }) else {
          throw MakerError("no town is called \(correction.name) (\(correction.country)), which is to be corrected")
        }
        if let place = correction.place { (rows[index].latitude, rows[index].longitude) = place }
        if let people = correction.people { rows[index].people = min(people, rows[index].people) }
      }
    }
  }
}
