// Owns `TileJSON`: what a tile server says of its tiles.

import BaseMap
internal import TrackFormats
internal import TrackGeodesy

/// A TileJSON (version 2 or 3), as far as it matters here: where the tiles are, what they cover, whose they are.
struct TileJSON: Hashable, Sendable {
  var template: TileTemplate
  var title: String?
  var bounds: WorldBox?
  var zooms: ClosedRange<Int>
  /// Without markup; empty where it says nothing.
  var credits: [String]

  /// The most bytes that are read of one.
  static let limit = 1 << 20

  /// Reads one.
  /// - Parameter address: where it came from, for addresses in it that are given beside it.
  /// - Throws: why it cannot be used, in one sentence that names the host.
  init(_ bytes: [UInt8], from address: WebAddress) throws(MapError) {
    let host = address.host
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard bytes.count <= Self.limit, let value = JSONValue.parse(bytes.span, from: start)?.value, case .object = value else {
      throw MapError("online map: what \(host) answers is no TileJSON")
    }
    guard let first = value["tiles"]?.array?.lazy.compactMap(\.string).first else {
      let isStyle = value["layers"] != nil && value["sources"] != nil
      throw MapError("online map: what \(host) answers is \(isStyle ? "a style" : "no TileJSON"): it does not say where the tiles are")
    }
    try Self.checkFormat(value, host: host)
    guard let tiles = address.resolving(first) else {
      throw MapError("online map: the TileJSON of \(host) has an address of tiles that cannot be asked")
    }
    guard tiles.isSecure || !address.isSecure else {
      throw MapError("online map: the TileJSON of \(host) leads from https to http, which is not followed")
    }
    template = try TileTemplate(tiles, countsFromSouth: value["scheme"]?.string == "tms")
    title = value["name"]?.string.flatMap { $0.isEmpty ? nil : String($0.prefix(200)) }
    bounds = Self.bounds(value["bounds"]?.array)
    let least = Self.zoom(value["minzoom"]) ?? 0
    zooms = least...max(least, Self.zoom(value["maxzoom"]) ?? 14)
    credits = Attribution.plain(value["attribution"]?.string ?? "")
  }

  /// Refuses what is not made of vector tiles.
  private static func checkFormat(_ value: JSONValue, host: String) throws(MapError) {
    let format = value["format"]?.string?.lowercased() ?? ""
    if ["png", "jpg", "jpeg", "webp", "avif"].contains(format) {
      throw MapError("online map: the tiles of \(host) are pictures (\(format)); trackview needs vector tiles")
    }
    if value["encoding"]?.string?.lowercased() == "mlt" {
      throw MapError("online map: the tiles of \(host) are MapLibre tiles (mlt); trackview reads Mapbox vector tiles")
    }
  }

  private static func zoom(_ value: JSONValue?) -> Int? {
    value?.number.map { Int(min(max($0, 0), Double(TileID.deepest))) }
  }

  /// West, south, east, north in degrees.
  private static func bounds(_ values: [JSONValue]?) -> WorldBox? {
    guard let degrees = values?.compactMap(\.number), degrees.count == 4, degrees.allSatisfy({ abs($0) <= 360 }), degrees[1] < degrees[3]
    else { return nil }
    let east = degrees[2] <= degrees[0] ? degrees[2] + 360 : degrees[2]
    let northWest = WebMercator.project(Coordinate(latitude: degrees[3], longitude: degrees[0]))
    let southEast = WebMercator.project(Coordinate(latitude: degrees[1], longitude: east))
    return WorldBox(minX: northWest.x, minY: northWest.y, maxX: min(southEast.x, northWest.x + 1), maxY: southEast.y)
  }
}
