// The base map beneath the track: what shows, what gives way, which colours texts stand on.

import BaseMap
import Cells
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

@Suite("The map beneath the track")
struct BaseComposingTests {
  private static let columns = 60
  private static let rows = 24

  /// A moment of the drive around a corner, over a grid of streets beside a lake.
  private static func moment(_ depth: ColorDepth = .indexed256, set: GlyphSet = .braille, detail: BaseDetail = .full) -> Moment {
    let journey = TestJourney.corner()
    let look = Presentation(theme: Theme(depth: depth, backdrop: .dark), glyphs: Glyphs(set))
    let canvas = CanvasSize(columns: columns, rows: rows, set: set)
    let middle = WebMercator.project(journey.track.points.coordinate(at: 60))
    var player = Player(timeline: journey.timeline, now: 0)
    player.seek(to: journey.timeline.duration * 0.4, at: 0)
    let camera = Camera(region: 700, around: middle, canvas: canvas)
    var moment = Moment(
      journey: journey, frame: player.frame(at: 0), camera: camera, look: look, clock: Clock(utc: 0, offset: 0, isRecorded: false),
      rateText: "1×")
    // Local units of a metre.
    let unit = 1 / WebMercator.metresPerWorldUnit(atLatitude: 40)
    var maker = PieceMaker(origin: MapPoint(x: middle.x - 1_000 * unit, y: middle.y - 1_000 * unit), unit: unit)
    maker.box(.water, 0...2_000, 0...900)
    for index in Int32(0)...20 {
      maker.add(.minorRoad, [], (index * 100 + 30, 0), (index * 100 + 30, 2_000))
      maker.add(.minorRoad, [], (0, index * 100 + 30), (2_000, index * 100 + 30))
    }
    moment.base = BasePicture(
      BaseScene(parts: [BasePart(piece: maker.piece)], detail: detail), transform: MapTransform(camera, canvas: canvas), look: look)
    return moment
  }

  private static func grid(_ moment: Moment) -> CellGrid {
    var grid = CellGrid(width: columns + 4, height: rows + 3)
    MapView.draw(moment, into: &grid, rect: Rect(column: 2, row: 1, width: columns, height: rows))
    return grid
  }

  @Test(
    "whatever the layers draw is drawn over the map as without it, and streets fill what they leave empty", arguments: GlyphSet.allCases)
  func giveWay(set: GlyphSet) {
    let moment = Self.moment(set: set)
    var bare = moment
    bare.base = nil
    let (over, alone) = (Self.grid(moment), Self.grid(bare))
    var streets = 0
    for row in 0..<over.height {
      for column in 0..<over.width {
        let (cell, plain) = (over[column, row], alone[column, row])
        if plain.scalar != 0x20 {
          #expect(cell.scalar == plain.scalar && cell.foreground == plain.foreground && cell.attributes == plain.attributes)
        } else if cell.scalar != 0x20 {
          streets += 1
        }
      }
    }
    #expect(streets > 40)
    #expect(faults(of: over) == [])
  }

  @Test("a dot of room is left around the track")
  func room() {
    let moment = Self.moment()
    var bare = moment
    bare.base = nil
    let (over, alone) = (Self.grid(moment), Self.grid(bare))
    var picture = MapPicture(columns: Self.columns, rows: Self.rows, set: .braille, camera: moment.camera)
    TrackLayer.paint(&picture, moment)
    var beside = 0
    for row in 0..<Self.rows {
      for column in 1..<Self.columns where !picture.canvas.isEmpty(column: column - 1, row: row) {
        guard alone[column + 2, row + 1].scalar == 0x20, over[column + 2, row + 1].scalar != 0x20 else { continue }
        beside += 1
        // Dots 1, 2, 3 and 7 are those of the left side.
        #expect(over[column + 2, row + 1].scalar & 0x47 == 0, "\(column),\(row)")
      }
    }
    #expect(beside >= 3)
  }

  @Test("every cell stands on the map's ground, texts and the track too, and blanks say no colour of their own")
  func grounds() throws {
    let moment = Self.moment()
    let base = try #require(moment.base)
    let over = Self.grid(moment)
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let cell = over[column + 2, row + 1]
        #expect(cell.background == base.backgrounds[row * Self.columns + column])
        if column > 0, cell.scalar == 0x20, cell.background != .standard {
          #expect(cell.foreground == over[column + 1, row + 1].foreground)
        }
      }
    }
    #expect(Set(base.backgrounds).count == 2)
    #expect(over[0, 0] == .blank && over[Self.columns + 3, 5] == .blank)
  }

  @Test("a picture made for another view is not drawn")
  func anotherView() {
    var moment = Self.moment()
    var bare = moment
    bare.camera = moment.camera.panned(x: 40, y: 0)
    moment.camera = bare.camera
    bare.base = nil
    #expect(Self.grid(moment) == Self.grid(bare))
    // Another size of the map.
    moment = Self.moment()
    var (small, smallBare) = (CellGrid(width: 40, height: 12), CellGrid(width: 40, height: 12))
    MapView.draw(moment, into: &small, rect: small.bounds)
    moment.base = nil
    MapView.draw(moment, into: &smallBare, rect: small.bounds)
    #expect(small == smallBare)
  }

  @Test("without colours there are no backgrounds", arguments: [ColorDepth.none, .ansi16])
  func withoutColours(depth: ColorDepth) {
    for set in GlyphSet.allCases {
      let grid = Self.grid(Self.moment(depth, set: set))
      #expect(grid.cells.allSatisfy { $0.background == .standard })
      #expect(faults(of: grid) == [])
    }
  }
}
