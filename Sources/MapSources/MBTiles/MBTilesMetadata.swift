// Owns `MBTilesMetadata`: what an MBTiles file says of itself.

internal import TrackFormats
internal import TrackGeodesy

/// The table `metadata` of an MBTiles file (MBTiles 1.3), which anybody may have written.
struct MBTilesMetadata {
  /// What its tiles are: `pbf`, `png` …; in small letters.
  var format: String?
  /// The zooms that it states.
  var zooms: ClosedRange<Int>?
  /// What it states to cover.
  var bounds: WorldBox?
  var attribution: String?
  /// The layers that it lists.
  var layers = StatedLayers()

  /// Which rows are read.
  private static let names = ["format", "minzoom", "maxzoom", "bounds", "attribution", "json"]
  /// How long a value is that is looked at, in bytes.
  private static let longest = 4 << 20

  init(_ database: SQLiteDatabase) {
    let list = Self.names.map { "'\($0)'" }.joined(separator: ",")
    var values: [String: String] = [:]
    // A file without the table is one that says nothing of itself.
    if let query = try? database.query("SELECT name, value FROM metadata WHERE name IN (\(list)) AND length(value) < \(Self.longest)") {
      try? database.each(query, steps: 1_000_000) { row in
        if let name = row.text(0), let value = row.text(1), values[name] == nil { values[name] = value }
        return values.count < Self.names.count
      }
    }
    format = values["format"]?.lowercased()
    attribution = values["attribution"]
    if let first = values["minzoom"].flatMap({ Int($0) }), let last = values["maxzoom"].flatMap({ Int($0) }), first <= last {
      zooms = first...last
    }
    bounds = values["bounds"].flatMap(MapBounds.box(text:))
    if let json = values["json"].flatMap({ JSONValue.parse($0) }) { layers = StatedLayers(json) }
  }

  /// The format of the pictures in it, where it says that it holds some.
  var pictures: String? {
    switch format {
    case "png": "PNG"
    case "jpg", "jpeg": "JPEG"
    case "webp": "WebP"
    case "avif": "AVIF"
    default: nil
    }
  }
}
