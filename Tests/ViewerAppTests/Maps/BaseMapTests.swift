// What maps do to the viewer: tiles arrive, fail, give way; how much is shown; when the picture is made anew.

import BaseMap
import Cells
import MapScene
import TestSupport
import Testing
import TrackGeodesy

@testable import ViewerApp

@Suite("The map beneath")
struct BaseMapTests {
  private func paused(_ maps: [MapInfo], _ adjust: (inout ViewerOptions) -> Void = { _ in }) -> Rehearsal {
    var rehearsal = Rehearsal {
      $0.isPaused = true
      $0.detail = .full
      adjust(&$0)
    }
    rehearsal.press(KeyPress(.escape))
    for map in maps { rehearsal.send(.map(.opened(map))) }
    return rehearsal
  }

  @Test("tiles in view are wanted from the marker outwards, and none once all are there")
  func fetching() {
    var rehearsal = paused([FakeMap.info(1)])
    let wanted = rehearsal.model.wantedTiles
    #expect(!wanted.isEmpty)
    let pose = rehearsal.model.shownFrame.pose
    let marker = WebMercator.project(pose.coordinate)
    #expect(wanted[0].id.box.contains(marker))
    #expect(Set(rehearsal.fetch()) == Set(wanted))
    #expect(rehearsal.model.wantedTiles.isEmpty)
    #expect(rehearsal.model.base.scene.hasStreets)
    #expect(rehearsal.model.moment.base?.credits == ["© somebody"])
  }

  @Test("the picture is made anew when a tile arrives, the camera moves by a cell, or the person asks, and never else")
  func pictures() {
    var rehearsal = paused([FakeMap.info(1)])
    rehearsal.fetch()
    let version = rehearsal.model.base.scene.version
    let key = rehearsal.model.base.picture?.key
    rehearsal.wait(20)
    rehearsal.press("u")
    rehearsal.press("d")
    rehearsal.wait(5)
    #expect(rehearsal.model.base.scene.version == version)
    #expect(rehearsal.model.base.picture?.key == key)
    #expect(rehearsal.model.nextFrame() == nil, "a paused viewer sleeps")
    rehearsal.press("l")
    #expect(rehearsal.model.base.picture?.key != key)
    #expect(rehearsal.model.base.scene.version == version, "the same tiles, seen from elsewhere")
    rehearsal.press("b")
    #expect(rehearsal.model.base.picture?.key.detail == .lines)
  }

  @Test("while the marker moves within its cell, the same picture lies beneath")
  func following() {
    var rehearsal = Rehearsal { $0.detail = .full }
    rehearsal.press(KeyPress(.escape))
    rehearsal.send(.map(.opened(FakeMap.info(1))))
    rehearsal.fetch()
    var pictures = 0
    var cameras = 0
    var last = (rehearsal.model.base.picture?.key, rehearsal.model.rig.camera)
    for _ in 0..<200 {
      rehearsal.now += 1 / 20.0
      rehearsal.send(.tick)
      let next = (rehearsal.model.base.picture?.key, rehearsal.model.rig.camera)
      if next.0 != last.0 { pictures += 1 }
      if next.1 != last.1 { cameras += 1 }
      last = next
    }
    #expect(cameras > 3 && pictures <= cameras)
  }

  @Test("b goes round: all, lines, no names, none; and nothing is fetched for none")
  func detail() {
    var rehearsal = paused([FakeMap.info(1)])
    let wanted = rehearsal.model.wantedTiles
    for (expected, words) in [(BaseDetail.lines, "lines only"), (.unnamed, "no names"), (.none, "map off"), (.full, "all of it")] {
      rehearsal.press("b")
      #expect(rehearsal.model.base.detail == expected)
      #expect(rehearsal.frame.text.contains { $0.contains(words) }, "\(expected)")
      #expect(rehearsal.model.wantedTiles == (expected == .none ? [] : wanted))
      #expect((rehearsal.model.moment.base == nil) == (expected == .none) || rehearsal.model.base.scene.parts.isEmpty)
    }
  }

  @Test("a tile that cannot be had of the network is asked for again, later each time; the viewer wakes for it")
  func retries() throws {
    var rehearsal = paused([FakeMap.info(1, isOnline: true)])
    var pauses: [Double] = []
    for _ in 0..<7 {
      rehearsal.fetch(rounds: 60) { _ in .failed("no network") }
      #expect(rehearsal.model.wantedTiles.isEmpty)
      rehearsal.wait(0)
      let next = try #require(rehearsal.model.nextFrame())
      pauses.append((next - rehearsal.now).rounded())
      rehearsal.now = next + 0.001
      rehearsal.send(.tick)
      #expect(!rehearsal.model.wantedTiles.isEmpty)
    }
    #expect(pauses == [10, 20, 40, 80, 160, 300, 300])
  }

  @Test("a tile of a file that cannot be read is said once and not asked for again")
  func damaged() {
    var rehearsal = paused([FakeMap.info(1)])
    let count = rehearsal.model.wantedTiles.count
    rehearsal.fetch(rounds: 60) { _ in .failed("city.mbtiles: a tile is \u{1B}[31mdamaged") }
    #expect(rehearsal.model.base.absences.count == count)
    #expect(rehearsal.frame.text.contains { $0.contains("city.mbtiles: a tile is") })
    #expect(!rehearsal.frame.text.joined().unicodeScalars.contains("\u{1B}"))
    rehearsal.wait(20)
    rehearsal.wait(1_000, step: 100)
    #expect(rehearsal.model.wantedTiles.isEmpty && rehearsal.model.nextFrame() == nil)
  }

  @Test("a cache too small for the view neither grows nor asks for ever")
  func smallCache() {
    var rehearsal = paused([FakeMap.info(1)]) {
      $0.mapCache = 100_000
      $0.followRegion = 8_000
    }
    let count = rehearsal.model.wantedTiles.count
    #expect(count >= 2)
    let fetched = rehearsal.fetch(rounds: 100) { .piece(FakeMap.piece($0.id, points: 10_000)) }
    #expect(fetched.count == count)
    #expect(rehearsal.model.wantedTiles.isEmpty)
    #expect(rehearsal.model.base.cache.byteCount <= 100_000 && rehearsal.model.base.cache.count == 1)
  }

  @Test("a map that changes or goes takes its tiles with it")
  func changes() {
    var rehearsal = paused([FakeMap.info(1)])
    rehearsal.fetch()
    rehearsal.send(.map(.changed(FakeMap.info(1, credits: ["© others"]))))
    #expect(rehearsal.model.wantedTiles.isEmpty, "other words leave the tiles as they are")
    rehearsal.send(.map(.changed(FakeMap.info(1, zooms: 0...13))))
    #expect(!rehearsal.model.wantedTiles.isEmpty && rehearsal.model.wantedTiles.allSatisfy { $0.id.zoom == 13 })
    rehearsal.fetch()
    rehearsal.send(.map(.closed(1)))
    #expect(rehearsal.model.base.choice.tiles.isEmpty && rehearsal.model.wantedTiles.isEmpty && rehearsal.model.base.cache.count == 0)
  }

  @Test("a note stands in a corner until it is taken back")
  func note() {
    var rehearsal = paused([])
    rehearsal.send(.map(.note("no network:\u{7} tiles.example.org")))
    #expect(rehearsal.frame.text.contains { $0.contains("no network: tiles.example.org") })
    rehearsal.wait(100, step: 10)
    #expect(rehearsal.frame.text.contains { $0.contains("no network") })
    rehearsal.send(.map(.note(nil)))
    #expect(!rehearsal.frame.text.contains { $0.contains("no network") })
  }

  @Test("maps beyond all sense are bounded, and their tiles too")
  func hostile() {
    var rehearsal = paused([])
    for number in 0..<400 {
      let bounds = WorldBox(minX: .nan, minY: -.infinity, maxX: 1e300, maxY: number.isMultiple(of: 2) ? .nan : 1)
      rehearsal.send(
        .map(
          .opened(
            MapInfo(
              number: number, title: "\u{202E}\u{1B}]0;x", bounds: bounds, zooms: -5...Int.max, credits: ["\u{1B}[2J© x", "\u{1B}[2J© x"])))
      )
    }
    #expect(rehearsal.model.base.maps.count == BaseMapState.mapLimit)
    rehearsal.fetch(rounds: 300)
    #expect(faults(of: rehearsal.frame) == [])
    #expect(rehearsal.model.moment.base.map { $0.credits == ["[2J© x"] || $0.credits.count == 1 } ?? true)
    var random = SeededGenerator.announced("answers nobody asked for")
    for _ in 0..<6_000 {
      guard let id = TileID(zoom: 14, column: random.int(0...16_383), row: random.int(0...16_383)) else { continue }
      rehearsal.send(.map(.answer(TileKey(map: random.int(-1...400), id: id), random.once(in: 2) ? .missing : .failed("x"))))
    }
    #expect(rehearsal.model.base.absences.count <= BaseMapState.absenceLimit)
  }

  @Test("overlays may take what the map cache is where that is more than 64 MB; what has no room is said and not kept")
  func overlayLimit() {
    var heavy = FakeMap.world
    heavy.names = (0..<1_000).map { _ in MapName(local: String(repeating: "n", count: 40_000)) }
    #expect((40_000_000..<41_000_000).contains(heavy.byteCount))
    for (megabytes, room) in [(0, 1), (24, 1), (64, 1), (100, 2), (200, 5)] {
      var rehearsal = paused([]) { $0.mapCache = megabytes << 20 }
      #expect(rehearsal.model.options.overlayBytes == max(megabytes, 64) << 20)
      for number in 0..<room {
        rehearsal.send(.map(.overlay(FakeMap.info(number), [heavy])))
        #expect(rehearsal.model.message == nil)
      }
      rehearsal.send(.map(.overlay(FakeMap.info(room), [heavy])))
      #expect(rehearsal.model.message?.text == "map \(room): no memory left for it; see --map-cache")
      #expect(rehearsal.model.base.overlays.count == room)
      // Opened anew, one takes the place of itself.
      rehearsal.send(.map(.overlay(FakeMap.info(0), [heavy])))
      #expect(rehearsal.model.base.overlays.count == room)
    }
  }

  @Test("a storm of keys, mouse, maps and answers leaves every frame sound")
  func storm() {
    var random = SeededGenerator.announced("maps")
    let keys = Keymap.bindings.flatMap(\.keys)
    for journey in TestJourney.all() {
      var rehearsal = Rehearsal(journey, columns: random.int(40...130), rows: random.int(12...40)) {
        $0.mapCache = random.pick([0, 20_000, 1 << 20])
        $0.orientation = random.pick([.heading, .fixed(0), .fixed(123)])
        $0.showsOpening = random.once(in: 2)
        $0.detail = .full
      }
      for _ in 0..<150 {
        rehearsal.now += random.double(0...0.5)
        switch random.int(0...9) {
        case 0:
          let corner = MapPoint(x: random.double(-0.2...1), y: random.double(0...0.9))
          let bounds = WorldBox(minX: corner.x, minY: corner.y, maxX: corner.x + random.double(0...1), maxY: corner.y + 0.3)
          let low = random.int(0...14)
          let zooms = low...random.int(low...20)
          rehearsal.send(.map(.opened(FakeMap.info(random.int(0...5), zooms: zooms, bounds: random.once(in: 3) ? bounds : nil))))
        case 1: rehearsal.send(.map(.overlay(FakeMap.info(20), [FakeMap.world])))
        case 2: rehearsal.send(.map(.note(random.pick([nil, "界\u{1B}界", "no network"]))))
        case 3...6:
          rehearsal.fetch(rounds: 3) {
            random.once(in: 3) ? random.pick([.missing, .failed("x")]) : .piece(FakeMap.piece($0.id, points: random.int(2...300)))
          }
        case 7:
          rehearsal.send(
            .mouse(
              MouseEvent(random.pick([.wheelUp, .wheelDown, .press(1), .drag(1)]), column: random.int(0...99), row: random.int(0...30))))
        default: rehearsal.press(random.pick(keys))
        }
        #expect(rehearsal.model.base.cache.byteCount <= rehearsal.model.base.cache.limit)
        #expect(Set(rehearsal.model.wantedTiles).count == rehearsal.model.wantedTiles.count)
        guard random.once(in: 5) else { continue }
        let wrong = faults(of: rehearsal.frame)
        #expect(wrong == [], "\(journey.title)")
        if !wrong.isEmpty { return }
      }
    }
  }
}
