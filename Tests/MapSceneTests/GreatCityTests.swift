// Owns the tests of which towns of the embedded world are named: the great ones, however the view was come to.

import BaseMap
import Cells
import TestSupport
import Testing
import TrackGeodesy

@testable import MapScene

@Suite("Great cities")
struct GreatCityTests {
  private let columns = 120
  private let rows = 36

  private func scene(_ camera: Camera) -> BaseScene {
    let (x, y) = (1.2 * Double(columns) / camera.dotsPerUnit, 2.4 * Double(rows) / camera.dotsPerUnit)
    let box = WorldBox(minX: camera.center.x - x, minY: camera.center.y - y, maxX: camera.center.x + x, maxY: camera.center.y + y)
    let keys = World.embedded.keys(touching: box, dotsPerUnit: camera.dotsPerUnit)
    return BaseScene(
      parts: keys.map { BasePart(piece: World.embedded.piece($0.id), turn: $0.turn) }, version: keys.first?.id.zoom ?? 0)
  }

  private func camera(_ latitude: Double, _ longitude: Double, region: Double) -> Camera {
    Camera(
      region: region, around: WebMercator.project(Coordinate(latitude: latitude, longitude: longitude)),
      canvas: CanvasSize(columns: columns, rows: rows, set: .braille))
  }

  private func names(_ picture: BasePicture) -> String { picture.labels.map(\.text).joined(separator: " ") }

  private func look(_ language: Language) -> Presentation {
    var look = Presentation()
    look.language = language
    return look
  }

  /// A view, and what must and must not be named in it.
  struct View: Sendable, CustomStringConvertible {
    let latitude: Double
    let longitude: Double
    let region: Double
    let named: [String]
    let unnamed: [String]
    var language = Language.english
    var description: String { "\(named) at \(latitude), \(longitude), \(Int(region / 1000)) km" }
  }

  static let views =
    [300, 600, 1000, 2000].map {
      View(latitude: 42.3, longitude: -71, region: $0 * 1000, named: ["Boston"], unnamed: ["South Boston"])
    } + [
      View(latitude: 35.15, longitude: -90, region: 500_000, named: ["Memphis"], unnamed: ["New South"]),
      View(latitude: 50, longitude: 132, region: 1_500_000, named: ["Khabarovsk"], unnamed: ["Vtoroy"]),
      View(latitude: 32, longitude: 34.9, region: 300_000, named: ["Tel Aviv"], unnamed: ["Rishon"]),
      View(latitude: 10.7, longitude: 123, region: 600_000, named: ["Bacolod"], unnamed: ["Mansilingan"]),
      View(latitude: 35, longitude: 105, region: 2_500_000, named: ["济南", "北京"], unnamed: ["泰安", "Tai’an"], language: .chinese),
    ]

  @Test("of neighbours the city is named, not its quarter", arguments: views)
  func pairs(view: View) {
    let camera = camera(view.latitude, view.longitude, region: view.region)
    let names = names(namesPicture(scene(camera), camera, columns: columns, rows: rows, look: look(view.language)))
    for name in view.named { #expect(names.contains(name), "\(names)") }
    for name in view.unnamed { #expect(!names.contains(name), "\(names)") }
  }

  /// A place from which to zoom out, and what is named in the end.
  static let journeys: [(latitude: Double, longitude: Double, named: [String])] = [
    (52.24, 20.8, ["Warsaw", "Berlin"]), (39.9, 116.2, ["Shanghai", "Beijing", "Xi’an"]), (48.8, 2.13, ["Paris", "Madrid", "London"]),
  ]

  @Test("zooming out names the great cities that a view from there names at once", arguments: journeys)
  func zoomingOut(latitude: Double, longitude: Double, named: [String]) {
    var camera = camera(latitude, longitude, region: 20_000)
    var picture = namesPicture(scene(camera), camera, columns: columns, rows: rows)
    for _ in 0..<13 {
      camera = camera.zoomed(by: 0.707)
      picture = namesPicture(scene(camera), camera, columns: columns, rows: rows, previous: picture)
    }
    let fresh = names(namesPicture(scene(camera), camera, columns: columns, rows: rows))
    for name in named {
      #expect(fresh.contains(name), "at once: \(fresh)")
      #expect(names(picture).contains(name), "zoomed out: \(names(picture))")
    }
  }

  @Test("over fifty pans of the world no name of a city that fits goes")
  func panning() {
    var camera = camera(50, 10, region: 1_500_000)
    var picture = namesPicture(scene(camera), camera, columns: columns, rows: rows)
    let scene = scene(camera)
    for step in 0..<50 {
      camera = camera.panned(x: step % 20 < 10 ? 2 : -2, y: 0)
      let next = namesPicture(scene, camera, columns: columns, rows: rows, previous: picture)
      let kept = Set(next.labels.map(\.text))
      for label in picture.labels where label.column > 3 && label.column + TextWidth.columns(of: label.text) < columns - 3 {
        #expect(kept.contains(label.text), "step \(step): \(label.text) has gone")
      }
      picture = next
    }
  }
}
