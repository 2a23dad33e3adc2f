// Owns the schema of OpenMapTiles (version 3), which OpenFreeMap, MapTiler and tilemaker's default write.
//
// Source: openmaptiles.org/schema.

extension TileSchema {
  static let openMapTiles = TileSchema(
    name: "OpenMapTiles", kindKeys: ["class"],
    layers: [
      "water": LayerRule(
        areas: ShapeRule(
          [KindTable(.kind, [.ocean: "ocean", .water: "lake river pond dock swimming_pool basin reservoir"])], otherwise: Drawn(.water),
          flags: [FlagTable(.intermittent, .intermittent), FlagTable(.brunnel, Table.brunnel)])),
      "waterway": LayerRule(
        lines: ShapeRule(
          [KindTable(.kind, [.river: "river canal", .stream: "stream drain ditch"], unseen: "dam weir")], otherwise: Drawn(.stream),
          flags: [FlagTable(.intermittent, .intermittent), FlagTable(.brunnel, Table.brunnel)], naming: .beside(.waterName))),
      "water_name": LayerRule(
        lines: ShapeRule(otherwise: Drawn(.waterName, rank: 80), naming: .only(.waterName)),
        points: ShapeRule([Table.waterNames], otherwise: Drawn(.waterName, rank: 80), naming: .needed)),
      "landcover": LayerRule(
        areas: ShapeRule([
          KindTable(
            .detail,
            [
              .park: "park garden village_green recreation_ground flowerbed", .sports: "golf_course",
              .farmland: "allotments orchard vineyard plant_nursery",
            ]),
          KindTable(
            .kind, [.farmland: "farmland", .ice: "ice", .wood: "wood", .grass: "grass", .wetland: "wetland", .sand: "sand"], unseen: "rock"),
        ])),
      "landuse": LayerRule(areas: ShapeRule([Table.landuse])),
      "park": LayerRule(
        areas: ShapeRule(otherwise: Drawn(.park)),
        points: ShapeRule(otherwise: Drawn(.parkName), ranks: [.linear(.rank, 10)], naming: .needed)),
      "building": LayerRule(areas: ShapeRule(otherwise: Drawn(.building))),
      "transportation": LayerRule(
        areas: ShapeRule([KindTable(.kind, [.pedestrianArea: "path pedestrian pier platform service bridge"])]),
        lines: ShapeRule([railways, roads], flags: [FlagTable(.brunnel, Table.brunnel), FlagTable(.link, .link)])),
      "transportation_name": LayerRule(
        lines: ShapeRule([railways, roads], naming: .only(.roadName), reference: .reference)),
      "aeroway": LayerRule(
        areas: ShapeRule(otherwise: Drawn(.aerodrome)),
        lines: ShapeRule([KindTable(.kind, [.runway: "runway", .taxiway: "taxiway"])])),
      "boundary": LayerRule(
        lines: ShapeRule(
          [Table.adminLevels], flags: [FlagTable(.disputed, .disputed), FlagTable(.maritime, .maritime)])),
      "place": LayerRule(
        points: ShapeRule(
          [Table.places], flags: [FlagTable(.capital, ["2": .capital, "yes": .capital, "true": .capital])], ranks: [.linear(.rank, 8)],
          naming: .needed)),
      "aerodrome_label": LayerRule(
        points: ShapeRule(
          [
            KindTable(
              .kind, [.airport: "international public regional continental military other private"],
              special: ["international": Drawn(.airport, rank: 20), "private": Drawn(.airport, rank: 180)])
          ], otherwise: Drawn(.airport), naming: .needed)),
      "mountain_peak": LayerRule(
        points: ShapeRule(
          [KindTable(.kind, [.peak: "peak volcano"], unseen: "ridge cliff arete")], otherwise: Drawn(.peak),
          ranks: [.linear(.rank, 10, offset: 40)],
          naming: .needed)),
      "housenumber": LayerRule(points: ShapeRule(otherwise: Drawn(.houseNumber, rank: 255), naming: .none, reference: .houseNumber)),
      "poi": LayerRule(
        points: ShapeRule(
          [
            KindTable(
              .detail, [.station: "station halt"], special: ["subway": Drawn(.station, rank: 140), "tram_stop": Drawn(.station, rank: 200)]),
            Table.furniture(.detail), Table.sights(.detail), Table.sights(.kind),
          ], otherwise: Drawn(.pointOfInterest, rank: 160), ranks: [.added(.rank, 1)], naming: .needed)),
    ])

  /// Rails come first: trams are a kind of `transit`.
  private static let railways = KindTable(
    .detail, [.tram: "tram light_rail monorail funicular", .rail: "rail narrow_gauge preserved"], special: ["subway": Drawn(.rail, .tunnel)]
  )

  private static let roads = KindTable(
    .kind,
    [
      .motorway: "motorway", .trunkRoad: "trunk", .primaryRoad: "primary", .secondaryRoad: "secondary", .tertiaryRoad: "tertiary",
      .minorRoad: "minor minor_road street busway bus_guideway raceway", .service: "service", .track: "track",
      .path: "path pedestrian", .rail: "rail", .tram: "transit", .ferry: "ferry", .aerialway: "aerialway", .pier: "pier",
    ])
}
