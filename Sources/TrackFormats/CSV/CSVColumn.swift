// Owns `CSVColumn`: what a column of a table holds, found out from its name.

/// What a column holds, and how its numbers become ours.
struct CSVColumn: Hashable {
  /// What a column holds.
  enum Kind: UInt8, Hashable {
    case ignored, latitude, longitude, position, northSouth, eastWest, elevation, time, date, speed, course, accuracy
    case heartRate, cadence, power, temperature, name, track, segment
  }

  var kind: Kind
  /// A number in the column times this, plus ``offset``, is one in our unit: degrees, metres, metres a second, seconds, °C.
  var scale = 1.0
  var offset = 0.0

  static let ignored = CSVColumn(kind: .ignored)

  init(kind: Kind, scale: Double = 1, offset: Double = 0) {
    (self.kind, self.scale, self.offset) = (kind, scale, offset)
  }

  /// The column that a name means, as headers write it: `Latitude`, `speed (km/h)`, `ele_ft`, `经度`; ``ignored`` where it means none.
  init(named text: String) {
    let (base, unit) = Self.parts(of: text)
    if let kind = Self.kinds[base] {
      self = Self.column(kind, unit: unit)
      return
    }
    // The unit may be the end of the name: `speed_kmh`, `altitudem`, `timestampms`.
    for (ending, _) in Self.units where base.hasSuffix(ending) {
      if let kind = Self.kinds[String(base.dropLast(ending.count))], Self.takes(kind, ending) {
        self = Self.column(kind, unit: ending)
        return
      }
    }
    self = .ignored
  }

  /// A name without what is written in many ways, and the unit in parentheses or brackets behind it.
  private static func parts(of text: String) -> (base: String, unit: String) {
    var (base, unit) = ("", "")
    var isUnit = false
    for scalar in TextCleaning.cleaned(text, limit: 64).lowercased().unicodeScalars {
      switch scalar {
      case "(", "[", "（": isUnit = true
      case ")", "]", "）", " ", "_", "-", ".", "/", "\"", "'", "#", ":", "\u{B0}": break
      default: if isUnit { unit.unicodeScalars.append(scalar) } else { base.unicodeScalars.append(scalar) }
      }
    }
    return (base, unit)
  }

  private static func column(_ kind: Kind, unit: String) -> CSVColumn {
    guard takes(kind, unit), let factor = units[unit] else { return CSVColumn(kind: kind) }
    return CSVColumn(kind: kind, scale: factor, offset: unit == "f" || unit == "fahrenheit" ? -32.0 * 5 / 9 : 0)
  }

  /// Whether a unit is one for a kind of column: `m` is metres of a height, and nothing of a speed.
  private static func takes(_ kind: Kind, _ unit: String) -> Bool {
    switch kind {
    case .latitude, .longitude: ["deg", "degrees", "wgs84", "semicircles"].contains(unit)
    case .course: ["deg", "degrees"].contains(unit)
    case .elevation, .accuracy: ["m", "meters", "metres", "ft", "feet", "km"].contains(unit)
    case .speed: ["ms", "mps", "kmh", "kph", "mph", "knots", "knot", "kn", "kt", "kts"].contains(unit)
    case .time: ["s", "sec", "seconds", "ms", "us", "utc", "iso", "iso8601", "unix", "epoch"].contains(unit)
    case .temperature: ["c", "f", "celsius", "fahrenheit"].contains(unit)
    case .heartRate, .cadence, .power: ["bpm", "rpm", "spm", "w", "watts"].contains(unit)
    default: false
    }
  }

  /// What one of a unit is in ours. The times are told apart by their size, so they stay what they are.
  /// The mile is 1609.344 m, the foot 0.3048 m, the nautical mile 1852 m.
  private static let units: [String: Double] = [
    "deg": 1, "degrees": 1, "wgs84": 1, "semicircles": 180.0 / 2_147_483_648, "m": 1, "meters": 1, "metres": 1, "ft": 0.3048,
    "feet": 0.3048,
    "km": 1000, "ms": 1, "mps": 1, "kmh": 1 / 3.6, "kph": 1 / 3.6, "mph": 0.44704, "knots": 1852.0 / 3600, "knot": 1852.0 / 3600,
    "kn": 1852.0 / 3600, "kt": 1852.0 / 3600, "kts": 1852.0 / 3600, "s": 1, "sec": 1, "seconds": 1, "us": 1, "utc": 1, "iso": 1,
    "iso8601": 1,
    "unix": 1, "epoch": 1, "c": 1, "celsius": 1, "f": 5.0 / 9, "fahrenheit": 5.0 / 9, "bpm": 1, "rpm": 1, "spm": 1, "w": 1, "watts": 1,
  ]

  private static let kinds: [String: Kind] = {
    let names: [(Kind, [String])] = [
      (.latitude, ["lat", "latitude", "y", "latitud", "gpslat", "gpslatitude", "positionlat", "locationlat", "latitudens", "纬度", "緯度"]),
      (
        .longitude,
        ["lon", "lng", "long", "longitude", "x", "longitud", "gpslon", "gpslng", "gpslong", "gpslongitude", "positionlong", "positionlon"]
          + ["locationlong", "locationlon", "longitudeew", "经度", "經度"]
      ),
      (.position, ["position", "latlon", "latlng", "latlong", "coordinates", "coordinate", "location", "gps"]),
      (.northSouth, ["ns"]), (.eastWest, ["ew"]),
      (
        .elevation,
        ["ele", "elevation", "alt", "altitude", "height", "altitudemsl", "gpsalt", "gpsaltitude", "enhancedaltitude", "海拔", "高度", "高程"]
      ),
      (
        .time,
        [
          "time", "timestamp", "datetime", "utc", "utctime", "timeutc", "gpstime", "when", "isotime", "epoch", "unixtime", "unix",
          "timestamputc",
        ]
          + ["时间", "時間", "时间戳"]
      ),
      (.date, ["date", "utcdate", "gpsdate", "day", "日期"]),
      (.speed, ["speed", "velocity", "sog", "gpsspeed", "groundspeed", "enhancedspeed", "速度"]),
      (.course, ["course", "heading", "bearing", "direction", "cog", "azimuth", "truecourse", "航向", "方向", "方位角"]),
      (.accuracy, ["accuracy", "horizontalaccuracy", "hacc", "gpsaccuracy", "精度"]),
      (.heartRate, ["hr", "heartrate", "heart", "bpm", "心率"]), (.cadence, ["cad", "cadence", "rpm", "踏频"]),
      (.power, ["power", "watts", "watt", "功率"]), (.temperature, ["temp", "temperature", "atemp", "airtemperature", "温度", "气温"]),
      (.name, ["name", "label", "placename", "waypoint", "名称"]),
      (.track, ["track", "trackid", "trk", "trackname", "trip", "tripid", "轨迹"]),
      (.segment, ["segment", "seg", "segmentid", "trkseg", "tracksegment", "lap", "lapid", "段"]),
    ]
    return Dictionary(uniqueKeysWithValues: names.flatMap { kind, names in names.map { ($0, kind) } })
  }()
}

/// The columns of a table and what parts them.
struct CSVLayout: Hashable {
  var columns: [CSVColumn]
  var separator: UInt8
  /// Whether the positions have names of their own, and not just `x` and `y`, which tables of anything have; or another column is one of ours.
  var isSure = true

  /// What may part columns, the likeliest first.
  static let separators: [UInt8] = [.comma, .semicolon, .tab, 0x7C]
  /// A header with more columns, or a longer one, is none.
  static let columnLimit = 1024
  static let lengthLimit = 32_768

  /// Whether latitudes and longitudes can be found in it.
  var hasPositions: Bool {
    let kinds = Set(columns.map(\.kind))
    return kinds.contains(.position) || (kinds.contains(.latitude) && kinds.contains(.longitude))
  }

  /// Whether there is more in it than the positions.
  var hasMore: Bool { columns.count > (columns.contains { $0.kind == .position } ? 1 : 2) }

  init(columns: [CSVColumn], separator: UInt8) { (self.columns, self.separator) = (columns, separator) }

  /// The columns that a line of names tells, `nil` where it does not tell where the positions are.
  init?(header line: Span<UInt8>) {
    guard line.count >= 3, line.count <= Self.lengthLimit else { return nil }
    let normal = CoordinateLine.normalized(line, keepsRemarks: true)
    for separator in Self.separators where normal.contains(separator) {
      let names = CSVText.fields(normal.span, separator: separator, limit: Self.columnLimit)
      var columns = names.map { CSVColumn(named: $0) }
      Self.keepFirst(of: &columns)
      var layout = CSVLayout(columns: columns, separator: separator)
      layout.isSure = zip(columns, names).allSatisfy { column, name in
        (column.kind != .latitude && column.kind != .longitude) || name.utf8.count > 1
      }
      layout.isSure = layout.isSure || columns.contains { ![.ignored, .latitude, .longitude].contains($0.kind) }
      if columns.count > 1, layout.hasPositions {
        self = layout
        return
      }
    }
    return nil
  }

  /// The columns that a person lists: `time,lat,lon,-,ele`.
  init?(list: String, separator: UInt8) {
    var columns = list.split(separator: ",", omittingEmptySubsequences: false).prefix(Self.columnLimit).map { CSVColumn(named: String($0)) }
    Self.keepFirst(of: &columns)
    self.init(columns: columns, separator: separator)
    guard hasPositions else { return nil }
  }

  /// Of two columns of a kind, such as a GPS altitude and a barometric one, the first counts.
  private static func keepFirst(of columns: inout [CSVColumn]) {
    var seen: Set<CSVColumn.Kind> = []
    for index in columns.indices where columns[index].kind != .ignored {
      if !seen.insert(columns[index].kind).inserted { columns[index] = .ignored }
    }
    // Where there are columns for the two, a third for both says nothing new.
    if seen.contains(.latitude), seen.contains(.longitude) {
      for index in columns.indices where columns[index].kind == .position { columns[index] = .ignored }
    }
  }

  /// The separator of a line without names: the one that occurs most, with at least one.
  static func likelySeparator(_ line: Span<UInt8>) -> UInt8 {
    var counts = separators.map { _ in 0 }
    for index in 0..<min(line.count, lengthLimit) {
      for (place, separator) in separators.enumerated() where line[index] == separator { counts[place] += 1 }
    }
    // With semicolons between them, commas are decimal ones.
    if counts[1] > 0 { return .semicolon }
    guard let most = counts.max(), most > 0, let place = counts.firstIndex(of: most) else { return .comma }
    return separators[place]
  }
}
