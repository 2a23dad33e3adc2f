// Owns `MapLayers`: which layers a map has, by what it says or by its tiles; and `TileArchive`, what is asked for that.

public import BaseMap
internal import TrackGeodesy

/// The layers of a map's tiles.
public struct MapLayers: Hashable, Sendable {
  public var layers: TileLayers
  /// Whether the map itself lists them; else they are what tiles in its middle have, and there may be more.
  public var isStated: Bool
}

/// A file of tiles.
protocol TileArchive: TileSource {
  /// The layers that its metadata list.
  var stated: StatedLayers { get }

  /// A tile's bytes, unpacked; `nil` where there is none that can be read.
  /// - Throws: where it takes too long to find one, so that others need not be asked for.
  func unpacked(_ id: TileID) throws(MapError) -> [UInt8]?
}

extension TileArchive {
  func layers() -> MapLayers? {
    if !stated.names.isEmpty {
      let fields = stated.fields
      return MapLayers(layers: TileLayers(names: stated.names) { fields.isEmpty ? seenInTiles().keys : fields }, isStated: true)
    }
    let seen = seenInTiles()
    let layers = TileLayers(names: seen.names) { seen.keys }
    return layers.names.isEmpty ? nil : MapLayers(layers: layers, isStated: false)
  }

  /// The layers of the tiles above the middle of the map, the deepest first: one a zoom, since some layers begin only further down. Where there
  /// are none, above the middles of its quarters.
  private func seenInTiles() -> (names: [String], keys: Set<String>) {
    let box = info.bounds ?? WorldBox(minX: 0, minY: 0, maxX: 1, maxY: 1)
    for (x, y) in [(0.5, 0.5), (0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
      let place = MapPoint(x: box.minX + box.width * x, y: box.minY + box.height * y)
      var (names, keys): ([String], Set<String>) = ([], [])
      do throws(MapError) {
        for zoom in info.zooms.clamped(to: 0...TileID.deepest).reversed() {
          guard let bytes = try unpacked(TileID(around: place, zoom: zoom)) else { continue }
          let tile = VectorTile.layerNames(bytes)
          for name in tile.names where isNew(name, among: names) { names.append(name) }
          if keys.count < Self.keyLimit { keys.formUnion(tile.keys) }
        }
      } catch {
        return (names, keys)
      }
      if !names.isEmpty { return (names, keys) }
    }
    return ([], [])
  }

  private func isNew(_ name: String, among names: [String]) -> Bool {
    names.count < Self.layerLimit && name.utf8.count <= StatedLayers.longestName && !names.contains(name)
  }

  /// How many layers are told, and after how many keys no more are gathered.
  private static var layerLimit: Int { 1000 }
  private static var keyLimit: Int { 10_000 }
}
