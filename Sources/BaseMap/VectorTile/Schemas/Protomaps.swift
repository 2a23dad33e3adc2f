// Owns the schema of Protomaps' base map: version 4, and the older ones whose fields begin with `pmap:`.
//
// Source: docs.protomaps.com/basemaps/layers, and its page on version 2.

extension TileSchema {
  static let protomaps = TileSchema(
    name: "Protomaps", kindKeys: ["kind", "pmap:kind"],
    layers: [
      // Land under everything; our ground is land already.
      "earth": LayerRule(),
      "water": LayerRule(
        areas: ShapeRule(
          [KindTable(.kind, [.ocean: "ocean", .ice: "glacier", .sand: "playa"], unseen: "dam")], otherwise: Drawn(.water),
          flags: [FlagTable(.intermittent, .intermittent)]),
        lines: ShapeRule([waterways(.kind)], flags: [FlagTable(.intermittent, .intermittent)], naming: .beside(.waterName)),
        points: ShapeRule([Table.waterNames], otherwise: Drawn(.waterName, rank: 80), naming: .needed)),
      "landcover": LayerRule(areas: ShapeRule([Table.landuse])),
      "landuse": LayerRule(
        areas: ShapeRule([Table.landuse] + [TileField.landuse, .leisure, .aeroway, .amenity, .natural, .railway].map { Table.landuse($0) })),
      "natural": LayerRule(areas: ShapeRule([Table.landuse, Table.landuse(.natural), Table.landuse(.landuse)])),
      "buildings": LayerRule(
        areas: ShapeRule(otherwise: Drawn(.building)),
        points: ShapeRule(otherwise: Drawn(.houseNumber, rank: 255), reference: .houseNumber)),
      "roads": LayerRule(
        lines: ShapeRule(
          [Table.streets(.detail), Table.streets(.highway), roads], flags: roadFlags, naming: .beside(.roadName),
          reference: .reference)),
      "transit": LayerRule(
        lines: ShapeRule(
          [
            Table.streets(.detail), Table.streets(.railway), Table.streets(.aeroway),
            KindTable(.kind, [.rail: "rail railway", .ferry: "ferry ferryway", .aerialway: "aerialway", .pier: "pier"]),
          ], flags: roadFlags)),
      "physical_line": LayerRule(
        lines: ShapeRule(
          [waterways(.waterway), waterways(.kind)], flags: [FlagTable(.intermittent, .intermittent)], naming: .beside(.waterName))),
      "physical_point": LayerRule(
        points: ShapeRule(
          [Table.waterNames, KindTable(.kind, [.peak: "peak volcano"]), KindTable(.natural, [.peak: "peak volcano"])],
          naming: .needed)),
      "boundaries": LayerRule(
        lines: ShapeRule(
          [
            KindTable(.kind, [.countryBorder: "country", .regionBorder: "region macroregion", .districtBorder: "county locality"]),
            Table.adminLevels,
            KindTable(.detail, [.countryBorder: "2", .regionBorder: "3 4", .districtBorder: "5 6 7 8 9 10"]),
          ], flags: [FlagTable(.disputed, .disputed), FlagTable(.maritime, .maritime)])),
      "places": LayerRule(
        points: ShapeRule(
          [localities(.detail), Table.places],
          flags: [FlagTable(.capital, ["yes": .capital, "2": .capital, "true": .capital])],
          ranks: [.linear(.populationRank, -9, offset: 170), .powers(.population, 20, offset: 160), .linear(.rank, 30)], naming: .needed)),
      "pois": LayerRule(
        points: ShapeRule(
          [
            Table.furniture(.kind), Table.sights(.kind), Table.furniture(.amenity), Table.sights(.amenity), Table.sights(.tourism),
            Table.sights(.railway),
          ],
          otherwise: Drawn(.pointOfInterest, rank: 180), naming: .needed)),
    ])

  private static func waterways(_ field: TileField) -> KindTable {
    KindTable(field, [.river: "river canal", .stream: "stream drain ditch waterway"])
  }

  /// What a place is, more closely than its kind `locality` says.
  private static func localities(_ field: TileField) -> KindTable {
    KindTable(
      field, [:],
      special: [
        "city": Drawn(.city, rank: 60), "town": Drawn(.town, rank: 90), "village": Drawn(.village, rank: 110),
        "hamlet": Drawn(.hamlet, rank: 160),
      ])
  }

  private static let roadFlags = [
    FlagTable(.tunnel, .tunnel), FlagTable(.bridge, .bridge), FlagTable(.level, ["-1": .tunnel, "1": .bridge]), FlagTable(.link, .link),
  ]

  /// By the coarse kinds, where nothing closer is said.
  private static let roads = KindTable(
    .kind,
    [
      .motorway: "highway", .primaryRoad: "major_road", .secondaryRoad: "medium_road", .minorRoad: "minor_road other", .path: "path",
      .rail: "rail", .ferry: "ferry", .aerialway: "aerialway", .pier: "pier", .taxiway: "aeroway",
    ])
}
