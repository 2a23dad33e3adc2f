// Owns the schema of Mapbox Streets, versions 7 and 8.
//
// Source: docs.mapbox.com, "Mapbox Streets v7" and "Mapbox Streets v8".

extension TileSchema {
  static let mapboxStreets = TileSchema(
    name: "Mapbox Streets", kindKeys: ["class"],
    layers: [
      "water": LayerRule(areas: ShapeRule(otherwise: Drawn(.water))),
      "waterway": LayerRule(
        lines: ShapeRule(
          [KindTable(.kind, [.river: "river canal stream_intermittent", .stream: "stream drain ditch"])], otherwise: Drawn(.stream),
          flags: [FlagTable(.kind, ["stream_intermittent": .intermittent])])),
      "waterway_label": LayerRule(
        lines: ShapeRule([KindTable(.kind, [.river: "river canal"])], otherwise: Drawn(.stream), naming: .only(.waterName))),
      "water_label": LayerRule(points: ShapeRule(otherwise: Drawn(.waterName, rank: 80), naming: .needed)),
      "marine_label": LayerRule(
        lines: ShapeRule(otherwise: Drawn(.waterName, rank: 10), naming: .only(.waterName)),
        points: ShapeRule(otherwise: Drawn(.waterName, rank: 10), naming: .needed)),
      "natural_label": LayerRule(
        lines: ShapeRule(otherwise: Drawn(.waterName, rank: 60), naming: .only(.waterName)),
        points: ShapeRule(
          [
            KindTable(
              .kind, [.waterName: "water bay reservoir wetland", .peak: "landform"],
              special: ["ocean": Drawn(.waterName, rank: 0), "sea": Drawn(.waterName, rank: 10)])
          ], ranks: [.linear(.symbolRank, 10)], naming: .needed)),
      "landcover": LayerRule(areas: ShapeRule([Table.landuse(.kind)])),
      "landuse": LayerRule(
        areas: ShapeRule([
          KindTable(.kind, [:], unseen: "rock parking scree"), KindTable(.type, [.sports: "golf_course", .park: "park garden"]),
          Table.landuse,
        ])),
      "landuse_overlay": LayerRule(areas: ShapeRule([Table.landuse])),
      "building": LayerRule(areas: ShapeRule(otherwise: Drawn(.building))),
      "structure": LayerRule(lines: ShapeRule([barriers])),
      "barrier_line": LayerRule(lines: ShapeRule([barriers])),
      "aeroway": LayerRule(
        areas: ShapeRule(otherwise: Drawn(.aerodrome)),
        lines: ShapeRule([
          KindTable(.kind, [.runway: "runway", .taxiway: "taxiway"]), KindTable(.type, [.runway: "runway", .taxiway: "taxiway"]),
        ])),
      "road": LayerRule(
        areas: ShapeRule([KindTable(.kind, [.pedestrianArea: "pedestrian path street_limited service"])]),
        lines: ShapeRule(
          [roads, links], flags: [FlagTable(.brunnel, Table.brunnel)], naming: .beside(.roadName), reference: .reference)),
      "road_label": LayerRule(lines: ShapeRule([roads, links], naming: .only(.roadName), reference: .reference)),
      "admin": LayerRule(
        lines: ShapeRule(
          [KindTable(.adminLevel, [.countryBorder: "0 2", .regionBorder: "1 3 4", .districtBorder: "5 6 7 8 9 10"])],
          flags: [FlagTable(.disputed, .disputed), FlagTable(.maritime, .maritime)])),
      "country_label": LayerRule(points: ShapeRule(otherwise: Drawn(.country), ranks: [.linear(.scaleRank, 10)], naming: .needed)),
      "state_label": LayerRule(points: ShapeRule(otherwise: Drawn(.region), naming: .needed)),
      "place_label": LayerRule(
        points: ShapeRule(
          [placeTypes, Table.places], flags: [FlagTable(.capital, ["2": .capital])],
          ranks: [.linear(.scaleRank, 10), .linear(.symbolRank, 10), .linear(.localRank, 4, offset: 90)], naming: .needed)),
      "airport_label": LayerRule(points: ShapeRule(otherwise: Drawn(.airport), ranks: [.linear(.scaleRank, 40)], naming: .needed)),
      "rail_station_label": LayerRule(points: ShapeRule(otherwise: Drawn(.station, rank: 120), naming: .needed)),
      "transit_stop_label": LayerRule(
        points: ShapeRule(otherwise: Drawn(.station, rank: 150), ranks: [.linear(.filterRank, 30, offset: 60)], naming: .needed)),
      "mountain_peak_label": LayerRule(points: ShapeRule(otherwise: Drawn(.peak), naming: .needed)),
      "housenum_label": LayerRule(points: ShapeRule(otherwise: Drawn(.houseNumber, rank: 255), reference: .houseNumber)),
      "poi_label": LayerRule(
        points: ShapeRule(
          [KindTable(.type, [.station: "station halt"])], otherwise: Drawn(.pointOfInterest),
          ranks: [.linear(.scaleRank, 30, offset: 20), .linear(.filterRank, 30, offset: 40)], naming: .needed)),
    ])

  private static let barriers = KindTable(.kind, [.wall: "fence hedge gate", .pier: "land"], unseen: "cliff")

  private static let placeTypes = KindTable(
    .type, [:],
    special: [
      "city": Drawn(.city, rank: 70), "town": Drawn(.town, rank: 90), "village": Drawn(.village, rank: 110),
      "hamlet": Drawn(.hamlet, rank: 160),
      "suburb": Drawn(.suburb, rank: 110), "neighbourhood": Drawn(.suburb, rank: 150), "residential": Drawn(.suburb, rank: 160),
    ])

  /// Links have a class in version 8 and a type in both.
  private static let roads = KindTable(
    .kind,
    [
      .motorway: "motorway", .trunkRoad: "trunk", .primaryRoad: "primary", .secondaryRoad: "secondary", .tertiaryRoad: "tertiary",
      .minorRoad: "street street_limited residential main road", .service: "service driveway", .track: "track",
      .path: "path pedestrian", .rail: "major_rail", .tram: "minor_rail", .ferry: "ferry", .aerialway: "aerialway",
    ],
    unseen:
      "construction turning_circle turning_loop level_crossing traffic_signals junction intersection mini_roundabout golf service_rail",
    special: [
      "motorway_link": Drawn(.motorway, .link), "trunk_link": Drawn(.trunkRoad, .link), "primary_link": Drawn(.primaryRoad, .link),
      "secondary_link": Drawn(.secondaryRoad, .link), "tertiary_link": Drawn(.tertiaryRoad, .link),
    ])

  /// The class `link` of version 7.
  private static let links = Table.streets(.type)
}
