// Owns `MBTilesMap`: the tiles of an MBTiles file.

internal import BaseMap
internal import Synchronization
internal import TrackGeodesy

/// A map in an MBTiles file: an SQLite database with one row, or one row of a view, for each tile (MBTiles 1.3).
final class MBTilesMap: TileArchive {
  let info: MapInfo
  let stated: StatedLayers
  private let content: TileContent
  private let tiles: Mutex<Tiles>

  /// The connection, and the query that it is there for.
  private struct Tiles: ~Copyable {
    let database: SQLiteDatabase
    let query: SQLiteDatabase.Query
  }

  /// Steps of SQLite's machine that a tile may take: going through a million rows without an index is a second or so.
  private static let steps = 40_000_000
  /// The same for one of many that are only looked at for their layers.
  private static let surveySteps = 2_000_000

  /// Opens a file that begins like a database.
  init(path: String, number: Int, decoder: @escaping TileDecoder) throws(MapError) {
    let survey: MBTilesSurvey
    let query: SQLiteDatabase.Query
    let database: SQLiteDatabase
    do throws(SQLiteDatabase.Failure) {
      database = try SQLiteDatabase(path: path)
      guard try MBTilesSurvey.hasTiles(database) else { throw .init(sentence: "a database without map tiles in it (no table \"tiles\")") }
      query = try database.query(
        "SELECT tile_data FROM tiles WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3 LIMIT 1")
      survey = try MBTilesSurvey(database)
    } catch {
      throw MapError("\(path): \(error.sentence)")
    }
    let metadata = MBTilesMetadata(database)
    if let kind = survey.pictures ?? metadata.pictures { throw .pictures(path, kind) }
    if survey.isEmpty { throw .noTiles(path) }
    let title = MapFile.name(of: path)
    info = MapInfo(
      number: number, title: title, bounds: metadata.bounds ?? survey.bounds, zooms: survey.zooms ?? metadata.zooms ?? 0...14,
      credits: MapCredits.credits(attribution: metadata.attribution, layers: Set(metadata.layers.names)))
    stated = metadata.layers
    content = TileContent(title: title, packing: nil, decoder: decoder)
    tiles = Mutex(Tiles(database: database, query: query))
  }

  func fetch(_ id: TileID, done: @escaping @Sendable (TileAnswer) -> Void) {
    guard info.zooms.contains(id.zoom) else { return done(.missing) }
    // Unpacking and decoding need no lock.
    switch bytes(of: id, steps: Self.steps) {
    case .success(let bytes): done(content.answer(bytes, id))
    case .failure(let failure): done(content.failed(id, failure.sentence))
    }
  }

  func unpacked(_ id: TileID) throws(MapError) -> [UInt8]? {
    switch bytes(of: id, steps: Self.surveySteps) {
    case .success(let bytes): bytes.flatMap { try? Inflate.unpacked($0, as: content.packing) }
    case .failure(let failure): throw MapError(failure.sentence)
    }
  }

  /// The bytes of a tile, as they lie in the file; `nil` where there is none.
  private func bytes(of id: TileID, steps: Int) -> Result<[UInt8]?, SQLiteDatabase.Failure> {
    tiles.withLock { tiles in
      // Rows are counted from the south.
      let values = [id.zoom, id.column, (1 << id.zoom) - 1 - id.row]
      do throws(SQLiteDatabase.Failure) {
        return .success(try tiles.database.first(tiles.query, values, steps: steps) { $0.bytes(0) } ?? nil)
      } catch {
        return .failure(error)
      }
    }
  }
}
