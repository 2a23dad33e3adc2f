// What moves the camera: the opening, following, the person, the finale.

import BaseMap
import Cells
import MapScene
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import ViewerApp

@Suite("What moves the camera")
struct CameraRigTests {
  /// A quarter of an hour of driving, so that the opening and the finale lie far apart.
  private func long() -> Journey {
    var route = RouteBuilder(latitude: 40, longitude: 116, name: "Home")
    route.go(90, 4_000, to: "Corner")
    route.go(180, 5_000, to: "Market")
    return route.journey()
  }

  @Test("the opening shows the country, the whole route, then the region around the start, then follows")
  func opening() {
    var rehearsal = Rehearsal(long()) {
      $0.region = 1_000
      $0.followRegion = 200
      $0.detail = .full
    }
    #expect(rehearsal.model.rig.mode == .opening)
    #expect(abs(rehearsal.region - 1_100_000) < 5_000)
    #expect(rehearsal.showsMarker)
    rehearsal.wait(0.4)
    #expect(abs(rehearsal.region - 1_100_000) < 5_000)
    rehearsal.wait(0.2)
    #expect(rehearsal.region > 5_000 && rehearsal.region < 10_000)
    rehearsal.wait(0.3)
    #expect(rehearsal.region > 5_000 && rehearsal.region < 10_000)
    rehearsal.wait(0.3)
    #expect(abs(rehearsal.region - 1_000) < 20)
    #expect(rehearsal.showsMarker)
    rehearsal.wait(1.6)
    #expect(abs(rehearsal.region - 1_000) < 20)
    rehearsal.wait(0.5)
    #expect(rehearsal.model.rig.mode == .following)
    #expect(abs(rehearsal.region - 200) < 4)
    // The clock has run from the first frame on.
    #expect(abs(rehearsal.position - 3.3) < 1e-6)
  }

  @Test("without a base map the opening begins with the whole route")
  func openingWithoutMap() {
    let rehearsal = Rehearsal(long()) { $0.detail = .none }
    #expect(rehearsal.model.rig.mode == .opening)
    #expect(rehearsal.region > 5_000 && rehearsal.region < 10_000)
  }

  @Test("a route as long as a country is shown as a whole at once")
  func openingOfLongRoute() {
    var route = RouteBuilder(latitude: 40, longitude: 100)
    for longitude in stride(from: 100.0, through: 116, by: 0.5) { route.point(latitude: 40, longitude: longitude) }
    var rehearsal = Rehearsal(route.journey())
    rehearsal.press("0")
    let whole = rehearsal.model.rig.camera
    let opening = Rehearsal(route.journey()) { $0.detail = .full }
    #expect(opening.model.rig.mode == .opening)
    #expect(opening.model.rig.camera == whole)
  }

  @Test("the loop is woken at each change of the opening")
  func openingWakes() {
    for (detail, changes) in [(BaseDetail.full, [0.5, 1, 3]), (.none, [1, 3])] {
      let rehearsal = Rehearsal(long()) { $0.detail = detail }
      var elapsed = 0.0
      for change in changes {
        let next = rehearsal.model.rig.nextChange(elapsed: elapsed) ?? .nan
        #expect(abs(elapsed + next - change) < 1e-9)
        elapsed = change
      }
    }
  }

  @Test("the opening is the same however often the screen is drawn", arguments: [0.016, 0.25, 0.7])
  func openingSteps(step: Double) {
    var fine = Rehearsal(long()) { $0.followRegion = 200 }
    var coarse = Rehearsal(long()) { $0.followRegion = 200 }
    fine.wait(4, step: 0.05)
    coarse.wait(4, step: step)
    #expect(fine.model.rig.mode == coarse.model.rig.mode)
    #expect(abs(fine.region - coarse.region) < 1)
  }

  @Test(
    "any key ends the opening at once", arguments: [KeyPress(" "), KeyPress("z"), KeyPress(.escape), KeyPress(.function(5)), KeyPress("+")])
  func anyKey(key: KeyPress) {
    var rehearsal = Rehearsal(long()) { $0.followRegion = 200 }
    rehearsal.wait(0.5)
    rehearsal.press(key)
    #expect(rehearsal.model.rig.mode == .following)
    #expect(rehearsal.region < 201)
    #expect(rehearsal.showsMarker)
  }

  @Test("a click and a wheel turn end it too")
  func mouseEndsOpening() {
    for kind in [MouseEvent.Kind.press(1), .wheelUp] {
      var rehearsal = Rehearsal(long()) { $0.followRegion = 200 }
      rehearsal.mouse(kind, 20, 8)
      #expect(rehearsal.model.rig.mode != .opening)
    }
  }

  @Test("with a start, or paused, or by option, there is no opening")
  func noOpening() {
    let adjustments: [(inout ViewerOptions) -> Void] = [{ $0.start = 20 }, { $0.isPaused = true }, { $0.showsOpening = false }]
    for adjust in adjustments {
      let rehearsal = Rehearsal(long(), adjust)
      #expect(rehearsal.model.rig.mode == .following)
      #expect(rehearsal.showsMarker)
    }
  }

  @Test("while following, the marker never leaves the middle of the map", arguments: GlyphSet.allCases)
  func following(set: GlyphSet) {
    var rehearsal = Rehearsal(look: Presentation(glyphs: Glyphs(set)))
    for _ in 0..<400 {
      rehearsal.wait(0.25, step: 0.25)
      guard rehearsal.model.rig.mode == .following else { break }
      let canvas = rehearsal.model.canvas
      #expect(abs(rehearsal.marker.x - Double(canvas.width) / 2) <= 3 * Double(set.dotsPerColumn) + 1)
      #expect(abs(rehearsal.marker.y - Double(canvas.height) / 2) <= 2 * Double(set.dotsPerRow) + 1)
    }
  }

  @Test("following keeps the map still for a while, then moves it by whole cells")
  func wholeCells() {
    var rehearsal = Rehearsal(TestJourney.straight())
    let world = rehearsal.model.journey.shape.point(50)
    var moves = 0
    var before = MapTransform(rehearsal.model.rig.camera, canvas: rehearsal.model.canvas).dot(world)
    for _ in 0..<600 {
      rehearsal.wait(0.05, step: 0.05)
      let after = MapTransform(rehearsal.model.rig.camera, canvas: rehearsal.model.canvas).dot(world)
      let columns = (after.x - before.x) / 2
      #expect(abs(columns - columns.rounded()) < 1e-5)
      #expect(abs(after.y - before.y) < 1e-5)
      if columns.rounded() != 0 { moves += 1 }
      before = after
    }
    #expect(moves > 5 && moves < 300)
  }

  @Test("panning sets the map free, and f brings the marker back")
  func panAndBack() {
    var rehearsal = Rehearsal()
    rehearsal.press("lll")
    #expect(rehearsal.model.rig.mode == .free)
    let camera = rehearsal.model.rig.camera
    rehearsal.wait(20)
    #expect(rehearsal.model.rig.camera == camera)
    rehearsal.press("f")
    #expect(rehearsal.model.rig.mode == .following)
    #expect(rehearsal.showsMarker)
    rehearsal.press("f")
    #expect(rehearsal.model.rig.mode == .free)
  }

  @Test("h j k l move the map by cells, each back by its opposite")
  func panKeys() {
    for (key, back) in [("h", "l"), ("j", "k"), ("k", "j"), ("l", "h")] {
      var rehearsal = Rehearsal { $0.isPaused = true }
      let start = rehearsal.marker
      rehearsal.press(key)
      let moved = rehearsal.marker
      let (columns, rows) = ((moved.x - start.x) / 2, (moved.y - start.y) / 4)
      #expect(abs(columns - columns.rounded()) < 1e-6 && abs(rows - rows.rounded()) < 1e-6)
      #expect(key == "h" ? columns > 0 : key == "l" ? columns < 0 : key == "k" ? rows > 0 : rows < 0)
      rehearsal.press(back)
      #expect(abs(rehearsal.marker.x - start.x) < 1e-6 && abs(rehearsal.marker.y - start.y) < 1e-6)
    }
  }

  @Test("0 shows the whole route, and again goes back to following")
  func whole() {
    var rehearsal = Rehearsal(long())
    let region = rehearsal.region
    rehearsal.press("0")
    #expect(rehearsal.model.rig.mode == .whole)
    #expect(rehearsal.region > 5_000)
    rehearsal.wait(5)
    #expect(rehearsal.model.rig.mode == .whole)
    rehearsal.press("0")
    #expect(rehearsal.model.rig.mode == .following)
    #expect(abs(rehearsal.region - region) < region * 0.02)
  }

  @Test("zooming in and out by keys comes back to the same scale")
  func zoom() {
    var rehearsal = Rehearsal { $0.isPaused = true }
    let region = rehearsal.region
    rehearsal.press("+")
    #expect(abs(rehearsal.region * 1.5 - region) < 1)
    rehearsal.press("-")
    #expect(abs(rehearsal.region - region) < 1e-3)
    #expect(rehearsal.model.rig.mode == .following)
  }

  @Test("zooming ends at the limits, and leads back from them at once", arguments: ["following", "free"])
  func zoomLimits(mode: String) {
    var rehearsal = Rehearsal { $0.isPaused = true }
    if mode == "free" { rehearsal.press("l") }
    for _ in 0..<100 { rehearsal.press("+") }
    #expect(rehearsal.model.rig.camera.dotsPerUnit == Camera.scaleLimits.upperBound)
    rehearsal.press("-")
    #expect(rehearsal.model.rig.camera.dotsPerUnit < Camera.scaleLimits.upperBound * 0.7)
    for _ in 0..<100 { rehearsal.press("-") }
    #expect(rehearsal.model.rig.camera.dotsPerUnit == Camera.scaleLimits.lowerBound)
    #expect(faults(of: rehearsal.frame) == [])
    rehearsal.press("+")
    #expect(rehearsal.model.rig.camera.dotsPerUnit > Camera.scaleLimits.lowerBound * 1.4)
  }

  @Test("panning far beyond the edge of the world does not trap, and 0 leads home")
  func beyondTheWorld() {
    var rehearsal = Rehearsal(columns: 160, rows: 50) { $0.isPaused = true }
    for _ in 0..<60 { rehearsal.press("-") }
    for key in ["l", "h", "j", "k"] {
      for _ in 0..<300 { rehearsal.press(key) }
      #expect(faults(of: rehearsal.frame) == [])
    }
    rehearsal.press("0")
    #expect(rehearsal.showsMarker)
  }

  @Test("a change of size keeps the region in view", arguments: [(120, 36), (60, 20), (200, 60), (40, 12)])
  func resize(columns: Int, rows: Int) {
    var rehearsal = Rehearsal {
      $0.isPaused = true
      $0.followRegion = 300
    }
    rehearsal.send(.resize(columns: columns, rows: rows))
    #expect(abs(rehearsal.region - 300) < 1)
    #expect(rehearsal.showsMarker)
    rehearsal.press("0")
    rehearsal.send(.resize(columns: 100, rows: 30))
    #expect(rehearsal.model.rig.mode == .whole)
    #expect(rehearsal.showsMarker)
  }

  @Test("a seek takes the camera along at once")
  func seek() {
    var rehearsal = Rehearsal(long()) { $0.isPaused = true }
    rehearsal.press(KeyPress(.end))
    #expect(rehearsal.showsMarker)
    rehearsal.press(KeyPress(.home))
    #expect(rehearsal.showsMarker)
    let canvas = rehearsal.model.canvas
    #expect(abs(rehearsal.marker.x - Double(canvas.width) / 2) <= 3)
  }

  @Test("at the end the camera eases out to the whole route, once, and Space plays again")
  func finale() {
    var rehearsal = Rehearsal()
    rehearsal.wait(rehearsal.model.journey.timeline.duration - 0.5)
    #expect(rehearsal.model.rig.mode == .following)
    rehearsal.wait(0.6)
    var scales: [Double] = []
    for _ in 0..<20 {
      rehearsal.wait(0.1)
      scales.append(rehearsal.model.rig.camera.dotsPerUnit)
    }
    #expect(zip(scales, scales.dropFirst()).allSatisfy { $0 >= $1 }, "the scale goes one way: \(scales)")
    #expect(rehearsal.model.rig.mode == .whole)
    #expect(rehearsal.state == .ended)
    let sheet = rehearsal.frame.text.joined(separator: "\n")
    for word in ["the end", "distance", "1.50 km", "00:02:30", "mean speed", "top speed", "Space", "plays again"] {
      #expect(sheet.contains(word), "\(word)")
    }
    #expect(rehearsal.model.nextFrame() == nil)
    rehearsal.press(" ")
    #expect(rehearsal.state == .playing)
    #expect(rehearsal.model.rig.mode == .following)
    #expect(rehearsal.position < 0.01)
    #expect(rehearsal.showsMarker)
    #expect(!rehearsal.frame.text.contains { $0.contains("plays again") })
  }

  @Test("the finale leaves a map alone that the person moved")
  func finaleFree() {
    var rehearsal = Rehearsal()
    rehearsal.press("l")
    let camera = rehearsal.model.rig.camera
    rehearsal.wait(200)
    #expect(rehearsal.state == .ended)
    #expect(rehearsal.model.rig.camera == camera)
  }

  @Test("every journey, however odd, opens, plays and ends", arguments: TestJourney.all().map(\.title))
  func everyJourney(title: String) throws {
    let journey = try #require(TestJourney.all().first { $0.title == title })
    var rehearsal = Rehearsal(journey) { $0.rate = PlaybackRate(50) }
    for _ in 0..<120 {
      rehearsal.wait(0.2, step: 0.2)
      #expect(faults(of: rehearsal.frame) == [])
    }
    for key in ["0", "0", " ", "+", "c", "c", "i", "?"] {
      rehearsal.press(key)
      #expect(faults(of: rehearsal.frame) == [])
    }
  }
}
