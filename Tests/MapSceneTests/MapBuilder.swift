// Pieces of a map for tests, made of a few points and lines in metres.

import BaseMap
import Cells
import TestSupport
import TrackGeodesy

@testable import MapScene

/// A piece of a map in the making: metres east and south of an origin, a decimetre a unit.
struct MapBuilder {
  private(set) var piece: MapPiece
  private let metre: Double

  init(latitude: Double = 43.74, longitude: Double = 7.42, frame: Int32 = 0) {
    let origin = WebMercator.project(Coordinate(latitude: latitude, longitude: longitude))
    metre = 1 / WebMercator.metresPerWorldUnit(atLatitude: latitude)
    piece = MapPiece(origin: origin, unit: metre / 10, frame: frame)
  }

  /// The point of the world so many metres east and south.
  func world(_ x: Double, _ y: Double) -> MapPoint { MapPoint(x: piece.origin.x + x * metre, y: piece.origin.y + y * metre) }

  mutating func point(
    _ kind: MapKind, _ name: String, _ x: Double, _ y: Double, rank: UInt8 = 128, english: String? = nil, chinese: String? = nil,
    flags: MapFlags = []
  ) {
    add(kind, name, [(x, y)], rank: rank, english: english, chinese: chinese, flags: flags)
  }

  mutating func line(
    _ kind: MapKind, _ name: String?, _ points: [(Double, Double)], rank: UInt8 = 128, reference: String? = nil, english: String? = nil,
    chinese: String? = nil
  ) {
    add(kind, name, points, rank: rank, reference: reference, english: english, chinese: chinese)
  }

  private mutating func add(
    _ kind: MapKind, _ name: String?, _ points: [(Double, Double)], rank: UInt8, reference: String? = nil, english: String? = nil,
    chinese: String? = nil, flags: MapFlags = []
  ) {
    let first = piece.points.count
    piece.points += points.map { LocalPoint(x: Int32(($0.0 * 10).rounded()), y: Int32(($0.1 * 10).rounded())) }
    piece.parts.append(Int32(first)..<Int32(piece.points.count))
    var feature = MapFeature(kind: kind, flags: flags, rank: rank, parts: Int32(piece.parts.count - 1)..<Int32(piece.parts.count))
    if let name {
      feature.name = Int32(piece.names.count)
      piece.names.append(MapName(local: name, english: english, chinese: chinese))
    }
    if let reference {
      feature.reference = Int32(piece.names.count)
      piece.names.append(MapName(local: reference))
    }
    let place = piece.features.firstIndex { $0.kind.rawValue > kind.rawValue } ?? piece.features.count
    piece.features.insert(feature, at: place)
  }

  func scene(hasStreets: Bool = true, credits: [String] = [], version: Int = 1) -> BaseScene {
    BaseScene(parts: [BasePart(piece: piece)], credits: credits, hasStreets: hasStreets, version: version)
  }
}

extension MapBuilder {
  /// A made-up city: a grid of streets that bends, suburbs, stations, parks, places of interest; the same for the same seed.
  static func city(seed: UInt64 = 7, size: Double = 4_000) -> MapBuilder {
    var random = SeededGenerator(seed: seed)
    var city = MapBuilder()
    let first = [
      "Oak", "Mill", "Harbour", "King", "Station", "Church", "Long", "North", "River", "Castle", "Market", "Linden", "Elm", "High",
    ]
    let second = ["Street", "Road", "Lane", "Avenue", "Row", "Walk"]
    for index in 0..<40 {
      let name = "\(first[index % first.count]) \(second[(index / first.count + index) % second.count])" + (index > 27 ? " \(index)" : "")
      let at = size * Double(index / 2) / 20
      let bend = random.double(-80...80)
      let steps = stride(from: 0.0, through: size, by: 100)
      let isAcross = index % 2 == 0
      let way = steps.map { step -> (Double, Double) in
        let off = at + bend * step / size + random.double(-6...6)
        return isAcross ? (step, off) : (off, step)
      }
      let rank: UInt8 = index % 7 == 0 ? 20 : index % 3 == 0 ? 90 : 160
      city.line(index % 7 == 0 ? .primaryRoad : .minorRoad, nil, way)
      city.line(.roadName, name, way, rank: rank, reference: index % 7 == 0 ? "D\(index)" : nil)
    }
    for index in 0..<12 {
      city.point(.suburb, "Quarter \(index)", random.double(0...size), random.double(0...size), rank: UInt8(100 + index))
    }
    for index in 0..<12 { city.point(.station, "Stop \(index)", random.double(0...size), random.double(0...size)) }
    for index in 0..<10 { city.point(.parkName, "Park \(index)", random.double(0...size), random.double(0...size)) }
    for index in 0..<400 { city.point(.pointOfInterest, "Shop \(index)", random.double(0...size), random.double(0...size)) }
    city.point(.city, "Maketown", size / 2, size / 2, rank: 40)
    return city
  }
}

/// The base picture of a scene, seen by a camera.
func basePicture(
  _ scene: BaseScene, _ camera: Camera, columns: Int, rows: Int, look: Presentation = Presentation(), previous: BasePicture? = nil
) -> BasePicture {
  let canvas = CanvasSize(columns: columns, rows: rows, set: look.glyphs.dots)
  return BasePicture(scene, transform: MapTransform(camera, canvas: canvas), look: look, previous: previous)
}

/// The base picture of a scene with nothing on it but its names.
func namesPicture(
  _ scene: BaseScene, _ camera: Camera, columns: Int, rows: Int, look: Presentation = Presentation(), previous: BasePicture? = nil
) -> BasePicture {
  let transform = MapTransform(camera, canvas: CanvasSize(columns: columns, rows: rows, set: look.glyphs.dots))
  var bare = scene
  bare.parts = []
  var picture = BasePicture(bare, transform: transform, look: look)
  BaseNames.place(scene, transform, look, previous: previous, into: &picture)
  return picture
}

extension BasePicture {
  /// The names alone.
  var namesGrid: CellGrid {
    var grid = CellGrid(width: canvas.columns, height: canvas.rows)
    for label in labels { grid.put(label.text, column: label.column, row: label.row, style: label.style) }
    return grid
  }
}
