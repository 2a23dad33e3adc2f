// Owns the made-up city that maps are measured with: one tile of about 180 kB in the OpenMapTiles schema, the same everywhere, so that its streets
// go on from tile to tile.

/// A city of one tile, repeated without end.
enum SyntheticCity {
  static let extent = 4096

  /// The tile: a river, parks, a grid of streets of all classes with names, a railway, buildings, house numbers, shops.
  static let tile: [UInt8] = {
    var random = CityNoise()
    var tile = water() + ground() + streets(&random)
    tile += buildings(&random) + points(&random)
    return tile
  }()

  private typealias Points = [(x: Int, y: Int)]

  /// A line across the tile whose ends meet those of its neighbours.
  private static func wave(_ offset: Double, height: Double, steps: Int = 24) -> Points {
    (0...steps).map { step in
      let x = Double(step) / Double(steps)
      return (Int(x * Double(extent)), Int(offset + height * sin(2 * Double.pi * x)))
    }
  }

  private static func water() -> [UInt8] {
    var water = TileLayerWriter("water")
    let north = wave(1900, height: 260)
    let south = wave(2140, height: 260)
    water.add(.area, north + south.reversed(), [("class", .text("river"))])
    var names = TileLayerWriter("waterway")
    names.add(.line, wave(2020, height: 260), [("class", .text("river")), ("name", .text("Synthetic River"))])
    return water.bytes + names.bytes
  }

  private static func ground() -> [UInt8] {
    var use = TileLayerWriter("landuse")
    for (left, top) in [(0, 0), (2048, 0), (0, 2600), (2048, 2600)] {
      use.add(.area, [(left, top), (left + 2048, top), (left + 2048, top + 1400), (left, top + 1400)], [("class", .text("residential"))])
    }
    var cover = TileLayerWriter("landcover")
    for (left, top, kind) in [(300, 300, "grass"), (2600, 700, "wood"), (900, 3000, "grass"), (3200, 3100, "wood")] {
      cover.add(.area, [(left, top), (left + 620, top + 40), (left + 580, top + 500), (left - 20, top + 460)], [("class", .text(kind))])
    }
    return use.bytes + cover.bytes
  }

  private static func streets(_ random: inout CityNoise) -> [UInt8] {
    var roads = TileLayerWriter("transportation")
    var names = TileLayerWriter("transportation_name")
    func add(_ kind: String, _ points: Points, _ name: String) {
      roads.add(.line, points, [("class", .text(kind))])
      names.add(.line, points, [("class", .text(kind)), ("name", .text(name)), ("name:en", .text("\(name) St"))])
    }
    let count = 32
    for index in 0..<count {
      let at = index * extent / count
      let kind =
        index == 8 ? "motorway" : index % 16 == 0 ? "primary" : index % 8 == 4 ? "secondary" : index % 4 == 2 ? "tertiary" : "minor"
      let bend = Double(random.next(60))
      add(kind, wave(Double(at), height: bend), "East \(index)")
      add(kind, wave(Double(at), height: bend).map { ($0.y, $0.x) }, "North \(index)")
    }
    for _ in 0..<160 {
      let (x, y) = (random.next(extent - 200), random.next(extent - 200))
      roads.add(
        .line, [(x, y), (x + random.next(180), y + 40), (x + 60, y + random.next(180))],
        [("class", .text(random.next(2) == 0 ? "path" : "service"))])
    }
    roads.add(.line, wave(3300, height: 120), [("class", .text("rail"))])
    return roads.bytes + names.bytes
  }

  private static func buildings(_ random: inout CityNoise) -> [UInt8] {
    var buildings = TileLayerWriter("building")
    for _ in 0..<4600 {
      let (x, y) = (random.next(extent - 80), random.next(extent - 80))
      let (wide, high) = (20 + random.next(50), 20 + random.next(50))
      buildings.add(
        .area,
        [(x, y), (x + wide, y + 4), (x + wide - 2, y + high / 2), (x + wide / 2, y + high / 2), (x + wide / 2, y + high), (x, y + high)],
        [("render_height", .number(3 + random.next(30)))])
    }
    return buildings.bytes
  }

  private static func points(_ random: inout CityNoise) -> [UInt8] {
    var shops = TileLayerWriter("poi")
    for index in 0..<360 {
      shops.add(
        .point, [(random.next(extent), random.next(extent))],
        [("class", .text(["shop", "cafe", "bank", "school"][index % 4])), ("name", .text("Shop \(index)")), ("rank", .number(index))])
    }
    var numbers = TileLayerWriter("housenumber")
    for index in 0..<1400 { numbers.add(.point, [(random.next(extent), random.next(extent))], [("housenumber", .text("\(index % 240)"))]) }
    var places = TileLayerWriter("place")
    places.add(.point, [(700, 900)], [("class", .text("suburb")), ("name", .text("Old Town"))])
    places.add(.point, [(2900, 3000)], [("class", .text("suburb")), ("name", .text("New Town"))])
    return shops.bytes + numbers.bytes + places.bytes
  }

  /// The city as a PMTiles archive of zooms 11 to 14, everywhere on Earth, without compression: one entry a zoom, since all its tiles are one.
  static func archive() -> [UInt8] {
    let zooms = 11...14
    var directory = ProtobufBytes()
    directory.varint(zooms.count)
    var last = 0
    for zoom in zooms {
      let first = ((1 << (2 * zoom)) - 1) / 3
      directory.varint(first - last)
      last = first
    }
    for zoom in zooms { directory.varint(1 << (2 * zoom)) }
    for _ in zooms { directory.varint(tile.count) }
    // An offset is written as one more than it is.
    for _ in zooms { directory.varint(1) }
    let metadata = Array(#"{"name":"Synthetic city","attribution":"A made-up city"}"#.utf8)
    var header = Array("PMTiles".utf8) + [3]
    func long(_ value: Int) { for shift in stride(from: 0, to: 64, by: 8) { header.append(UInt8(truncatingIfNeeded: value >> shift)) } }
    func word(_ degrees: Double) { for shift in [0, 8, 16, 24] { header.append(UInt8(truncatingIfNeeded: Int(degrees * 1e7) >> shift)) } }
    let root = 127
    let details = root + directory.bytes.count
    let data = details + metadata.count
    for value in [root, directory.bytes.count, details, metadata.count, data, 0, data, tile.count] { long(value) }
    for value in [zooms.reduce(0) { $0 + 1 << (2 * $1) }, zooms.count, 1] { long(value) }
    header += [1, 1, 1, 1, UInt8(zooms.lowerBound), UInt8(zooms.upperBound)]
    for degrees in [-180.0, -85, 180, 85] { word(degrees) }
    header.append(14)
    for degrees in [116.4, 39.9] { word(degrees) }
    return header + directory.bytes + metadata + tile
  }
}

/// A small generator of numbers that are the same each time.
private struct CityNoise {
  private var state: UInt64 = 0x2545_F491_4F6C_DD1D

  /// A number of 0 ..< limit.
  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(1, limit)
  }
}
