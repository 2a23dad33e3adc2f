// Tests what the schemas make of features.

import BaseMap
import Testing
import TileSketch

@Suite struct SchemaTests {
  @Test func everySchemaIsRecognisedByItsLayers() throws {
    for (schema, layers) in SketchTiles.all {
      let reading = try reading(layers)
      #expect(reading.schema == schema)
      #expect(reading.skippedFeatures == 0 && reading.skippedLayers == 0)
      #expect(reading.piece.faults == [])
    }
    #expect(VectorTile.schemas == ["OpenMapTiles", "Shortbread", "Protomaps", "Mapbox Streets"])
  }

  @Test func aLayerThatSeveralKnowIsToldByItsFields() throws {
    let lake = SketchTiles.square
    #expect(try reading([layer("water", lake, ["class": "ocean"])]).piece.features.map(\.kind) == [.ocean])
    let protomaps = try reading([layer("water", lake, ["kind": "ocean"])])
    #expect(protomaps.schema == "Protomaps")
    #expect(protomaps.piece.features.map(\.kind) == [.ocean])
    #expect(try reading([layer("water", lake, ["pmap:kind": "ocean"])]).schema == "Protomaps")
    #expect(try reading([layer("water", lake)]).piece.features.map(\.kind) == [.water])
  }

  /// How many features of each kind there are, with their flags.
  private func kinds(_ layers: [SketchLayer]) throws -> [String] {
    try piece(layers).features.map { feature in
      feature.flags.isEmpty ? "\(feature.kind)" : "\(feature.kind)+\(feature.flags.rawValue)"
    }
  }

  @Test func openMapTiles() throws {
    let openMapTiles = try kinds(SketchTiles.openMapTiles)
    #expect(
      openMapTiles == [
        "residential", "wood", "park", "park", "cemetery", "aerodrome", "water", "water+8", "ocean", "pedestrianArea", "building",
        "building",
        "stream+1", "river", "districtBorder", "regionBorder", "countryBorder+16", "countryBorder+32", "minorRoad", "motorway+2",
        "motorway+4",
        "runway", "tram", "rail", "roadName", "waterName", "waterName", "waterName", "country", "city+64", "suburb", "peak", "airport",
        "station",
        "parkName", "pointOfInterest", "houseNumber",
      ])
  }

  @Test func shortbread() throws {
    let shortbread = try kinds(SketchTiles.shortbread)
    #expect(
      shortbread == [
        "residential", "residential", "wood", "ice", "water", "ocean", "pedestrianArea", "building", "stream+1", "river", "regionBorder",
        "countryBorder+32", "ferry", "path", "minorRoad", "primaryRoad+4", "motorway+2", "runway", "tram", "rail", "roadName", "waterName",
        "city+64", "city", "village", "airport", "station", "pointOfInterest", "houseNumber",
      ])
  }

  @Test func protomaps() throws {
    let protomaps = try kinds(SketchTiles.protomaps)
    #expect(
      protomaps == [
        "industrial", "urban", "park", "water", "ocean", "building", "river", "regionBorder+16", "countryBorder", "ferry", "path+1",
        "service",
        "secondaryRoad", "primaryRoad", "motorway+2", "motorway+4", "tram", "roadName", "roadName", "waterName", "waterName", "country",
        "city",
        "suburb", "pointOfInterest", "houseNumber",
      ])
  }

  @Test func protomapsOfOldVersions() throws {
    let oldProtomaps = try kinds(SketchTiles.oldProtomaps)
    #expect(
      oldProtomaps == [
        "wood", "park", "ocean", "river", "countryBorder", "minorRoad", "trunkRoad+5", "motorway+2", "runway", "rail+1", "roadName",
        "waterName",
        "city", "peak",
      ])
  }

  @Test func mapboxStreets() throws {
    let mapboxStreets = try kinds(SketchTiles.mapboxStreets)
    #expect(
      mapboxStreets == [
        "wood", "park", "water", "building", "river", "regionBorder+32", "countryBorder+16", "minorRoad", "tertiaryRoad+4", "motorway+1",
        "rail",
        "roadName", "city+64", "suburb", "station", "pointOfInterest", "houseNumber",
      ])
    let mapboxStreets8 = try kinds(SketchTiles.mapboxStreets8)
    #expect(
      mapboxStreets8 == [
        "regionBorder", "countryBorder", "wall", "primaryRoad", "motorway+4", "roadName", "roadName", "waterName", "country", "city",
        "suburb",
        "peak",
      ])
  }

  @Test func whatNoSchemaKnowsIsSomebodysOwn() throws {
    let piece = try piece(SketchTiles.own)
    #expect(try kinds(SketchTiles.own) == ["overlayArea", "overlayLine", "overlayLine", "overlayPoint"])
    let names = piece.features.map { piece.name(of: $0)?.local }
    #expect(names.contains("Hut") && names.contains("Over the hill"))
  }

  @Test func namesInThreeLanguages() throws {
    for layers in [SketchTiles.openMapTiles, SketchTiles.shortbread] {
      let piece = try piece(layers)
      let capital = try #require(piece.all(.city).first)
      let name = try #require(piece.name(of: capital))
      #expect(name.local == "北京市")
      #expect(name.english == "Beijing")
    }
    let piece = try piece(SketchTiles.protomaps)
    let city = try #require(piece.all(.city).first)
    #expect(piece.name(of: city) == MapName(local: "Zürich", english: "Zurich", chinese: "苏黎世"))
    let country = try #require(try self.country(SketchTiles.openMapTiles))
    #expect(country == MapName(local: "China"))
  }

  private func country(_ layers: [SketchLayer]) throws -> MapName? {
    let piece = try piece(layers)
    return piece.all(.country).first.flatMap { piece.name(of: $0) }
  }

  @Test func namesThatSayTheSameAreSaidOnce() throws {
    let fields: KeyValuePairs<String, SketchValue> = [
      "class": "city", "name": "Roma;Rome", "name:en": "Roma", "name:zh": "罗马/羅馬", "name_int": "Rome",
    ]
    let piece = try piece([layer("place", SketchTiles.spot, fields)])
    let name = try #require(piece.features.first.flatMap { piece.name(of: $0) })
    #expect(name == MapName(local: "Roma", chinese: "罗马"))
  }

  @Test func longNamesAreCutBetweenCharacters() throws {
    let piece = try piece([layer("place", SketchTiles.spot, ["class": "city", "name": .text(String(repeating: "京", count: 1000))])])
    let name = try #require(piece.features.first.flatMap { piece.name(of: $0) })
    #expect(name.local == String(repeating: "京", count: 64))
  }

  @Test func streetsHaveOneLineAName() throws {
    let piece = try piece(SketchTiles.openMapTiles)
    let streets = piece.all(.roadName)
    #expect(streets.count == 1)
    let street = try #require(streets.first)
    #expect(piece.name(of: street) == MapName(local: "长安街", english: "Chang'an Avenue"))
    #expect(piece.reference(of: street) == "G6")
    #expect(piece.shapes(street) == [[point(0, 500), point(2000, 700), point(4000, 500)]])
  }

  @Test func numbersOfRoadsAndHouses() throws {
    let shortbread = try piece(SketchTiles.shortbread)
    #expect(shortbread.all(.roadName).compactMap { shortbread.reference(of: $0) } == ["1"])
    #expect(shortbread.all(.houseNumber).compactMap { shortbread.reference(of: $0) } == ["7"])
    let protomaps = try piece(SketchTiles.protomaps)
    #expect(protomaps.all(.roadName).map { protomaps.reference(of: $0) } == ["A1", nil])
    #expect(protomaps.all(.houseNumber).compactMap { protomaps.reference(of: $0) } == ["3"])
    let streets = try piece(SketchTiles.mapboxStreets)
    #expect(streets.all(.houseNumber).compactMap { streets.reference(of: $0) } == ["17"])
  }

  @Test func greaterTownsComeFirst() throws {
    func ranks(_ layers: [SketchLayer]) throws -> [UInt8] { try piece(layers).all(.city).map(\.rank) }
    let shortbread = try piece(SketchTiles.shortbread)
    let capital = try #require(shortbread.all(.city).first { $0.flags.contains(.capital) })
    let city = try #require(shortbread.all(.city).first { !$0.flags.contains(.capital) })
    let village = try #require(shortbread.all(.village).first)
    #expect(capital.rank < city.rank && city.rank < village.rank)
    #expect(try ranks([layer("place", SketchTiles.spot, ["class": "city", "name": "A", "rank": 3])]) == [24])
    #expect(try ranks([layer("place", SketchTiles.spot, ["class": "city", "name": "A", "rank": 1e30])]) == [255])
    #expect(try ranks([layer("place", SketchTiles.spot, ["class": "city", "name": "A", "rank": .double(.nan)])]) == [60])
    #expect(try ranks([layer("place", SketchTiles.spot, ["class": "city", "name": "A", "rank": -5])]) == [0])
  }

  @Test func fieldsOfEveryTypeAreUnderstood() throws {
    for level: SketchValue in [.int(4), .uint(4), .sint(4), .double(4), .float(4), "4"] {
      let border = layer("boundary", SketchTiles.street, ["admin_level": level])
      #expect(try piece([border]).features.map(\.kind) == [.regionBorder])
    }
    for (value, isMaritime): (SketchValue, Bool) in [
      (1, true), (true, true), ("yes", true), (.sint(-1), true), (0, false), (false, false), ("no", false), ("0", false),
      (.double(0), false),
    ] {
      let border = layer("boundary", SketchTiles.street, ["admin_level": 2, "maritime": value])
      #expect(try piece([border]).features.map { $0.flags.contains(.maritime) } == [isMaritime])
    }
  }

  @Test func linesOfOneKindAreOneFeature() throws {
    var roads = SketchLayer("transportation")
    for row in 0..<50 {
      roads.add(.lines([[(0, Int32(row) * 10), (300, Int32(row) * 10 + 5)]]), ["class": row % 2 == 0 ? "minor" : "service"])
    }
    let piece = try piece([roads])
    #expect(piece.features.map(\.kind) == [.service, .minorRoad])
    #expect(piece.features.map(\.parts.count) == [25, 25])
  }
}
