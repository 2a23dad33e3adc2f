// Which tiles lie beneath a view, what stands in for them, and where the world is seen.

import BaseMap
import Cells
import MapScene
import TestSupport
import Testing
import TrackGeodesy

@testable import ViewerApp

@Suite("The choice of tiles")
struct TileChoiceTests {
  /// Scales from the whole world to a decimetre a dot.
  private static let scales: [Double] = (0...70).map { index in
    32 * Double(sign: .plus, exponent: index / 3, significand: 1 + Double(index % 3) / 3)
  }

  @Test("a tile spans 128 dots at least and less than 256, but at the ends")
  func zooms() {
    for scale in Self.scales {
      let zoom = TileChoice.zoom(dotsPerUnit: scale)
      let dots = scale / Double(1 << zoom)
      #expect(dots < 256 || zoom == TileID.deepest)
      #expect(dots >= 128 || zoom == 0)
    }
  }

  @Test(
    "at every scale and bearing, every dot of the canvas is in a square, and there are few of them", arguments: [0.0, 30, 90, 135, 217])
  func covering(bearing: Double) {
    for scale in Self.scales {
      for place in [(0.5, 0.4), (0.001, 0.3), (0.999, 0.6)] {
        let view = canvasView(place.0, place.1, scale, bearing: bearing)
        let cells = ViewCell.covering(view, zoom: TileChoice.zoom(dotsPerUnit: scale))
        #expect(cells.count <= TileChoice.cellLimit)
        #expect(Set(cells).count == cells.count)
        for column in stride(from: 0.0, through: 193, by: 24) {
          for row in stride(from: 0.0, through: 119, by: 17) {
            let point = view.world(DotPoint(column, row))
            guard (0.0...1).contains(point.y) else { continue }
            #expect(cells.contains { $0.box.contains(point) }, "\(scale) \(point)")
          }
        }
      }
    }
  }

  @Test("an immense canvas has no more squares than others")
  func immense() {
    for scale in Self.scales {
      let view = canvasView(0.5, 0.4, scale, columns: 2_000, rows: 1_000)
      #expect(ViewCell.covering(view, zoom: TileChoice.zoom(dotsPerUnit: scale)).count <= TileChoice.cellLimit)
    }
  }

  @Test("with nothing there, the world is seen whole and all tiles are wanted, nearest first")
  func empty() {
    let view = canvasView(0.53, 0.36, 2.5e6)
    let focus = MapPoint(x: view.visibleBox().minX, y: view.visibleBox().minY)
    let choice = Choosing().choice(view, focus: focus)
    #expect(choice.keys == [.init(source: .world(.world), window: nil, turn: 0)])
    #expect(choice.wanted.count >= 2)
    #expect(choice.wanted.allSatisfy { $0.id.zoom == 14 })
    #expect(Set(choice.wanted).count == choice.wanted.count)
    let away = choice.wanted.map { key -> Double in
      let middle = key.id.box.center
      return (middle.x - focus.x) * (middle.x - focus.x) + (middle.y - focus.y) * (middle.y - focus.y)
    }
    #expect(away == away.sorted())
    #expect(!choice.hasStreets)
  }

  @Test("with everything there, every place is drawn from one tile of the right zoom, and no world is seen")
  func complete() {
    for scale in Self.scales {
      let view = canvasView(0.53, 0.36, scale)
      var choosing = Choosing(maps: [FakeMap.info(1, zooms: 0...20)])
      var rounds = 0
      while rounds < 4 {
        let wanted = choosing.choice(view).wanted
        if wanted.isEmpty { break }
        for key in wanted { choosing.keep(key.id) }
        rounds += 1
      }
      #expect(rounds == 1, "one round of fetching is enough at \(scale)")
      let choice = choosing.choice(view)
      #expect(choice.worlds.isEmpty)
      let zoom = min(TileChoice.zoom(dotsPerUnit: scale), 20)
      // Off the dots' middles, which lie on the edges of tiles at some scales.
      for column in stride(from: 1.7, through: 193, by: 31) {
        for row in stride(from: 1.7, through: 119, by: 19) {
          let point = view.world(DotPoint(column, row))
          guard (0.0...1).contains(point.y) else { continue }
          let keys = choice.keys(at: point)
          #expect(keys.count == 1)
          #expect(choice.tiles.allSatisfy { $0.id.zoom == zoom })
        }
      }
      #expect(choice.hasStreets == (zoom >= 12))
    }
  }

  @Test("beyond a map's deepest zoom its deepest tile is drawn once, whole")
  func overzoom() {
    var choosing = Choosing(maps: [FakeMap.info(1, zooms: 0...14)])
    let point = MapPoint(x: 0.530_01, y: 0.360_01)
    let tile = TileID(around: point, zoom: 14)
    let center = tile.box.center
    let view = canvasView(center.x, center.y, 4e8)
    #expect(choosing.choice(view).wanted == [TileKey(map: 1, id: tile)])
    choosing.keep(tile)
    let choice = choosing.choice(view)
    #expect(choice.tiles == [TileKey(map: 1, id: tile)])
    #expect(choice.parts.count == 1 && choice.parts[0].window == nil)
    #expect(choice.wanted.isEmpty && choice.hasStreets)
  }

  @Test("an upper tile stands in, cut to the squares that are missing")
  func parent() {
    var choosing = Choosing()
    let view = canvasView(0.53, 0.36, 2.5e6)
    let wanted = choosing.choice(view).wanted
    choosing.keep(wanted[0].id.ancestor(zoom: 11))
    for key in wanted { choosing.keep(key.id.ancestor(zoom: 11)) }
    var choice = choosing.choice(view)
    #expect(choice.tiles.allSatisfy { $0.id.zoom == 11 })
    #expect(choice.wanted == wanted)
    #expect(choice.worlds.isEmpty)
    choosing.keep(wanted[0].id)
    choice = choosing.choice(view)
    #expect(choice.tiles.last == wanted[0])
    #expect(Set(choice.wanted) == Set(wanted.dropFirst()))
    // The square of the tile that is there is not drawn twice.
    #expect(choice.keys(at: wanted[0].id.box.center).map(\.source) == choice.keys.suffix(1).map(\.source))
    #expect(choice.keys.dropLast().allSatisfy { $0.window != nil })
  }

  @Test("zooming out, the lower tiles stand in over the world")
  func children() {
    var choosing = Choosing()
    let deep = canvasView(0.53, 0.36, 5e6)
    for key in choosing.choice(deep).wanted { choosing.keep(key.id) }
    choosing.maps = [FakeMap.info(1, zooms: 0...15)]
    for id in TileID(around: MapPoint(x: 0.53, y: 0.36), zoom: 13).descendants(zoom: 14) { choosing.keep(id) }
    let choice = choosing.choice(canvasView(0.53, 0.36, 1.3e6))
    #expect(choice.wanted.allSatisfy { $0.id.zoom == 13 })
    #expect(choice.tiles.contains { $0.id.zoom == 14 })
    #expect(choice.worlds.count == 1)
  }

  @Test("where a tile is missing, the world is seen through a window of its square")
  func missing() {
    var choosing = Choosing(maps: [FakeMap.info(1, zooms: 14...14)])
    let view = canvasView(0.53, 0.36, 2.5e6)
    let wanted = choosing.choice(view).wanted
    for key in wanted.dropFirst() { choosing.keep(key.id) }
    choosing.absences[wanted[0]] = .missing
    let choice = choosing.choice(view)
    #expect(choice.wanted.isEmpty)
    #expect(choice.worlds.map(\.window) == [wanted[0].id.box])
    #expect(choice.tiles.count == wanted.count - 1)
  }

  @Test("where a tile is missing, upper tiles are asked for: they may know water from land")
  func upwards() {
    var choosing = Choosing()
    let view = canvasView(0.53, 0.36, 2.5e6)
    for key in choosing.choice(view).wanted { choosing.absences[key] = .missing }
    #expect(choosing.choice(view).wanted.allSatisfy { $0.id.zoom == 13 })
    var rounds = 0
    while !choosing.choice(view).wanted.isEmpty, rounds < 20 {
      for key in choosing.choice(view).wanted { choosing.absences[key] = .missing }
      rounds += 1
    }
    #expect(rounds < 6, "it does not go up for ever")
    #expect(choosing.choice(view).keys == [.init(source: .world(.world), window: nil, turn: 0)])
  }

  @Test("of two maps the higher one wins where it has tiles, and the lower is not asked meanwhile")
  func twoMaps() {
    let view = canvasView(0.53, 0.36, 2.5e6)
    var choosing = Choosing(maps: [FakeMap.info(1), FakeMap.info(2, zooms: 14...14)])
    let first = choosing.choice(view).wanted
    #expect(first.allSatisfy { $0.map == 2 })
    choosing.absences[first[0]] = .missing
    for key in first.dropFirst() { choosing.keep(key.id, map: 2) }
    let second = choosing.choice(view)
    #expect(second.wanted == [TileKey(map: 1, id: first[0].id)])
    choosing.keep(first[0].id, map: 1)
    let third = choosing.choice(view)
    #expect(third.wanted.isEmpty && third.worlds.isEmpty)
    #expect(third.maps == [1, 2])
    #expect(third.tiles.first == TileKey(map: 1, id: first[0].id), "lower maps are drawn first")
  }

  @Test("a map that covers somewhere else is not asked")
  func elsewhere() {
    let choosing = Choosing(maps: [FakeMap.info(1, bounds: WorldBox(minX: 0.1, minY: 0.1, maxX: 0.2, maxY: 0.2))])
    let choice = choosing.choice(canvasView(0.53, 0.36, 2.5e6))
    #expect(choice.wanted.isEmpty && choice.shown.isEmpty)
    #expect(choice.keys.count == 1)
  }

  @Test("a town's map does not hide the country around it, but the streets of it hide the world")
  func town() {
    let town = WorldBox(minX: 0.53, minY: 0.36, maxX: 0.5302, maxY: 0.3602)
    var choosing = Choosing(maps: [FakeMap.info(1, bounds: town)])
    let wide = canvasView(0.5301, 0.3601, 40_000)
    for key in choosing.choice(wide).wanted { choosing.keep(key.id) }
    let country = choosing.choice(wide)
    #expect(country.tiles.count >= 1 && country.worlds.count == 1)
    #expect(country.keys.first.map { if case .world = $0.source { true } else { false } } == true, "the world lies beneath")
    let near = canvasView(0.5301, 0.3601, 2.5e6)
    for key in choosing.choice(near).wanted { choosing.keep(key.id) }
    #expect(choosing.choice(near).worlds.allSatisfy { $0.window.map { !$0.contains(MapPoint(x: 0.5301, y: 0.3601)) } ?? false })
  }

  @Test("where a map ends within a square, the world goes on beyond, and lies nowhere beneath the map", arguments: [9, 10, 13])
  func bounds(zoom: Int) throws {
    let cell = try #require(TileID(zoom: zoom, column: (1 << zoom) / 2 + 1, row: (1 << zoom) / 3)).box
    var bounds = cell
    bounds.minX += cell.width * 0.12
    bounds.maxY -= cell.height * 0.09
    var choosing = Choosing(maps: [FakeMap.info(1, bounds: bounds)])
    let view = canvasView(cell.center.x, cell.center.y, 129 / cell.width)
    for key in choosing.choice(view).wanted { choosing.keep(key.id) }
    let choice = choosing.choice(view)
    #expect(choice.wanted.isEmpty && !choice.tiles.isEmpty)
    var beyond = 0
    for across in stride(from: 0.013, to: 1, by: 0.047) {
      for down in stride(from: 0.011, to: 1, by: 0.043) {
        let point = MapPoint(x: cell.minX + across * cell.width, y: cell.minY + down * cell.height)
        let worlds = choice.worlds.count { $0.window?.contains(point) ?? true }
        #expect(worlds == (bounds.contains(point) ? 0 : 1), "\(across), \(down)")
        if worlds > 0 { beyond += 1 }
      }
    }
    #expect(beyond > 50)
  }

  @Test("a map that ends within a dot or two of its square's edge leaves no sliver of the world")
  func sliver() throws {
    let cell = try #require(TileID(zoom: 10, column: 513, row: 341)).box
    var bounds = cell
    bounds.minX += cell.width * 0.01
    var choosing = Choosing(maps: [FakeMap.info(1, bounds: bounds)])
    let view = canvasView(cell.center.x, cell.center.y, 129 / cell.width, columns: 30, rows: 20)
    for key in choosing.choice(view).wanted { choosing.keep(key.id) }
    #expect(
      choosing.choice(view).worlds.allSatisfy { $0.window.map { $0.intersection(cell).map { $0.width * $0.height == 0 } ?? true } ?? false }
    )
  }

  @Test("across the antimeridian tiles of both sides lie on their turns of the world", arguments: [0.0, 1.0, -1.0])
  func antimeridian(turn: Double) {
    var choosing = Choosing()
    let view = canvasView(turn, 0.55, 300_000)
    for key in choosing.choice(view).wanted { choosing.keep(key.id) }
    let choice = choosing.choice(view)
    #expect(choice.wanted.isEmpty && choice.worlds.isEmpty)
    #expect(Set(choice.keys.map(\.turn)) == [Int(turn) - 1, Int(turn)])
    for column in stride(from: 1.7, through: 193, by: 31) {
      #expect(choice.keys(at: view.world(DotPoint(column, 60.3))).count == 1)
    }
  }

  @Test("a map whose bounds cross the antimeridian is found from both sides")
  func crossing() {
    let map = FakeMap.info(1, bounds: WorldBox(minX: 0.99, minY: 0.4, maxX: 1.01, maxY: 0.6))
    for x in [0.995, 0.005, 1.005, -0.005] {
      #expect(!Choosing(maps: [map]).choice(canvasView(x, 0.5, 300_000)).wanted.isEmpty, "\(x)")
    }
    #expect(Choosing(maps: [map]).choice(canvasView(0.5, 0.5, 300_000)).wanted.isEmpty)
  }

  @Test("overlays lie above everything, on the turn that is seen")
  func overlays() {
    let box = WorldBox(minX: 0.01, minY: 0.5, maxX: 0.02, maxY: 0.51)
    let overlay = BaseOverlay(info: FakeMap.info(9, bounds: box), pieces: [FakeMap.world, FakeMap.world])
    let choice = Choosing(maps: [], overlays: [overlay]).choice(canvasView(1.015, 0.505, 30_000))
    #expect(choice.keys.suffix(2) == [0, 1].map { .init(source: .overlay(map: 9, index: $0), window: nil, turn: 1) })
    #expect(choice.maps == [9])
    #expect(Choosing(maps: [], overlays: [overlay]).choice(canvasView(0.5, 0.505, 30_000)).maps.isEmpty)
  }

  @Test("a map of deep tiles only is drawn a little above its zooms, and no farther")
  func deepOnly() {
    var choosing = Choosing(maps: [FakeMap.info(1, zooms: 14...14)])
    let near = canvasView(0.53, 0.36, 128 * Double(1 << 12))
    let wanted = choosing.choice(near).wanted
    #expect(!wanted.isEmpty && wanted.allSatisfy { $0.id.zoom == 14 })
    for key in wanted { choosing.keep(key.id) }
    #expect(choosing.choice(near).wanted.isEmpty)
    #expect(choosing.choice(canvasView(0.53, 0.36, 128 * Double(1 << 11))).wanted.isEmpty)
  }
}
