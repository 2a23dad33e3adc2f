// Owns `Packing` and `Inflate`: how tiles and directories are packed, and unpacking them within a limit.

internal import CUnpack
internal import CZip

/// How bytes are packed.
package enum Packing: String, Hashable, Sendable {
  case none, gzip, zlib, brotli
  case zstandard = "Zstandard"

  /// What bytes begin like: gzip (RFC 1952), zlib (RFC 1950) or Zstandard (RFC 8878); brotli has no mark. A vector tile that is not packed
  /// begins with 0x1A, which is none of them.
  init(of bytes: [UInt8]) {
    guard bytes.count >= 4 else {
      self = .none
      return
    }
    switch (bytes[0], bytes[1]) {
    case (0x1F, 0x8B): self = .gzip
    case (0x28, 0xB5) where bytes[2] == 0x2F && bytes[3] == 0xFD: self = .zstandard
    case (let first, let second) where first & 0x8F == 8 && (Int(first) << 8 + Int(second)) % 31 == 0: self = .zlib
    default: self = .none
    }
  }
}

/// Why bytes cannot be unpacked.
package enum InflateError: Error, Hashable, Sendable, CustomStringConvertible {
  case truncated(Packing)
  case damaged(Packing)
  case tooLarge(limit: Int)
  case noMemory

  /// In a few words, to follow the name of what is packed.
  package var description: String {
    switch self {
    case .truncated(let packing): "its \(packing.rawValue) data end too early"
    case .damaged(let packing): "its \(packing.rawValue) data are damaged"
    case .tooLarge(let limit): "it would unpack to more than \(limit >> 20) MiB"
    case .noMemory: "there is not enough memory to unpack it"
    }
  }
}

/// Unpacks tiles and directories.
package enum Inflate {
  /// The most that a tile may be, packed or not, in bytes. Tile makers stop at half a megabyte packed.
  package static let tileLimit = 16 << 20

  /// The bytes that something packed holds.
  /// - Parameters:
  ///   - packing: how it is packed; `nil` to go by what it begins like.
  ///   - limit: the most that may come out, in bytes.
  package static func unpacked(_ bytes: [UInt8], as packing: Packing? = nil, limit: Int = tileLimit) throws(InflateError) -> [UInt8] {
    switch packing ?? Packing(of: bytes) {
    case .none:
      guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
      return bytes
    case .gzip:
      return try withZip(.gzip, limit) { output in
        var consumed = 0
        return czip_gunzip(bytes, bytes.count, limit, output, &consumed, nil, nil)
      }
    case .zlib: return try withZip(.zlib, limit) { czip_unzlib(bytes, bytes.count, limit, $0) }
    case .brotli: return try withUnpack(.brotli, limit) { cunpack_brotli(bytes, bytes.count, limit, $0) }
    case .zstandard: return try withUnpack(.zstandard, limit) { cunpack_zstd(bytes, bytes.count, limit, $0) }
    }
  }

  private static func withZip(
    _ packing: Packing, _ limit: Int, _ body: (UnsafeMutablePointer<czip_output>) -> czip_status
  ) throws(InflateError) -> [UInt8] {
    var output = czip_output()
    defer { czip_release(&output) }
    switch body(&output) {
    case czip_ok: return Array(UnsafeBufferPointer(start: output.bytes, count: output.count))
    case czip_truncated: throw .truncated(packing)
    case czip_too_large: throw .tooLarge(limit: limit)
    case czip_no_memory: throw .noMemory
    default: throw .damaged(packing)
    }
  }

  private static func withUnpack(
    _ packing: Packing, _ limit: Int, _ body: (UnsafeMutablePointer<cunpack_output>) -> cunpack_status
  ) throws(InflateError) -> [UInt8] {
    var output = cunpack_output()
    defer { cunpack_release(&output) }
    switch body(&output) {
    case cunpack_ok: return Array(UnsafeBufferPointer(start: output.bytes, count: output.count))
    case cunpack_truncated: throw .truncated(packing)
    case cunpack_too_large: throw .tooLarge(limit: limit)
    case cunpack_no_memory: throw .noMemory
    default: throw .damaged(packing)
    }
  }
}
