// Owns the tables that several schemas share: OpenStreetMap's own words.

/// Words that mean the same in several schemas.
enum Table {
  static let brunnel: [String: MapFlags] = ["tunnel": .tunnel, "bridge": .bridge]

  static let adminLevels = KindTable(
    .adminLevel, [.countryBorder: "2", .regionBorder: "3 4", .districtBorder: "5 6 7 8 9 10 11"], unseen: "0 1")

  static let waterNames = KindTable(
    .kind, [:],
    special: [
      "lake": Drawn(.waterName, rank: 80),
      "ocean": Drawn(.waterName, rank: 0), "sea": Drawn(.waterName, rank: 10), "bay": Drawn(.waterName, rank: 50),
      "strait": Drawn(.waterName, rank: 60),
    ])

  static let places = KindTable(
    .kind, [:], unseen: "farm island islet archipelago",
    special: [
      "continent": Drawn(.continent), "country": Drawn(.country), "state": Drawn(.region), "province": Drawn(.region),
      "region": Drawn(.region),
      "capital": Drawn(.city, .capital, rank: 10), "state_capital": Drawn(.city, rank: 30), "city": Drawn(.city, rank: 60),
      "town": Drawn(.town, rank: 90), "village": Drawn(.village, rank: 110), "borough": Drawn(.suburb, rank: 90),
      "suburb": Drawn(.suburb, rank: 110), "quarter": Drawn(.suburb, rank: 130), "neighbourhood": Drawn(.suburb, rank: 150),
      "neighborhood": Drawn(.suburb, rank: 150), "macrohood": Drawn(.suburb, rank: 120), "hamlet": Drawn(.hamlet, rank: 160),
      "locality": Drawn(.hamlet, rank: 200), "isolated_dwelling": Drawn(.hamlet, rank: 210), "allotments": Drawn(.hamlet, rank: 220),
    ])

  static let landuse = landuse(.kind)

  /// Land by OpenStreetMap's words.
  static func landuse(_ field: TileField) -> KindTable {
    KindTable(
      field,
      [
        .residential: """
        residential suburb neighbourhood quarter village school university college kindergarten hospital library prison education \
        commercial_area religious garages
        """,
        .urban: "urban_area urban",
        .industrial:
          "industrial commercial retail railway quarry landfill dam military brownfield construction port harbour depot facility",
        .farmland: "farmland farm farmyard orchard vineyard allotments plant_nursery greenhouse_horticulture crop agriculture",
        .grass: "grass meadow grassland heath scrub greenfield moor fell",
        .wood: "wood forest",
        .park: """
        park garden village_green recreation_ground national_park nature_reserve protected_area dog_park theme_park zoo camp_site \
        attraction common
        """,
        .sand: "sand beach shingle dune",
        .ice: "glacier snow ice ice_shelf",
        .wetland: "wetland swamp bog string_bog wet_meadow marsh saltmarsh mangrove mud reedbed tidalflat wetland_noveg",
        .cemetery: "cemetery grave_yard",
        .sports: "pitch stadium sports_centre sports_center golf_course miniature_golf track playground",
        .aerodrome: "aerodrome airfield runway taxiway apron helipad heliport airport",
        .pedestrianArea: "pedestrian footway platform plaza",
      ], unseen: "earth rock bare_rock scree cliff barren parking bicycle_parking danger_area")
  }

  /// Roads and rails by OpenStreetMap's words.
  static func streets(_ field: TileField) -> KindTable {
    KindTable(
      field,
      [
        .motorway: "motorway", .trunkRoad: "trunk", .primaryRoad: "primary", .secondaryRoad: "secondary", .tertiaryRoad: "tertiary",
        .minorRoad: "unclassified residential living_street road busway bus_guideway raceway street street_limited minor",
        .service: "service driveway parking_aisle alley",
        .track: "track", .path: "path footway cycleway steps pedestrian bridleway corridor crossing sidewalk",
        .rail: "rail narrow_gauge preserved", .tram: "tram light_rail monorail funicular",
        .runway: "runway", .taxiway: "taxiway", .ferry: "ferry", .pier: "pier breakwater groyne",
        .aerialway: "aerialway cable_car gondola chair_lift",
      ], unseen: "construction proposed abandoned disused razed",
      special: [
        "motorway_link": Drawn(.motorway, .link), "trunk_link": Drawn(.trunkRoad, .link), "primary_link": Drawn(.primaryRoad, .link),
        "secondary_link": Drawn(.secondaryRoad, .link), "tertiary_link": Drawn(.tertiaryRoad, .link), "subway": Drawn(.rail, .tunnel),
      ])
  }

  /// What stands in streets and is of no use on a map of cells, though it may have a name.
  static func furniture(_ field: TileField) -> KindTable {
    KindTable(
      field, [:],
      unseen: """
        waste_basket bench bollard gate lift_gate post_box telephone vending_machine recycling bicycle_parking motorcycle_parking atm \
        toilets drinking_water parking_entrance parking parking_space entrance surveillance fire_hydrant hunting_stand swimming_pool \
        traffic_signals street_lamp block kerb stile cycle_barrier fence wall hedge waste_disposal compressed_air water_point shower \
        picnic_table information
        """)
  }

  /// Points of interest that come before others, by OpenStreetMap's words and by those of schemas.
  static func sights(_ field: TileField) -> KindTable {
    var special: [String: Drawn] = [:]
    for (rank, words) in ranks {
      for word in words.split(separator: " ") { special[String(word)] = Drawn(.pointOfInterest, rank: rank) }
    }
    special["airport"] = Drawn(.airport)
    special["aerodrome"] = Drawn(.airport)
    special["station"] = Drawn(.station)
    special["halt"] = Drawn(.station, rank: 150)
    special["peak"] = Drawn(.peak)
    special["volcano"] = Drawn(.peak, rank: 60)
    return KindTable(field, [:], special: special)
  }

  private static let ranks: [(UInt8, String)] = [
    (60, "museum castle attraction monument stadium hospital university palace zoo theme_park landmark fort"),
    (
      90, "cathedral town_hall townhall college theatre opera ferry_terminal bus_station park national_park nature_reserve lighthouse ruins"
    ),
    (
      120,
      "place_of_worship school library art_gallery gallery arts_centre cinema campsite camp_site alpine_hut viewpoint lodging hotel marina harbor"
    ),
    (
      150,
      "restaurant cafe supermarket mall department_store bank post post_office police fire_station pharmacy fuel cemetery golf garden hostel"
    ),
    (
      190,
      "shop bar pub beer fast_food bakery clothing_store grocery alcohol_shop ice_cream hairdresser car bicycle office artwork memorial pitch"
    ),
    (220, "bus bus_stop tram_stop entrance playground dog_park swimming doctors dentist veterinary laundry"),
  ]
}
