// Owns `TileBytes`: a body as it came over the network, unpacked and seen to be no picture and no page.

internal import MapSources

enum TileBytes {
  /// The bytes of a vector tile.
  /// - Parameters:
  ///   - encoding: The `content-encoding`; tiles packed with gzip are unpacked also where nothing says that they are.
  ///   - type: The media type.
  /// - Throws: why it is none, as the end of a sentence that begins with who sent it.
  static func unpacked(_ body: [UInt8], encoding: String?, type: String?, limit: Int) throws(MapError) -> [UInt8] {
    let media = (type ?? "").prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    if media.hasPrefix("image/") { throw MapError("sends pictures (\(media.prefix(40))); trackview needs vector tiles") }
    if let kind = PictureKind(body) { throw MapError("sends pictures (\(kind.rawValue)); trackview needs vector tiles") }
    if media == "text/html" { throw MapError("sends a page in the place of a tile") }
    switch (encoding ?? "").lowercased().filter({ !$0.isWhitespace }) {
    case "", "identity", "gzip", "x-gzip": break
    case let other: throw MapError("packs its tiles by \(other.prefix(20)), which was not asked for")
    }
    var bytes = body
    // Twice where a server packs what is packed.
    for _ in 0..<2 where bytes.starts(with: [0x1F, 0x8B]) { bytes = try gunzip(bytes, limit: limit) }
    return bytes
  }

  private static func gunzip(_ packed: [UInt8], limit: Int) throws(MapError) -> [UInt8] {
    do throws(InflateError) {
      return try Inflate.unpacked(packed, as: .gzip, limit: limit)
    } catch {
      switch error {
      case .tooLarge: throw MapError("sends a tile of more than \(limit >> 20) MB")
      case .noMemory: throw MapError("sends a tile for which there is no memory")
      case .truncated, .damaged: throw MapError("sends a damaged tile")
      }
    }
  }
}
