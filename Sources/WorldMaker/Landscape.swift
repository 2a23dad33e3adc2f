// Owns the geometry of the embedded world: Natural Earth's sets as levels of detail, each cut into tiles.

/// What the levels are made of.
struct Landscape {
  /// A level of detail; docs/decisions/0021-embedded-map.md says why these.
  struct Level {
    let tag: String
    let grid: LevelGrid
    /// From how many dots of the screen to the world's side it is meant for.
    let fromDots: Int
    /// How far a line may lie from its source, in world units.
    let tolerance: Double
    /// The smallest island, river, lake and urban area, in world units, and the smallest towns and capitals, in people.
    let island: Double
    let river: Double
    let lake: Double
    let urban: Double
    let people: Int
    let capitalPeople: Int
    /// From how many people on the other towns are told apart, for the closest views.
    let smallPeople: Int
    let hasRegions: Bool
  }

  static let levels = [
    Level(
      tag: "LOD2", grid: LevelGrid(zoom: 5, frame: 4096), fromDots: 4000, tolerance: 2.5e-5, island: 0, river: 0, lake: 0, urban: 0,
      people: 50_000,
      capitalPeople: 0, smallPeople: 0, hasRegions: true),
    Level(
      tag: "LOD1", grid: LevelGrid(zoom: 3, frame: 2048), fromDots: 1000, tolerance: 1 / 8000, island: 1 / 8000, river: 1 / 400,
      lake: 1 / 2000, urban: 1 / 1000,
      people: 100_000, capitalPeople: 0, smallPeople: .max, hasRegions: true),
    Level(
      tag: "LOD0", grid: LevelGrid(zoom: 0, frame: 4096), fromDots: 0, tolerance: 1 / 2000, island: 1 / 900, river: 1 / 40, lake: 1 / 300,
      urban: 1,
      people: 2_000_000, capitalPeople: 500_000, smallPeople: .max, hasRegions: false),
  ]

  /// A line and the numbers of the countries on both sides, plus one; 0 is the sea.
  private struct Outline {
    var line: WorldLine
    let right: UInt8
    let left: UInt8
  }

  private var outlines: [Outline] = []
  /// Coasts as rings of outlines, each in order.
  private let coasts: [[Int]]
  private var rivers: [WorldLine]
  private var lakes: [WorldArea]
  private var urban: [WorldArea]
  private var regionBorders: [WorldLine]
  private let towns: [CityTable.Town]
  private let regions: [RegionTable.Region]
  private let labels: [(country: Int, rank: UInt8, place: PlanePoint)]
  private let countries: CountryGround

  /// - Parameters:
  ///   - folder: where the PN2 files lie.
  ///   - codes: the countries in the order of their numbers.
  init(countries: CountryGround, folder: String, codes: [String], towns: [CityTable.Town], regions: [RegionTable.Region])
    throws(MakerError)
  {
    func file(_ name: String) throws(MakerError) -> PN2File {
      let path = "\(folder)/ne_50m_\(name).pn2"
      return try PN2File(bytes: try Files.read(path), name: path)
    }
    self.towns = towns
    self.regions = regions
    self.countries = countries
    let numbers = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, UInt8($0 + 1)) })
    func number(_ ring: Int?) -> UInt8 { ring.flatMap { numbers[countries.codes[$0]] } ?? 0 }
    for arc in countries.arcs {
      outlines.append(
        Outline(
          line: WorldLine(degrees: arc.points.map { PlanePoint(x: Double($0.x) / 120, y: Double($0.y) / 120) }), right: number(arc.right),
          left: number(arc.left)))
    }
    coasts = try CountryArcs.coasts(countries.arcs)
    rivers = try file("rivers_lake_centerlines").rings.map { WorldLine(degrees: $0.points) }
    lakes = WorldArea.all(try file("lakes"))
    urban = WorldArea.all(try file("urban_areas"))
    regionBorders = try file("admin_1_states_provinces_lines").rings.map { WorldLine(degrees: $0.points) }
    labels = countries.labels(codes)
  }

  /// Adds a section for each level: the zoom of its tiles, their frame, the scale it is meant for; where each tile's bytes begin, and where
  /// the last one's end; the bytes.
  mutating func add(to world: inout WorldFile) {
    for level in Self.levels {
      simplify(level.tolerance)
      let tiles = tiles(level)
      var (section, content) = (LittleEndianBytes(), LittleEndianBytes())
      for number in [level.grid.zoom, level.grid.frame, level.fromDots] { section.append(UInt32(number)) }
      for tile in tiles {
        section.append(UInt32(content.bytes.count))
        content.append(tile.bytes())
      }
      section.append(UInt32(content.bytes.count))
      section.append(content.bytes)
      world.add(level.tag, section)
      Self.tell(level, tiles)
      print("bytes", section.bytes.count)
    }
  }

  /// Each level's lines are made of the finer one's, so that its points are among them.
  private mutating func simplify(_ tolerance: Double) {
    for index in outlines.indices { outlines[index].line = outlines[index].line.simplified(tolerance) }
    rivers = rivers.map { $0.simplified(tolerance) }
    lakes = lakes.map { $0.simplified(tolerance) }
    urban = urban.map { $0.simplified(tolerance) }
    regionBorders = regionBorders.map { $0.simplified(tolerance) }
  }

  private func tiles(_ level: Level) -> [TileContent] {
    let grid = level.grid
    var tiles = [TileContent](repeating: TileContent(), count: grid.tiles * grid.tiles)
    grid.cut(coastRings(level)) { tile, area in
      tiles[tile].isSea = !area.isAround
      tiles[tile].coasts = area.rings
    }
    for outline in outlines where outline.left != 0 {
      grid.cut(grid.line(outline.line)) { tile, part in tiles[tile].borders.append((outline.left, outline.right, part)) }
    }
    if level.hasRegions {
      for line in regionBorders { grid.cut(grid.line(line)) { tile, part in tiles[tile].regionBorders.append(part) } }
    }
    for line in rivers where line.extent >= level.river { grid.cut(grid.line(line)) { tile, part in tiles[tile].rivers.append(part) } }
    for area in lakes where area.extent >= level.lake { area.cut(grid) { tile, rings in tiles[tile].lakes += rings } }
    for area in urban where area.extent >= level.urban { area.cut(grid) { tile, rings in tiles[tile].urban += rings } }
    for (number, town) in towns.enumerated() {
      let tile = Self.spot(town.place, grid).tile
      if town.people >= level.people || town.isCapital && town.people >= level.capitalPeople {
        tiles[tile].towns.append(number)
      } else if town.people >= level.smallPeople {
        tiles[tile].smallTowns.append(number)
      }
    }
    for label in labels {
      let spot = Self.spot(label.place, grid)
      tiles[spot.tile].countries.append(.init(number: label.country, rank: label.rank, point: spot.point))
    }
    for (number, region) in regions.enumerated() where level.hasRegions {
      let spot = Self.spot(WorldLine.project(region.degrees), grid)
      tiles[spot.tile].regions.append(.init(number: number, rank: region.rank, point: spot.point))
    }
    for number in tiles.indices where tiles[number].coasts.isEmpty && tiles[number].borders.isEmpty && !tiles[number].isSea {
      let middle = PlanePoint(
        x: (Double(number % grid.tiles) + 0.5) / Double(grid.tiles), y: (Double(number / grid.tiles) + 0.5) / Double(grid.tiles))
      tiles[number].ground = countries.number(at: middle)
    }
    return tiles
  }

  /// The coasts on the grid. Edges along the edge of the world are marked as cut.
  private func coastRings(_ level: Level) -> [[Corner]] {
    coasts.compactMap { ring in
      if ring.count == 1, outlines[ring[0]].line.extent < level.island { return nil }
      var corners: [Corner] = []
      for index in ring {
        let mark = outlines[index].right
        let line = level.grid.line(outlines[index].line)
        for (point, next) in zip(line, line.dropFirst()) {
          corners.append(Corner(point: point, mark: isEdge(point, next, level.grid) ? 0 : mark))
        }
      }
      return corners
    }
  }

  private func isEdge(_ a: GridPoint, _ b: GridPoint, _ grid: LevelGrid) -> Bool {
    a.x == b.x && (a.x == 0 || a.x == grid.side) || a.y == b.y && (a.y == 0 || a.y == grid.side)
  }

  private static func spot(_ place: PlanePoint, _ grid: LevelGrid) -> (tile: Int, point: GridPoint) {
    let point = GridPoint(Int((place.x * Double(grid.side)).rounded()), Int((place.y * Double(grid.side)).rounded()))
    // By the place itself, as a reader finds its tile; on the grid it may lie on the frame.
    let column = min(grid.tiles - 1, max(0, Int(place.x * Double(grid.tiles))))
    let row = min(grid.tiles - 1, max(0, Int(place.y * Double(grid.tiles))))
    return (row * grid.tiles + column, GridPoint(point.x - column * grid.frame, point.y - row * grid.frame))
  }

  private static func tell(_ level: Level, _ tiles: [TileContent]) {
    func count(_ lines: [[GridPoint]]) -> Int { lines.reduce(0) { $0 + $1.count } }
    let coast = tiles.reduce(0) { $0 + $1.coasts.reduce(0) { $0 + $1.count } }
    let border = tiles.reduce(0) { $0 + count($1.borders.map(\.points)) }
    print(
      "\(level.tag): points of coasts \(coast), borders \(border), regions \(tiles.reduce(0) { $0 + count($1.regionBorders) }),",
      "rivers \(tiles.reduce(0) { $0 + count($1.rivers) }), lakes \(tiles.reduce(0) { $0 + count($1.lakes) }),",
      "urban \(tiles.reduce(0) { $0 + count($1.urban) }); towns \(tiles.reduce(0) { $0 + $1.towns.count });",
      "largest tile \(tiles.map { $0.bytes().count }.max() ?? 0) bytes")
  }
}
