// Owns `TileLayers`: the layers of vector tiles, the schema that they are taken for, and which of them something is drawn of.

/// The layers that a set of vector tiles has, and what becomes of them.
public struct TileLayers: Hashable, Sendable {
  /// The schema that they are taken for, such as `OpenMapTiles`; `nil` where none is known, and all is drawn as somebody's own areas, lines and
  /// points.
  public let schema: String?
  /// Their names, each once, in the order in which they came. Not cleaned.
  public let names: [String]
  /// Those of ``names`` that nothing is drawn of.
  public let undrawn: [String]

  /// What is made of layers.
  /// - Parameters:
  ///   - names: their names; those that come again or are empty do not count.
  ///   - keys: the names of their features' fields, asked for where the layers' own names could be of several schemas.
  public init(names: [String], keys: () -> Set<String>) {
    var seen: Set<String> = []
    let known = names.filter { !$0.isEmpty && seen.insert($0).inserted }
    let schema = TileSchema.recognised(layers: known, keys: keys)
    self.names = known
    self.schema = known.isEmpty || schema.name.isEmpty ? nil : schema.name
    undrawn = known.filter { !schema.draws($0) }
  }
}

/// What can be told of a tile's layers without reading their features.
public struct TileLayerNames: Hashable, Sendable {
  /// The names of the layers, in their order. Not cleaned.
  public let names: [String]
  /// The names of their features' fields.
  public let keys: Set<String>
}

extension VectorTile {
  /// The layers of a tile.
  ///
  /// - Parameter bytes: the tile, unpacked.
  /// - Returns: no names for what is no vector tile, and for an empty one; layers without a name are left out.
  public static func layerNames(_ bytes: [UInt8]) -> TileLayerNames {
    guard bytes.count <= limit else { return TileLayerNames(names: [], keys: []) }
    return bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress, case .success(let found) = layers(base, count: buffer.count) else {
        return TileLayerNames(names: [], keys: [])
      }
      return TileLayerNames(names: found.compactMap(\.name), keys: keys(base, found.map(\.range)))
    }
  }
}

extension TileSchema {
  /// Whether something is drawn of a layer.
  func draws(_ layer: String) -> Bool {
    guard let rule = rule(layer) else { return false }
    return rule.areas != nil || rule.lines != nil || rule.points != nil
  }
}
