// Owns the tests of well-known places near borders.

import Testing
import TrackGeodesy

@testable import BaseMap

@Suite("Places near borders")
struct BorderPlaceTests {
  /// A square, a station, a town hall, its country, and its town where the table of towns has it under that name; from general knowledge, countries
  /// checked with the outlines of zones that the Python package timezonefinder 6.5.2 has.
  struct Known: Sendable, CustomStringConvertible {
    let name: String
    let latitude: Double
    let longitude: Double
    let country: String
    let town: String?
    var description: String { name }
    var position: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

    init(_ name: String, _ latitude: Double, _ longitude: Double, _ country: String, _ town: String? = nil) {
      (self.name, self.latitude, self.longitude, self.country, self.town) = (name, latitude, longitude, country, town)
    }
  }

  static let known = [
    Known("Gongbei port", 22.219, 113.549, "CN"),
    Known("Pantheon", 41.8986, 12.4769, "IT", "Rome"), Known("Piazza Navona", 41.8992, 12.4731, "IT", "Rome"),
    Known("Trastevere", 41.8897, 12.4695, "IT", "Rome"), Known("Trevi Fountain", 41.9009, 12.4833, "IT", "Rome"),
    Known("Piazza del Popolo", 41.9107, 12.4764, "IT", "Rome"), Known("Castel Sant'Angelo", 41.9031, 12.4663, "IT", "Rome"),
    Known("Saint Peter's Basilica", 41.9022, 12.4539, "VA", "Vatican City"),
    Known("Vatican Gardens", 41.9035, 12.45, "VA", "Vatican City"), Known("Woodlands", 1.436, 103.786, "SG", "Singapore"),
    Known("Sembawang", 1.449, 103.82, "SG", "Singapore"), Known("Yishun", 1.4304, 103.8354, "SG", "Singapore"),
    Known("Changi Airport", 1.3573, 103.988, "SG", "Singapore"), Known("Johor Bahru Sentral", 1.463, 103.7645, "MY", "Johor Bahru"),
    Known("Ceuta", 35.8892, -5.3198, "ES", "Ceuta"), Known("Fnideq", 35.849, -5.357, "MA"),
    Known("Melilla", 35.2923, -2.9381, "ES", "Melilla"), Known("Beni Ensar", 35.26, -2.933, "MA"),
    Known("Gibraltar, Casemates Square", 36.1448, -5.353, "GI", "Gibraltar"), Known("Europa Point", 36.11, -5.3466, "GI", "Gibraltar"),
    Known("La Línea, town hall", 36.1611, -5.3487, "ES"), Known("Algeciras station", 36.129, -5.453, "ES", "Algeciras"),
    Known("Windsor airport", 42.2756, -82.9556, "CA", "Windsor"), Known("Detroit, Campus Martius", 42.3316, -83.0466, "US", "Detroit"),
    Known("Niagara Falls, Ontario, Clifton Hill", 43.091, -79.075, "CA", "Niagara Falls"),
    Known("Luohu port", 22.5333, 114.113, "CN", "Shenzhen"), Known("Sheung Shui station", 22.5012, 114.1279, "HK"),
    Known("Zhuhai city hall", 22.271, 113.567, "CN", "Zhuhai"), Known("Senado Square", 22.1936, 113.5399, "MO", "Macau"),
    Known("Macao, Border Gate square", 22.2145, 113.549, "MO", "Macau"), Known("Cotai", 22.147, 113.562, "MO"),
    Known("Heihe, Wangsu port", 50.245, 127.521, "CN", "Heihe"), Known("Heihe station", 50.229, 127.477, "CN", "Heihe"),
    Known("Blagoveshchensk, Lenin Square", 50.258, 127.536, "RU", "Blagoveshchensk"), Known("Ruili", 24.013, 97.852, "CN"),
    Known("Muse", 23.99, 97.9, "MM"), Known("El Paso city hall", 31.76, -106.489, "US", "El Paso"),
    Known("Juárez cathedral", 31.7385, -106.4875, "MX", "Ciudad Juárez"),
    Known("Tijuana, Avenida Revolución", 32.531, -117.037, "MX", "Tijuana"), Known("Basel SBB", 47.5476, 7.5897, "CH", "Basel"),
    Known("Weil am Rhein station", 47.592, 7.612, "DE", "Weil am Rhein"),
    Known("Saint-Louis station", 47.5905, 7.556, "FR", "Saint-Louis"), Known("Strasbourg Cathedral", 48.5818, 7.751, "FR", "Strasbourg"),
    Known("Kehl station", 48.576, 7.809, "DE", "Kehl"), Known("Geneva Cornavin", 46.2103, 6.1423, "CH"),
    Known("Annemasse station", 46.199, 6.2365, "FR", "Annemasse"), Known("Konstanz Minster", 47.6634, 9.1757, "DE", "Konstanz"),
    Known("Kreuzlingen station", 47.649, 9.175, "CH"), Known("Bratislava Castle", 48.142, 17.1, "SK", "Bratislava"),
    Known("Hainburg", 48.147, 16.944, "AT"), Known("Petržalka", 48.111, 17.111, "SK"),
    Known("Kinshasa, Gare Centrale", -4.301, 15.316, "CD", "Kinshasa"),
    Known("Brazzaville, Nabemba tower", -4.274, 15.292, "CG", "Brazzaville"), Known("Bethlehem, Manger Square", 31.7043, 35.2068, "PS"),
    Known("Nicosia, Eleftheria Square", 35.1697, 33.3608, "CY", "Nicosia"), Known("Görlitz station", 51.1475, 14.978, "DE", "Görlitz"),
    Known("Zgorzelec town hall", 51.1497, 15.009, "PL", "Zgorzelec"), Known("Frankfurt (Oder) town hall", 52.343, 14.551, "DE"),
    Known("Słubice", 52.35, 14.564, "PL", "Słubice"), Known("Narva town hall", 59.379, 28.199, "EE", "Narva"),
    Known("Ivangorod station", 59.37, 28.223, "RU"), Known("Jerusalem, Jaffa Road", 31.783, 35.2165, "IL"),
    Known("Vientiane, Patuxai", 17.9707, 102.6186, "LA", "Vientiane"), Known("Nong Khai station", 17.864, 102.717, "TH", "Nong Khai"),
    Known("Lomé, Independence Square", 6.129, 1.216, "TG", "Lomé"), Known("Monaco, Casino", 43.7392, 7.4277, "MC"),
    Known("Monaco, Fontvieille", 43.729, 7.417, "MC"), Known("Beausoleil, town hall", 43.742, 7.424, "FR"),
    Known("Menton station", 43.7745, 7.493, "FR", "Menton"), Known("Büsingen am Hochrhein", 47.697, 8.69, "DE"),
    Known("Schaffhausen station", 47.6983, 8.6327, "CH", "Schaffhausen"), Known("Llívia", 42.464, 1.981, "ES"),
    Known("Campione d'Italia", 45.9697, 8.9706, "IT"), Known("Lugano station", 46.0055, 8.9468, "CH", "Lugano"),
    Known("Baarle-Hertog church", 51.44, 4.931, "BE"), Known("Como, cathedral", 45.8117, 9.0837, "IT", "Como"),
    Known("Aachen Cathedral", 50.7747, 6.0839, "DE", "Aachen"), Known("Cúcuta", 7.894, -72.504, "CO", "Cúcuta"),
    Known("Ciudad del Este, Friendship Bridge square", -25.511, -54.609, "PY", "Ciudad del Este"),
    Known("Foz do Iguaçu cathedral", -25.54, -54.586, "BR", "Foz do Iguaçu"), Known("Victoria Falls station", -17.93, 25.838, "ZW"),
    Known("Maseru station", -29.3, 27.48, "LS", "Maseru"), Known("Singapore, Tuas checkpoint", 1.348, 103.636, "SG"),
    Known("Dandong station", 40.121, 124.387, "CN", "Dandong"), Known("Sinuiju station", 40.1, 124.393, "KP", "Sinŭiju"),
    Known("Laredo, San Agustín Plaza", 27.503, -99.506, "US", "Laredo"), Known("Ruse", 43.849, 25.954, "BG", "Ruse"),
    Known("Giurgiu", 43.9, 25.97, "RO", "Giurgiu"), Known("Komárno station", 47.768, 18.12, "SK", "Komárno"),
    Known("Komárom station", 47.742, 18.123, "HU", "Komárom"), Known("Niagara Falls, New York, city hall", 43.0945, -79.0567, "US"),
    Known("Shenzhen, civic centre", 22.5410, 114.0540, "CN", "Shenzhen"),
  ]

  /// Places that are told to lie in the country across the border: the outline is off by a kilometre and more, and the other side's town is as near
  /// (Windsor, San Ysidro, Nuevo Laredo), much larger (Lomé, Como, Aachen, Shenzhen), or the table has no town on this side.
  static let limits = [
    Known("Windsor city hall", 42.3149, -83.0364, "CA"), Known("University of Windsor", 42.3043, -83.066, "CA"),
    Known("Lok Ma Chau station", 22.5147, 114.0657, "HK"),
    Known("San Ysidro station", 32.544, -117.029, "US"), Known("Aflao", 6.119, 1.186, "GH"),
    Known("Chiasso station", 45.832, 9.031, "CH"), Known("Vaals", 50.77, 6.018, "NL"),
    Known("Nuevo Laredo, plaza", 27.495, -99.508, "MX"),
  ]

  @Test("places near borders are in their country, and in its town", arguments: known)
  func names(_ known: Known) throws {
    let place = try #require(Places.embedded.place(at: known.position))
    #expect(place.country?.code == known.country)
    if let town = known.town { #expect(place.city?.name == town) }
  }

  @Test("what remains wrong is known, and no more than that")
  func remaining() {
    let wrong = Self.limits.filter { Places.embedded.country(at: $0.position)?.code != $0.country }
    print("known limits, still wrong: \(wrong.count) of \(Self.limits.count)")
    #expect(wrong.count <= 8)
  }

  @Test("clocks follow the country: Rome is not the Vatican, Ceuta is not Morocco")
  func clocks() {
    for (latitude, longitude, zone) in [
      (41.8986, 12.4769, "Europe/Rome"), (41.9031, 12.4663, "Europe/Rome"), (41.9022, 12.4539, "Europe/Vatican"),
      (35.8892, -5.3198, "Africa/Ceuta"), (35.2923, -2.9381, "Africa/Ceuta"), (1.436, 103.786, "Asia/Singapore"),
      (50.245, 127.521, "Asia/Shanghai"), (22.5333, 114.113, "Asia/Shanghai"), (36.1611, -5.3487, "Europe/Madrid"),
    ] {
      #expect(Places.embedded.clockTown(at: Coordinate(latitude: latitude, longitude: longitude))?.city.timeZone == zone)
    }
  }

  @Test("the Vatican is as large as it is, within Rome: 0.3 to 0.8 km²")
  func vatican() {
    let step = 0.001
    var count = 0
    for row in 0..<100 {
      for column in 0..<100 {
        let position = Coordinate(latitude: 41.85 + Double(row) * step, longitude: 12.40 + Double(column) * step)
        if Places.embedded.country(at: position)?.code == "VA" { count += 1 }
      }
    }
    let area = Double(count) * (step * 111.2) * (step * 111.2 * cosine(Angle.radians(41.9)))
    #expect((0.3...0.8).contains(area), "\(area) km²")
  }

  @Test("small territories have the size of their land, and those with a coast some water")
  func areas() {
    // Areas in km² from general knowledge.
    let truths = [
      ("VA", 41.9, 0.49, 0.3...0.8), ("MC", 43.7, 2.1, 2...5), ("GI", 36.1, 6.8, 5...10), ("MO", 22.2, 33, 25...55),
      ("ES", 35.9, 18.5, 15...32), ("ES", 35.3, 12.3, 9...20), ("ES", 42.5, 12.8, 9...16), ("DE", 47.7, 7.6, 6...10),
      ("IT", 46, 1.6, 1.2...2.8),
      ("BE", 51.4, 1.5, 1...2.3),
    ]
    let step = 0.0005
    for (code, latitude, area, range) in truths {
      let near = SmallTerritories.shared.capsules.filter { $0.code == code && abs($0.from.latitude - latitude) < 0.12 }
      let west = (near.map { min($0.from.longitude, $0.to.longitude) }.min() ?? 0) - 0.05
      let south = (near.map { min($0.from.latitude, $0.to.latitude) }.min() ?? 0) - 0.05
      var count = 0
      for row in 0..<360 {
        for column in 0..<420 {
          let position = Coordinate(latitude: south + Double(row) * step, longitude: west + Double(column) * step)
          if near.contains(where: { $0.distance(to: position) <= 0 }) { count += 1 }
        }
      }
      let found = Double(count) * (step * 111.2) * (step * 111.2 * cosine(Angle.radians(latitude)))
      #expect(range.contains(found), "\(code) at \(latitude): \(found) km² of \(area)")
    }
  }

  @Test("a city reaches farther than the town beside it, and a town holds its own middle")
  func sizes() throws {
    // The Louvre, the middles of Saint-Denis, Yonkers and Sharjah, Times Square, and old Dubai.
    for (latitude, longitude, town) in [
      (48.8610, 2.3360, "Paris"), (48.9356, 2.3539, "Saint-Denis"), (40.9312, -73.8988, "Yonkers"), (40.7580, -73.9855, "New York City"),
      (25.337, 55.412, "Sharjah"), (25.26, 55.30, "Dubai"),
    ] {
      #expect(try #require(Places.embedded.place(at: Coordinate(latitude: latitude, longitude: longitude))).city?.name == town)
    }
  }

  @Test("Lake Maracaibo is a lake of its own")
  func maracaibo() throws {
    #expect(try #require(Places.embedded.place(at: Coordinate(latitude: 10, longitude: -71.5))).sea?.english == "Lake Maracaibo")
  }
}
