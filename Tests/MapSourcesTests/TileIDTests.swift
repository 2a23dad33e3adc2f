// What tiles are numbered like.

import BaseMap
import Testing
import TrackGeodesy

@Suite("Tile numbers")
struct TileIDTests {
  @Test("Florence at zoom 14, as tile servers number it")
  func florence() {
    let tile = TileID(around: WebMercator.project(Coordinate(latitude: 43.77, longitude: 11.25)), zoom: 14)
    #expect((tile.column, tile.row) == (8704, 5972))
    #expect(tile.ancestor(zoom: 0) == .world)
  }
}
