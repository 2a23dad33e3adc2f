// Heading up: the map turns with the marker, in steps, and everything works under any bearing.

import Cells
import MapScene
import TestSupport
import Testing
import TrackGeodesy

@testable import ViewerApp

@Suite("What points up")
struct HeadingUpTests {
  private static let bearings = [0.0, 5, 37, 90, 135, 180, 250, 355]

  private func turned(_ bearing: Double, _ adjust: (inout ViewerOptions) -> Void = { _ in }) -> Rehearsal {
    var rehearsal = Rehearsal {
      $0.showsOpening = false
      $0.orientation = .fixed(bearing)
      adjust(&$0)
    }
    rehearsal.press(KeyPress(.escape))
    return rehearsal
  }

  @Test("n lets the marker's course point up, and north again")
  func toggling() {
    var rehearsal = Rehearsal()
    rehearsal.wait(5)
    rehearsal.press("n")
    #expect(rehearsal.model.rig.camera.bearing == 90)
    #expect(rehearsal.frame.text.contains { $0.contains("heading up") })
    rehearsal.press("n")
    #expect(rehearsal.model.rig.camera.bearing == 0)
    #expect(rehearsal.frame.text.contains { $0.contains("north up") })
  }

  @Test("it turns in steps of five degrees, at most seven a second, and arrives")
  func corner() {
    var rehearsal = Rehearsal()
    rehearsal.press("n")
    var bearings = [rehearsal.model.rig.camera.bearing]
    var changedAt = -1.0
    for _ in 0..<(75 * 60) {
      rehearsal.now += 1 / 60.0
      rehearsal.send(.tick)
      let bearing = rehearsal.model.rig.camera.bearing
      guard bearing != bearings.last else { continue }
      #expect(bearing.truncatingRemainder(dividingBy: 5) == 0)
      #expect(rehearsal.now - changedAt >= 0.149)
      changedAt = rehearsal.now
      bearings.append(bearing)
      #expect(rehearsal.showsMarker)
    }
    #expect(bearings.first == 90 && bearings.last == 180)
    #expect((4...15).contains(bearings.count), "a corner is not a film: \(bearings)")
    #expect(bearings == bearings.sorted())
  }

  @Test("a course that trembles turns nothing, and one that means nothing neither")
  func steady() {
    var up = HeadingUp()
    up.face(90)
    var now = 0.0
    for step in 0..<600 {
      now += 1 / 60.0
      up.follow(90 + (step.isMultiple(of: 2) ? 8 : -8), speed: 10, at: now)
      #expect(up.bearing == 90)
    }
    for step in 0..<600 {
      now += 1 / 60.0
      up.follow(Double(step * 37 % 360), speed: 0.2, at: now)
      #expect(up.bearing == 90 && !up.isTurning)
    }
    up.follow(nil, speed: 10, at: now + 1)
    up.follow(.nan, speed: 10, at: now + 2)
    #expect(up.bearing == 90)
  }

  @Test("it goes the shorter way across north")
  func shorter() {
    var up = HeadingUp()
    up.face(350)
    var seen: [Double] = []
    for step in 1...300 {
      up.follow(20, speed: 10, at: Double(step) / 60)
      if seen.last != up.bearing { seen.append(up.bearing) }
    }
    #expect(seen.allSatisfy { $0 >= 350 || $0 <= 20 })
    #expect(seen.last.map { $0 >= 15 && $0 <= 25 } ?? false)
    #expect(!up.isTurning)
  }

  @Test("a paused viewer comes to rest")
  func rest() {
    var rehearsal = Rehearsal()
    rehearsal.press("n")
    rehearsal.wait(61)
    rehearsal.press(" ")
    rehearsal.wait(10)
    #expect(rehearsal.model.nextFrame() == nil)
  }

  @Test("the whole route stands still: north up, or as the person set it")
  func whole() {
    var rehearsal = Rehearsal()
    rehearsal.press("n")
    rehearsal.wait(5)
    rehearsal.press("0")
    #expect(rehearsal.model.rig.camera.bearing == 0)
    rehearsal.press("0")
    #expect(rehearsal.model.rig.camera.bearing == 90)
    for bearing in Self.bearings {
      var fixed = turned(bearing)
      fixed.press("0")
      #expect(fixed.model.rig.camera.bearing == bearing)
      let transform = MapTransform(fixed.model.rig.camera, canvas: fixed.model.canvas)
      for index in 0..<fixed.model.journey.track.points.count {
        let dot = transform.dot(fixed.model.journey.shape.place(fixed.model.journey.track.points.coordinate(at: index), near: index))
        #expect(dot.x >= 0 && dot.y >= 0 && dot.x < Double(fixed.model.canvas.width) && dot.y < Double(fixed.model.canvas.height))
      }
    }
  }

  @Test("at the end the map turns back to north on its way to the whole route")
  func finale() {
    var rehearsal = Rehearsal()
    rehearsal.press("n")
    rehearsal.press(KeyPress(.end))
    rehearsal.wait(0.2)
    rehearsal.wait(4)
    #expect(rehearsal.model.rig.mode == .whole && rehearsal.model.rig.camera.bearing == 0)
  }

  @Test("a drag keeps the ground under the pointer", arguments: bearings)
  func drag(bearing: Double) {
    var rehearsal = turned(bearing)
    let map = rehearsal.layout.map
    func ground(_ column: Int, _ row: Int) -> MapPoint {
      let canvas = rehearsal.model.canvas
      let dot = DotPoint(
        (Double(column - map.column) + 0.5) * Double(canvas.dotsPerColumn), (Double(row - map.row) + 0.5) * Double(canvas.dotsPerRow))
      return MapTransform(rehearsal.model.rig.camera, canvas: canvas).world(dot)
    }
    let before = ground(20, 8)
    rehearsal.mouse(.press(1), 20, 8)
    rehearsal.mouse(.drag(1), 33, 12)
    rehearsal.mouse(.release(1), 33, 12)
    let after = ground(33, 12)
    let cell = 4 / rehearsal.model.rig.camera.dotsPerUnit
    #expect(abs(after.x - before.x) < cell && abs(after.y - before.y) < cell)
    #expect(rehearsal.model.rig.camera.bearing == bearing)
    let fixed = ground(20, 8)
    rehearsal.mouse(.wheelUp, 20, 8)
    let zoomed = ground(20, 8)
    #expect(abs(fixed.x - zoomed.x) < cell && abs(fixed.y - zoomed.y) < cell, "the wheel zooms at the pointer")
    #expect(rehearsal.model.rig.camera.bearing == bearing)
  }

  @Test("the pan keys go where they point", arguments: bearings)
  func pan(bearing: Double) {
    for (key, column, row) in [("h", -8, 0), ("j", 0, 4), ("k", 0, -4), ("l", 8, 0)] {
      var rehearsal = turned(bearing)
      let before = rehearsal.marker
      rehearsal.press(key)
      let canvas = rehearsal.model.canvas
      #expect(abs(rehearsal.marker.x - before.x + Double(column * canvas.dotsPerColumn)) < 1e-6)
      #expect(abs(rehearsal.marker.y - before.y + Double(row * canvas.dotsPerRow)) < 1e-6)
    }
  }

  @Test("the marker held by hand goes where the arrow or the click says", arguments: bearings)
  func mock(bearing: Double) {
    var rehearsal = turned(bearing)
    rehearsal.press("m")
    func marker() -> DotPoint {
      let pose = rehearsal.model.shownFrame.pose
      return MapTransform(rehearsal.model.rig.camera, canvas: rehearsal.model.canvas)
        .dot(rehearsal.model.journey.shape.place(pose.coordinate, near: pose.pointIndex))
    }
    let before = marker()
    rehearsal.press(KeyPress(.right))
    rehearsal.press(KeyPress(.up))
    #expect(abs(marker().x - before.x - 2) < 1e-3 && abs(marker().y - before.y + 4) < 1e-3)
    rehearsal.press(KeyPress(.escape))
    // While the map follows, it would move with the marker.
    rehearsal.press("f")
    let map = rehearsal.layout.map
    rehearsal.mouse(.press(1), map.column + 7, map.row + 5)
    rehearsal.mouse(.release(1), map.column + 7, map.row + 5)
    #expect(abs(marker().x - 14.5) < 1.01 && abs(marker().y - 21.5) < 2.01)
  }

  @Test("following keeps the marker in the dead zone", arguments: bearings)
  func following(bearing: Double) {
    var rehearsal = turned(bearing)
    for _ in 0..<300 {
      rehearsal.wait(0.25, step: 0.05)
      let canvas = rehearsal.model.canvas
      guard rehearsal.model.rig.mode == .following else { break }
      #expect(abs(rehearsal.marker.x - Double(canvas.width) / 2) <= 4.0 * Double(canvas.dotsPerColumn))
      #expect(abs(rehearsal.marker.y - Double(canvas.height) / 2) <= 3.0 * Double(canvas.dotsPerRow))
    }
  }
}
