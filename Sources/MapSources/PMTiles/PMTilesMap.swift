// Owns `PMTilesMap`: the tiles of a PMTiles archive.

internal import BaseMap
internal import Synchronization
internal import TrackFormats

/// A map in a PMTiles archive of version 3: one file, with directories that say where each tile lies.
final class PMTilesMap: TileArchive {
  let info: MapInfo
  let stated: StatedLayers
  private let file: MapFile
  private let header: PMTilesHeader
  private let root: PMTilesDirectory
  private let content: TileContent
  private let leaves = Mutex(DirectoryCache())

  /// How many directories a tile may lie beneath, with the root.
  private static let depthLimit = 4
  /// The most that the metadata may be, unpacked.
  private static let metadataLimit = 8 << 20

  /// Why a tile or a directory cannot be had.
  private struct Failure: Error {
    var reason: String
    init(_ reason: String) { self.reason = reason }
  }

  /// Opens a file that begins with the mark of PMTiles.
  init(file: MapFile, number: Int, decoder: @escaping TileDecoder) throws(MapError) {
    let path = file.path
    header = try PMTilesHeader(file.read(at: 0, count: min(file.size, PMTilesHeader.byteCount)) ?? [], path: path)
    do throws(Failure) {
      root = try Self.directory(header.root, within: nil, header, file)
    } catch {
      throw MapError("\(path): a PMTiles archive that cannot be read: \(error.reason)")
    }
    if root.entries.isEmpty { throw .noTiles(path) }
    let metadata = Self.metadata(header, file)
    stated = Self.layers(metadata)
    info = MapInfo(
      number: number, title: file.name, bounds: header.bounds, zooms: header.zooms,
      credits: MapCredits.credits(attribution: metadata?["attribution"]?.string, layers: Set(stated.names)))
    content = TileContent(title: file.name, packing: header.tilePacking, decoder: decoder)
    self.file = file
  }

  func fetch(_ id: TileID, done: @escaping @Sendable (TileAnswer) -> Void) {
    guard info.zooms.contains(id.zoom) else { return done(.missing) }
    do throws(Failure) {
      done(content.answer(try bytes(of: id.curveNumber), id))
    } catch {
      done(content.failed(id, error.reason))
    }
  }

  func unpacked(_ id: TileID) throws(MapError) -> [UInt8]? {
    guard let bytes = try? bytes(of: id.curveNumber) else { return nil }
    return try? Inflate.unpacked(bytes, as: content.packing)
  }

  /// The bytes of a tile, as they lie in the file; `nil` where there is none.
  private func bytes(of tile: UInt64) throws(Failure) -> [UInt8]? {
    var directory = root
    for _ in 0..<Self.depthLimit {
      guard let entry = directory.entry(of: tile), entry.count > 0 else { return nil }
      let extent = PMTilesHeader.Extent(offset: entry.offset, count: UInt64(entry.count))
      if entry.run > 0 {
        guard extent.count <= Inflate.tileLimit else { throw Failure("it is larger than \(Inflate.tileLimit >> 20) MiB") }
        return try Self.read(extent, within: header.tiles, file, "it")
      }
      directory = try leaf(extent)
    }
    throw Failure("its directories lie too deep in one another")
  }

  private func leaf(_ extent: PMTilesHeader.Extent) throws(Failure) -> PMTilesDirectory {
    if let known = leaves.withLock({ $0.directory(at: extent.offset) }) { return known }
    let directory = try Self.directory(extent, within: header.leaves, header, file)
    leaves.withLock { $0.keep(directory, at: extent.offset) }
    return directory
  }

  private static func directory(
    _ extent: PMTilesHeader.Extent, within section: PMTilesHeader.Extent?, _ header: PMTilesHeader, _ file: MapFile
  ) throws(Failure) -> PMTilesDirectory {
    guard extent.count <= PMTilesDirectory.limit else { throw Failure("its directory is larger than \(PMTilesDirectory.limit >> 20) MiB") }
    let packed = try read(extent, within: section, file, "its directory")
    do throws(InflateError) {
      let bytes = try Inflate.unpacked(packed, as: header.directoryPacking, limit: PMTilesDirectory.limit)
      if let directory = PMTilesDirectory(bytes) { return directory }
    } catch {
      throw Failure("its directory is damaged: \(error.description)")
    }
    throw Failure("its directory is damaged")
  }

  /// Bytes of a section of the file, or of the whole.
  private static func read(
    _ extent: PMTilesHeader.Extent, within section: PMTilesHeader.Extent?, _ file: MapFile, _ what: String
  ) throws(Failure) -> [UInt8] {
    let (offset, hasOverflown) = extent.offset.addingReportingOverflow(section?.offset ?? 0)
    guard !hasOverflown, let offset = Int(exactly: offset), let count = Int(exactly: extent.count),
      let bytes = file.read(at: offset, count: count)
    else { throw Failure("\(what) lies beyond the end of the file, which is not whole") }
    return bytes
  }

  /// What the archive says of itself; `nil` where that cannot be read, which takes nothing from its tiles.
  private static func metadata(_ header: PMTilesHeader, _ file: MapFile) -> JSONValue? {
    guard header.metadata.count > 0, header.metadata.count <= UInt64(metadataLimit),
      let packed = try? read(header.metadata, within: nil, file, "its metadata"),
      let bytes = try? Inflate.unpacked(packed, as: header.directoryPacking, limit: metadataLimit)
    else { return nil }
    return JSONValue.parse(bytes.span)?.value
  }

  /// The layers that it lists; archives made of MBTiles may have them in a text within the text.
  private static func layers(_ metadata: JSONValue?) -> StatedLayers {
    guard let metadata else { return StatedLayers() }
    let layers = StatedLayers(metadata)
    guard layers.names.isEmpty, let inner = metadata["json"]?.string.flatMap({ JSONValue.parse($0) }) else { return layers }
    return StatedLayers(inner)
  }
}
