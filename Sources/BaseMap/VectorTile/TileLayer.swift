// Owns `TileLayer`: where the parts of one layer of a vector tile lie. Features and values are found, and not yet read.

/// One layer of a vector tile.
///
/// Source: Mapbox Vector Tile Specification 2.1, section 4.1; version 1 is the same but for stricter words.
struct TileLayer {
  var name = ""
  /// 1 or 2.
  var version: UInt32 = 1
  /// How many units the tile's side has.
  var extent: UInt32 = 4096
  var features: [ByteRange] = []
  var keys: [ByteRange] = []
  var values: [ByteRange] = []

  /// The greatest extent that is read; the usual one is 4096.
  static let greatestExtent: UInt32 = 1 << 20

  /// The field numbers of a layer.
  private enum Field {
    static let name: UInt32 = 1
    static let feature: UInt32 = 2
    static let key: UInt32 = 3
    static let value: UInt32 = 4
    static let extent: UInt32 = 5
    static let version: UInt32 = 15
  }

  /// The name of the layer in a run; `nil` where it has none. Usually it stands first.
  static func name(_ base: UnsafePointer<UInt8>, _ range: ByteRange) -> String? {
    var reader = WireReader(base, range)
    while !reader.isAtEnd {
      let tag = reader.word()
      if tag == Field.name << 3 | Wire.run {
        let run = reader.run()
        return reader.isBroken || run.count == 0 ? nil : text(base, run)
      }
      reader.skip(tag & 7)
    }
    return nil
  }

  /// - Returns: `nil` where the layer's own structure is broken, its version is not known, or its extent is none.
  init?(_ base: UnsafePointer<UInt8>, _ range: ByteRange, name: String) {
    self.name = name
    var reader = WireReader(base, range)
    while !reader.isAtEnd {
      let tag = reader.word()
      let isRun = tag & 7 == Wire.run
      let isNumber = tag & 7 == Wire.varint
      switch tag >> 3 {
      case Field.feature where isRun: features.append(reader.run())
      case Field.key where isRun: keys.append(reader.run())
      case Field.value where isRun: values.append(reader.run())
      case Field.extent where isNumber: extent = reader.word()
      case Field.version where isNumber: version = reader.word()
      case Field.name where isRun: _ = reader.run()
      // A field that is known, with a content of another kind.
      case Field.name, Field.feature, Field.key, Field.value, Field.extent, Field.version: return nil
      default: reader.skip(tag & 7)
      }
    }
    guard !reader.isBroken, version == 1 || version == 2, extent > 0, extent <= Self.greatestExtent else { return nil }
  }

  /// The text of a run; what is not UTF-8 becomes U+FFFD.
  static func text(_ base: UnsafePointer<UInt8>, _ range: ByteRange) -> String {
    String(decoding: UnsafeBufferPointer(start: base + Int(range.start), count: range.count), as: UTF8.self)
  }
}
