// Owns `MapOpener`: a map's file opened by what is in it, whatever it is called.

internal import BaseMap

/// Opens maps.
public enum MapOpener {
  /// Opens a map's file: MBTiles or PMTiles with vector tiles, or GeoJSON (gzip'ed too). Only what is needed to know what it covers is read of
  /// tiles; GeoJSON is read whole.
  /// - Parameters:
  ///   - path: the file.
  ///   - number: becomes its ``MapInfo/number``.
  ///   - overlayBytes: what GeoJSON may take in memory; a file that takes more is refused.
  /// - Throws: One sentence that begins with the path.
  public static func open(path: String, number: Int, overlayBytes: Int = .max) throws(MapError) -> OpenedMap {
    try open(path: path, number: number, overlayBytes: overlayBytes, decoder: VectorTile.piece)
  }

  /// Whether a file holds tiles by its first bytes: an SQLite database or PMTiles, whatever it is called. Whether they can be used is seen when it
  /// is opened.
  public static func holdsTiles(path: String) -> Bool {
    guard let file = try? MapFile(path: path) else { return false }
    guard let head = file.read(at: 0, count: min(file.size, MapFileKind.headLength)) else { return false }
    return switch MapFileKind(beginning: head) {
    case .sqlite, .pmtiles: true
    default: false
    }
  }

  static func open(
    path: String, number: Int, overlayBytes: Int = .max, decoder: @escaping TileDecoder
  ) throws(MapError) -> OpenedMap {
    let file = try MapFile(path: path)
    guard file.size > 0 else { throw MapError("\(path): an empty file") }
    guard let head = file.read(at: 0, count: min(file.size, MapFileKind.headLength)) else { throw MapError("\(path): cannot be read") }
    switch MapFileKind(beginning: head) {
    case .sqlite: return .tiles(try MBTilesMap(path: path, number: number, decoder: decoder))
    case .pmtiles: return .tiles(try PMTilesMap(file: file, number: number, decoder: decoder))
    case .json: return try OverlayMap.open(file, isPacked: false, number: number, byteLimit: overlayBytes)
    case .gzip: return try OverlayMap.open(file, isPacked: true, number: number, byteLimit: overlayBytes)
    case .openStreetMap: throw MapError("\(path): raw data of OpenStreetMap, not a map; tilemaker or planetiler makes tiles of it")
    case .zip: throw MapError("\(path): a zip archive; trackview reads the maps themselves (MBTiles, PMTiles, GeoJSON)")
    case .picture(let kind): throw .pictures(path, kind)
    case nil: throw MapError("\(path): not a map that trackview reads (MBTiles, PMTiles or GeoJSON)")
    }
  }
}
