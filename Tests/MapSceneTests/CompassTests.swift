// The compass ring and its figures.

import Cells
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

@Suite("The compass")
struct CompassTests {
  private func ring(_ heading: Double?, width: Int = 22, height: Int = 11, look: Presentation = Presentation()) -> CellGrid {
    var grid = CellGrid(width: width, height: height)
    CompassPanel.drawRing(heading: heading, look, into: &grid, rect: grid.bounds)
    return grid
  }

  private func find(_ text: Unicode.Scalar, in grid: CellGrid) -> CellPosition? {
    for row in 0..<grid.height {
      for column in 0..<grid.width where grid[column, row].scalar == text.value { return CellPosition(column: column, row: row) }
    }
    return nil
  }

  @Test("heading north, the ring stands upright")
  func north() {
    expectFrame(
      ring(0),
      """
                 ┃
           330  ⠐⠂   30
            ⢀⢢⠘⠘ ⠇⠃⠃⡔⡀
       300⠠⣐⠄⠁⠁  N ⠈⠈⠠⣂⠄60
          ⣒ ⠁        ⠈ ⣒
      270 ⠤⠄W    ┼   E⠠⠤⠄ 90
          ⠭ ⡀        ⢀ ⠭
       240⠐⠩⠂⡀⡀  S ⢀⢀⠐⠍⠂120
            ⠈⠜⢠⢠ ⡆⡄⡄⠣⠁
           210   ⠁  150
                180
      """)
  }

  @Test("heading east, north is on the left")
  func east() {
    expectFrame(
      ring(90),
      """
                9┃
           60       120
            ⢀⢢⠘⠘ ⠇⠃⠃⡔⡀
        30⠠⣐⠄⠁⠁  E ⠈⠈⠠⣂⠄150
          ⣒ ⠁        ⠈ ⣒
       0⠰ ⠤⠄N    ┼   S⠠⠤⠄180
          ⠭ ⡀        ⢀ ⠭
       330⠐⠩⠂⡀⡀  W ⢀⢀⠐⠍⠂210
            ⠈⠜⢠⢠ ⡆⡄⡄⠣⠁
           300   ⠁  240
                270
      """)
  }

  @Test("heading 137°, the ring has turned by as much")
  func southEast() {
    expectFrame(
      ring(137),
      """
                 ┃
             120  150
         90 ⠠⡐⠌⡆⠃⠃⡎⠔⡠⢀180
           ⢌⠢      S⠐⠁⠔⡀
       60 ⢌⣂ E        ⠬⠔ 210
          ⣒      ┼     ⠭
       30 ⠔⡒        W ⠩⡑ 240
          ⠈⠔⢀⠄N      ⠢⡑
          0⠶⠁⠊⠔⡸⢠⢠⠸⡐⠌⠂ 270
             330  300

      """)
  }

  @Test("the ring turns by minus the heading", arguments: stride(from: 0.0, to: 360, by: 15).map { $0 })
  func turns(heading: Double) throws {
    let grid = ring(heading, width: 40, height: 20)
    let center = (x: 19.5, y: 9.5)
    for (index, letter) in ["N", "E", "S", "W"].enumerated() {
      let at = try #require(find(Unicode.Scalar(letter) ?? "N", in: grid), "\(letter) at \(heading)°")
      let angle = Double(index) * 90 - heading
      let (sine, cosine) = (Angle.sineCosine(degrees: angle).sine, Angle.sineCosine(degrees: angle).cosine)
      // A cell is half as wide as it is high.
      let x = (Double(at.column) - center.x) / 2
      let y = center.y - Double(at.row)
      let length = (x * x + y * y).squareRoot()
      #expect((x * sine + y * cosine) / length > 0.97, "\(letter) at \(heading)°")
    }
  }

  @Test("the letters are the person's")
  func chinese() {
    let grid = ring(0, look: Presentation(language: .chinese))
    for letter: Unicode.Scalar in ["北", "东", "南", "西"] { #expect(find(letter, in: grid) != nil) }
    #expect(faults(of: grid) == [])
  }

  @Test("a heading that is not known is called invalid")
  func invalid() {
    #expect(ring(nil).text.contains { $0.contains("invalid") })
    #expect(ring(nil, look: Presentation(language: .chinese)).text.contains { $0.contains("无效") })
  }

  @Test("a large ring has a tick every two degrees")
  func large() {
    let grid = ring(0, width: 66, height: 33)
    #expect(faults(of: grid) == [])
    // At the outer end of every tick there is a dot, save where a number or a letter stands.
    var canvas = DotCanvas(set: .braille, columns: 66, rows: 33)
    for row in 0..<33 {
      for column in 0..<66 where (0x2800...0x28FF).contains(grid[column, row].scalar) {
        let bits = UInt8(grid[column, row].scalar & 0xFF)
        for (bit, dot) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)].enumerated() where bits & (1 << UInt8(bit)) != 0
        {
          canvas.plot(column * 2 + dot.0, row * 4 + dot.1, Ink(.standard, layer: 1))
        }
      }
    }
    let radius = min(66.0 - 8, 66 - 7)
    var ticks = 0
    for degrees in stride(from: 0.0, to: 360, by: 2) {
      let (sine, cosine) = (Angle.sineCosine(degrees: degrees).sine, Angle.sineCosine(degrees: degrees).cosine)
      if canvas.isSet(Int((65.5 + radius * sine).rounded()), Int((65.5 - radius * cosine).rounded())) { ticks += 1 }
    }
    #expect(ticks >= 150)
  }

  @Test("magnetic is true less the declination, and the panel says which it shows")
  func magnetic() throws {
    let moment = Moment.of(TestJourney.corner(), at: 80)
    let reading = try #require(moment.compass)
    #expect(abs(Angle.normalized180(reading.magneticHeading - (reading.trueHeading - reading.declination))) < 1e-9)
    // Around Beijing the needle points about seven degrees west.
    #expect(reading.declination < -5 && reading.declination > -9)
    var grid = CellGrid(width: 22, height: 15)
    CompassPanel.draw(moment, into: &grid, rect: grid.bounds)
    #expect(grid.text(row: 14).hasPrefix(" \(moment.look.degrees(reading.magneticHeading)) mag S"))
    #expect(grid.text(row: 14).contains(moment.look.degrees(reading.trueHeading)))
    var other = moment
    other.look.north = .true
    var second = CellGrid(width: 22, height: 15)
    CompassPanel.draw(other, into: &second, rect: second.bounds)
    #expect(second.text(row: 14).hasPrefix(" \(moment.look.degrees(reading.trueHeading)) true S"))
  }

  @Test("rings of every size and shape neither trap nor leave their rectangle")
  func sizes() {
    var random = SeededGenerator.announced("sizes")
    for width in 0...70 {
      for height in stride(from: 0, through: 40, by: 3) {
        let rect = Rect(column: 2, row: 1, width: width, height: height)
        var grid = CellGrid(width: width + 4, height: height + 2)
        let look = Presentation(glyphs: Glyphs(random.pick(GlyphSet.allCases)), language: random.pick(Language.allCases))
        CompassPanel.drawRing(heading: random.once(in: 9) ? nil : random.double(-400...400), look, into: &grid, rect: rect)
        #expect(faults(of: grid) == [])
        for row in 0..<grid.height {
          for column in 0..<grid.width where !rect.contains(column: column, row: row) {
            #expect(grid[column, row] == .blank, "\(width)×\(height): outside at \(column),\(row): \(grid.text(row: row))")
          }
        }
      }
    }
  }

  @Test("a heading of no number does not trap", arguments: [Double.nan, .infinity, 1e300])
  func noNumber(heading: Double) { #expect(faults(of: ring(heading)) == []) }
}
