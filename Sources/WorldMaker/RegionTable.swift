// Owns the first-level divisions whose names stand on the map: those of the largest countries, each where its towns lie.

/// The divisions of a few large countries.
struct RegionTable {
  struct Region {
    /// In Latin letters, without the word for its kind.
    let name: String
    /// In simplified characters; empty but for China's.
    let chinese: String
    /// The middle of its towns.
    let degrees: PlanePoint
    let rank: UInt8
  }

  /// In the order of their codes.
  private(set) var regions: [Region] = []

  private static let countries: Set = ["AR", "AU", "BR", "CA", "CN", "ID", "IN", "MX", "RU", "US", "ZA"]

  /// - Parameters:
  ///   - names: of divisions, by `country.division`.
  ///   - towns: those of each division, likewise.
  init(names: [String: String], towns: [String: [CityTable.Town]]) {
    for (code, name) in names.sorted(by: { $0.key < $1.key }) {
      let isChinese = code.hasPrefix("CN.")
      let chinese = isChinese ? Self.chinese.first { name.hasPrefix($0.key) } : nil
      // China's cities that are divisions themselves have their names as cities.
      guard Self.countries.contains(String(code.prefix(2))), let towns = towns[code], isChinese == (chinese != nil) else { continue }
      let count = Double(towns.count)
      let middle = PlanePoint(x: towns.reduce(0) { $0 + $1.degrees.x } / count, y: towns.reduce(0) { $0 + $1.degrees.y } / count)
      let people = Double(max(1, towns.reduce(0) { $0 + $1.people }))
      let rank = UInt8(max(0, min(255, 100 - 10 * WorldLine.logarithm(people) / WorldLine.logarithm(10))))
      regions.append(Region(name: chinese?.key ?? name, chinese: chinese?.value ?? "", degrees: middle, rank: rank))
    }
  }

  /// China's provinces and autonomous regions, as maps call them.
  private static let chinese: KeyValuePairs = [
    "Anhui": "安徽", "Fujian": "福建", "Gansu": "甘肃", "Guangdong": "广东", "Guangxi": "广西", "Guizhou": "贵州", "Hainan": "海南",
    "Hebei": "河北", "Heilongjiang": "黑龙江", "Henan": "河南", "Hubei": "湖北", "Hunan": "湖南", "Inner Mongolia": "内蒙古",
    "Jiangsu": "江苏", "Jiangxi": "江西", "Jilin": "吉林", "Liaoning": "辽宁", "Ningxia": "宁夏", "Qinghai": "青海", "Shaanxi": "陕西",
    "Shandong": "山东", "Shanxi": "山西", "Sichuan": "四川", "Tibet": "西藏", "Xinjiang": "新疆", "Yunnan": "云南", "Zhejiang": "浙江",
  ]

  /// Adds their names.
  func add(to world: inout WorldFile) {
    for (tag, names) in [("RGEN", regions.map(\.name)), ("RGZH", regions.map(\.chinese))] {
      var texts = LittleEndianBytes()
      for name in names {
        texts.append(UInt8(name.utf8.count))
        texts.append(name.utf8)
      }
      world.add(tag, texts)
    }
  }
}
