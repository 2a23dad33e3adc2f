// Owns the tests of the Chinese names of towns, and of how much towns count on the map.

import Testing
import TrackGeodesy

@testable import BaseMap

@Suite("Chinese names of towns")
struct ChineseTownTests {
  /// Latin names and what mainland China calls the towns, from general knowledge.
  static let known = [
    "CN Shenyang 沈阳", "CN Xiangyang 襄阳", "CN Xinxiang 新乡", "CN Xuchang 许昌", "CN Qingnian 临清", "CN Zhongshan 中山", "CN Wuhai 乌海",
    "CN Rizhao 日照", "CN Yuncheng 运城", "CN Yingkou 营口", "CN Tieling 铁岭", "CN Guangyuan 广元", "CN Tai’an 泰安", "CN Xinyang 信阳",
    "CN Huai'an 淮安", "CN Huainan 淮南", "CN Jinan 济南", "CN Lhasa 拉萨", "CN Qinhuangdao 秦皇岛", "CN Baise_City 百色", "CN Xinpu 连云港",
    "SA Riyadh 利雅得", "KE Nairobi 内罗毕", "EG Alexandria 亚历山大", "US New_York_City 纽约", "IT Rome 罗马", "BY Minsk 明斯克", "UA Kiev 基辅",
    "BR São_Paulo 圣保罗", "ET Addis_Ababa 亚的斯亚贝巴", "AT Vienna 维也纳", "DO Santo_Domingo 圣多明各", "KR Seoul 首尔", "JP Tokyo 东京",
    "KW Kuwait_City 科威特城", "US Washington,_D.C. 华盛顿", "JP Hiroshima-shi 广岛", "FR Paris 巴黎", "NZ Auckland 奥克兰",
  ]

  /// The greatest town of each name and country, with its Chinese name.
  private static func towns() -> [String: (chinese: String, rank: UInt8)] {
    var towns: [String: (chinese: String, rank: UInt8)] = [:]
    let names = WorldNames(WorldBytes.embedded)
    for number in 0..<Places.embedded.count {
      guard let town = names.town(number), let city = Places.embedded.city(at: number) else { continue }
      let key = "\(city.countryCode) \(city.name)"
      if towns[key].map({ $0.rank <= town.rank }) ?? false { continue }
      towns[key] = (names.name(ofTown: number, country: town.record.country).chinese ?? "", town.rank)
    }
    return towns
  }

  @Test("are those in use in mainland China")
  func names() {
    let towns = Self.towns()
    for entry in Self.known {
      let words = entry.split(separator: " ").map { String($0.map { $0 == "_" ? " " : $0 }) }
      #expect(towns["\(words[0]) \(words[1])"]?.chinese == words[2], "\(entry)")
    }
  }

  @Test("every capital has one")
  func capitals() throws {
    let names = WorldNames(WorldBytes.embedded)
    var bare: [String] = []
    for number in 0..<Places.embedded.count {
      guard let town = names.town(number), town.isCapital else { continue }
      let name = names.name(ofTown: number, country: town.record.country)
      if name.chinese == nil { bare.append(name.local) }
    }
    #expect(bare.isEmpty, "\(bare)")
  }

  @Test("are in simplified characters")
  func simplified() {
    // Characters that mainland China writes otherwise, among the most common ones of names.
    let traditional = Set("亞羅馬爾維納聖島廣東門興龍陽鄉縣區鎮嶺寧濟漢濱蘭黃臺灣長樂営広済鉄沢")
    for (key, town) in Self.towns() { #expect(traditional.isDisjoint(with: town.chinese), "\(key): \(town.chinese)") }
  }

  /// A city, what GeoNames takes for a town beside it, and their country.
  static let pairs = [
    ("US", "Boston", "South Boston"), ("US", "Memphis", "New South Memphis"), ("RU", "Khabarovsk", "Khabarovsk Vtoroy"),
    ("IL", "Tel Aviv", "Rishon LeẔiyyon"), ("PH", "Bacolod City", "Mansilingan"), ("CN", "Jinan", "Tai’an"), ("PL", "Warsaw", "Wola"),
    ("SN", "Dakar", "Grand Dakar"), ("GB", "London", "City of London"),
  ]

  @Test("a quarter, and a twin by mistake, counts plainly less than its city", arguments: pairs)
  func quarters(country: String, city: String, quarter: String) throws {
    let towns = Self.towns()
    let (great, small) = (try #require(towns["\(country) \(city)"]), try #require(towns["\(country) \(quarter)"]))
    #expect(great.rank / 16 < small.rank / 16, "\(great.rank), \(small.rank)")
  }

  @Test("ranks fall with the people, finer than the classes")
  func ranks() throws {
    let towns = Self.towns()
    let order = [
      "CN Shanghai", "CN Beijing", "US New York City", "DE Berlin", "DE Hamburg", "DE Munich", "DE Köln", "CH Zürich", "CH Bern",
    ]
    let ranks = try order.map { try #require(towns[$0]).rank }
    #expect(ranks == ranks.sorted() && Set(ranks).count >= 8, "\(ranks)")
  }

  @Test("what GeoNames misplaces is where it is")
  func corrections() throws {
    let dubai = try #require(Places.embedded.place(at: Coordinate(latitude: 25.26, longitude: 55.30)))
    #expect(dubai.city?.name == "Dubai" && dubai.setting == .inside)
    // No outline of the map has it: Spain on the coast of Morocco.
    let ceuta = try #require(Places.embedded.place(at: Coordinate(latitude: 35.8894, longitude: -5.3213)))
    #expect(ceuta.country?.code == "ES" && ceuta.city?.name == "Ceuta")
    #expect(try #require(Places.embedded.nearest(to: Coordinate(latitude: 22.52, longitude: 113.39))).city.name == "Zhongshan")
  }
}
