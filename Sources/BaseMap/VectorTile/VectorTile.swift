// Owns `VectorTile`: the bytes of a vector tile as a piece of the map.

/// Why a vector tile cannot be read.
public struct VectorTileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence without the tile's name and without a full stop, such as `the vector tile breaks off after 1200 of 1500 bytes`.
  public let message: String
  public var description: String { message }
}

/// What was read of a vector tile.
public struct VectorTileReading: Sendable {
  /// What it holds.
  public var piece: MapPiece
  /// The schema that it was taken for, such as `OpenMapTiles`; empty where none is known, and the tile is read as somebody's own data.
  public var schema: String
  /// Features that are not as the specification has them, and were left out.
  public var skippedFeatures: Int
  /// Layers whose structure is broken, and were left out.
  public var skippedLayers: Int
}

/// Reads Mapbox Vector Tiles of versions 1 and 2.1 in the schemas of ``schemas``.
///
/// ```
/// tile ─► layers ─► schema by their names ─► features ─► kind, flags, rank, name by the schema's tables
///                                               └──────► geometry ─► cut by the tile's frame ─► MapPiece
/// ```
///
/// Layers and fields that no table asks for are not read. Bad features and layers are left out and counted, and the rest goes on.
public enum VectorTile {
  /// The most bytes that are read; a tile of a city has less than a hundredth.
  public static let limit = 1 << 26

  /// The names of the schemas that are known.
  public static var schemas: [String] { TileSchema.all.map(\.name) }

  /// What a tile holds.
  /// - Parameters:
  ///   - bytes: the tile, unpacked. None at all are an empty tile.
  ///   - id: where it lies.
  /// - Throws: `VectorTileError` where it is no vector tile, or none of its layers can be read.
  public static func piece(_ bytes: [UInt8], id: TileID) throws(VectorTileError) -> MapPiece { try read(bytes.span, id: id).piece }

  /// What a tile holds, and what had to be left out.
  /// - Throws: `VectorTileError` where it is no vector tile, or none of its layers can be read.
  public static func read(_ bytes: Span<UInt8>, id: TileID) throws(VectorTileError) -> VectorTileReading {
    guard bytes.count <= limit else { throw VectorTileError(message: "the vector tile is larger than 64 MB") }
    let result: Result<VectorTileReading, VectorTileError> = bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return .success(empty(id)) }
      return read(base, count: buffer.count, id)
    }
    return try result.get()
  }

  private static func empty(_ id: TileID) -> VectorTileReading {
    VectorTileReading(
      piece: MapPiece(origin: id.origin, unit: id.side / 4096, frame: 4096), schema: "", skippedFeatures: 0, skippedLayers: 0)
  }

  private static func read(_ base: UnsafePointer<UInt8>, count: Int, _ id: TileID) -> Result<VectorTileReading, VectorTileError> {
    layers(base, count: count).flatMap { read(base, $0, id) }
  }

  /// Where the layers of a tile lie, and their names where they have some.
  static func layers(_ base: UnsafePointer<UInt8>, count: Int) -> Result<[(range: ByteRange, name: String?)], VectorTileError> {
    var found: [(range: ByteRange, name: String?)] = []
    var reader = WireReader(base, ByteRange(start: 0, end: Int32(count)))
    var end = 0
    while !reader.isAtEnd {
      let tag = reader.word()
      if tag == 3 << 3 | Wire.run {
        let range = reader.run()
        if !reader.isBroken { found.append((range, TileLayer.name(base, range))) }
      } else if tag >> 3 == 0 || tag >> 3 == 3 {
        reader.fail()
      } else {
        reader.skip(tag & 7)
      }
      if !reader.isBroken { end = reader.position }
    }
    guard !reader.isBroken else {
      let what = found.isEmpty ? "these bytes are no vector tile" : "the vector tile breaks off after \(end) of \(count) bytes"
      return .failure(VectorTileError(message: what))
    }
    return .success(found)
  }

  private static func read(
    _ base: UnsafePointer<UInt8>, _ found: [(range: ByteRange, name: String?)], _ id: TileID
  ) -> Result<VectorTileReading, VectorTileError> {
    let schema = TileSchema.recognised(layers: found.compactMap(\.name)) { keys(base, found.map(\.range)) }
    var skippedLayers = 0
    var layers: [(TileLayer, LayerRule)] = []
    for (range, name) in found {
      guard let name else {
        skippedLayers += 1
        continue
      }
      guard let rule = schema.rule(name) else { continue }
      if let layer = TileLayer(base, range, name: name) { layers.append((layer, rule)) } else { skippedLayers += 1 }
    }
    if skippedLayers > 0, layers.isEmpty {
      return .failure(VectorTileError(message: "none of the vector tile's layers can be read"))
    }
    let frame = Int32(layers.map { $0.0.extent }.max() ?? 4096)
    var builder = PieceBuilder(frame: frame)
    var geometry = TileGeometry()
    var skipped = 0
    for (layer, rule) in layers {
      var reader = LayerReader(base, layer, rule, frame: frame)
      reader.read(into: &builder, &geometry)
      skipped += reader.skipped
    }
    return .success(
      VectorTileReading(piece: builder.piece(id), schema: schema.name, skippedFeatures: skipped, skippedLayers: skippedLayers))
  }

  /// The keys of all layers.
  static func keys(_ base: UnsafePointer<UInt8>, _ ranges: [ByteRange]) -> Set<String> {
    var keys: Set<String> = []
    for range in ranges {
      guard let layer = TileLayer(base, range, name: "") else { continue }
      keys.formUnion(layer.keys.map { TileLayer.text(base, $0) })
    }
    return keys
  }
}
