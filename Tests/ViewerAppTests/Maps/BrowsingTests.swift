// A map without a track: looking around, and what is opened from there.

import BaseMap
import Cells
import MapScene
import TestSupport
import Testing
import TrackGeodesy

@testable import ViewerApp

@Suite("A map without a track")
struct BrowsingTests {
  private static let florence = Coordinate(latitude: 43.77, longitude: 11.25)

  private func florence(_ maps: [MapInfo] = [FakeMap.info(1)], columns: Int = 80, rows: Int = 24) -> Rehearsal {
    Rehearsal(browsing: maps, columns: columns, rows: rows) {
      $0.center = Self.florence
      $0.region = 2_000
    }
  }

  @Test("shows the place that was asked for, across so many metres; the map's name above, the place below")
  func first() {
    let rehearsal = florence()
    let frame = rehearsal.frame
    #expect(abs(rehearsal.region - 2_000) < 1)
    #expect(frame.text(row: 0).contains("map 1"))
    #expect(frame.text(row: 0).contains("Florence"))
    #expect(frame.text(row: 23).contains("43.770000°N") && frame.text(row: 23).contains("11.250000°E"))
    #expect(!frame.text(row: 0).contains("points"))
    #expect(frame.text.allSatisfy { !$0.contains("00:00:00") }, "no timeline")
    #expect(!rehearsal.model.hasPosition)
    #expect(faults(of: frame) == [])
  }

  @Test("sleeps until something happens")
  func sleep() {
    var rehearsal = florence()
    #expect(rehearsal.model.nextFrame() == nil)
    let before = rehearsal.frame
    rehearsal.wait(100, step: 10)
    #expect(rehearsal.frame == before)
  }

  @Test("without a place, the first map that is opened is shown as a whole; later ones leave the view alone")
  func bounds() {
    let bounds = WorldBox(minX: 0.53, minY: 0.36, maxX: 0.531, maxY: 0.3605)
    var rehearsal = Rehearsal(browsing: [FakeMap.info(1, bounds: bounds)])
    let center = rehearsal.model.rig.camera.center
    #expect(abs(center.x - bounds.center.x) < 1e-6 && abs(center.y - bounds.center.y) < 1e-6)
    let view = MapTransform(rehearsal.model.rig.camera, canvas: rehearsal.model.canvas).visibleBox()
    #expect(view.minX <= bounds.minX && view.maxX >= bounds.maxX && view.minY <= bounds.minY && view.maxY >= bounds.maxY)
    rehearsal.send(.map(.opened(FakeMap.info(2, bounds: WorldBox(minX: 0.1, minY: 0.1, maxX: 0.2, maxY: 0.2)))))
    #expect(rehearsal.model.rig.camera.center == center)
    rehearsal.press("+hhh")
    rehearsal.press("0")
    #expect(rehearsal.model.rig.camera.center == center)
  }

  @Test("a map of deep tiles only is shown so near that it has tiles")
  func deepBounds() {
    let bounds = WorldBox(minX: 0.5, minY: 0.3, maxX: 0.6, maxY: 0.4)
    let rehearsal = Rehearsal(browsing: [FakeMap.info(1, zooms: 14...14, bounds: bounds)])
    #expect(!rehearsal.model.wantedTiles.isEmpty)
  }

  @Test("the map moves and zooms by keys and mouse, and the status bar tells the middle")
  func moving() {
    var rehearsal = florence()
    rehearsal.press("llll")
    let east = rehearsal.model.middle
    #expect(east.longitude > 11.25 && abs(east.latitude - 43.77) < 1e-3)
    #expect(rehearsal.frame.text(row: 23).contains(CoordinateFormat.dd.longitude(east.longitude)))
    let before = rehearsal.region
    rehearsal.press("-")
    #expect(rehearsal.region > before * 1.4)
    rehearsal.mouse(.wheelUp, 10, 5)
    rehearsal.mouse(.press(1), 20, 10)
    rehearsal.mouse(.drag(1), 30, 10)
    #expect(rehearsal.model.middle.longitude < east.longitude)
    #expect(rehearsal.frame.text.contains { $0.contains("?") })
  }

  @Test("keys of playback, f and t say that nothing is played; nothing breaks")
  func noTrack() {
    for binding in Keymap.bindings {
      for key in binding.keys {
        var rehearsal = florence()
        rehearsal.press(key)
        rehearsal.wait(1)
        #expect(faults(of: rehearsal.frame) == [], "\(key)")
      }
    }
    var rehearsal = florence()
    rehearsal.press(" ")
    #expect(rehearsal.frame.text.contains { $0.contains("nothing is played") })
    rehearsal.press("f")
    #expect(rehearsal.frame.text.contains { $0.contains("m puts one here") })
    rehearsal.press("y")
    #expect(rehearsal.effects.contains(.copy("43.770000,11.250000")))
  }

  @Test("m puts a marker into the middle; a click moves it, m takes it away")
  func marker() {
    var rehearsal = florence()
    rehearsal.press("m")
    rehearsal.press(KeyPress(.escape))
    #expect(rehearsal.model.hasPosition)
    #expect(Geodesic.wgs84.distance(from: rehearsal.model.shownFrame.pose.coordinate, to: Self.florence) < 1)
    #expect(rehearsal.frame.text(row: 23).contains("MOCK"))
    let map = rehearsal.layout.map
    rehearsal.mouse(.press(1), map.column + 5, map.row + 5)
    rehearsal.mouse(.release(1), map.column + 5, map.row + 5)
    #expect(Geodesic.wgs84.distance(from: rehearsal.model.shownFrame.pose.coordinate, to: Self.florence) > 300)
    rehearsal.press("f")
    #expect(rehearsal.model.rig.mode == .following)
    rehearsal.press("m")
    #expect(!rehearsal.model.hasPosition)
    #expect(faults(of: rehearsal.frame) == [])
  }

  @Test("o asks for a track, and the one that is read is played from its whole")
  func opening() {
    var rehearsal = florence()
    rehearsal.press("o")
    #expect(rehearsal.frame.text.contains { $0.contains("open: ") })
    rehearsal.press(" rides/a b.gpx ")
    rehearsal.press(KeyPress(.enter))
    #expect(rehearsal.effects == [.open("rides/a b.gpx")])
    rehearsal.send(.opening)
    #expect(rehearsal.frame.text.contains { $0.contains("loading") })
    var options = ViewerOptions()
    options.startedAt = 1_777_760_000
    rehearsal.send(.loaded([TestJourney.corner()], options))
    #expect(!rehearsal.model.isBrowsing && rehearsal.model.hasPosition && rehearsal.showsMarker)
    rehearsal.wait(5)
    #expect(rehearsal.model.rig.mode == .following)
    #expect(rehearsal.position > 1)
    #expect(rehearsal.frame.text(row: 0).contains("corner.txt"))
  }

  @Test("what cannot be opened is said, and the map is still there")
  func openingFails() {
    var rehearsal = florence()
    rehearsal.press("ox")
    rehearsal.press(KeyPress(.enter))
    rehearsal.send(.opening)
    rehearsal.send(.loadingFailed("x: no such file"))
    #expect(rehearsal.frame.text.contains { $0.contains("x: no such file") })
    #expect(rehearsal.model.isBrowsing && rehearsal.model.loading == nil)
    rehearsal.press("o")
    #expect(rehearsal.model.prompt?.asks == .track)
    rehearsal.press(KeyPress(.escape))
    rehearsal.press("o")
    rehearsal.press(KeyPress(.enter))
    #expect(rehearsal.effects == [.open("x")], "an empty line opens nothing")
  }

  @Test("a live source takes the place of nothing, over the same map")
  func live() {
    var rehearsal = florence()
    let camera = rehearsal.model.rig.camera
    rehearsal.send(.watch("gpsd://", hostTime: 1_777_760_000))
    #expect(rehearsal.model.live != nil && !rehearsal.model.isBrowsing)
    #expect(rehearsal.model.rig.camera == camera)
    #expect(rehearsal.frame.text.contains { $0.contains("waiting for the first fix") })
  }

  @Test("every size of the screen holds it", arguments: [(120, 36), (80, 24), (40, 12), (39, 5), (1, 1), (0, 0), (200, 60)])
  func sizes(columns: Int, rows: Int) {
    let rehearsal = florence(columns: columns, rows: rows)
    #expect(faults(of: rehearsal.frame) == [])
    if columns >= 24, rows >= 5 { #expect(rehearsal.frame.text.contains { $0.contains("43.770000") }) }
  }

  @Test("with a track, --center moves the first view there and leaves it; f follows again")
  func centerWithTrack() {
    var rehearsal = Rehearsal {
      $0.center = Self.florence
      $0.region = 500
    }
    rehearsal.wait(5)
    #expect(rehearsal.model.rig.mode == .free && abs(rehearsal.region - 500) < 1)
    #expect(Geodesic.wgs84.distance(from: rehearsal.model.middle, to: Self.florence) < 1)
    rehearsal.press("f")
    #expect(rehearsal.showsMarker)
  }

  @Test("in words: the map, the middle, the place")
  func words() {
    let words = Description.words(of: florence().model.moment)
    #expect(words.first == "map: map 1")
    #expect(words.contains("middle: 43.770000°N 11.250000°E"))
    #expect(words.contains { $0.contains("Florence, Italy") })
  }
}
