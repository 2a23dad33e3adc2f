// Tests tiles by others as pieces of a map.

import BaseMap
import Testing

@Suite(.enabled(if: tileFixtures != nil, noFixtures)) struct RealTileTests {
  @Test func piecesKeepTheirPromises() throws {
    for tile in realTiles {
      let reading = try VectorTile.read(tile.bytes.span, id: tile.id)
      #expect(reading.piece.faults == [], "\(tile.name)")
      #expect(reading.skippedFeatures == 0 && reading.skippedLayers == 0, "\(tile.name)")
      #expect(reading.schema == (tile.name == "0.pbf" ? "OpenMapTiles" : "Mapbox Streets"), "\(tile.name)")
      #expect(!reading.piece.features.isEmpty, "\(tile.name)")
      // Moderate: what a tile becomes is not much more than the tile.
      #expect(reading.piece.byteCount < 4096 + tile.bytes.count * 4, "\(tile.name)")
    }
  }

  @Test func theWorld() throws {
    let world = try #require(realTiles.first { $0.name == "0.pbf" })
    let piece = try VectorTile.piece(world.bytes, id: world.id)
    #expect(piece.all(.continent).count >= 7)
    #expect(piece.all(.country).count > 30)
    #expect(piece.all(.ocean).count == 1)
    let korea = piece.all(.country).compactMap { piece.name(of: $0) }.first { $0.english == "South Korea" }
    #expect(korea?.local == "대한민국" && korea?.chinese == "韩国")
  }

  @Test func aTown() throws {
    let town = try #require(realTiles.first { $0.name == "bangkok/12-3191-1889.mvt" })
    let piece = try VectorTile.piece(town.bytes, id: town.id)
    #expect(piece.all(.minorRoad).first.map { $0.parts.count > 1000 } == true)
    #expect(piece.all(.motorway).count >= 1)
    #expect(piece.all(.roadName).count > 20)
    let names = piece.all(.roadName).compactMap { piece.name(of: $0) }
    #expect(names.contains { $0.english?.hasSuffix("Rd") == true })
    // One feature a name and number.
    let keys = piece.all(.roadName).map { [Int32($0.rank), $0.name, $0.reference] }
    #expect(Set(keys).count == keys.count)
  }

  /// The lines of a tile end where those of the neighbour begin.
  @Test func linesGoOnAcrossSeams() throws {
    var tiles: [TileID: MapPiece] = [:]
    for tile in realTiles where tile.name.hasPrefix("chicago") { tiles[tile.id] = try VectorTile.piece(tile.bytes, id: tile.id) }
    var ends = 0
    var met = 0
    for (id, piece) in tiles {
      guard let next = TileID(zoom: id.zoom, column: id.column + 1, row: id.row), let neighbour = tiles[next] else { continue }
      for kind in [MapKind.motorway, .primaryRoad, .secondaryRoad] {
        let starts = Set(
          neighbour.all(kind).flatMap { neighbour.shapes($0) }.flatMap { [$0[0], $0[$0.count - 1]] }.filter { $0.x == 0 }.map(\.y))
        for shape in piece.all(kind).flatMap({ piece.shapes($0) }) {
          for end in [shape[0], shape[shape.count - 1]] where end.x == piece.frame {
            ends += 1
            if starts.contains(where: { abs($0 - end.y) <= 8 }) { met += 1 }
          }
        }
      }
    }
    #expect(ends > 20)
    #expect(met * 100 >= ends * 95, "\(met) of \(ends)")
  }
}
