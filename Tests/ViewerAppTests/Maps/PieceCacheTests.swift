// The cache of pieces keeps within its bytes.

import BaseMap
import TestSupport
import Testing

@testable import ViewerApp

@Suite("The cache of pieces")
struct PieceCacheTests {
  private func key(_ number: Int) -> TileKey? { TileID(zoom: 10, column: number, row: 0).map { TileKey(map: 1, id: $0) } }

  @Test("the limit is never exceeded, whatever comes")
  func limit() throws {
    var random = SeededGenerator.announced("cache")
    var cache = PieceCache(limit: 100_000)
    var sizes: [TileKey: Int] = [:]
    for _ in 0..<5_000 {
      let key = try #require(self.key(random.int(0...99)))
      let piece = FakeMap.piece(key.id, points: random.int(2...2_500))
      let shown = Set((0..<random.int(0...8)).compactMap { _ in self.key(random.int(0...99)) })
      let kept = shown.filter { cache[$0] != nil && $0 != key }
      let isKept = cache.insert(piece, for: key, beside: shown)
      sizes[key] = isKept ? piece.byteCount : nil
      #expect(isKept == (cache[key] != nil))
      #expect(cache.byteCount <= cache.limit)
      #expect(kept.allSatisfy { cache[$0] != nil }, "what is shown stays")
      for (key, _) in sizes where cache[key] == nil { sizes[key] = nil }
      #expect(cache.byteCount == sizes.values.reduce(0, +))
      #expect(cache.count == sizes.count)
    }
    #expect(cache.count > 3)
  }

  @Test("what was not used for the longest time gives way")
  func order() throws {
    let keys = try (0..<4).map { try #require(key($0)) }
    let size = FakeMap.piece(keys[0].id, points: 1_000).byteCount
    var cache = PieceCache(limit: 3 * size)
    for key in keys.prefix(3) { _ = cache.insert(FakeMap.piece(key.id, points: 1_000), for: key) }
    #expect(cache.count == 3)
    cache.use(keys[0])
    let isKept = cache.insert(FakeMap.piece(keys[3].id, points: 1_000), for: keys[3])
    #expect(isKept)
    #expect(keys.map { cache[$0] != nil } == [true, false, true, true])
  }

  @Test("a piece larger than the limit is refused, and nothing gives way for it")
  func tooLarge() throws {
    let keys = try (0..<2).map { try #require(key($0)) }
    var cache = PieceCache(limit: 10_000)
    let (fits, isTooLarge) = (
      cache.insert(FakeMap.piece(keys[0].id), for: keys[0]), !cache.insert(FakeMap.piece(keys[1].id, points: 5_000), for: keys[1])
    )
    #expect(fits && isTooLarge)
    #expect(cache[keys[0]] != nil && cache.count == 1)
    var none = PieceCache(limit: 0)
    let isRefused = !none.insert(FakeMap.piece(keys[0].id), for: keys[0])
    #expect(isRefused)
  }

  @Test("a map's pieces are forgotten together")
  func forgetting() throws {
    let one = try #require(key(1))
    let other = TileKey(map: 2, id: one.id)
    var cache = PieceCache()
    _ = cache.insert(FakeMap.piece(one.id), for: one)
    _ = cache.insert(FakeMap.piece(one.id), for: other)
    cache.removeAll(of: 1)
    #expect(cache[one] == nil && cache[other] != nil)
    #expect(cache.byteCount == FakeMap.piece(one.id).byteCount)
  }
}
