// Owns `TileBytes`: a body as it came over the network, unpacked and seen to be no picture and no page.

internal import CZip

enum TileBytes {
  /// The bytes of a vector tile.
  /// - Parameters:
  ///   - encoding: The `content-encoding`; tiles packed with gzip are unpacked also where nothing says that they are.
  ///   - type: The media type.
  /// - Throws: why it is none, as the end of a sentence that begins with who sent it.
  static func unpacked(_ body: [UInt8], encoding: String?, type: String?, limit: Int) throws(MapError) -> [UInt8] {
    let media = (type ?? "").prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    if media.hasPrefix("image/") { throw MapError("sends pictures (\(media.prefix(40))); trackview needs vector tiles") }
    if let kind = picture(body) { throw MapError("sends pictures (\(kind)); trackview needs vector tiles") }
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

  private static func picture(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]) { return "PNG" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "JPEG" }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "WebP" }
    return nil
  }

  private static func gunzip(_ packed: [UInt8], limit: Int) throws(MapError) -> [UInt8] {
    var output = czip_output()
    defer { czip_release(&output) }
    var consumed = 0
    let status = packed.withUnsafeBufferPointer { czip_gunzip($0.baseAddress, $0.count, limit, &output, &consumed, nil, nil) }
    switch status {
    case czip_ok: return Array(UnsafeBufferPointer(start: output.bytes, count: output.count))
    case czip_too_large: throw MapError("sends a tile of more than \(limit >> 20) MB")
    case czip_no_memory: throw MapError("sends a tile for which there is no memory")
    default: throw MapError("sends a damaged tile")
    }
  }
}
