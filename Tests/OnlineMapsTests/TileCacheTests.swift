// The tile cache by itself.

import BaseMap
import Testing

@testable import OnlineMaps

@Suite("The tile cache")
struct TileCacheTests {
  private let shelf = TileCache.Shelf(source: "https://example.org/{z}/{x}/{y}")

  private func answer(_ size: Int, seed: UInt64 = 1) -> KeptAnswer {
    var numbers = SeededGenerator(seed: seed)
    let body = (0..<size).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    return KeptAnswer(status: 200, fetched: 10, expires: 20, etag: "\"e\"", modified: nil, type: "a/b", encoding: "gzip", body: body)
  }

  @Test("An answer comes back as it was, and no cut of its bytes is taken for one")
  func roundTrip() throws {
    let answer = answer(300)
    let bytes = answer.encoded()
    #expect(KeptAnswer(decoding: bytes) == answer)
    for count in 0..<bytes.count { #expect(KeptAnswer(decoding: Array(bytes[..<count])) == nil) }
    #expect(KeptAnswer(decoding: bytes + [0]) == nil)
    var numbers = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      var other = bytes
      other[Int.random(in: 0..<other.count, using: &numbers)] ^= UInt8.random(in: 1...255, using: &numbers)
      #expect(KeptAnswer(decoding: other) == nil)
    }
    // What would break the lines is left out; the rest is kept.
    var odd = answer
    odd.etag = "a\nstatus 404"
    odd.type = "Bär"
    let read = try #require(KeptAnswer(decoding: odd.encoded()))
    #expect(read.etag == nil && read.type == nil && read.status == 200 && read.body == answer.body)
  }

  @Test("It stays within its limit, and what was used least recently goes first")
  func bounded() throws {
    let folder = TemporaryFolder()
    let cache = TileCache(folder: folder.path, limit: 400_000)
    for index in 0..<60 {
      cache.keep(answer(20_000), for: tile(8, index, 0), on: shelf)
      // Each a minute younger than the one before; the first is used again and again.
      for path in folder.files {
        guard let column = path.split(separator: "-").dropLast().last.flatMap({ Int($0) }) else { continue }
        var times = [timespec(tv_sec: 1_000_000 + (column == 0 ? 1_000_000 : column * 60), tv_nsec: 0), timespec()]
        times[1] = times[0]
        utimensat(AT_FDCWD, path, times, 0)
      }
    }
    #expect(folder.size <= 440_000)
    #expect(folder.size >= 300_000)
    #expect(cache.answer(for: tile(8, 59, 0), on: shelf) != nil)
    #expect(cache.answer(for: tile(8, 0, 0), on: shelf) != nil)
    #expect(cache.answer(for: tile(8, 1, 0), on: shelf) == nil)
  }

  @Test("Nothing that the cache has not written is deleted, and links are not followed")
  func others() throws {
    let (folder, elsewhere) = (TemporaryFolder(), TemporaryFolder())
    let cache = TileCache(folder: folder.path, limit: 50_000)
    cache.keep(answer(10_000), for: tile(1, 0, 0), on: shelf)
    let own = try #require(folder.files.first)
    let place = String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)])
    write(Array("mine".utf8), to: folder.path + "/notes.txt")
    write([UInt8](repeating: 1, count: 100_000), to: place + "/1-0-0.txt")
    write(answer(500, seed: 9).encoded(), to: elsewhere.path + "/target")
    symlink(elsewhere.path + "/target", place + "/1-1-1")
    #expect(cache.answer(for: tile(1, 1, 1), on: shelf) == nil)
    for index in 0..<40 { cache.keep(answer(10_000), for: tile(9, index, 0), on: shelf) }
    #expect(bytes(of: folder.path + "/notes.txt") == Array("mine".utf8))
    #expect(bytes(of: place + "/1-0-0.txt").count == 100_000)
    #expect(KeptAnswer(decoding: bytes(of: elsewhere.path + "/target")) != nil)
    // A tile takes the place of a link, and leaves alone what it led to.
    cache.keep(answer(700), for: tile(1, 1, 1), on: shelf)
    #expect(cache.answer(for: tile(1, 1, 1), on: shelf)?.body.count == 700)
    #expect(KeptAnswer(decoding: bytes(of: elsewhere.path + "/target"))?.body.count == 500)
  }

  @Test("Several may write and read one folder at a time: a tile is there as a whole or not at all")
  func together() async throws {
    let folder = TemporaryFolder()
    let shelf = shelf
    let wrong = Counter()
    let kept = (0..<4).map { answer(20_000 + $0, seed: UInt64($0)) }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let cache = TileCache(folder: folder.path, limit: 200_000)
          for round in 0..<60 {
            cache.keep(kept[number], for: tile(4, round % 12, 0), on: shelf)
            if let found = cache.answer(for: tile(4, (round * 5 + number) % 12, 0), on: shelf), !kept.contains(found) { wrong.add() }
            if cache.note != nil { wrong.add() }
          }
        }
      }
    }
    #expect(wrong.value == 0)
    #expect(!folder.files.isEmpty)
    #expect(folder.files.allSatisfy { !$0.contains(".new-") })
  }

  @Test("With a limit of nothing, nothing is kept; a tile larger than the limit is not either")
  func nothing() {
    let folder = TemporaryFolder()
    TileCache(folder: folder.path, limit: 0).keep(answer(1), for: tile(1, 0, 0), on: shelf)
    TileCache(folder: folder.path, limit: 5000).keep(answer(5000), for: tile(1, 0, 0), on: shelf)
    #expect(folder.files.isEmpty)
  }

  @Test("SHA-256 as its standard gives it")
  func digest() {
    #expect(Checksum.hexadecimal(of: "abc", count: 64) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(Checksum.hexadecimal(of: "", count: 64) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      Checksum.hexadecimal(of: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", count: 64)
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }
}
