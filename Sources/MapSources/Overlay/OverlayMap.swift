// Owns the reading of a GeoJSON file as an overlay.

internal import BaseMap
internal import CPlatform
internal import CZip
internal import TrackFormats
internal import TrackGeodesy

/// A GeoJSON file that is shown as it is, over other maps.
enum OverlayMap {
  /// The most that a file may be, and what it may unpack to, in bytes.
  private static let limit = 1 << 30
  /// Smaller files are read, not mapped.
  private static let mapped = 256 << 10

  /// Reads a file that begins like JSON, or like gzip.
  /// - Parameter byteLimit: what its pieces may take in memory; reading ends where they would take more.
  static func open(_ file: MapFile, isPacked: Bool, number: Int, byteLimit: Int) throws(MapError) -> OpenedMap {
    guard file.size <= limit else { throw tooLarge(file.path) }
    if file.size >= mapped, let start = cp_map_file(file.descriptor, file.size) {
      defer { cp_unmap_file(start, file.size) }
      let opened = try open(UnsafeBufferPointer(start: start, count: file.size), file, isPacked, number, byteLimit)
      guard cp_map_whole(start, file.size) == file.size else { throw MapError("\(file.path): was cut while it was read") }
      return opened
    }
    guard let bytes = file.read(at: 0, count: file.size) else { throw MapError("\(file.path): cannot be read to its end") }
    var result: Result<OpenedMap, MapError>?
    bytes.withUnsafeBufferPointer { buffer in
      do throws(MapError) {
        result = .success(try open(buffer, file, isPacked, number, byteLimit))
      } catch {
        result = .failure(error)
      }
    }
    guard let result else { throw MapError("\(file.path): cannot be read") }
    return try result.get()
  }

  private static func open(
    _ bytes: UnsafeBufferPointer<UInt8>, _ file: MapFile, _ isPacked: Bool, _ number: Int, _ byteLimit: Int
  ) throws(MapError) -> OpenedMap {
    guard isPacked else { return try open(bytes.span, file, number, byteLimit) }
    var output = czip_output()
    defer { czip_release(&output) }
    var consumed = 0
    switch czip_gunzip(bytes.baseAddress, bytes.count, limit, &output, &consumed, nil, nil) {
    case czip_ok: break
    case czip_too_large: throw tooLarge(file.path)
    case czip_no_memory: throw MapError("\(file.path): there is not enough memory to unpack it")
    case czip_truncated: throw MapError("\(file.path): the gzip data end too early")
    default: throw MapError("\(file.path): the gzip data are damaged")
    }
    let unpacked = UnsafeBufferPointer(start: output.bytes, count: output.count)
    guard MapFileKind(beginning: unpacked.prefix(MapFileKind.headLength)) == .json else {
      throw MapError("\(file.path): holds something packed with gzip that is not GeoJSON")
    }
    return try open(unpacked.span, file, number, byteLimit)
  }

  private static func open(_ bytes: Span<UInt8>, _ file: MapFile, _ number: Int, _ byteLimit: Int) throws(MapError) -> OpenedMap {
    var reader = OverlayReader(byteLimit: byteLimit)
    try read(bytes, into: &reader, file.path, byteLimit)
    guard reader.isGeoJSON else { throw MapError("\(file.path): JSON that is not GeoJSON, so there is nothing to draw in it") }
    let shapes = reader.shapes
    if reader.badPositions * 2 > reader.positions {
      throw MapError("\(file.path): its coordinates are not longitudes and latitudes; ogr2ogr -t_srs EPSG:4326 makes such of them")
    }
    guard !shapes.shapes.isEmpty else { throw MapError("\(file.path): GeoJSON without a geometry that can be drawn") }
    let box = shapes.shapes.reduce(into: OverlayBox()) { $0.form(with: $1.box) }
    let info = MapInfo(number: number, title: file.name, bounds: box.world, zooms: 0...TileID.deepest, credits: [])
    let pieces = shapes.pieces()
    guard pieces.reduce(0, { $0 + $1.byteCount }) <= byteLimit else { throw tooHeavy(file.path, byteLimit) }
    return .overlay(info, pieces)
  }

  /// Reads all texts of a file: one, or one a line (RFC 8142 and newline-delimited GeoJSON).
  private static func read(_ bytes: Span<UInt8>, into reader: inout OverlayReader, _ path: String, _ byteLimit: Int) throws(MapError) {
    var position = MapFileKind.start(of: bytes, from: 0)
    while position < bytes.count {
      var own = reader
      reader = OverlayReader(byteLimit: byteLimit)
      let outcome = JSONReader.read(bytes, from: position) { own.take($0) }
      reader = own
      switch outcome.ending {
      case .complete, .empty: break
      case .stopped: throw reader.isTooHeavy ? tooHeavy(path, byteLimit) : tooLarge(path)
      case .tooLong: throw tooLarge(path)
      case .tooDeep: throw MapError("\(path): line \(line(outcome.byteOffset, bytes)): arrays lie too deep in one another")
      case .truncated: throw MapError("\(path): breaks off in the middle of its JSON (line \(line(outcome.byteOffset, bytes)))")
      case .malformed(let reason): throw MapError("\(path): line \(line(outcome.byteOffset, bytes)) is no JSON: \(reason)")
      }
      guard outcome.byteOffset > position else { return }
      position = MapFileKind.start(of: bytes, from: outcome.byteOffset)
    }
  }

  private static func line(_ offset: Int, _ bytes: Span<UInt8>) -> Int {
    var line = 1
    for index in 0..<min(offset, bytes.count) where bytes[index] == 0x0A { line += 1 }
    return line
  }

  private static func tooHeavy(_ path: String, _ byteLimit: Int) -> MapError {
    MapError(
      "\(path): takes more than the \(byteLimit >> 20) MB of memory that are left for overlays; a larger --map-cache makes room, or tippecanoe makes "
        + "tiles of it")
  }

  private static func tooLarge(_ path: String) -> MapError {
    MapError(
      "\(path): larger than what is drawn as it is (\(OverlayReader.limit / 1_000_000) million points); tippecanoe makes tiles of it")
  }
}
