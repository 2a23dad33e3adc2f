// The track and the marker on the map, as small pictures.

import Cells
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

@Suite("The track on the map")
struct TrackLayerTests {
  @Test("the ribbon is filled where travelled and open ahead")
  func ribbon() {
    let moment = close(TestJourney.straight(), at: 50, metres: 200, columns: 20, rows: 6)
    expectFrame(
      frame([TrackLayer.self], moment, columns: 20, rows: 6),
      """


      ⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀
      ⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠧⠤⠤⠤⠤⠤⠤⠤⠤


      """)
  }

  @Test("the ribbon goes round a corner")
  func corner() {
    let moment = close(TestJourney.corner(), at: 60, metres: 300, columns: 20, rows: 8)
    expectFrame(
      frame([TrackLayer.self], moment, columns: 20, rows: 8),
      """



      ⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⡀
      ⠛⠛⠛⠛⠛⠛⠛⠛⠛⡟⠛⡇
               ⡇ ⡇
               ⡇ ⡇
               ⡇ ⡇
      """)
  }

  @Test("from farther away the track is a line, twice as wide where travelled")
  func line() {
    let moment = close(TestJourney.corner(), at: 60, metres: 2_000, columns: 20, rows: 8)
    expectFrame(
      frame([TrackLayer.self], moment, columns: 20, rows: 8),
      """



           ⢀⣀⣀⣀⣀⡀
           ⠈⠉⠉⠉⠉⡇
                ⠓⠒⠒⠒⠂


      """)
  }

  @Test("the ribbon in half blocks")
  func halfBlocks() {
    let moment = close(TestJourney.corner(), at: 60, metres: 300, columns: 24, rows: 10, set: .half)
    expectFrame(
      frame([TrackLayer.self], moment, columns: 24, rows: 10),
      """




      ▄▄▄▄▄▄▄▄▄▄▄▄▄▄
      ██████████████
                 █ █
                 █ █
                 █ █
                 █ █
      """)
  }

  @Test("the ribbon in plain characters")
  func ascii() {
    let moment = close(TestJourney.corner(), at: 60, metres: 300, columns: 24, rows: 10, set: .ascii)
    expectFrame(
      frame([TrackLayer.self], moment, columns: 24, rows: 10),
      """




      ..............
      ::::::::::::::
                 : :
                 : :
                 : :
                 : :
      """)
  }

  @Test("travelled and ahead differ in their dots, without any colour", arguments: [150.0, 600, 1_200, 5_000])
  func distinct(metres: Double) {
    for set in GlyphSet.allCases {
      let journey = TestJourney.straight()
      let (columns, rows) = (40, 8)
      let start = frame(
        [TrackLayer.self], close(journey, at: 0, metres: metres, columns: columns, rows: rows, set: set), columns: columns, rows: rows)
      var moment = close(journey, at: 0, metres: metres, columns: columns, rows: rows, set: set)
      moment.frame = Moment.of(journey, at: journey.timeline.duration).frame
      let end = frame([TrackLayer.self], moment, columns: columns, rows: rows)
      #expect(start.text != end.text, "\(set), \(metres) m")
    }
  }

  @Test("the travelled part ends and the part ahead begins at the marker")
  func meeting() {
    let journey = TestJourney.straight()
    var random = SeededGenerator.announced("meeting")
    for _ in 0..<50 {
      let moment = close(journey, at: random.double(5...95), metres: 200, columns: 40, rows: 8)
      let map = picture([TrackLayer.self], moment, columns: 40, rows: 8)
      let at = map.transform.dot(moment.markerPoint)
      let (x, y) = (Int(at.x.rounded()), Int(at.y.rounded()))
      // Three dots behind the marker the ribbon is filled; five ahead of it is open.
      #expect(map.canvas.isSet(x - 3, y))
      #expect(!map.canvas.isSet(x + 5, y))
      #expect((1...3).contains { map.canvas.isSet(x + 5, y - $0) })
    }
  }

  @Test("a gap between segments is not drawn, whichever side of it the marker is", arguments: [10.0, 79, 80, 81, 100])
  func gap(seconds: Double) {
    let journey = TestJourney.gapped()
    let canvas = CanvasSize(columns: 30, rows: 12, set: .braille)
    let moment = Moment.of(journey, at: seconds, canvas: canvas)
    let map = picture([TrackLayer.self], moment, columns: 30, rows: 12)
    let from = map.transform.dot(journey.shape.point(80))
    let to = map.transform.dot(journey.shape.point(81))
    for step in 2...8 {
      let share = Double(step) / 10
      let (x, y) = (Int((from.x + (to.x - from.x) * share).rounded()), Int((from.y + (to.y - from.y) * share).rounded()))
      for dy in -1...1 { for dx in -1...1 { #expect(!map.canvas.isSet(x + dx, y + dy), "\(x + dx),\(y + dy)") } }
    }
  }

  @Test("at the start the line is the same as every leg drawn one by one")
  func ahead() {
    for journey in TestJourney.all() {
      let moment = Moment.of(journey, at: 0)
      var map = MapPicture(columns: 40, rows: 12, set: .braille, camera: moment.camera)
      TrackLayer.paintLine(&map, moment, turn: 0)
      var plain = DotCanvas(set: .braille, columns: 40, rows: 12)
      for leg in 0..<max(0, journey.shape.count - 1) where !journey.shape.isBroken(leg: leg) {
        plain.line(map.transform.dot(journey.shape.point(leg)), map.transform.dot(journey.shape.point(leg + 1)), Ink(.standard, layer: 1))
      }
      let missing = plain.setDots.filter { dot in
        !(-1...1).contains { dy in (-1...1).contains { dx in map.canvas.isSet(dot.column + dx, dot.row + dy) } }
      }
      #expect(missing.isEmpty, "\(journey.title)")
    }
  }
}

@Suite("The marker")
struct MarkerLayerTests {
  @Test("the arrow points along the course")
  func east() {
    let moment = close(TestJourney.straight(), at: 50, metres: 300, columns: 12, rows: 5)
    expectFrame(
      frame([MarkerLayer.self], moment, columns: 12, rows: 5),
      """

         ⠰⣦⣄⣀
          ⣹⣿⣿⣿⠶⠂
         ⠰⠛⠋⠁

      """)
  }

  @Test("the arrow turns with the course and with the map")
  func south() {
    let moment = close(TestJourney.corner(), at: 80, metres: 300, columns: 12, rows: 5)
    expectFrame(
      frame([MarkerLayer.self], moment, columns: 12, rows: 5),
      """

         ⠸⣦⣄⣤⣶⠁
          ⢹⣿⣿⠃
           ⢻⡏
           ⠈
      """)
    let turned = close(TestJourney.corner(), at: 80, metres: 300, columns: 12, rows: 5, bearing: 180)
    expectFrame(
      frame([MarkerLayer.self], turned, columns: 12, rows: 5),
      """
            ⡀
           ⣸⣧
          ⢠⣿⣿⣇
         ⢀⠿⠛⠙⠻⡆

      """)
  }

  @Test("the arrow's tip lies where the course says, at every angle")
  func everyAngle() {
    for degrees in stride(from: 0.0, to: 360, by: 9) {
      var route = RouteBuilder(latitude: 0, longitude: 0)
      route.go(degrees, 200)
      let moment = close(route.journey(), at: 10, metres: 100, columns: 20, rows: 10)
      let map = picture([MarkerLayer.self], moment, columns: 20, rows: 10)
      let at = map.transform.dot(moment.markerPoint)
      let unit = (x: Angle.sineCosine(degrees: degrees).sine, y: -Angle.sineCosine(degrees: degrees).cosine)
      let reach = map.canvas.setDots.map { (Double($0.column) - at.x) * unit.x + (Double($0.row) - at.y) * unit.y }
      #expect(abs((reach.max() ?? 0) - 6.5) < 0.9, "\(degrees)°")
      #expect((reach.min() ?? 0) > -6.6, "\(degrees)°")
    }
  }

  @Test("a marker that has never moved is a dot")
  func still() {
    let moment = close(TestJourney.still(), at: 0, metres: 300, columns: 8, rows: 4)
    #expect(moment.heading == nil)
    expectFrame(
      frame([MarkerLayer.self], moment, columns: 8, rows: 4),
      """

         ⢀⣀
         ⠸⠿⠃

      """)
  }

  @Test("in plain characters one arrow of eight stands for it")
  func ascii() {
    let moment = close(TestJourney.corner(), at: 80, metres: 300, columns: 9, rows: 4, set: .ascii)
    expectFrame(
      frame([MarkerLayer.self], moment, columns: 9, rows: 4),
      """

          v


      """)
  }

  @Test("the heading offset turns the arrow")
  func offset() {
    var moment = close(TestJourney.straight(), at: 50, metres: 300, columns: 12, rows: 5)
    moment.look.headingOffset = -90
    #expect(abs((moment.heading ?? -1)) < 0.01 || abs((moment.heading ?? -1) - 360) < 0.01)
    moment.look.headingOffset = 300
    #expect(abs((moment.heading ?? -1) - 30) < 0.01)
  }

  @Test("the marker clears the ribbon under it")
  func clears() {
    let moment = close(TestJourney.straight(), at: 50, metres: 200, columns: 20, rows: 6)
    expectFrame(
      frame([MarkerLayer.self, TrackLayer.self], moment, columns: 20, rows: 6),
      """


      ⣀⣀⣀⣀⣀⣀⣀⡘⢶⣦⣤⣀ ⢀⣀⣀⣀⣀⣀⣀
      ⠿⠿⠿⠿⠿⠿⠿⠟⣸⣿⣿⠿⠛⠣⠤⠤⠤⠤⠤⠤
             ⠘⠉⠁

      """)
  }
}
