// Tiles from a server on loopback.

import BaseMap
import NIOHTTP1
import Synchronization
import Testing
import TrackGeodesy

@testable import OnlineMaps

@Suite("Tiles from the network")
struct OnlineMapTests {
  /// A TileJSON that leads to `/t/…` of the same server.
  private static func tileJSON(_ more: String = "") -> String {
    #"{"tilejson": "3.0.0", "name": "Test town", "tiles": ["t/{z}/{x}/{y}.pbf"], "minzoom": 2, "maxzoom": 15, "bounds": [11, 43, 12, 44], "#
      + #""attribution": "<a href='x'>&copy; Testers</a> <a>© OpenStreetMap</a> contributors"\#(more)}"#
  }

  @Test("A TileJSON says where the tiles are, what they cover and whose they are; tiles become pieces")
  func tileJSON() throws {
    let server = try TileServer { request, _ in
      request.path == "/about.json" ? .text(Self.tileJSON()) : ServedReply(body: MadeTile.water(3))
    }
    let counter = Counter()
    let map = try map(server.address("/about.json"), onChange: { counter.add() })
    #expect(map.info.zooms == 0...14)
    #expect(map.info.isOnline)
    #expect(server.requests.isEmpty)
    let answers = Answers()
    answers.fetch([tile(14, 8704, 5972)], from: map)
    #expect(eventually { answers.count == 1 })
    #expect(answers.words == ["14/8704/5972 piece 3"])
    #expect(server.requests.map(\.path) == ["/about.json", "/t/14/8704/5972.pbf"])
    #expect(
      server.requests.allSatisfy { $0.headers["user-agent"] == ["trackview/test (+tests)"] && $0.headers["accept-encoding"] == ["gzip"] })
    let info = map.info
    #expect(info.title == "Test town")
    #expect(info.zooms == 2...15)
    #expect(info.credits == ["© Testers", "© OpenStreetMap contributors"])
    let bounds = try #require(info.bounds)
    #expect(abs(WebMercator.unproject(MapPoint(x: bounds.minX, y: bounds.minY)).latitude - 44) < 1e-9)
    #expect(abs(bounds.maxX - (12.0 / 360 + 0.5)) < 1e-12)
    #expect(counter.value >= 1)
    // Beyond its zooms nobody is asked.
    answers.fetch([tile(1, 0, 0), tile(16, 0, 0)], from: map)
    #expect(answers.words.suffix(2) == ["1/0/0 missing", "16/0/0 missing"])
    #expect(map.note == nil)
  }

  @Test("A template needs no TileJSON; rows may count from the south; packed tiles are unpacked whether it is said or not")
  func template() throws {
    let packed = gzip(MadeTile.water(2))
    let server = try TileServer { request, _ in
      ServedReply(headers: request.path.hasSuffix("said") ? [("content-encoding", "gzip")] : [], body: packed)
    }
    let answers = Answers()
    let said = try map(server.address("/{z}/{x}/{-y}/said"))
    answers.fetch([tile(3, 1, 2)], from: said)
    #expect(eventually { answers.count == 1 })
    let unsaid = try map(server.address("/{z}/{x}/{y}?key=1"))
    answers.fetch([tile(3, 1, 2)], from: unsaid)
    #expect(eventually { answers.count == 2 })
    #expect(answers.words == ["3/1/2 piece 2", "3/1/2 piece 2"])
    #expect(server.requests.map(\.path) == ["/3/1/5/said", "/3/1/2?key=1"])
    #expect(unsaid.info.credits == ["© OpenStreetMap contributors"])
  }

  @Test("At most four requests at a time, in the order of the last wish; what is given up is not asked for")
  func few() throws {
    // What is given up would take so long that no stall of the machine lets it come through.
    let slow = Set((0..<16).map { "/6/\($0)/0" })
    let server = try TileServer { request, _ in ServedReply(body: MadeTile.water(), delay: slow.contains(request.path) ? 30 : 0.1) }
    let map = try map(server.address("/{z}/{x}/{y}"))
    let answers = Answers()
    let ids = (0..<24).map { tile(6, $0, 0) }
    answers.fetch(ids, from: map)
    let kept = Array(ids[16...].reversed())
    map.cancelAll(except: kept)
    #expect(eventually { answers.words.count { $0.hasSuffix("piece 1") } == 8 })
    // One that nothing waits for the place of may be asked for still.
    map.close()
    #expect(answers.count == 24)
    let words = answers.words
    #expect(words.count { $0.hasSuffix(OnlineMap.notWanted) } == 16)
    for id in kept { #expect(words.contains("6/\(id.column)/0 piece 1")) }
    #expect(server.mostAtOnce <= 4)
    #expect(server.mostAtOnce >= 2)
    #expect(server.requests.count <= 12)
    let order = server.requests.map(\.path).filter { path in kept.contains { path == "/6/\($0.column)/0" } }
    #expect(Set(order.prefix(4)) == Set(kept.prefix(4).map { "/6/\($0.column)/0" }))
  }

  @Test("The same tile wanted twice is asked for once")
  func twice() throws {
    let server = try TileServer { _, _ in ServedReply(body: MadeTile.water(), delay: 1) }
    let map = try map(server.address("/{z}/{x}/{y}"))
    let answers = Answers()
    answers.fetch([tile(1, 0, 0), tile(1, 0, 0), tile(1, 0, 0)], from: map)
    #expect(eventually { answers.count == 3 })
    #expect(Set(answers.words) == ["1/0/0 piece 1"])
    #expect(server.requests.count == 1)
  }

  @Test(
    "What servers refuse is said in one sentence",
    arguments: [
      (ServedReply.status(404), "missing"), (.status(204), "missing"), (.status(410), "missing"),
      (.status(401), "online map: HOST refuses its tiles (401)"), (.status(403), "online map: HOST refuses its tiles (403)"),
      (.status(500), "online map: HOST cannot serve tiles now (500)"), (.status(304), "online map: HOST sends no tile"),
      (
        ServedReply(headers: [("content-type", "image/png")], body: [1]),
        "online map: HOST sends pictures (image/png); trackview needs vector tiles"
      ),
      (
        ServedReply(body: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A]), "online map: HOST sends pictures (PNG); trackview needs vector tiles"
      ),
      (.text("<html>", [("content-type", "text/html; charset=utf-8")]), "online map: HOST sends a page in the place of a tile"),
      (ServedReply(headers: [("content-encoding", "br")], body: [1]), "online map: HOST packs its tiles by br, which was not asked for"),
      (ServedReply(body: Array(gzip(MadeTile.water()).dropLast(9))), "online map: HOST sends a damaged tile"),
      (ServedReply(manner: .drop), "online map: HOST breaks off (retrying)"),
      (ServedReply(body: [1, 2, 3], manner: .short(by: 7)), "online map: HOST breaks off (retrying)"),
      (ServedReply(body: [UInt8](repeating: 0, count: 65_536), manner: .endless), "online map: HOST sends too much"),
      (ServedReply(manner: .hang), "online map: HOST breaks off (retrying)"),
      (.status(302, [("location", "/1/0/0")]), "online map: HOST leads to where it is not followed"),
      (.status(302, [("location", "file:///etc/passwd")]), "online map: HOST leads to where it is not followed"),
      (.status(302), "online map: HOST leads to where it is not followed"),
    ])
  func refusals(reply: ServedReply, meaning: String) throws {
    let server = try TileServer { _, _ in reply }
    var settings = quickSettings()
    settings.packedLimit = 1 << 20
    if case .hang = reply.manner { settings.readTimeout = 0.3 }
    let map = try map(server.address("/{z}/{x}/{y}"), settings)
    let answers = Answers()
    answers.fetch([tile(1, 0, 0)], from: map)
    #expect(eventually { answers.count == 1 })
    #expect(answers.words == ["1/0/0 " + meaning.replacing("HOST", with: "127.0.0.1:\(server.port)")])
    #expect(map.note == (meaning == "missing" ? nil : meaning.replacing("HOST", with: "127.0.0.1:\(server.port)")))
  }

  @Test("A tile that does not unpack within the limit is refused")
  func bomb() throws {
    let packed = gzip([UInt8](repeating: 0, count: 1_100_000))
    let server = try TileServer { _, _ in ServedReply(body: packed) }
    var settings = quickSettings()
    settings.unpackedLimit = 1 << 20
    let map = try map(server.address("/{z}/{x}/{y}"), settings)
    let answers = Answers()
    answers.fetch([tile(1, 0, 0)], from: map)
    #expect(eventually { answers.count == 1 })
    #expect(answers.words.first?.hasSuffix("sends a tile of more than 1 MB") == true)
  }

  @Test("A server that fails is asked again, and one that asks to be left alone is left alone")
  func again() throws {
    let server = try TileServer { request, count in
      switch (request.path, count) {
      case ("/1/0/0", ...2): ServedReply(status: 500)
      case ("/1/1/0", 1): .status(429, [("retry-after", "3")])
      case ("/1/1/1", 1): ServedReply(manner: .drop)
      default: ServedReply(body: MadeTile.water())
      }
    }
    let map = try map(server.address("/{z}/{x}/{y}"))
    let answers = Answers()
    for id in [tile(1, 0, 0), tile(1, 1, 1)] {
      let count = answers.count
      answers.fetch([id], from: map)
      #expect(eventually { answers.count == count + 1 })
    }
    #expect(server.requests(for: "/1/0/0").count == 3)
    #expect(server.requests(for: "/1/1/1").count == 2)
    let before = OnlineMap.monotonic()
    answers.fetch([tile(1, 1, 0)], from: map)
    #expect(eventually { server.requests(for: "/1/1/0").count == 1 && map.note != nil })
    #expect(map.note == "online map: 127.0.0.1:\(server.port) asks to wait 3 s")
    #expect(eventually { answers.count == 3 })
    #expect(OnlineMap.monotonic() - before >= 3)
    #expect(answers.words == ["1/0/0 piece 1", "1/1/1 piece 1", "1/1/0 piece 1"])
    #expect(map.note == nil)
  }

  @Test("Answers may lead on to another place")
  func redirects() throws {
    let server = try TileServer { request, _ in
      switch request.path {
      case "/a/1/0/0": .status(301, [("location", "../../b/tile?x=1")])
      case "/a/b/tile?x=1": .status(307, [("location", "/c")])
      case "/c": ServedReply(body: MadeTile.water())
      default: .status(404)
      }
    }
    let answers = Answers()
    answers.fetch([tile(1, 0, 0)], from: try map(server.address("/a/{z}/{x}/{y}")))
    #expect(eventually { answers.count == 1 })
    #expect(answers.words == ["1/0/0 piece 1"])
  }

  @Test(
    "What is no TileJSON is said, and tried again later",
    arguments: [
      ("<html>", "what HOST answers is no TileJSON"), ("[]", "what HOST answers is no TileJSON"),
      ("{}", "no TileJSON: it does not say where the tiles are"),
      (#"{"version": 8, "sources": {}, "layers": []}"#, "what HOST answers is a style: it does not say where the tiles are"),
      (#"{"tiles": ["http://h/{z}"]}"#, "an address of tiles needs {z}, {x} and {y}"),
      (#"{"tiles": ["ftp://h/{z}/{x}/{y}"]}"#, "the TileJSON of HOST has an address of tiles that cannot be asked"),
      (#"{"tiles": ["{z}/{x}/{y}.png"], "format": "png"}"#, "the tiles of HOST are pictures (png); trackview needs vector tiles"),
    ])
  func noTileJSON(text: String, meaning: String) throws {
    let server = try TileServer { _, _ in .text(text) }
    let map = try map(server.address("/about"), quickSettings(patience: 600))
    let answers = Answers()
    answers.fetch([tile(1, 0, 0)], from: map)
    #expect(eventually { answers.count == 1 })
    let sentence = meaning.replacing("HOST", with: "127.0.0.1:\(server.port)")
    #expect(answers.words.first?.hasSuffix(sentence) == true, "\(answers.words)")
    #expect(map.note?.hasPrefix("online map: ") == true)
    answers.fetch([tile(1, 0, 0)], from: map)
    #expect(eventually { answers.count == 2 })
    #expect(server.requests.count == 2)
  }

  @Test("Nothing waits for a server that does not answer: not fetching, not closing, not letting go")
  func hanging() throws {
    let server = try TileServer { _, _ in ServedReply(manner: .hang) }
    var settings = quickSettings()
    settings.readTimeout = 60
    settings.wholeTimeout = 60
    let answers = Answers()
    let before = OnlineMap.monotonic()
    do {
      let map = try map(server.address("/{z}/{x}/{y}"), settings)
      answers.fetch((0..<8).map { tile(3, $0, 0) }, from: map)
      #expect(eventually { server.requests.count == 4 })
      map.close()
      #expect(answers.count == 8)
      answers.fetch([tile(3, 0, 1)], from: map)
    }
    #expect(OnlineMap.monotonic() - before < 50)
    #expect(answers.words.allSatisfy { $0.hasSuffix(OnlineMap.notWanted) })
    #expect(answers.count == 9)
  }

  @Test(
    "A real tile comes through as it is",
    .enabled(if: Fixture.tile != nil, "the real tiles are not here; TRACKVIEW_FIXTURES names their folder"))
  func realTile() throws {
    let bytes = try #require(Fixture.tile)
    let server = try TileServer { _, _ in ServedReply(headers: [("content-encoding", "gzip")], body: gzip(bytes)) }
    let answers = Answers()
    answers.fetch([.world], from: try map(server.address("/{z}/{x}/{y}")))
    #expect(eventually { answers.count == 1 })
    let expected = try VectorTile.piece(bytes, id: .world)
    #expect(!expected.features.isEmpty)
    #expect(answers.words == ["0/0/0 piece \(expected.features.count)"])
  }
}

/// Counts.
final class Counter: Sendable {
  private let count = Mutex(0)
  func add() { count.withLock { $0 += 1 } }
  var value: Int { count.withLock { $0 } }
}

enum Fixture {
  /// A real tile of the whole world; `nil` where it is absent.
  static let tile: [UInt8]? = getenv("TRACKVIEW_FIXTURES").map { bytes(of: String(cString: $0) + "/tiles/0.pbf") }.flatMap {
    $0.isEmpty ? nil : $0
  }
}
