// The base map's names, its credits and the furniture over it, in whole frames.

import BaseMap
import Cells
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

/// A moment of a journey through the made-up city, with the city beneath.
private func moment(
  at seconds: Double = 30, metres: Double = 400, columns: Int = 97, rows: Int = 30, look: Presentation = Presentation(),
  bearing: Double = 0,
  credits: [String] = ["© OpenStreetMap contributors"], hasStreets: Bool = true, detail: BaseDetail = .full
) -> Moment {
  var route = RouteBuilder(latitude: 43.74 - 0.018, longitude: 7.42 + 0.024, name: "Home")
  route.go(90, 500, accuracy: 40, to: "Mill Place")
  route.go(180, 400, accuracy: 40, to: "End")
  let canvas = CanvasSize(columns: columns, rows: rows, set: look.glyphs.dots)
  var moment = Moment.of(route.journey(), at: seconds, canvas: canvas, look: look)
  moment.camera = Camera(region: metres, around: moment.markerPoint, canvas: canvas)
  moment.camera.bearing = bearing
  var scene = MapBuilder.city().scene(hasStreets: hasStreets, credits: credits)
  scene.detail = detail
  moment.base = BasePicture(scene, transform: MapTransform(moment.camera, canvas: canvas), look: look)
  return moment
}

private func wholePicture(_ moment: Moment, columns: Int = 97, rows: Int = 30, reserved: Rect? = nil) -> MapPicture {
  var picture = MapPicture(columns: columns, rows: rows, set: moment.look.glyphs.dots, camera: moment.camera)
  for layer in MapView.layers.reversed() { layer.paint(&picture, moment) }
  if let reserved { picture.reserve(reserved) }
  for layer in MapView.layers { layer.label(&picture, moment) }
  return picture
}

private func wholeFrame(_ moment: Moment, columns: Int = 97, rows: Int = 30) -> CellGrid {
  var grid = CellGrid(width: columns, height: rows)
  MapView.draw(moment, into: &grid, rect: Rect(column: 0, row: 0, width: columns, height: rows))
  return grid
}

@Suite("Names of the base map in a frame")
struct BaseLayerTests {
  @Test(
    "a name is shown as a whole or not at all, hides no dot of the track and touches no other text", arguments: [0.0, 37, 90, 180, 300])
  func whole(bearing: Double) {
    var (shown, left) = (0, 0)
    for seconds in stride(from: 0.0, through: 90, by: 15) {
      for set in GlyphSet.allCases {
        let moment = moment(at: seconds, look: Presentation(glyphs: Glyphs(set)), bearing: bearing)
        let picture = wholePicture(moment)
        let labels = moment.base?.labels ?? []
        let names = Dictionary(grouping: labels, by: \.text)
        var taken: [CellPosition: String] = [:]
        for text in picture.texts {
          for column in text.column..<(text.column + TextWidth.columns(of: text.text)) {
            #expect(taken.updateValue(text.text, forKey: CellPosition(column: column, row: text.row)) == nil)
          }
        }
        for text in picture.texts {
          guard let same = names[text.text], let label = same.first(where: { $0.column == text.column && abs($0.row - text.row) <= 1 })
          else {
            continue
          }
          shown += 1
          #expect(label.row == text.row || label.isLoose || label.isTown)
          #expect((text.column..<(text.column + label.width)).allSatisfy { picture.canvas.isEmpty(column: $0, row: text.row) })
          #expect(taken[CellPosition(column: text.column - 1, row: text.row)] == nil)
          #expect(taken[CellPosition(column: text.column + label.width, row: text.row)] == nil)
        }
        left += labels.count
      }
    }
    #expect(shown > 60 && shown < left, "\(shown) of \(left)")
  }

  @Test("no name covers the marker")
  func marker() {
    for seconds in stride(from: 0.0, through: 90, by: 3) {
      let moment = moment(at: seconds)
      let picture = wholePicture(moment)
      guard let cell = picture.cell(of: picture.transform.dot(moment.markerPoint)) else { continue }
      for text in picture.texts {
        let columns = text.column..<(text.column + TextWidth.columns(of: text.text))
        #expect(abs(text.row - cell.row) > 1 || !columns.overlaps((cell.column - 3)..<(cell.column + 4)), "\(text.text) covers the marker")
      }
    }
  }

  @Test("the street under the track keeps its name, a row off")
  func besideTheTrack() {
    var map = MapBuilder()
    map.line(.roadName, "Under The Track", [(-400, 0), (400, 0)], rank: 60)
    var route = RouteBuilder(latitude: 43.74, longitude: 7.415)
    route.point(latitude: 43.74, longitude: 7.425)
    let canvas = CanvasSize(columns: 97, rows: 30, set: .braille)
    var moment = Moment.of(route.journey(), at: 0, canvas: canvas)
    moment.camera = Camera(region: 300, around: map.world(0, 0), canvas: canvas)
    moment.base = BasePicture(map.scene(), transform: MapTransform(moment.camera, canvas: canvas), look: moment.look)
    let label = moment.base?.labels.first
    let text = wholePicture(moment).texts.first { $0.text == "Under The Track" }
    #expect(label != nil && text.map { abs($0.row - (label?.row ?? 0)) } == 1)
  }

  @Test("names of another camera are not shown")
  func stale() {
    var moment = moment()
    #expect(wholePicture(moment).texts.contains { $0.text.hasSuffix("Avenue") || $0.text.hasSuffix("Road") })
    moment.camera = moment.camera.panned(x: 40, y: 0)
    #expect(!wholePicture(moment).texts.contains { $0.text.hasSuffix("Avenue") || $0.text.hasSuffix("Road") })
  }
}

@Suite("Credits")
struct CreditsTests {
  private static let sources = [
    ["© OpenStreetMap contributors"], ["© OpenMapTiles", "© OpenStreetMap contributors"],
    ["© OpenMapTiles © OpenStreetMap contributors"], ["Someone", "© OpenMapTiles", "© OpenStreetMap contributors"],
  ]

  @Test("they are always there, at any size, wherever the marker stands, in any characters")
  func always() {
    var random = SeededGenerator.announced("credits")
    for round in 0..<120 {
      let (columns, rows) = round < 40 ? (40, [8, 9, 10, 12][round % 4]) : (random.int(40...200), random.int(8...60))
      let set = random.pick(GlyphSet.allCases)
      var moment = moment(
        at: random.double(0...90), columns: columns, rows: rows, look: Presentation(glyphs: Glyphs(set)), credits: random.pick(Self.sources)
      )
      if random.once(in: 2) {
        moment.camera = moment.camera.panned(x: -Double(columns) * random.double(-1...1), y: -2 * Double(rows) * random.double(-1...1))
        let canvas = CanvasSize(columns: columns, rows: rows, set: set)
        moment.base = moment.base.map { base in
          var scene = MapBuilder.city().scene(credits: base.credits)
          scene.hasStreets = true
          return BasePicture(scene, transform: MapTransform(moment.camera, canvas: canvas), look: moment.look)
        }
      }
      let frame = wholeFrame(moment, columns: columns, rows: rows)
      let text = frame.text.joined(separator: "\n")
      #expect(text.contains(set == .ascii ? "(c) OpenStreetMap" : "© OpenStreetMap"), "\(columns)×\(rows)\n\(text)")
      if moment.base?.credits.contains("© OpenMapTiles") == true { #expect(text.contains("OpenMapTiles")) }
    }
  }

  @Test("they stand at the bottom right, the scale at the bottom left, in full where there is room")
  func place() {
    let last = wholeFrame(moment(credits: ["© OpenMapTiles", "© OpenStreetMap contributors"])).text(row: 29)
    #expect(last.hasPrefix(" ├"))
    #expect(last.hasSuffix("© OpenMapTiles · © OpenStreetMap contributors"))
    let ascii = wholeFrame(moment(look: Presentation(glyphs: Glyphs(.ascii)))).text(row: 29)
    #expect(ascii.hasSuffix("(c) OpenStreetMap contributors"))
  }

  @Test("what is too long for the row is shortened, then each is given a row")
  func shortened() {
    let credits = ["© OpenMapTiles", "© OpenStreetMap contributors"]
    let narrow = wholeFrame(moment(columns: 60, rows: 12, credits: credits), columns: 60, rows: 12)
    #expect(narrow.text(row: 11).hasSuffix("© OpenMapTiles · © OpenStreetMap"))
    let least = wholeFrame(moment(columns: 40, rows: 12, credits: credits), columns: 40, rows: 12)
    #expect(least.text(row: 10).hasSuffix("© OpenMapTiles") && least.text(row: 11).hasSuffix("© OpenStreetMap"))
    #expect(least.text(row: 11).contains("├"))
  }

  @Test("there are none where no base map is shown, or it asks for none")
  func absent() {
    for moment in [moment(detail: .none), moment(credits: []), moment(credits: ["", "\u{202E}\u{7}"])] {
      #expect(!wholeFrame(moment).text.contains { $0.contains("©") || $0.contains("Open") })
    }
    for detail in [BaseDetail.full, .lines, .unnamed] {
      #expect(wholeFrame(moment(detail: detail)).text(row: 29).contains("© OpenStreetMap"))
    }
  }

  @Test("hostile credits do no harm, and do not push the others out")
  func hostile() {
    let evil = ["\u{1B}[2J\u{202E}x", String(repeating: "界", count: 9_000), String(repeating: "\u{301}", count: 900)]
    for (columns, rows) in [(40, 12), (97, 30), (200, 50)] {
      let moment = moment(columns: columns, rows: rows, credits: ["© OpenStreetMap contributors"] + evil + evil)
      let frame = wholeFrame(moment, columns: columns, rows: rows)
      #expect(faults(of: frame) == [])
      #expect(frame.text.contains { $0.contains("© OpenStreetMap") })
    }
  }
}

@Suite("Furniture yields to streets")
struct YieldingTests {
  @Test(
    "without colours the road ahead is thicker than every street beneath, and with them as thin as ever", arguments: [300.0, 700, 2_000])
  func loudest(metres: Double) {
    func across(_ depth: ColorDepth, hasStreets: Bool) -> Int {
      let look = Presentation(theme: Theme(depth: depth, backdrop: .dark))
      let moment = moment(at: 0, metres: metres, look: look, hasStreets: hasStreets)
      let map = picture([TrackLayer.self], moment, columns: 97, rows: 30)
      let x = Int(map.transform.dot(moment.markerPoint).x) + 8
      return map.canvas.setDots.count { $0.column == x }
    }
    let quiet = across(.none, hasStreets: false)
    #expect(across(.direct, hasStreets: true) == quiet && quiet > 0)
    #expect(across(.none, hasStreets: true) >= (metres < 800 ? 4 : 2), "\(across(.none, hasStreets: true))")
    #expect(across(.none, hasStreets: true) > quiet)
  }

  private func texts(_ hasStreets: Bool, _ metres: Double = 400) -> [String] {
    wholePicture(moment(metres: metres, hasStreets: hasStreets)).texts.map(\.text)
  }

  @Test("grid, beads, rings and pointers go away when there are streets, the names of the track and the scale stay")
  func yields() {
    let (with, without) = (texts(true, 200), texts(false, 200))
    for text in ["·", "◦"] { #expect(without.contains(text) && !with.contains(text), "\(text)") }
    #expect(without.contains { $0.hasPrefix("⚑") && $0.contains("°") } && !with.contains { $0.hasPrefix("⚑") && $0.contains("°") })
    #expect(texts(false).contains("50 m") && !texts(true).contains("50 m"))
    #expect(with.contains { $0.contains("├") })
    let far = texts(true, 1_200)
    #expect(far.contains("Home") && far.contains("End") && far.contains("◉"))
  }

  @Test("the disc of the accuracy stays")
  func accuracy() {
    let with = picture([RingsLayer.self], moment(hasStreets: true), columns: 97, rows: 30).canvas.setDots
    let without = picture([RingsLayer.self], moment(hasStreets: false), columns: 97, rows: 30).canvas.setDots
    #expect(with.count > 40)
    #expect(with.isSubset(of: without) && with.count < without.count)
  }

  @Test("with the base map switched off they are there again")
  func switchedOff() {
    let picture = wholePicture(moment(metres: 200, detail: .none))
    #expect(picture.texts.contains { $0.text == "·" } && picture.texts.contains { $0.text == "◦" })
  }
}
