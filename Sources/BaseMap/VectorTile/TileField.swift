// Owns `TileField`: the fields of features that any schema reads, by all the names they go by.

/// A field of a feature.
enum TileField: UInt8, CaseIterable, Sendable {
  case kind, detail, type
  case name, latin, english, simplified, chinese, traditional
  case reference, shield, houseNumber
  case rank, scaleRank, localRank, symbolRank, filterRank, population, populationRank, minimumZoom, area
  case adminLevel, maritime, disputed, capital
  case brunnel, tunnel, bridge, level, link, rail, intermittent
  case amenity, shop, tourism, leisure, historic, manMade, highway, railway, aeroway, natural, landuse, waterway

  /// The fields by their names in tiles. Several names of one field do not occur together, or say the same.
  static let named: [String: TileField] = [
    "class": .kind, "kind": .kind, "pmap:kind": .kind,
    "subclass": .detail, "kind_detail": .detail, "pmap:kind_detail": .detail,
    "type": .type,
    "name": .name, "name:latin": .latin, "name_int": .latin, "name:en": .english, "name_en": .english,
    "name:zh-Hans": .simplified, "name_zh-Hans": .simplified, "name:zh": .chinese, "name_zh": .chinese,
    "name:zh-Hant": .traditional, "name_zh-Hant": .traditional,
    "ref": .reference, "shield_text": .shield,
    "housenumber": .houseNumber, "house_num": .houseNumber, "addr_housenumber": .houseNumber, "addr:housenumber": .houseNumber,
    "rank": .rank, "pmap:rank": .rank, "scalerank": .scaleRank, "localrank": .localRank, "symbolrank": .symbolRank,
    "filterrank": .filterRank, "population": .population, "population_rank": .populationRank, "pmap:population_rank": .populationRank,
    "min_zoom": .minimumZoom, "pmap:min_zoom": .minimumZoom, "way_area": .area,
    "admin_level": .adminLevel, "pmap:min_admin_level": .adminLevel, "min_admin_level": .adminLevel, "maritime": .maritime,
    "disputed": .disputed, "capital": .capital,
    "brunnel": .brunnel, "structure": .brunnel, "tunnel": .tunnel, "is_tunnel": .tunnel, "bridge": .bridge, "is_bridge": .bridge,
    "level": .level, "pmap:level": .level, "link": .link, "is_link": .link, "pmap:link": .link, "ramp": .link, "rail": .rail,
    "intermittent": .intermittent,
    "amenity": .amenity, "shop": .shop, "tourism": .tourism, "leisure": .leisure, "historic": .historic, "man_made": .manMade,
    "highway": .highway, "railway": .railway, "aeroway": .aeroway, "natural": .natural, "landuse": .landuse, "waterway": .waterway,
  ]
}
