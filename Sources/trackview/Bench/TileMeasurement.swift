// How long a vector tile takes to become what is drawn: off the drawing thread, but a screen full of them waits for it.

import BaseMap
import MapSources

enum TileMeasurement: Measurement {
  static let name = "tiles"
  static let title = "Vector tiles, from bytes to drawable features"

  static func measure(_ settings: BenchSettings) throws -> [BenchRow] {
    guard let id = TileID(zoom: 14, column: 8529, row: 5974) else { return [] }
    var rows = [try row("a made-up city (OpenMapTiles)", SyntheticCity.tile, id)]
    if let folder = Environment.current()["TRACKVIEW_FIXTURES"] { rows += try monaco(folder + "/tiles/monaco-omt.mbtiles", id) }
    return rows
  }

  private static func row(_ what: String, _ tile: [UInt8], _ id: TileID) throws(ProgramError) -> BenchRow {
    let reading: VectorTileReading
    do { reading = try VectorTile.read(tile.span, id: id) } catch { throw ProgramError(error.message) }
    let samples = Samples.milliseconds { keep(try? VectorTile.piece(tile, id: id)) }
    let piece = reading.piece
    return BenchRow(
      "\(what), \(BenchUnit.bytes.text(Double(tile.count))), unpacked", samples, .milliseconds, median: 3,
      reference:
        "\(piece.features.count) features, \(piece.points.count) points, \(BenchUnit.bytes.text(Double(piece.byteCount))) in memory")
  }

  /// A real tile out of its archive: SQLite, gzip and all.
  private static func monaco(_ path: String, _ id: TileID) throws(ProgramError) -> [BenchRow] {
    let map: OpenedMap
    do { map = try MapOpener.open(path: path, number: 1) } catch { throw ProgramError(error.description) }
    guard case .tiles(let source) = map else { return [] }
    let samples = Samples.milliseconds { source.fetch(id) { keep($0) } }
    return [BenchRow("Monaco (OpenMapTiles), 174,520 B, from an MBTiles file with gzip", samples, .milliseconds, median: 3)]
  }
}
