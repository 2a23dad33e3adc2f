// Owns the schema of Shortbread (version 1.0), which Geofabrik, VersaTiles and OpenStreetMap's own tile server write.
//
// Source: shortbread-tiles.org/schema/1.0.

extension TileSchema {
  static let shortbread = TileSchema(
    name: "Shortbread", kindKeys: ["kind"],
    layers: [
      "ocean": LayerRule(areas: ShapeRule(otherwise: Drawn(.ocean))),
      "water_polygons": LayerRule(areas: ShapeRule([KindTable(.kind, [.ice: "glacier"])], otherwise: Drawn(.water))),
      "water_polygons_labels": LayerRule(
        points: ShapeRule(
          [KindTable(.kind, [:], unseen: "glacier")], otherwise: Drawn(.waterName), ranks: [.powers(.area, 20, offset: 200)],
          naming: .needed)),
      "water_lines": LayerRule(
        lines: ShapeRule(
          [KindTable(.kind, [.river: "river canal", .stream: "stream ditch drain"])], otherwise: Drawn(.stream),
          flags: [FlagTable(.tunnel, .tunnel), FlagTable(.bridge, .bridge)])),
      "water_lines_labels": LayerRule(
        lines: ShapeRule([KindTable(.kind, [.river: "river canal"])], otherwise: Drawn(.stream), naming: .only(.waterName))),
      "dam_lines": LayerRule(lines: ShapeRule(otherwise: Drawn(.wall))),
      "pier_lines": LayerRule(lines: ShapeRule(otherwise: Drawn(.pier))),
      "pier_polygons": LayerRule(areas: ShapeRule(otherwise: Drawn(.pedestrianArea))),
      "boundaries": LayerRule(
        lines: ShapeRule([Table.adminLevels], flags: [FlagTable(.disputed, .disputed), FlagTable(.maritime, .maritime)])),
      "boundary_labels": LayerRule(
        points: ShapeRule(
          [KindTable(.adminLevel, [.country: "2", .region: "3 4"])], ranks: [.powers(.area, 20, offset: 160)], naming: .needed)),
      "place_labels": LayerRule(
        points: ShapeRule([Table.places], ranks: [.powers(.population, 20, offset: 160)], naming: .needed)),
      "land": LayerRule(areas: ShapeRule([Table.landuse])),
      "sites": LayerRule(areas: ShapeRule([Table.landuse])),
      "buildings": LayerRule(areas: ShapeRule(otherwise: Drawn(.building))),
      "addresses": LayerRule(points: ShapeRule(otherwise: Drawn(.houseNumber, rank: 255), reference: .houseNumber)),
      "streets": LayerRule(
        lines: ShapeRule(
          [Table.streets(.kind)], flags: [FlagTable(.tunnel, .tunnel), FlagTable(.bridge, .bridge), FlagTable(.link, .link)])),
      "street_polygons": LayerRule(
        areas: ShapeRule([KindTable(.kind, [.aerodrome: "runway taxiway"])], otherwise: Drawn(.pedestrianArea))),
      "street_labels": LayerRule(lines: ShapeRule([Table.streets(.kind)], naming: .only(.roadName), reference: .reference)),
      "bridges": LayerRule(areas: ShapeRule(otherwise: Drawn(.pedestrianArea))),
      "ferries": LayerRule(lines: ShapeRule(otherwise: Drawn(.ferry))),
      "aerialways": LayerRule(lines: ShapeRule(otherwise: Drawn(.aerialway))),
      "public_transport": LayerRule(
        points: ShapeRule(
          [
            KindTable(
              .kind, [.station: "station"],
              special: [
                "aerodrome": Drawn(.airport), "halt": Drawn(.station, rank: 150), "aerialway_station": Drawn(.station, rank: 170),
                "tram_stop": Drawn(.station, rank: 200), "ferry_terminal": Drawn(.pointOfInterest, rank: 90),
                "bus_station": Drawn(.pointOfInterest, rank: 100), "bus_stop": Drawn(.pointOfInterest, rank: 220),
              ])
          ], naming: .needed)),
      "pois": LayerRule(
        points: ShapeRule(
          [TileField.amenity, .tourism, .historic, .leisure, .shop].flatMap { [Table.furniture($0), Table.sights($0)] },
          otherwise: Drawn(.pointOfInterest, rank: 200), naming: .needed)),
    ])
}
