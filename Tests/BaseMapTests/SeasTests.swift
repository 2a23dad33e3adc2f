// Owns the tests of what waters are called.

import Testing
import TrackGeodesy

@testable import BaseMap

@Suite("Seas")
struct SeasTests {
  /// Positions in the midst of waters, from general knowledge.
  static let known: [(String, Double, Double)] = [
    ("Bohai Sea", 38.8, 119.5), ("Yellow Sea", 36, 123.5), ("East China Sea", 29, 125), ("Taiwan Strait", 24.3, 119.3),
    ("South China Sea", 12, 114), ("Gulf of Tonkin", 20, 108), ("Gulf of Thailand", 9.5, 101.5), ("Sea of Japan", 40, 135),
    ("Sea of Okhotsk", 54, 148), ("Bering Sea", 58, 180), ("Bering Sea", 58, -178), ("Bering Sea", 57, 172), ("Gulf of Alaska", 57, -145),
    ("Philippine Sea", 18, 132), ("Sulu Sea", 8.5, 120), ("Celebes Sea", 3.5, 122), ("Java Sea", -5, 111), ("Banda Sea", -5.5, 127.5),
    ("Arafura Sea", -9.5, 135), ("Timor Sea", -11, 127), ("Gulf of Carpentaria", -14, 139), ("Coral Sea", -17, 155),
    ("Tasman Sea", -38, 160), ("Great Australian Bight", -34.5, 130), ("Andaman Sea", 10, 96), ("Bay of Bengal", 15, 88),
    ("Arabian Sea", 16, 65), ("Gulf of Aden", 12.3, 47), ("Red Sea", 20, 38.5), ("Persian Gulf", 26.5, 52), ("Gulf of Oman", 24.8, 58.5),
    ("Mozambique Channel", -19, 40), ("Caspian Sea", 42, 50.5), ("Black Sea", 43, 34), ("Sea of Azov", 46, 36.5),
    ("Sea of Marmara", 40.7, 28.2), ("Aegean Sea", 38.5, 25), ("Adriatic Sea", 43, 15), ("Mediterranean Sea", 34, 20),
    ("Mediterranean Sea", 40, 5), ("Mediterranean Sea", 36, -3), ("Baltic Sea", 57.5, 20), ("Baltic Sea", 63, 20), ("Baltic Sea", 59.8, 25),
    ("Kattegat", 57, 11.3), ("Skagerrak", 58, 9.5), ("North Sea", 56, 3), ("English Channel", 50, -2), ("Irish Sea", 54, -4.7),
    ("Celtic Sea", 50, -8), ("Bay of Biscay", 45.5, -4), ("Norwegian Sea", 67, 5), ("Greenland Sea", 76, -5), ("Barents Sea", 74, 37),
    ("White Sea", 65.8, 38.5), ("Kara Sea", 75, 70), ("Laptev Sea", 75.5, 125), ("East Siberian Sea", 73, 160), ("Chukchi Sea", 70, -170),
    ("Beaufort Sea", 72, -140), ("Baffin Bay", 74, -67), ("Davis Strait", 65, -58), ("Labrador Sea", 57, -53), ("Hudson Bay", 60, -85),
    ("Hudson Strait", 62, -71), ("Foxe Basin", 67, -78), ("Gulf of Saint Lawrence", 48.3, -61.5), ("Gulf of Mexico", 25, -90),
    ("Caribbean Sea", 15, -75), ("Caribbean Sea", 18.5, -83), ("Gulf of Guinea", 2, 3), ("Gulf of California", 27, -111.3),
    ("Scotia Sea", -57, -45), ("Drake Passage", -59.5, -64), ("Weddell Sea", -72, -45), ("Ross Sea", -75, 175), ("Ross Sea", -76, -170),
    ("Arctic Ocean", 88, 40), ("Arctic Ocean", 90, 0), ("Southern Ocean", -64, 90), ("North Atlantic Ocean", 35, -40),
    ("North Atlantic Ocean", 63, -30), ("South Atlantic Ocean", -20, -15), ("South Atlantic Ocean", -50, -62), ("Indian Ocean", -25, 80),
    ("Indian Ocean", -46, 135), ("Indian Ocean", -33, 30), ("Indian Ocean", -20, 115), ("North Pacific Ocean", 30, -150),
    ("North Pacific Ocean", 5, -80), ("North Pacific Ocean", 30, 160), ("South Pacific Ocean", -30, -120), ("South Pacific Ocean", -5, -82),
    ("South Pacific Ocean", -30, 180), ("South Pacific Ocean", -45, -76),
  ]

  @Test("positions in the midst of waters have their names", arguments: known)
  func names(_ name: String, _ latitude: Double, _ longitude: Double) {
    #expect(name == Seas.shared.number(at: Coordinate(latitude: latitude, longitude: longitude)).flatMap(Seas.shared.name)?.english)
  }

  @Test("every place of the globe has a name, on both sides of the antimeridian the same")
  func whole() {
    for latitude in stride(from: -90.0, through: 90, by: 1.5) {
      for longitude in stride(from: -180.0, through: 180, by: 2.5) {
        #expect(Seas.shared.number(at: Coordinate(latitude: latitude, longitude: longitude)) != nil, "\(latitude) \(longitude)")
      }
      // The meridian itself divides the East Siberian from the Chukchi Sea.
      if (68...76).contains(latitude) { continue }
      let east = Seas.shared.number(at: Coordinate(latitude: latitude, longitude: 179.9999))
      #expect(east == Seas.shared.number(at: Coordinate(latitude: latitude, longitude: -179.9999)), "\(latitude)")
    }
    #expect(Seas.shared.number(at: Coordinate(latitude: .nan, longitude: 0)) == nil)
    #expect(Seas.shared.name(-1) == nil && Seas.shared.name(10_000) == nil)
  }

  @Test("every line of the table is read, and each sea has a name of its own in both languages")
  func table() {
    let lines = SeaTable.text.split(separator: "\n")
    #expect(Seas.shared.count == lines.count && lines.count > 70)
    let names = (0..<Seas.shared.count).compactMap(Seas.shared.name)
    #expect(Set(names.map(\.english)).count == names.count && Set(names.map(\.chinese)).count == names.count)
    for name in names {
      #expect(
        name.english.utf8.allSatisfy { $0 < 128 } && name.chinese.unicodeScalars.allSatisfy { ("\u{4E00}"..."\u{9FFF}").contains($0) })
    }
    for line in lines {
      let corners = line.split(separator: ";")[2].split(separator: ",")
      #expect(corners.count >= 3 && corners.allSatisfy { $0.split(separator: " ").count == 2 }, "\(line)")
    }
    #expect(Seas(table: "nonsense\nA;B\nA;B;1 2,3 4\nA;B;1 2,3 x,5 6\n").count == 0)
  }
}
