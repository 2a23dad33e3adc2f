// Owns `PMTilesHeader`: the first bytes of a PMTiles archive.

internal import BaseMap
internal import TrackGeodesy

/// The header of a PMTiles archive (PMTiles 3, section 3); numbers have their lowest byte first.
struct PMTilesHeader {
  /// Where something lies in the file, in bytes.
  struct Extent: Hashable {
    var offset: UInt64
    var count: UInt64
  }

  /// Its length.
  static let byteCount = 127

  var root: Extent
  var metadata: Extent
  var leaves: Extent
  var tiles: Extent
  var directoryPacking: Packing
  /// `nil` where it does not say.
  var tilePacking: Packing?
  var zooms: ClosedRange<Int>
  var bounds: WorldBox?

  /// Reads a header.
  /// - Parameter bytes: the beginning of the file, which begins with the mark of PMTiles.
  /// - Throws: What is wrong, to follow the file's name.
  init(_ bytes: [UInt8], path: String) throws(MapError) {
    let version = Self.version(bytes)
    guard version == 3 else {
      let advice = version.map { $0 < 3 ? "; pmtiles convert OLD.pmtiles NEW.pmtiles makes one of it" : "" } ?? ""
      throw MapError("\(path): a PMTiles archive of version \(version ?? 0); trackview reads version 3\(advice)")
    }
    guard bytes.count >= Self.byteCount else { throw MapError("\(path): a PMTiles archive that breaks off in its header") }
    func number(_ offset: Int, _ count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }
    func extent(_ offset: Int) -> Extent { Extent(offset: number(offset, 8), count: number(offset + 8, 8)) }
    func degrees(_ offset: Int) -> Double { Double(Int32(truncatingIfNeeded: number(offset, 4))) / 1e7 }
    root = extent(8)
    metadata = extent(24)
    leaves = extent(40)
    tiles = extent(56)
    directoryPacking = try Self.packing(bytes[97], of: "directories", path) ?? .none
    tilePacking = try Self.packing(bytes[98], of: "tiles", path)
    if let kind = Self.pictures(bytes[99]) { throw .pictures(path, kind) }
    guard bytes[99] <= 1 else {
      throw MapError("\(path): holds tiles of a kind that is not read here (type \(bytes[99])); trackview reads Mapbox Vector Tiles")
    }
    let (first, last) = (Int(bytes[100]), min(Int(bytes[101]), TileID.deepest))
    guard first <= last else { throw MapError("\(path): a PMTiles archive with a damaged header (zooms \(first) to \(last))") }
    zooms = first...last
    bounds = MapBounds.box(west: degrees(102), south: degrees(106), east: degrees(110), north: degrees(114))
  }

  /// The version of what begins like a PMTiles archive; `nil` where nothing follows the mark.
  static func version(_ bytes: [UInt8]) -> Int? {
    // Versions 1 and 2 have a shorter mark.
    if !isMarked(bytes) { return bytes.count > 2 ? Int(bytes[2]) : nil }
    return bytes.count > 7 ? Int(bytes[7]) : nil
  }

  /// Whether a file begins like a PMTiles archive, of whatever version.
  static func recognises(_ bytes: [UInt8]) -> Bool {
    isMarked(bytes) || bytes.starts(with: [0x50, 0x4D, 1, 0]) || bytes.starts(with: [0x50, 0x4D, 2, 0])
  }

  private static func isMarked(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "PMTiles".utf8) }

  /// How something is packed; `nil` where the number stands for "unknown".
  private static func packing(_ number: UInt8, of what: String, _ path: String) throws(MapError) -> Packing? {
    switch number {
    case 0: return nil
    case 1: return Packing.none
    case 2: return .gzip
    case 3: return .brotli
    case 4: return .zstandard
    default: throw MapError("\(path): a PMTiles archive whose \(what) are packed in a way that is not read here (method \(number))")
    }
  }

  private static func pictures(_ number: UInt8) -> String? {
    switch number {
    case 2: "PNG"
    case 3: "JPEG"
    case 4: "WebP"
    case 5: "AVIF"
    default: nil
    }
  }
}
