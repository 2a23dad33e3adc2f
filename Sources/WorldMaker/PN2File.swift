// Owns reading PN2, the compact polygon files of KDE Marble in which Debian carries Natural Earth (package marble-qt-data).

/// A position in degrees, east and north, in the plane of the map.
struct PlanePoint: Equatable {
  var x: Double
  var y: Double
}

/// One ring of a feature.
struct PN2Ring {
  /// Rings of one country share it.
  let feature: UInt32
  /// Whether it is cut out of the ring before it.
  let isHole: Bool
  let points: [PlanePoint]
}

/// The rings of a PN2 file of version 2.
///
/// The layout, as Marble's reader documents it (big endian): a header of version (u8), number of rings (u32) and whether features carry a
/// colour (u8); then records of kind (u8: 0 line, 1 ring, 2 outer, 3 inner boundary, 4 a collection), feature (u32), the colour (u8) where
/// the feature is a new one, and the nodes. These are groups of one absolute node (latitude and longitude as i16 in 1/120°), a count (i16)
/// and that many nodes relative to the absolute one (two i8).
struct PN2File {
  private(set) var rings: [PN2Ring] = []

  init(bytes: [UInt8], name: String) throws(MakerError) {
    var source = BigEndianBytes(bytes: bytes, name: name)
    guard try source.byte() == 2 else { throw MakerError("\(name): not a PN2 file of version 2") }
    let count = try source.word()
    let hasColours = try source.byte() != 0
    var previous: UInt32?
    while rings.count < count {
      let kind = try source.byte()
      let feature = try source.word()
      if hasColours, feature != previous { _ = try source.byte() }
      previous = feature
      if kind == 4 {
        for _ in 0..<(try source.byte()) {
          let innerKind = try source.byte()
          _ = try source.word()
          rings.append(PN2Ring(feature: feature, isHole: innerKind == 3, points: try Self.nodes(&source)))
        }
      } else {
        rings.append(PN2Ring(feature: feature, isHole: kind == 3, points: try Self.nodes(&source)))
      }
    }
  }

  private static func nodes(_ source: inout BigEndianBytes) throws(MakerError) -> [PlanePoint] {
    var points: [PlanePoint] = []
    for _ in 0..<(try source.word()) {
      let latitude = Int(Int16(bitPattern: try source.half()))
      let longitude = Int(Int16(bitPattern: try source.half()))
      points.append(PlanePoint(x: Double(longitude) / 120, y: Double(latitude) / 120))
      for _ in 0..<max(0, Int(Int16(bitPattern: try source.half()))) {
        let north = Int(Int8(bitPattern: try source.byte()))
        let east = Int(Int8(bitPattern: try source.byte()))
        points.append(PlanePoint(x: Double(longitude + east) / 120, y: Double(latitude + north) / 120))
      }
    }
    return points
  }
}

/// Reads numbers front to back.
private struct BigEndianBytes {
  let bytes: [UInt8]
  let name: String
  var position = 0

  mutating func byte() throws(MakerError) -> UInt8 {
    guard position < bytes.count else { throw MakerError("\(name): ends too early, after \(position) bytes") }
    position += 1
    return bytes[position - 1]
  }

  mutating func half() throws(MakerError) -> UInt16 {
    let high = UInt16(try byte())
    return high << 8 | UInt16(try byte())
  }

  mutating func word() throws(MakerError) -> UInt32 {
    let high = UInt32(try half())
    return high << 16 | UInt32(try half())
  }
}
