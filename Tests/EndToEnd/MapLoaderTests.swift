// How tiles are asked for in the background.

import BaseMap
import MapSources
import Synchronization
import Testing

@testable import trackview

@Suite("Tiles in the background")
struct MapLoaderTests {
  @Test("a tile is asked for once, also while its answer is being taken in and others arrive")
  func once() throws {
    let source = HeldSource()
    var plan = try MapPlan(try MapOptions.parse(["--no-map"]), Settings(), .current())
    plan.entries = [.opened(.tiles(source))]
    let loader = try MapLoader(plan)
    loader.start()
    defer { loader.stop() }
    let (near, far) = (try #require(TileID(zoom: 3, column: 1, row: 2)), try #require(TileID(zoom: 3, column: 2, row: 2)))
    loader.want([near, far].map { TileKey(map: 1, id: $0) }, view: nil)
    #expect(until { source.asked == [near, far] })
    source.answer(near)
    #expect(until { loader.take().contains { if case .map(.answer) = $0 { true } else { false } } })
    // Before anybody has said anew what is wanted, another answer wakes the thread that asks.
    source.answer(far)
    #expect(!until(0.2) { source.asked.count > 2 })
    // Wanted again, as after a map has changed, it is asked for again.
    #expect(until { !loader.take().isEmpty })
    loader.want([near].map { TileKey(map: 1, id: $0) }, view: nil)
    #expect(until { source.asked == [near, far, near] })
  }

  @Test("tiles of the network are kept in a folder of their own") func folder() throws {
    let environment = Environment(["XDG_CACHE_HOME": "/somewhere"])
    #expect(try MapPlan(try MapOptions.parse([]), Settings(), environment).cacheFolder == "/somewhere/trackview/tiles")
  }
}

/// A map whose answers a test gives.
private final class HeldSource: TileSource {
  let info = MapInfo(number: 1, title: "held", bounds: nil, zooms: 0...14, credits: [])
  private let state = Mutex((asked: [TileID](), waiting: [TileID: [@Sendable (TileAnswer) -> Void]]()))

  var asked: [TileID] { state.withLock(\.asked) }

  func fetch(_ id: TileID, done: @escaping @Sendable (TileAnswer) -> Void) {
    state.withLock { state in
      state.asked.append(id)
      state.waiting[id, default: []].append(done)
    }
  }

  func answer(_ id: TileID) {
    let waiting = state.withLock { $0.waiting.removeValue(forKey: id) }
    for done in waiting ?? [] { done(.missing) }
  }
}
