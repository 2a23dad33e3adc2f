// Owns the drive from Shangdi to Tiananmen: `beijing.txt`, and the same drive in BD-09, `beijing-bd09.txt`.
//
// The positions are those of well-known crossings, from general knowledge, in WGS-84 (most published numbers of Beijing are GCJ-02 or BD-09,
// some 500 m off); good to roughly 100 m, and no survey.
import TrackGeodesy

enum Beijing {
  /// The whole way, junction by junction. Streets: 信息路, 上地三街, 上地东路, 中关村北大街, 中关村大街, 中关村南大街, 西直门外大街,
  /// the second ring, 复兴门内大街 and 西长安街.
  static let ways: [Way] = [
    .at(40.0384, 116.2990, "上地 Shangdi", kmh: 34),
    .ahead(95, 74.5, radius: 12.5, kmh: 38),
    .ahead(170, 210, "信息路 Xinxi Rd", radius: 13, kmh: 38),
    .ahead(100, 440, radius: 15, kmh: 40),
    .at(40.0300, 116.3065, kmh: 38, wait: 18), .at(40.0245, 116.3073, kmh: 44),
    .at(40.0191, 116.3084, "上地桥 Shangdi Bridge", kmh: 50, bridge: 6),
    .at(40.0130, 116.3100, kmh: 48),
    .at(40.0060, 116.3109, "圆明园 Yuanmingyuan", kmh: 46),
    .at(39.9990, 116.3108, "清华西门 Tsinghua West Gate", kmh: 40, wait: 24),
    .at(39.9955, 116.3101), .at(39.9920, 116.3098, kmh: 42),
    .at(39.9868, 116.3100, kmh: 34, wait: 31),
    .at(39.9837, 116.3102, "中关村 Zhongguancun", kmh: 30),
    .at(39.9795, 116.3107, kmh: 33),
    .at(39.9757, 116.3117, "海淀黄庄 Haidian Huangzhuang", kmh: 40, wait: 38),
    .at(39.9705, 116.3140, kmh: 42),
    .at(39.9664, 116.3157, "人民大学 Renmin University", kmh: 42, wait: 14),
    .at(39.9620, 116.3166, kmh: 46),
    .at(39.9579, 116.3171, "魏公村 Weigongcun", kmh: 44, wait: 17),
    .at(39.9505, 116.3178, kmh: 47),
    .at(39.9432, 116.3186, "国家图书馆 National Library", kmh: 43),
    .at(39.9391, 116.3190, radius: 18, kmh: 42, wait: 34),
    .at(39.9381, 116.3328, "动物园 Beijing Zoo", kmh: 36, wait: 21),
    .at(39.9385, 116.3420, kmh: 29),
    .at(39.9390, 116.3484, "西直门桥 Xizhimen Bridge", radius: 42, kmh: 48, bridge: 6),
    .at(39.9323, 116.3488, kmh: 56), .at(39.9280, 116.3492, kmh: 50),
    .at(39.9232, 116.3496, "阜成门桥 Fuchengmen Bridge", kmh: 55),
    .at(39.9150, 116.3500, kmh: 52), .at(39.9068, 116.3503, kmh: 44),
    // Fuxingmen is a cloverleaf: left onto the avenue is past its bridge and three quarters round to the right, up and over the ring.
    .ahead(178, 150, radius: 36, kmh: 34), .ahead(268, 72, radius: 36), .ahead(358, 72, radius: 36),
    .ahead(88, 72, "复兴门桥 Fuxingmen Bridge", kmh: 45, bridge: 6),
    .at(39.9062, 116.3681, "西单 Xidan", kmh: 47, wait: 29),
    .at(39.9064, 116.3790, kmh: 42),
    .at(39.9066, 116.3912, radius: 13, kmh: 24),
    .at(39.9072, 116.3913, "天安门 Tiananmen", kmh: 20),
  ]

  private static let driver = Driver(
    startSpeed: 1.65, acceleration: (1.8, 1.0), braking: 1.5, sideways: 2.6, top: 16.4,
    mood: (0.07, Wander(seed: 2214, wavelength: 260)), stopsAtEnd: true)

  /// One point a second, in WGS-84.
  static func points() -> [RoutePoint] {
    var itinerary = Itinerary(ways, origin: Coordinate(latitude: 40.0384, longitude: 116.2990), widest: 260)
    itinerary.drift = (0.7, Wander(seed: 8, wavelength: 420))
    let ripple = Wander(seed: 52, wavelength: 700)
    let length = itinerary.path.length
    let seconds = driver.metresEachSecond(along: itinerary.path, stops: itinerary.stops) { itinerary.usualSpeed(at: $0) }
    var points = seconds.map { metres in
      let share = metres / length
      let fade = min(1, metres / 500, (length - metres) / 500)
      let height = 52 - 8 * share.squareRoot() * (0.35 + 0.65 * share.squareRoot()) + 0.7 * fade * ripple.value(at: metres)
      return RoutePoint(coordinate: itinerary.coordinate(at: metres), elevation: height + itinerary.bridgeHeight(at: metres))
    }
    for (way, mark) in zip(ways, itinerary.path.marks) {
      guard let name = way.name, let index = seconds.firstIndex(where: { $0 >= min(mark, length) }) else { continue }
      points[index].places.append(name)
    }
    return points
  }

  private static func header(_ datum: String, _ more: [String]) -> [String] {
    ["name: 上地 → 天安门", "datum: \(datum)"] + more + [
      "licence: MIT, as trackview itself",
      "A drive through Beijing from the Shangdi technology district to Tiananmen. One point is one second;",
      "equal points are a red light. Synthetic: made by RouteMaker, not recorded. longitude,latitude,altitude (m)",
      "",
    ]
  }

  static func files() -> [RouteFile] {
    let points = points()
    let baidu = points.map { point in
      var moved = point
      moved.coordinate = Datum.convert(point.coordinate.rounded, from: .wgs84, to: .bd09)
      return moved
    }
    return [
      RouteFile(name: "beijing.txt", text: coordinateText(header: header("WGS-84", []), points: points)),
      RouteFile(
        name: "beijing-bd09.txt",
        text: coordinateText(header: header("BD-09", ["The drive of beijing.txt, as Baidu's maps would number it."]), points: baidu)),
    ]
  }
}

extension Coordinate {
  /// The coordinate as a file's seven decimals state it.
  var rounded: Coordinate {
    Coordinate(latitude: (latitude * 1e7).rounded() / 1e7, longitude: (longitude * 1e7).rounded() / 1e7)
  }
}
