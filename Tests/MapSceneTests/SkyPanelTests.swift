// The satellites: where they stand, how strong they are.

import Cells
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

@Suite("The sky")
struct SkyPanelTests {
  private func panel(_ width: Int, _ height: Int, sky: SkyView? = someSky(), set: GlyphSet = .braille, language: Language = .english)
    -> CellGrid
  {
    var scene = LiveScene()
    scene.look = Presentation(glyphs: Glyphs(set), language: language)
    var moment = scene.moment()
    moment.live?.sky = sky
    var grid = CellGrid(width: width, height: height)
    SkyPanel.draw(moment, into: &grid, rect: grid.bounds)
    #expect(faults(of: grid) == [])
    return grid
  }

  @Test("the map of an 80×24 screen: used ones in capitals and full bars, the strongest first")
  func small() {
    expectFrame(
      panel(57, 17),
      """
                       N                 G 5 ▇▇▇▇▇▇▇▇▇▇▇ 47
               ⢀⢀⠔⠐⠁⠉⠈⠉⠈⠁⠉r22⡀⡀          C 1 ▇▇▇▇▇▇▇▇▇▇▇ 45
             ⢀⠔⠁   c10        ⠈⠢⡀        G12 ▇▇▇▇▇▇▇▇▇▇ 44
           ⢀⠔⠁     ⠄ ⠂ ⠂⠐ ⠠     ⠈⠢⡀      R 7 ▇▇▇▇▇▇▇▇▇▇ 41
          ⢠⠁ G15⠄⠈          ⠁⠠    ⠈⡄     G13 ▇▇▇▇▇▇▇▇▇ 38
         ⢐⠁    ⠂     ⡀ ⠄⢀     ⠐    ⠈⡂    C 6 ▇▇▇▇▇▇▇▇▇ 36
         ⡅    ⠁  R7⠐   G5 ⠂    ⠈    ⢨    G15 ▇▇▇▇▇▇▇ 31
         ⠆   ⠈    ⠈        ⠁    R8  ⠰ E  R 8 ▇▇▇▇▇▇▇ 29
       W ⠇   ⢈    ⢁    ┼   ⡈    ⡁   ⠰⠁   G24 ░░░░░ 22
         ⡃   G13   ⠠      ⠄    ⢀    ⢘    C10 ░░░░ 18
         ⠨⡀    ⠄    C1 ⠂⠈  G12⠠    ⢀⠅    R22 –
          ⠨⡀    ⠂⢀      C6  ⡀⠐    ⢀⠅
           ⠈⠢⡀     ⠂ ⠄ ⠄⠠ ⠐     ⢀⠔⠁
             ⠈⠢⡀              ⢀⠔⠁
                ⠉⠢⠠g24⡀⢀⡀⣀⢀⠄⠔⠁⠁
                       S
       8 used of 11   HDOP 0.9   VDOP 1.4   PDOP 1.7
      """)
  }

  @Test("in ASCII")
  func ascii() {
    let rows = panel(46, 11, set: .ascii).rows()
    #expect(rows.joined().unicodeScalars.allSatisfy { $0.isASCII || $0 == "–" })
    #expect(rows.joined().contains("G12") && rows.joined().contains("g24"))
    #expect(rows.contains { $0.contains("G 5 ######") } && rows.contains { $0.contains("G24 --") })
  }

  @Test("where there is no room for the disc there are bars, the weakest left out")
  func bars() {
    expectFrame(
      panel(30, 6),
      """
      G 5 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 47
      C 1 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 45
      G12 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 44
      R 7 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 41
      G13 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 38
       8 used of 11   HDOP 0.9
      """)
  }

  @Test("a satellite stands where its azimuth and elevation say: north at the top, the zenith in the middle")
  func places() {
    func place(_ azimuth: Double, _ elevation: Double) -> CellPosition? {
      let one = Satellite(number: 9, system: .gps, systemNumber: 9, elevation: elevation, azimuth: azimuth, isUsed: true)
      let grid = panel(60, 20, sky: SkyView(satellites: [one]))
      for row in 0..<grid.height {
        for column in 0..<36 where grid[column, row].scalar == UInt32(UInt8(ascii: "G")) { return CellPosition(column: column, row: row) }
      }
      return nil
    }
    guard let zenith = place(0, 90), let north = place(0, 10), let east = place(90, 10), let south = place(180, 10),
      let west = place(270, 10)
    else {
      Issue.record("a satellite is missing")
      return
    }
    #expect(north.row < zenith.row && south.row > zenith.row && abs(north.column - zenith.column) <= 1)
    #expect(west.column < zenith.column && east.column > zenith.column && abs(east.row - zenith.row) <= 1)
    #expect(zenith.column - west.column > 8 && zenith.row - north.row > 5)
  }

  @Test("nothing told, and figures that cannot be")
  func hostile() {
    #expect(panel(60, 20, sky: nil).rows()[0] == " nothing is told of satellites")
    #expect(panel(60, 20, sky: SkyView(), language: .chinese).rows().contains { $0.contains("使用 0，可见 0") })
    let numbers: [Double?] = [nil, .nan, .infinity, -.infinity, 1e300, -90, 91, 45]
    var satellites: [Satellite] = []
    for elevation in numbers {
      for azimuth in numbers {
        satellites.append(
          Satellite(number: .max, system: .navic, systemNumber: .min, elevation: elevation, azimuth: azimuth, signal: azimuth))
      }
    }
    var sky = SkyView(satellites: satellites + satellites + satellites + satellites)
    sky.dilution.horizontal = .nan
    sky.dilution.vertical = -1e300
    for (width, height) in [(1, 1), (12, 2), (44, 8), (200, 60), (60, 20)] { _ = panel(width, height, sky: sky) }
  }
}
