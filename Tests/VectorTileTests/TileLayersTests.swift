// Tests what is told of a tile's layers without reading their features.

import Testing
import TileSketch

@testable import BaseMap

@Suite struct TileLayersTests {
  private func layers(_ names: [String], _ keys: Set<String> = []) -> TileLayers { TileLayers(names: names) { keys } }

  @Test func theLayersOfATileGoByTheSchemaThatItIsDrawnBy() throws {
    for (schema, sketch) in SketchTiles.all {
      let bytes = TileSketch(sketch).bytes
      let found = VectorTile.layerNames(bytes)
      #expect(found.names == sketch.map(\.name))
      let layers = layers(found.names, found.keys)
      #expect(layers.schema == (schema.isEmpty ? nil : schema))
      #expect(layers.names == found.names)
    }
  }

  @Test func nothingIsDrawnOfALayerThatIsToldToBeUndrawnAndSomethingOfTheOthers() throws {
    let extra = [sheet("traffic"), sheet("Ἀθῆναι"), sheet("earth")]
    for (_, sketch) in SketchTiles.all {
      // What somebody else's layers would be called in a tile of this schema.
      let all = sketch + extra.filter { layer in !sketch.contains { $0.name == layer.name } }
      let told = layers(all.map(\.name), VectorTile.layerNames(TileSketch(all).bytes).keys)
      let whole = try reading(all).piece
      for name in told.names {
        let without = try reading(all.filter { $0.name != name }).piece
        let isDrawn = without.features.count < whole.features.count
        #expect(isDrawn != told.undrawn.contains(name), "\(told.schema ?? "own"): \(name)")
      }
    }
  }

  @Test func fieldsDecideWhereLayersAreOfSeveralSchemas() {
    #expect(layers(["water", "landuse"], ["kind"]).schema == "Protomaps")
    #expect(layers(["water", "landuse"], ["pmap:kind"]).schema == "Protomaps")
    #expect(layers(["water", "landuse"], ["class"]).schema == "OpenMapTiles")
    #expect(layers(["water", "landuse"]).schema == "OpenMapTiles")
    var wasAsked = false
    _ = TileLayers(names: ["transportation", "housenumber"]) {
      wasAsked = true
      return []
    }
    #expect(!wasAsked, "the names are enough")
  }

  @Test func namesCountOnceAndNoneIsNoSchema() {
    let layers = layers(["water", "", "transportation", "water", "x\u{202E}y"])
    #expect(layers.names == ["water", "transportation", "x\u{202E}y"])
    #expect(layers.undrawn == ["x\u{202E}y"])
    #expect(self.layers([]) == self.layers([""]))
    #expect(self.layers([]).schema == nil)
    #expect(self.layers(["cats", "dogs"]).schema == nil)
    #expect(self.layers(["cats", "dogs"]).undrawn.isEmpty, "somebody's own are drawn as plain shapes")
  }

  @Test func brokenTilesHaveNoNamesOrSome() {
    #expect(VectorTile.layerNames([]).names.isEmpty)
    #expect(VectorTile.layerNames(Array("no tile".utf8)).names.isEmpty)
    let bytes = TileSketch(SketchTiles.openMapTiles).bytes
    let names = SketchTiles.openMapTiles.map(\.name)
    for end in stride(from: 0, to: bytes.count, by: 7) {
      let found = VectorTile.layerNames(Array(bytes[..<end])).names
      #expect(found.allSatisfy(names.contains))
    }
  }

  private func sheet(_ name: String) -> SketchLayer {
    var layer = SketchLayer(name)
    layer.add(SketchTiles.square, ["class": "water", "kind": "water", "name": "a"])
    layer.add(SketchTiles.street, ["class": "motorway", "kind": "motorway", "name": "b"])
    layer.add(SketchTiles.spot, ["class": "city", "kind": "city", "name": "c"])
    return layer
  }
}
