// Owns `StatedLayers`: the layers that a map's metadata list.

internal import TrackFormats

/// The layers of a TileJSON-like object: its `vector_layers` (MBTiles 1.3, "Vector tileset metadata"), which anybody may have written.
struct StatedLayers: Hashable, Sendable {
  /// Their names, in their order. Not cleaned.
  private(set) var names: [String] = []
  /// The names of their fields.
  private(set) var fields: Set<String> = []

  /// How many bytes a name may have.
  static let longestName = 256
  /// How many layers, and fields of each, are read.
  private static let limits = (layers: 1000, fields: 1000)

  init() {}

  init(_ json: JSONValue) {
    for layer in (json["vector_layers"]?.array ?? []).prefix(Self.limits.layers) {
      guard let name = layer["id"]?.string, !name.isEmpty, name.utf8.count <= Self.longestName else { continue }
      names.append(name)
      guard case .object(let members)? = layer["fields"] else { continue }
      fields.formUnion(members.prefix(Self.limits.fields).lazy.map(\.name).filter { $0.utf8.count <= Self.longestName })
    }
  }
}
