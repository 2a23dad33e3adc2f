// Owns the tests of what positions are called.

import Testing
import TrackGeodesy

@testable import BaseMap

@Suite("Named places")
struct NamedPlaceTests {
  /// A position, and the names of its town and country; from general knowledge; Chinese as GeoNames
  /// has them, some of them older or rarer than others in use.
  struct Known: Sendable, CustomStringConvertible {
    let city: String
    let latitude: Double
    let longitude: Double
    let country: String
    let chinese: String
    var description: String { "\(city), \(country)" }

    init(_ city: String, _ latitude: Double, _ longitude: Double, _ country: String, _ chinese: String) {
      (self.city, self.latitude, self.longitude, self.country, self.chinese) = (city, latitude, longitude, country, chinese)
    }
  }

  static let known = [
    Known("Beijing", 39.9042, 116.4074, "China", "北京，中国"), Known("Shanghai", 31.2304, 121.4737, "China", "上海，中国"),
    Known("Lhasa", 29.65, 91.1, "China", "拉萨，中国"), Known("Hong Kong", 22.2850, 114.1577, "Hong Kong", "香港"),
    Known("Macau", 22.2006, 113.5461, "Macao", "澳门"), Known("Taipei", 25.0478, 121.5319, "Taiwan", "台北，台湾"),
    Known("Strasbourg", 48.5839, 7.7455, "France", "斯特拉斯堡，法国"), Known("Kehl", 48.5727, 7.8152, "Germany", "凯尔，德国"),
    Known("El Paso", 31.7587, -106.4869, "United States", "埃尔帕索，美国"),
    Known("Ciudad Juárez", 31.7333, -106.4833, "Mexico", "华雷斯城，墨西哥"), Known("Vatican City", 41.9022, 12.4533, "Vatican", "梵蒂冈"),
    Known("Zürich", 47.3769, 8.5417, "Switzerland", "苏黎世，瑞士"), Known("Genève", 46.2022, 6.1457, "Switzerland", "日内瓦，瑞士"),
    Known("Konstanz", 47.6603, 9.1758, "Germany", "康斯坦茨，德国"), Known("Singapore", 1.29, 103.85, "Singapore", "新加坡"),
    Known("Johor Bahru", 1.4655, 103.7578, "Malaysia", "新山，马来西亚"), Known("Monaco", 43.7333, 7.4167, "Monaco", "摩纳哥"),
    Known("San Marino", 43.9367, 12.4463, "San Marino", "圣马力诺"), Known("Paris", 48.8566, 2.3522, "France", "巴黎，法国"),
    Known("London", 51.5074, -0.1278, "United Kingdom", "伦敦，英国"), Known("Tokyo", 35.6895, 139.6917, "Japan", "东京，日本"),
    Known("Seoul", 37.5665, 126.978, "South Korea", "首尔，韩国"), Known("Vladivostok", 43.1056, 131.8735, "Russia", "海参崴，俄罗斯"),
    Known("Kaliningrad", 54.7065, 20.511, "Russia", "加里宁格勒，俄罗斯"), Known("Suva", -18.1416, 178.4415, "Fiji", "苏瓦，斐济"),
    Known("Cairo", 30.0444, 31.2357, "Egypt", "开罗，埃及"), Known("Cape Town", -33.9249, 18.4241, "South Africa", "开普敦，南非"),
    Known("Maseru", -29.3167, 27.4833, "Lesotho", "马塞卢，莱索托"),
    Known("Kinshasa", -4.3276, 15.3136, "Democratic Republic of the Congo", "金沙萨，刚果（金）"),
    Known("Brazzaville", -4.2661, 15.2832, "Republic of the Congo", "布拉柴维尔，刚果（布）"),
    Known("Buenos Aires", -34.6132, -58.3772, "Argentina", "布宜诺斯艾利斯，阿根廷"),
    Known("Foz do Iguaçu", -25.5478, -54.5882, "Brazil", "伊瓜苏，巴西"), Known("Ushuaia", -54.8019, -68.303, "Argentina", "乌斯怀亚，阿根廷"),
    Known("Honolulu", 21.3069, -157.8583, "United States", "檀香山，美国"), Known("Skopje", 41.9973, 21.428, "North Macedonia", "斯科普里，北马其顿"),
    Known("Prague", 50.088, 14.4208, "Czechia", "布拉格，捷克"), Known("İstanbul", 41.0138, 28.9497, "Turkey", "伊斯坦布尔，土耳其"),
    Known("Reykjavík", 64.1466, -21.9426, "Iceland", "雷克雅未克，冰岛"), Known("Denver", 39.7392, -104.9903, "United States", "丹佛，美国"),
    Known("Sydney", -33.8688, 151.2093, "Australia", "悉尼，澳大利亚"),
  ]

  @Test("towns and countries have their names, in English and in Chinese, on the right side of borders", arguments: known)
  func names(_ known: Known) throws {
    let place = try #require(Places.embedded.place(at: Coordinate(latitude: known.latitude, longitude: known.longitude)))
    #expect(place.country?.english == known.country)
    #expect(place.city?.name == known.city)
    #expect(place.chinese == known.chinese)
    #expect(place.setting == .inside)
  }

  @Test("the words are the town and its country, once where both are called alike")
  func words() throws {
    let beijing = try #require(Places.embedded.place(at: Coordinate(latitude: 39.9042, longitude: 116.4074)))
    #expect(beijing.english == "Beijing, China")
    #expect(try #require(Places.embedded.place(at: Coordinate(latitude: 1.29, longitude: 103.85))).english == "Singapore")
    let denver = try #require(Places.embedded.place(at: Coordinate(latitude: 39.7392, longitude: -104.9903)))
    #expect(denver.region == "Colorado")
  }

  @Test("a position that is none has no name")
  func nonsense() {
    for (latitude, longitude) in [(Double.nan, 0.0), (0, .infinity), (91, 0), (0, 1e300), (-.infinity, .nan)] {
      #expect(Places.embedded.place(at: Coordinate(latitude: latitude, longitude: longitude)) == nil)
    }
    #expect(Places(nil).place(at: Coordinate(latitude: 0, longitude: 0)) == nil)
  }

  @Test("every town has a country by name, and no name holds what a terminal obeys")
  func clean() throws {
    var chineseCount = 0
    var regionCount = 0
    for index in 0..<Places.embedded.count {
      let city = try #require(Places.embedded.city(at: index))
      let place = try #require(Places.embedded.place(at: city.coordinate))
      let country = try #require(place.country)
      #expect(country.english.utf8.count > 2 && country.chinese != country.code)
      if let name = place.chineseCityName {
        chineseCount += 1
        #expect(name.unicodeScalars.allSatisfy { ("\u{4E00}"..."\u{9FFF}").contains($0) || $0 == "-" || $0 == "·" }, "\(name)")
      }
      if place.region != nil { regionCount += 1 }
      for text in [city.name, place.region ?? "", country.english, country.chinese] {
        #expect(
          text.unicodeScalars.allSatisfy { scalar in
            let category = scalar.properties.generalCategory
            return category != .control && category != .format && category != .lineSeparator && category != .paragraphSeparator
          }, "\(text)")
      }
    }
    #expect(chineseCount > 8000 && regionCount > 23_000)
  }
}
