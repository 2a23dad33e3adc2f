// Owns places on both sides of the border of mainland China, and the towns of GeoNames where the table is installed.

import TrackGeodesy

struct NamedPlace: Sendable, CustomStringConvertible {
  let name: String
  let coordinate: Coordinate
  var description: String { name }

  init(_ name: String, _ latitude: Double, _ longitude: Double) {
    self.name = name
    coordinate = Coordinate(latitude: latitude, longitude: longitude)
  }
}

/// Places on both sides, WGS-84, from general knowledge.
enum ChinaPlaces {
  static let inside: [NamedPlace] = [
    NamedPlace("Beijing", 39.9073, 116.3913), NamedPlace("Shanghai", 31.23, 121.47), NamedPlace("Shenzhen Luohu", 22.54, 114.115),
    NamedPlace("Shenzhen Shekou", 22.485, 113.915), NamedPlace("Zhuhai", 22.27, 113.567), NamedPlace("Xiamen", 24.48, 118.09),
    NamedPlace("Haikou", 20.03, 110.33), NamedPlace("Sanya", 18.25, 109.51), NamedPlace("Dandong", 40.13, 124.385),
    NamedPlace("Ji'an", 41.13, 126.18), NamedPlace("Yanji", 42.9, 129.5), NamedPlace("Hunchun", 42.86, 130.36),
    NamedPlace("Suifenhe", 44.4, 131.15), NamedPlace("Heihe", 50.24, 127.49), NamedPlace("Mohe", 52.97, 122.53),
    NamedPlace("Manzhouli", 49.59, 117.43), NamedPlace("Erenhot", 43.65, 111.98), NamedPlace("Khorgas", 44.21, 80.42),
    NamedPlace("Kashgar", 39.47, 75.99), NamedPlace("Taxkorgan", 37.77, 75.23), NamedPlace("Lhasa", 29.65, 91.12),
    NamedPlace("Yadong", 27.49, 88.91), NamedPlace("Ruili", 24.02, 97.855), NamedPlace("Jinghong", 22.0, 100.8),
    NamedPlace("Hekou", 22.53, 103.95), NamedPlace("Pingxiang", 22.1, 106.76), NamedPlace("Dongxing", 21.555, 107.97),
    NamedPlace("Dalian", 38.91, 121.61), NamedPlace("Weihai", 37.51, 122.12), NamedPlace("Zhoushan", 30.0, 122.2),
    NamedPlace("Pingtan", 25.5, 119.79),
    NamedPlace("Shenzhen Futian", 22.53, 114.055), NamedPlace("Shatoujiao", 22.56, 114.22), NamedPlace("Gongbei", 22.222, 113.55),
    NamedPlace("Hengqin", 22.12, 113.53), NamedPlace("Wanzai", 22.2, 113.518), NamedPlace("Shengsi", 30.73, 122.45),
    NamedPlace("Changdao", 37.92, 120.74), NamedPlace("Weizhou Island", 21.04, 109.12), NamedPlace("Nan'ao", 23.42, 117.02),
    NamedPlace("Chongming", 31.62, 121.4), NamedPlace("Sansha", 16.833, 112.334), NamedPlace("Tumen", 42.966, 129.843),
    NamedPlace("Changbai", 41.42, 128.2), NamedPlace("Fuyuan", 48.36, 134.3), NamedPlace("Tashkurgan road, Khunjerab", 36.9, 75.5),
    NamedPlace("Burang", 30.29, 81.18), NamedPlace("Zhangmu", 27.99, 85.98), NamedPlace("Wanding", 24.08, 98.07),
    NamedPlace("Mohan", 21.2, 101.69), NamedPlace("Alashankou", 45.17, 82.57), NamedPlace("Tacheng", 46.75, 82.98),
    NamedPlace("Artux", 39.71, 76.17), NamedPlace("middle of the Bohai", 38.6, 119.6),
  ]

  static let outside: [NamedPlace] = [
    NamedPlace("Taipei", 25.04, 121.56), NamedPlace("Kaohsiung", 22.62, 120.3), NamedPlace("Kinmen", 24.43, 118.32),
    NamedPlace("Nangan, Matsu", 26.155, 119.94), NamedPlace("Penghu", 23.57, 119.58), NamedPlace("Hong Kong Central", 22.28, 114.16),
    NamedPlace("Sheung Shui", 22.5, 114.128), NamedPlace("Tuen Mun", 22.39, 113.97), NamedPlace("Tai O", 22.253, 113.86),
    NamedPlace("Macau", 22.193, 113.543), NamedPlace("Seoul", 37.57, 126.98), NamedPlace("Pyongyang", 39.03, 125.75),
    NamedPlace("Sinuiju", 40.08, 124.41), NamedPlace("Manpo", 41.14, 126.31), NamedPlace("Hoeryong", 42.43, 129.76),
    NamedPlace("Rason", 42.25, 130.3), NamedPlace("Vladivostok", 43.12, 131.89), NamedPlace("Khabarovsk", 48.48, 135.08),
    NamedPlace("Blagoveshchensk", 50.29, 127.53), NamedPlace("Ulaanbaatar", 47.92, 106.92), NamedPlace("Zamyn-Uud", 43.719, 111.902),
    NamedPlace("Dalanzadgad", 43.57, 104.43), NamedPlace("Choibalsan", 48.07, 114.5), NamedPlace("Almaty", 43.24, 76.89),
    NamedPlace("Osh", 40.53, 72.8), NamedPlace("Naryn", 41.43, 75.99), NamedPlace("Gilgit", 35.92, 74.31), NamedPlace("Leh", 34.16, 77.58),
    NamedPlace("Kathmandu", 27.71, 85.32), NamedPlace("Gangtok", 27.33, 88.61), NamedPlace("Thimphu", 27.47, 89.64),
    NamedPlace("Myitkyina", 25.38, 97.4), NamedPlace("Lashio", 22.93, 97.75), NamedPlace("Lao Cai", 22.48, 103.97),
    NamedPlace("Lang Son", 21.85, 106.76), NamedPlace("Mong Cai", 21.51, 107.97), NamedPlace("Ha Giang", 22.82, 104.98),
    NamedPlace("Hanoi", 21.03, 105.85), NamedPlace("Luang Namtha", 20.95, 101.4), NamedPlace("Tokyo", 35.68, 139.69),
    NamedPlace("Fukuoka", 33.59, 130.4), NamedPlace("Jeju", 33.5, 126.53), NamedPlace("London", 51.5, 0),
    NamedPlace("Lok Ma Chau", 22.495, 114.075), NamedPlace("Sai Kung", 22.38, 114.27), NamedPlace("Lau Fau Shan", 22.465, 113.985),
    NamedPlace("Coloane", 22.12, 113.563), NamedPlace("Dongyin", 26.367, 120.49), NamedPlace("Wuqiu", 24.99, 119.45),
    NamedPlace("Muse", 23.97, 97.9), NamedPlace("Zharkent", 44.17, 80.0), NamedPlace("Panfilov road, Korgas", 44.2, 80.2),
    NamedPlace("Tawang", 27.59, 91.87), NamedPlace("Itanagar", 27.1, 93.62), NamedPlace("Boten", 21.15, 101.66),
    NamedPlace("Dostyk", 45.25, 82.48), NamedPlace("Zaysan", 47.47, 84.87), NamedPlace("Bakhty", 46.66, 82.72),
    NamedPlace("Zabaykalsk", 49.65, 117.33), NamedPlace("Pogranichny", 44.41, 131.38), NamedPlace("Kraskino", 42.71, 130.78),
    NamedPlace("Grodekovo road, Poltavka", 44.05, 131.4), NamedPlace("Sost", 36.69, 74.82),
    NamedPlace("Torugart road, At-Bashy", 41.17, 75.8),
    NamedPlace("Irkeshtam road, Sary-Tash", 39.73, 73.25), NamedPlace("Okinawa", 26.21, 127.68),
  ]
}

/// The towns of GeoNames' cities15000.txt, where Debian's libtimezonemap-data is installed.
enum GeoNamesTowns {
  struct Town {
    let name: String
    let country: String
    let coordinate: Coordinate
  }

  private static let path = "/usr/share/libtimezonemap/ui/cities15000.txt"

  static var isInstalled: Bool { access(path, R_OK) == 0 }

  static func all() -> [Town] {
    (contents(of: path) ?? []).split(separator: UInt8(ascii: "\n")).compactMap { line in
      let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
      guard columns.count == 19, let latitude = Double(columns[4]), let longitude = Double(columns[5]) else { return nil }
      return Town(name: columns[1], country: columns[8], coordinate: Coordinate(latitude: latitude, longitude: longitude))
    }
  }
}
