// A town of the tests' own in each of the schemas.

import TileSketch

enum SketchTiles {
  static let all: [(schema: String, layers: [SketchLayer])] = [
    ("OpenMapTiles", openMapTiles), ("Shortbread", shortbread), ("Protomaps", protomaps), ("Protomaps", oldProtomaps),
    ("Mapbox Streets", mapboxStreets), ("Mapbox Streets", mapboxStreets8), ("", own),
  ]

  static let square: SketchShape = .polygons([[(100, 100), (900, 100), (900, 900), (100, 900)]])
  /// Two squares, the first with a hole.
  static let withHole: SketchShape = .polygons([
    [(1000, 1000), (2000, 1000), (2000, 2000), (1000, 2000)], [(1200, 1200), (1200, 1800), (1800, 1800), (1800, 1200)],
    [(2500, 2500), (2600, 2500), (2600, 2600), (2500, 2600)],
  ])
  static let street: SketchShape = .lines([[(0, 500), (2000, 700), (4096, 500)]])
  static let twoStretches: SketchShape = .lines([[(100, 100), (200, 300)], [(1000, 100), (1200, 130)]])
  static let spot: SketchShape = .points([(2048, 1024)])

  private static func sheet(_ name: String, _ features: [(SketchShape, KeyValuePairs<String, SketchValue>)]) -> SketchLayer {
    var layer = SketchLayer(name)
    for (shape, fields) in features { layer.add(shape, fields) }
    return layer
  }

  static let openMapTiles = [
    sheet("water", [(withHole, ["class": "lake"]), (square, ["class": "ocean"]), (square, ["class": "river", "intermittent": 1])]),
    sheet(
      "waterway", [(street, ["class": "river", "name": "L'Aa", "name:en": "Aa"]), (street, ["class": "stream", "brunnel": "tunnel"])]),
    sheet("landcover", [(square, ["class": "grass", "subclass": "park"]), (square, ["class": "wood"]), (square, ["class": "rock"])]),
    sheet("landuse", [(square, ["class": "residential"]), (square, ["class": "cemetery"])]),
    sheet("building", [(square, [:]), (square, ["render_height": 12.5])]),
    sheet(
      "transportation",
      [
        (street, ["class": "motorway", "brunnel": "bridge"]), (street, ["class": "motorway", "ramp": 1]),
        (twoStretches, ["class": "minor"]),
        (street, ["class": "motorway_construction"]), (street, ["class": "transit", "subclass": "tram"]),
        (street, ["class": "rail", "subclass": "rail"]), (square, ["class": "path", "subclass": "pedestrian"]),
      ]),
    sheet(
      "transportation_name",
      [
        (.lines([[(0, 500), (2000, 700)]]), ["class": "motorway", "name": "长安街", "name:en": "Chang'an Avenue", "ref": "G6;G7"]),
        (.lines([[(2000, 700), (4000, 500)]]), ["class": "motorway", "name": "长安街", "name:en": "Chang'an Avenue", "ref": "G6;G7"]),
        (street, ["class": "minor"]), (street, ["class": "rail", "name": "No road"]),
      ]),
    sheet(
      "boundary",
      [
        (street, ["admin_level": 2, "maritime": 0, "disputed": 1]), (street, ["admin_level": 4.0]), (street, ["admin_level": 8]),
        (street, ["admin_level": 2, "maritime": true]),
      ]),
    sheet(
      "place",
      [
        (spot, ["class": "city", "name": "北京市", "name:en": "Beijing", "name:zh": "北京", "capital": 2, "rank": 1]),
        (spot, ["class": "suburb", "name": "Dongcheng"]), (spot, ["class": "city"]), (spot, ["class": "country", "name:latin": "China"]),
      ]),
    sheet("water_name", [(spot, ["class": "lake", "name": "北海"]), (street, ["class": "lake", "name": "Long lake"])]),
    sheet(
      "poi",
      [
        (spot, ["class": "museum", "subclass": "museum", "name": "Palace", "rank": 1]), (spot, ["class": "bus", "subclass": "bus_stop"]),
        (spot, ["class": "railway", "subclass": "station", "name": "Hauptbahnhof"]),
        (spot, ["class": "amenity", "subclass": "bench", "name": "Bench"]),
      ]),
    sheet("housenumber", [(spot, ["housenumber": "12a"]), (spot, [:])]),
    sheet("mountain_peak", [(spot, ["class": "peak", "name": "Mont Agel", "rank": 1])]),
    sheet("aerodrome_label", [(spot, ["class": "international", "name": "PEK"])]),
    sheet("aeroway", [(street, ["class": "runway"]), (square, ["class": "apron"])]),
    sheet("park", [(square, ["class": "national_park", "name": "Park"]), (spot, ["name": "Park", "rank": 2])]),
    sheet("contour", [(street, ["ele": 10])]),
  ]

  static let shortbread = [
    sheet("ocean", [(square, ["x": 0])]), sheet("water_polygons", [(withHole, ["kind": "water"]), (square, ["kind": "glacier"])]),
    sheet("water_lines", [(street, ["kind": "river", "tunnel": false]), (street, ["kind": "ditch", "tunnel": true])]),
    sheet("water_lines_labels", [(street, ["kind": "river", "name": "Aa", "name_en": "Aa"])]),
    sheet("boundaries", [(street, ["admin_level": 2, "maritime": true, "disputed": false]), (street, ["admin_level": 4])]),
    sheet(
      "place_labels",
      [
        (spot, ["kind": "capital", "name": "北京市", "name_en": "Beijing", "population": 21_893_095]),
        (spot, ["kind": "city", "name": "Z", "population": 100_000]), (spot, ["kind": "village", "name": "V", "population": 100]),
      ]),
    sheet("land", [(square, ["kind": "forest"]), (square, ["kind": "residential"]), (square, ["kind": "scree"])]),
    sheet("sites", [(square, ["kind": "hospital"]), (square, ["kind": "parking"])]), sheet("buildings", [(square, ["dummy": 1])]),
    sheet("addresses", [(spot, ["housename": "", "housenumber": "7"]), (spot, ["housename": "Villa", "housenumber": ""])]),
    sheet(
      "streets",
      [
        (street, ["kind": "motorway", "link": false, "rail": false, "bridge": true, "tunnel": false]),
        (street, ["kind": "primary", "link": true, "rail": false]), (street, ["kind": "residential"]), (street, ["kind": "steps"]),
        (street, ["kind": "rail", "rail": true]), (street, ["kind": "tram", "rail": true]), (street, ["kind": "runway"]),
      ]),
    sheet("street_polygons", [(square, ["kind": "pedestrian"])]),
    sheet(
      "street_labels",
      [(street, ["kind": "primary_link", "name": "Ring", "ref": "1\n2"]), (street, ["kind": "residential", "name": "", "ref": ""])]),
    sheet("public_transport", [(spot, ["kind": "station", "name": "Hbf"]), (spot, ["kind": "aerodrome", "name": "Airport"])]),
    sheet(
      "pois", [(spot, ["amenity": "", "shop": "", "tourism": "museum", "name": "M"]), (spot, ["amenity": "waste_basket", "name": "Bin"])]),
    sheet("ferries", [(street, ["kind": "ferry"])]),
  ]

  static let protomaps = [
    sheet("earth", [(square, ["kind": "earth"])]),
    sheet(
      "water",
      [
        (square, ["kind": "ocean"]), (withHole, ["kind": "lake"]), (street, ["kind": "river", "name": "Aa"]),
        (spot, ["kind": "lake", "name": "Greifensee"]),
      ]),
    sheet("landuse", [(square, ["kind": "park"]), (square, ["kind": "industrial"]), (square, ["kind": "other"])]),
    sheet("landcover", [(square, ["kind": "urban_area"])]),
    sheet("buildings", [(square, ["kind": "building"]), (spot, ["kind": "address", "addr_housenumber": "3"])]),
    sheet(
      "roads",
      [
        (street, ["kind": "highway", "kind_detail": "motorway", "name": "A1", "shield_text": "A1", "is_bridge": true]),
        (street, ["kind": "highway", "kind_detail": "motorway", "is_link": true]),
        (street, ["kind": "major_road", "kind_detail": "secondary", "name": "Seestrasse"]),
        (street, ["kind": "minor_road", "kind_detail": "service"]),
        (street, ["kind": "path", "kind_detail": "footway", "is_tunnel": true]),
        (street, ["kind": "rail", "kind_detail": "tram"]), (street, ["kind": "ferry"]), (street, ["kind": "major_road"]),
      ]),
    sheet("boundaries", [(street, ["kind": "country", "kind_detail": 2]), (street, ["kind": "region", "disputed": true])]),
    sheet(
      "places",
      [
        (
          spot,
          [
            "kind": "locality", "kind_detail": "city", "name": "Zürich", "name:en": "Zurich", "name:zh-Hans": "苏黎世", "population_rank": 11,
            "capital": "4",
          ]
        ), (spot, ["kind": "country", "name": "Schweiz"]), (spot, ["kind": "neighbourhood", "name": "Seefeld"]),
      ]),
    sheet("pois", [(spot, ["kind": "museum", "name": "Landesmuseum"]), (spot, ["kind": "bench", "name": "Bank"])]),
  ]

  static let oldProtomaps = [
    sheet("water", [(square, ["pmap:kind": "ocean"])]), sheet("natural", [(square, ["pmap:kind": "forest", "natural": "wood"])]),
    sheet("landuse", [(square, ["pmap:kind": "park", "leisure": "park"])]),
    sheet(
      "roads",
      [
        (street, ["pmap:kind": "highway", "highway": "motorway", "pmap:level": 1, "name": "A1"]),
        (street, ["pmap:kind": "major_road", "highway": "trunk_link", "pmap:level": -1]), (street, ["pmap:kind": "minor_road"]),
      ]),
    sheet("transit", [(street, ["pmap:kind": "railway", "railway": "subway"]), (street, ["pmap:kind": "aeroway", "aeroway": "runway"])]),
    sheet("physical_line", [(street, ["pmap:kind": "waterway", "waterway": "river", "name": "Aa"])]),
    sheet("boundaries", [(street, ["pmap:min_admin_level": 2])]),
    sheet("places", [(spot, ["pmap:kind": "city", "name": "Zürich", "pmap:rank": 1])]),
    sheet("physical_point", [(spot, ["pmap:kind": "peak", "natural": "peak", "name": "Uetliberg"])]),
  ]

  static let mapboxStreets = [
    sheet("water", [(withHole, [:])]), sheet("waterway", [(street, ["class": "river", "type": "river"])]),
    sheet("landuse", [(square, ["class": "park", "type": "park"]), (square, ["class": "wood"]), (square, ["class": "rock"])]),
    sheet("building", [(square, ["height": 9])]), sheet("contour", [(square, ["ele": 10])]),
    sheet("admin", [(street, ["admin_level": 2, "disputed": 1, "maritime": 0]), (street, ["admin_level": 4, "maritime": 1])]),
    sheet(
      "road",
      [
        (street, ["class": "motorway", "structure": "tunnel"]), (street, ["class": "link", "type": "tertiary_link", "structure": "none"]),
        (street, ["class": "street"]), (street, ["class": "major_rail"]), (spot, ["class": "turning_circle"]),
      ]),
    sheet("road_label", [(street, ["class": "street", "name": "17th St", "name_en": "17th St", "ref": "8"])]),
    sheet(
      "place_label",
      [
        (spot, ["type": "city", "name": "Krung Thep", "name_en": "Bangkok", "name_zh": "曼谷", "scalerank": 1, "capital": 2]),
        (spot, ["type": "neighbourhood", "name": "Castro", "localrank": 2]),
      ]),
    sheet("poi_label", [(spot, ["type": "Museum", "maki": "museum", "name": "MoMA", "scalerank": 1])]),
    sheet("housenum_label", [(spot, ["house_num": "17"])]), sheet("rail_station_label", [(spot, ["name": "Embarcadero"])]),
  ]

  static let mapboxStreets8 = [
    sheet("admin", [(street, ["admin_level": 0, "maritime": "false", "disputed": "false"]), (street, ["admin_level": 1])]),
    sheet(
      "road", [(street, ["class": "motorway_link", "name": "Exit 3", "ref": "5"]), (street, ["class": "primary", "name": "Broadway"])]),
    sheet(
      "place_label",
      [
        (spot, ["class": "settlement", "type": "city", "name": "Paris", "symbolrank": 2]),
        (spot, ["class": "settlement_subdivision", "type": "neighbourhood", "name": "Marais"]),
        (spot, ["class": "country", "type": "country", "name": "France"]),
      ]),
    sheet("natural_label", [(spot, ["class": "sea", "name": "Ligurian Sea"]), (spot, ["class": "landform", "name": "Mont Agel"])]),
    sheet("structure", [(street, ["class": "fence"])]),
  ]

  static let own = [
    sheet("hikes", [(street, ["name": "Over the hill"]), (street, [:])]), sheet("huts", [(spot, ["name": "Hut", "name:en": "Cabin"])]),
    sheet("zones", [(withHole, [:])]),
  ]
}
