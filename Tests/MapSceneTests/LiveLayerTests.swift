// The live source on the map: its marker in each state, its trail, and the others.

import Cells
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

private let layers: [any MapLayer.Type] = [MarkerLayer.self, LiveMarkersLayer.self, TrackLayer.self]

@Suite("Live sources on the map")
struct LiveLayerTests {
  /// East for a minute, south for half of one, east again.
  private func corner(_ set: GlyphSet = .braille) -> LiveScene {
    var scene = LiveScene()
    scene.look = Presentation(glyphs: Glyphs(set))
    scene.drive(90, 60)
    scene.drive(180, 30)
    scene.drive(90, 25)
    return scene
  }

  private func picture(_ scene: LiveScene, after seconds: Double = 0.5, behind: Double? = nil, metres: Double = 800) -> CellGrid {
    let canvas = CanvasSize(columns: 60, rows: 16, set: scene.look.glyphs.dots)
    return frame(layers, scene.moment(after: seconds, behind: behind, metres: metres, canvas: canvas), columns: 60, rows: 16)
  }

  @Test("the trail is wide where it is new, then thin, then dashed; what is older is dotted")
  func trail() {
    expectFrame(
      picture(corner()),
      """


      ⠁⠁⠁⠁⠁⠁⠁⠁⠁⠉⠉ ⠉⠉ ⠉⠉ ⠉⠙
                         ⢸
                         ⢠
                         ⢸
                         ⢸
                         ⢸     ⢀⣀⢻⣶⣤⣄⡀
                         ⠈⠉⠙⠛⠛⠛⠛⠛⢡⣿⣿⠿⠛⠋
                                ⠐⠋⠁
      """)
  }

  @Test("in ASCII it is told by width and dashes as well")
  func asciiTrail() {
    expectFrame(
      picture(corner(.ascii)),
      """


      ''''''''''  ''''  ''
                         :
                         :
                         :
                         :
                         :
                         '':::::'''>
      """)
  }

  @Test("looking back, what came after is a thin line")
  func behind() {
    expectFrame(
      picture(corner(.ascii), after: 0, behind: 45),
      """





                                    .
            ''''  ''''  '''''''':::::
                                   ::
                                   'v
                                    :
                                    :
                                    :
                                    '''''''''''
      """)
  }

  @Test("each state has its own marker: an arrow, a disc, a ring")
  func markers() {
    var scene = corner()
    func marker(_ moment: Moment) -> Int { markerDots(moment) }
    let moving = scene.moment(after: 0.5)
    let lost = scene.moment(after: 12)
    scene.drive(90, 6, speed: 0)
    let stopped = scene.moment(after: 0.5)
    #expect(moving.live?.state == .moving && lost.live?.state == .noSignal && stopped.live?.state == .stopped)
    #expect(Set([moving, lost, stopped].map(marker)).count == 3)
    scene.look = Presentation(glyphs: Glyphs(.ascii))
    let signs = [scene.moment(after: 0.5), scene.moment(after: 12)].map { moment in
      frame([MarkerLayer.self], moment, columns: 60, rows: 16).rows().joined().filter { $0 != " " }
    }
    #expect(signs == ["@", "?"])
  }

  /// How many dots the marker alone has.
  private func markerDots(_ moment: Moment) -> Int { picture([MarkerLayer.self], moment).canvas.setDots.count }

  private func picture(_ layers: [any MapLayer.Type], _ moment: Moment) -> MapPicture {
    MapSceneTests.picture(layers, moment, columns: 60, rows: 16)
  }

  @Test("a state of the past is not shown: looking back, the marker is that of the track")
  func pastMarker() {
    let scene = corner()
    let lost = scene.moment(after: 12, behind: 30)
    let moving = scene.moment(after: 0.5, behind: 30)
    #expect(picture([MarkerLayer.self], lost).canvas.setDots == picture([MarkerLayer.self], moving).canvas.setDots)
  }

  @Test("before the first fix there is no marker, no ring and no trap")
  func nothingYet() {
    let scene = LiveScene()
    let canvas = CanvasSize(columns: 60, rows: 16, set: .braille)
    let grid = frame(
      [MarkerLayer.self, RingsLayer.self, TrackLayer.self, EdgePointerLayer.self], scene.moment(canvas: canvas), columns: 60, rows: 16)
    #expect(grid.rows().allSatisfy { $0.isEmpty })
  }

  @Test("other sources: an arrow under way, the sign of the kind at rest, a question mark without signal; each with its name")
  func others() {
    var scene = corner(.ascii)
    let places = ["bus 7": (39.9985, 116.0085), "bus 9": (39.9960, 116.0120), "taxi": (39.9965, 116.0075)]
    for (id, place) in places.sorted(by: { $0.key < $1.key }) {
      let isMoving = id != "bus 7"
      scene.hear(id, at: Coordinate(latitude: place.0, longitude: place.1), course: 135, speed: isMoving ? 8 : 0)
    }
    scene.fleet.setKind(.person, of: "bus 7")
    let rows = frame([LiveMarkersLayer.self], scene.moment(after: 0.5, metres: 600), columns: 60, rows: 16).rows().joined(separator: "\n")
    #expect(rows.contains("o bus 7") || rows.contains("bus 7 o"))
    #expect(rows.contains("J bus 9") && rows.contains("J taxi"))
    let silent = frame([LiveMarkersLayer.self], scene.moment(after: 30, metres: 600), columns: 60, rows: 16).rows().joined(separator: "\n")
    #expect(silent.contains("? bus 9") && !silent.contains("J"))
  }

  @Test("what lies outside the view is left out of the picture")
  func culled() {
    var scene = corner()
    for index in 0..<200 {
      scene.hear("v\(index)", at: Coordinate(latitude: 40 + Double(index) * 0.01, longitude: 116), speed: 0)
    }
    let moment = scene.moment(after: 0.5, metres: 3_000)
    #expect((1...4).contains(moment.live?.markers.count ?? 0))
    #expect(moment.live?.sourceCount == 201)
  }

  @Test("of many sources in one cell one is seen; names do not cover each other")
  func crowd() {
    var scene = corner()
    for index in 0..<3_000 {
      let place = Coordinate(latitude: 39.9973 + Double(index % 60) * 4e-5, longitude: 116.0098 + Double(index / 60) * 5e-5)
      scene.hear("vehicle \(index)", at: place, course: Double(index), speed: 9)
    }
    let grid = frame(layers, scene.moment(after: 0.5), columns: 60, rows: 16)
    #expect(faults(of: grid) == [])
    #expect(grid.rows().joined().contains("vehicle"))
  }

  @Test("names that try to do harm do none")
  func hostileNames() {
    var scene = corner()
    for (index, name) in ["\u{1B}[2J\u{202E}x\u{7}", String(repeating: "界", count: 500), "\r\n\t", "e\u{301}\u{301}"].enumerated() {
      scene.hear(name, at: Coordinate(latitude: 39.9973 + Double(index) * 5e-4, longitude: 116.0095), course: .nan, speed: 9)
    }
    let grid = frame(layers, scene.moment(after: 0.5), columns: 60, rows: 16)
    #expect(faults(of: grid) == [])
  }

  @Test("others leave short trails while they are few, broken where their track is")
  func trails() {
    var scene = corner()
    for index in 0..<20 {
      scene.now += 1
      scene.hear("bus", at: Coordinate(latitude: 40, longitude: 116.008 + Double(index) * 1e-4), course: 90, speed: 9)
    }
    let trail = scene.moment().live?.markers.first?.trail ?? []
    #expect(trail.count == 20 && trail.first?.age == 0 && trail.last?.age == 19)
    #expect(trail.allSatisfy { !$0.isBroken })
  }
}
