// Owns `TileContent`: from a tile's bytes, as an archive has them, to the answer that is given.

public import BaseMap

/// What makes a piece of a vector tile's bytes.
public typealias TileDecoder = @Sendable (_ bytes: [UInt8], _ id: TileID) throws(VectorTileError) -> MapPiece

/// What the tiles of one archive have in common.
struct TileContent: Sendable {
  /// The archive's name, for what is said of its tiles.
  var title: String
  /// How the tiles are packed; `nil` where each is asked.
  var packing: Packing?
  var decoder: TileDecoder

  /// What becomes of a tile whose bytes were found; `nil` where there is none.
  func answer(_ bytes: [UInt8]?, _ id: TileID) -> TileAnswer {
    guard let bytes else { return .missing }
    do throws(InflateError) {
      let unpacked = try Inflate.unpacked(bytes, as: packing)
      if let kind = PictureKind(unpacked) { return failed(id, "it holds a picture (\(kind.rawValue)), not a vector tile") }
      do throws(VectorTileError) {
        return .piece(try decoder(unpacked, id))
      } catch {
        return failed(id, "\(error)")
      }
    } catch {
      return failed(id, error.description)
    }
  }

  /// A tile that is there and cannot be used, and why.
  func failed(_ id: TileID, _ reason: String) -> TileAnswer {
    .failed("\(title): tile \(id.zoom)/\(id.column)/\(id.row): \(reason)")
  }
}

/// The kinds of pictures that tiles may be.
package enum PictureKind: String, Hashable, Sendable {
  case png = "PNG"
  case jpeg = "JPEG"
  case webp = "WebP"
  case avif = "AVIF"

  /// What bytes begin like.
  package init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else if bytes.dropFirst(4).starts(with: "ftypavif".utf8) {
      self = .avif
    } else {
      return nil
    }
  }
}

extension MapError {
  /// A file that holds pictures. `kind` is what it calls them.
  static func pictures(_ path: String, _ kind: String) -> MapError {
    MapError("\(path): holds pictures (\(kind)), not vector tiles; trackview draws vector maps")
  }

  /// A file with nothing in it.
  static func noTiles(_ path: String) -> MapError { MapError("\(path): holds no tiles") }
}
