// Owns `MapReport`: what `trackview info` says of a map.

import BaseMap
import Cells
import MapSources
import TrackGeodesy

/// A map in words and as JSON.
struct MapReport {
  private let path: String
  private let info: MapInfo
  private let isOverlay: Bool
  /// `nil` where they cannot be told.
  private let layers: MapLayers?

  /// Whether a file is a map, by what is in it or by its name; whether it can be used is seen when it is opened.
  static func isMap(_ path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".mbtiles") || name.hasSuffix(".pmtiles") || (path != "-" && MapOpener.holdsTiles(path: path))
  }

  /// - Throws: why it is no map that can be used.
  init(_ path: String) throws(ProgramError) {
    do throws(MapError) {
      let map = try MapOpener.open(path: path, number: 0)
      switch map {
      case .overlay: (isOverlay, layers) = (true, nil)
      case .tiles(let source): (isOverlay, layers) = (false, source.layers())
      }
      info = map.info
      self.path = path
    } catch {
      throw ProgramError(error.description)
    }
  }

  /// One fact a line, the file first.
  var text: [String] {
    var lines = [TextWidth.clean(path)]
    func add(_ name: String, _ value: String) { lines.append("  " + TextWidth.padded(name, to: 10) + TextWidth.printable(value)) }
    add("format", isOverlay ? "GeoJSON" : "map of vector tiles")
    add("name", TextWidth.clean(info.title))
    if !isOverlay { add("zooms", "\(info.zooms.lowerBound) to \(info.zooms.upperBound)") }
    if let corners {
      let format = CoordinateFormat.dd
      add(
        "bounds",
        "\(format.latitude(corners.south)) \(format.longitude(corners.west)) to \(format.latitude(corners.north)) \(format.longitude(corners.east))"
      )
    }
    for fact in layerFacts { add(fact.name, fact.value) }
    for credit in info.credits { add("credits", TextWidth.clean(credit)) }
    return lines
  }

  /// The schema, the layers, and those that nothing is drawn of.
  private var layerFacts: [(name: String, value: String)] {
    guard !isOverlay else { return [] }
    guard let layers else { return [("schema", "not known: the map lists no layers, and there is no tile in its middle that tells")] }
    let told = layers.layers
    var facts = [("schema", told.schema ?? "none that is known: drawn as plain areas, lines and points")]
    facts.append(("layers", Self.list(told.names) + (layers.isStated ? "" : " (seen in tiles; the map lists none)")))
    if !told.undrawn.isEmpty { facts.append(("not drawn", Self.list(told.undrawn))) }
    return facts
  }

  /// The first hundred of some names, each cut.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(100).map { TextWidth.clean($0, maximumScalars: 60) }.filter { !$0.isEmpty }
    return shown.joined(separator: ", ") + (names.count > 100 ? " and \(names.count - 100) more" : "")
  }

  var json: JSONText {
    var members: [(String, JSONText)] = [
      ("file", .text(path)), ("format", .text(isOverlay ? "geojson" : "tiles")), ("name", .text(info.title)),
    ]
    if !isOverlay {
      members.append(("minZoom", .integer(info.zooms.lowerBound)))
      members.append(("maxZoom", .integer(info.zooms.upperBound)))
    }
    if let corners {
      members.append(("south", .number(corners.south, digits: 6)))
      members.append(("west", .number(corners.west, digits: 6)))
      members.append(("north", .number(corners.north, digits: 6)))
      members.append(("east", .number(corners.east, digits: 6)))
    }
    if !isOverlay {
      members.append(("schema", .text(layers?.layers.schema)))
      members.append(("layers", layers.map { .list($0.layers.names.map { .text($0) }) } ?? .null))
      members.append(("undrawnLayers", layers.map { .list($0.layers.undrawn.map { .text($0) }) } ?? .null))
      members.append(("layersListed", .flag(layers?.isStated ?? false)))
    }
    members.append(("credits", .list(info.credits.map { .text($0) })))
    return .object(members)
  }

  private var corners: (south: Double, west: Double, north: Double, east: Double)? {
    guard let box = info.bounds else { return nil }
    let southWest = WebMercator.unproject(MapPoint(x: box.minX, y: box.maxY))
    let northEast = WebMercator.unproject(MapPoint(x: box.maxX, y: box.minY))
    return (southWest.latitude, southWest.longitude, northEast.latitude, northEast.longitude)
  }
}
