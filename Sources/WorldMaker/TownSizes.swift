// Owns how much a town counts on the map: GeoNames' people, but less for quarters, and where a figure is plainly another's.

/// The towns as GeoNames lists them, and of how many people each is taken to be: never more than GeoNames says.
///
/// GeoNames counts many quarters as towns (Wola beside Warsaw) and gives some the people of the whole city (South Boston, Mansilingan in
/// Bacolod). A quarter by its kind (`PPLX`) counts a tenth within ``reach`` of a city that is half as large or larger. What is no seat of
/// anything counts a third where it touches a city four times as large, or a seat of about its size to twice that; a tenth where it has the
/// people of the seat itself.
struct TownSizes {
  struct Town {
    let latitude: Double
    let longitude: Double
    let country: String
    /// GeoNames' feature code: `PPLC` a capital, `PPLA`… a seat, `PPLX` a quarter, `PPL` any other.
    let kind: String
    let people: Int
  }

  /// Kilometres within which a quarter belongs to a city.
  private static let reach = 25.0
  private let towns: [Town]
  private var byCell: [Cell: [Int]] = [:]

  private struct Cell: Hashable {
    let row: Int
    let column: Int
  }

  init(_ towns: [Town]) {
    self.towns = towns
    for (number, town) in towns.enumerated() { byCell[Self.cell(town), default: []].append(number) }
  }

  private static func cell(_ town: Town) -> Cell { Cell(row: Int(town.latitude + 90), column: Int(town.longitude + 180)) }

  /// The people of a town by its number, as the map counts them.
  func people(_ number: Int) -> Int {
    let town = towns[number]
    var share = 1
    forEachNeighbor(of: number) { other, away in share = max(share, Self.divisor(town, beside: other, away)) }
    return town.people / share
  }

  /// By how much a town counts less for another so many kilometres away.
  private static func divisor(_ town: Town, beside other: Town, _ away: Double) -> Int {
    guard other.kind != "PPLX" else { return 1 }
    if town.kind == "PPLX" { return away <= reach && other.people >= town.people / 2 ? 10 : 1 }
    let isSeat = ["PPLC", "PPLA", "PPLA2"].contains(town.kind)
    guard !isSeat else { return 1 }
    let isBesideSeat = ["PPLC", "PPLA", "PPLA2"].contains(other.kind) && town.people <= other.people * 5 / 4
    if isBesideSeat, away <= 6, town.people >= other.people * 9 / 10 { return 10 }
    guard town.kind == "PPL" || town.kind == "PPLL" || town.kind == "PPLH" else { return 1 }
    if isBesideSeat, away <= 13, town.people >= other.people / 2 { return 3 }
    let outskirts = other.people >= 5_000_000 ? 20.0 : other.people >= 1_000_000 ? 12 : 6
    return away <= outskirts && other.people / 4 >= town.people ? 3 : 1
  }

  /// Towns of the same country within a degree or two, with their distances in kilometres.
  private func forEachNeighbor(of number: Int, _ body: (Town, Double) -> Void) {
    let town = towns[number]
    let middle = Self.cell(town)
    let narrowing = cosine(town.latitude)
    for row in (middle.row - 1)...(middle.row + 1) {
      for column in (middle.column - 1)...(middle.column + 1) {
        for index in byCell[Cell(row: row, column: column)] ?? [] where index != number && towns[index].country == town.country {
          let (north, east) = (towns[index].latitude - town.latitude, (towns[index].longitude - town.longitude) * narrowing)
          body(towns[index], 111.2 * (north * north + east * east).squareRoot())
        }
      }
    }
  }
}

/// What GeoNames' table of 2022 has wrong of great cities, by our own knowledge.
enum TownCorrections {
  struct Correction {
    let name: String
    let country: String
    /// Where its middle is; `nil` leaves it.
    var place: (latitude: Double, longitude: Double)?
    /// Of how many people it is, at most; `nil` leaves it.
    var people: Int?
  }

  /// Dubai's point lies in the desert, 25 km from the town; Zhongshan's beside Zhanjiang, Changzhi's 170 km off. Some cities of China have the
  /// people of their whole prefectures, and a small town has those of one of the same name.
  static let all = [
    Correction(name: "Dubai", country: "AE", place: (25.2632, 55.2972)),
    Correction(name: "Zhongshan", country: "CN", place: (22.5176, 113.3928)),
    Correction(name: "Changzhi", country: "CN", place: (36.1911, 113.1053)),
    Correction(name: "Tai’an", country: "CN", people: 1_700_000), Correction(name: "Nanchong", country: "CN", people: 1_900_000),
    Correction(name: "Tianshui", country: "CN", people: 1_200_000), Correction(name: "Shiyan", country: "CN", people: 1_000_000),
    Correction(name: "Yunfu", country: "CN", people: 300_000), Correction(name: "Lijiang", country: "CN", people: 210_000),
    Correction(name: "Puyang", country: "CN", people: 50_000), Correction(name: "Guankou", country: "CN", people: 300_000),
  ]
}
