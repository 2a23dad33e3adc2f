// Tiles that are kept: used again, confirmed, and used without a network.

import BaseMap
import Testing

@testable import OnlineMaps

@Suite("Tiles kept on the disk")
struct OnlineCacheTests {
  private static let about = ServedReply.text(
    #"{"tiles": ["t/{z}/{x}/{y}"], "attribution": "Testers"}"#, [("cache-control", "max-age=100")])

  /// Fetches tiles one after another and gives the answers in words.
  private func fetch(_ ids: [TileID], from map: OnlineMap) -> [String] {
    let answers = Answers()
    for (index, id) in ids.enumerated() {
      answers.fetch([id], from: map)
      guard eventually({ answers.count == index + 1 }) else { return answers.words + ["no answer"] }
    }
    return answers.words
  }

  @Test("A fresh tile is not asked for again, nor is one that does not exist; an old one is confirmed and is fresh again")
  func expiry() throws {
    let server = try TileServer { request, _ in
      if request.path == "/about" { return Self.about }
      if request.path == "/t/2/0/0" { return .status(404, [("cache-control", "max-age=50")]) }
      if request.headers["if-none-match"] == ["\"v1\""] { return .status(304, [("cache-control", "max-age=70")]) }
      return ServedReply(headers: [("cache-control", "public, max-age=60"), ("etag", "\"v1\"")], body: MadeTile.water(2))
    }
    let (folder, clock) = (TemporaryFolder(), SetClock())
    let ids = [tile(2, 1, 1), tile(2, 0, 0)]
    for _ in 0..<2 {
      let map = try map(server.address("/about"), cache: TileCache(folder: folder.path), quickSettings(clock))
      #expect(fetch(ids, from: map) == ["2/1/1 piece 2", "2/0/0 missing"])
      #expect(map.info.credits == ["Testers"])
      clock.advance(30)
    }
    #expect(server.requests.count == 3)
    // A minute after the beginning both tiles are old, the TileJSON is not.
    let map = try map(server.address("/about"), cache: TileCache(folder: folder.path), quickSettings(clock))
    #expect(fetch(ids, from: map) == ["2/1/1 piece 2", "2/0/0 missing"])
    #expect(server.requests(for: "/about").count == 1)
    #expect(server.requests(for: "/t/2/1/1").map { $0.headers["if-none-match"] } == [[], ["\"v1\""]])
    #expect(server.requests(for: "/t/2/0/0").count == 2)
    clock.advance(65)
    #expect(fetch([ids[0]], from: map) == ["2/1/1 piece 2"])
    #expect(server.requests(for: "/t/2/1/1").count == 2)
    clock.advance(10)
    #expect(fetch([ids[0]], from: map) == ["2/1/1 piece 2"])
    #expect(server.requests(for: "/t/2/1/1").count == 3)
  }

  @Test("A tile that is confirmed without a word of time stays fresh for as long as it was at first")
  func bareConfirmations() throws {
    let server = try TileServer { request, count in
      if count > 1 { return .status(304) }
      return ServedReply(headers: [("cache-control", "max-age=60"), ("etag", "\"v1\"")], body: MadeTile.water())
    }
    let (folder, clock) = (TemporaryFolder(), SetClock())
    let map = try map(server.address("/{z}/{x}/{y}"), cache: TileCache(folder: folder.path), quickSettings(clock))
    for (seconds, count) in [(0, 1), (50, 1), (20, 2), (50, 2), (20, 3)] {
      clock.advance(seconds)
      #expect(fetch([tile(2, 1, 1)], from: map) == ["2/1/1 piece 1"])
      #expect(server.requests.count == count)
    }
  }

  @Test("A date of the last change is asked about too; what says no-store is not kept")
  func validators() throws {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    let server = try TileServer { request, _ in
      if request.path == "/1/0/0" { return ServedReply(headers: [("cache-control", "no-store")], body: MadeTile.water()) }
      if request.headers["if-modified-since"] == [date] { return .status(304) }
      return ServedReply(headers: [("cache-control", "no-cache"), ("last-modified", date)], body: MadeTile.water())
    }
    let folder = TemporaryFolder()
    let map = try map(server.address("/{z}/{x}/{y}"), cache: TileCache(folder: folder.path))
    #expect(fetch([tile(1, 0, 0), tile(1, 0, 0)], from: map) == ["1/0/0 piece 1", "1/0/0 piece 1"])
    #expect(folder.files.isEmpty)
    #expect(server.requests.count == 2)
    #expect(fetch([tile(1, 1, 0), tile(1, 1, 0)], from: map) == ["1/1/0 piece 1", "1/1/0 piece 1"])
    #expect(server.requests(for: "/1/1/0").map { $0.headers["if-modified-since"] } == [[], [date]])
    #expect(folder.files.count == 1)
  }

  @Test("Without its server a map shows what was kept, however old, and says so; when the server is back it goes on")
  func offline() throws {
    let (folder, clock) = (TemporaryFolder(), SetClock())
    let reply: @Sendable (ServedRequest, Int) -> ServedReply = { request, _ in
      request.path == "/about" ? Self.about : ServedReply(headers: [("cache-control", "max-age=60")], body: MadeTile.water())
    }
    var server = try TileServer(port: steadyPort(), reply: reply)
    let (address, port) = (server.address("/about"), server.port)
    #expect(
      fetch([tile(3, 1, 1)], from: try map(address, cache: TileCache(folder: folder.path), quickSettings(clock))) == ["3/1/1 piece 1"]
    )
    server.stop()
    var closed: ClosedPort?
    #expect(
      until {
        closed = ClosedPort(port)
        return closed?.port == port
      })
    clock.advance(1_000_000)
    let counter = Counter()
    let map = try map(address, cache: TileCache(folder: folder.path), quickSettings(clock, patience: 60), onChange: { counter.add() })
    #expect(fetch([tile(3, 1, 1)], from: map) == ["3/1/1 piece 1"])
    #expect(map.info.credits == ["Testers"])
    let answers = Answers()
    answers.fetch([tile(3, 2, 2)], from: map)
    #expect(eventually { map.note == "online map: no connection (retrying)" })
    #expect(counter.value > 0)
    #expect(answers.count == 0)
    closed = nil
    var again: TileServer?
    #expect(
      until {
        again = try? TileServer(port: port, reply: reply)
        return again != nil
      })
    server = try #require(again)
    #expect(eventually { answers.count == 1 })
    #expect(answers.words == ["3/2/2 piece 1"])
    #expect(map.note == nil)
  }

  @Test("Without a network and without anything kept, a tile waits for a while and then cannot be had")
  func nothing() throws {
    let closed = ClosedPort()
    let map = try map(
      "http://127.0.0.1:\(closed.port)/{z}/{x}/{y}", cache: TileCache(folder: TemporaryFolder().path), quickSettings(patience: 3))
    #expect(fetch([tile(1, 0, 0)], from: map) == ["1/0/0 online map: no connection (retrying)"])
    withExtendedLifetime(closed) {}
  }

  @Test("A damaged file is fetched anew, wherever it is damaged")
  func damaged() throws {
    let server = try TileServer { _, _ in ServedReply(body: MadeTile.water(2)) }
    let folder = TemporaryFolder()
    let map = try map(server.address("/{z}/{x}/{y}"), cache: TileCache(folder: folder.path))
    #expect(fetch([tile(1, 0, 0)], from: map) == ["1/0/0 piece 2"])
    let path = try #require(folder.files.first)
    let whole = bytes(of: path)
    var count = 1
    for position in stride(from: 0, to: whole.count, by: 29) {
      var other = whole
      other[position] ^= 0x55
      write(other, to: path)
      #expect(fetch([tile(1, 0, 0)], from: map) == ["1/0/0 piece 2"])
      count += 1
      #expect(server.requests.count == count, "byte \(position)")
      #expect(bytes(of: path).count == whole.count)
    }
    // Whole, but not what can be read.
    let answer = KeptAnswer(status: 200, fetched: 0, expires: 1 << 39, body: [0xFF, 0xFF])
    write(answer.encoded(), to: path)
    #expect(fetch([tile(1, 0, 0)], from: map) == ["1/0/0 piece 2"])
    #expect(server.requests.count == count + 1)
  }

  @Test("A folder that cannot be written is a note, and tiles come all the same")
  func unwritable() throws {
    let server = try TileServer { _, _ in ServedReply(body: MadeTile.water()) }
    let map = try map(server.address("/{z}/{x}/{y}"), cache: TileCache(folder: "/dev/null/tiles"))
    #expect(fetch([tile(1, 0, 0), tile(1, 1, 1)], from: map) == ["1/0/0 piece 1", "1/1/1 piece 1"])
    #expect(map.note == "the tile cache cannot be written (Not a directory)")
  }

  @Test("Keys in an address do not reach the disk, nor do tiles of one server serve another")
  func separate() throws {
    let server = try TileServer { request, _ in ServedReply(body: MadeTile.water(request.path.hasSuffix("secret") ? 1 : 2)) }
    let folder = TemporaryFolder()
    let cache = TileCache(folder: folder.path)
    for (key, count) in [("secret", 1), ("other", 2)] {
      let map = try map(server.address("/{z}/{x}/{y}?key=\(key)"), cache: cache)
      #expect(fetch([tile(1, 0, 0)], from: map) == ["1/0/0 piece \(count)"])
    }
    #expect(folder.files.count == 2)
    for path in folder.files {
      #expect(!path.contains("secret"))
      #expect(!String(decoding: bytes(of: path), as: UTF8.self).contains("secret"))
      var status = stat()
      #expect(lstat(path, &status) == 0 && status.st_mode & 0o077 == 0)
    }
  }
}
