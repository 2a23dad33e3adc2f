// What the tests of vector tiles share.

import BaseMap
@_exported import TestBasics
import Testing
import TileSketch

/// A tile in the middle of Monaco.
let monaco = TileID(around: .init(x: 0.52062, y: 0.36466), zoom: 14)

/// What comes of layers.
func reading(_ layers: [SketchLayer], id: TileID = monaco) throws -> VectorTileReading {
  try VectorTile.read(TileSketch(layers).bytes.span, id: id)
}

func piece(_ layers: [SketchLayer], id: TileID = monaco) throws -> MapPiece { try reading(layers, id: id).piece }

/// A layer of one feature.
func layer(
  _ name: String, _ shape: SketchShape, _ fields: KeyValuePairs<String, SketchValue> = [:], extent: UInt64? = 4096, version: UInt64 = 2
) -> SketchLayer {
  var layer = SketchLayer(name, extent: extent, version: version)
  layer.add(shape, fields)
  return layer
}

extension MapPiece {
  /// The points of each part of a feature.
  func shapes(_ feature: MapFeature) -> [[LocalPoint]] {
    feature.parts.map { index in
      let part = parts[Int(index)]
      return Array(points[Int(part.lowerBound)..<Int(part.upperBound)])
    }
  }

  func all(_ kind: MapKind) -> [MapFeature] { features.filter { $0.kind == kind } }

  /// What breaks the promises of its type; empty where nothing does.
  var faults: [String] {
    var faults: [String] = []
    if zip(features, features.dropFirst()).contains(where: { $0.kind.rawValue > $1.kind.rawValue }) { faults.append("not sorted") }
    for feature in features {
      if feature.parts.isEmpty || feature.parts.lowerBound < 0 || Int(feature.parts.upperBound) > parts.count {
        faults.append("\(feature.kind): parts \(feature.parts)")
        continue
      }
      let isPoint = feature.kind.shape == .point || feature.kind == .waterName
      let least = feature.kind.shape == .area ? 3 : isPoint ? 1 : 2
      for shape in shapes(feature) where shape.count < least { faults.append("\(feature.kind): a part of \(shape.count)") }
      if Int(feature.name) >= names.count || Int(feature.reference) >= names.count { faults.append("\(feature.kind): no such name") }
    }
    if points.contains(where: { $0.x < 0 || $0.y < 0 || $0.x > frame || $0.y > frame }) { faults.append("a point outside the frame") }
    return faults
  }
}

func point(_ x: Int32, _ y: Int32) -> LocalPoint { LocalPoint(x: x, y: y) }

// MARK: Tiles by others

/// Where the tiles by others lie; `nil` where they are absent.
let tileFixtures = fixture("tiles")

let noFixtures: Comment = "TRACKVIEW_FIXTURES names no folder with tiles"

/// The bytes of a file; none where it cannot be read.
func bytes(of path: String) -> [UInt8] { contents(of: path) ?? [] }

/// Tiles by others that are not packed: Mapbox Streets of three towns, and OpenMapTiles' whole world.
let realTiles: [(name: String, id: TileID, bytes: [UInt8])] = {
  guard let tileFixtures else { return [] }
  var tiles = [("0.pbf", TileID.world, bytes(of: tileFixtures + "/0.pbf"))]
  for town in ["bangkok", "chicago", "sanfrancisco"] {
    let folder = tileFixtures + "/mvt-fixtures/real-world/" + town
    for name in fileNames(in: folder) where name.hasSuffix(".mvt") {
      let numbers = name.dropLast(4).split(separator: "-").compactMap { Int($0) }
      guard numbers.count == 3, let id = TileID(zoom: numbers[0], column: numbers[1], row: numbers[2]) else { continue }
      tiles.append((town + "/" + name, id, bytes(of: folder + "/" + name)))
    }
  }
  return tiles
}()
