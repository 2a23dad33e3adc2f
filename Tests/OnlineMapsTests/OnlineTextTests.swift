// Addresses, dates and what servers say of keeping their answers.

import BaseMap
import MapSources
import Testing

@testable import OnlineMaps

@Suite("Words of the network")
struct OnlineTextTests {
  @Test("What is an address, and what is a file's name")
  func kinds() throws {
    #expect(OnlineAddress("online") == .online)
    for text in ["florence.mbtiles", "Online", "online.pmtiles", "", "ftp://h/x", "http:/h", "/online"] {
      #expect(OnlineAddress(text) == nil)
    }
    guard case .tileJSON(let service) = try OnlineAddress.online.kind() else { return #expect(Bool(false)) }
    #expect(service.text == "https://tiles.openfreemap.org/planet")
    guard case .template(let template) = try OnlineAddress("HTTPS://Tiles.Example.org:81/a/{z}/{x}/{-y}.pbf?k={y}#f")?.kind() else {
      return #expect(Bool(false))
    }
    #expect(template.address(of: tile(3, 5, 1)) == "https://tiles.example.org:81/a/3/5/6.pbf?k=1")
    guard case .template(let south) = try OnlineAddress("http://h/{z}/{x}/{y}")?.kind() else { return #expect(Bool(false)) }
    #expect(try TileTemplate(south.address, countsFromSouth: true).address(of: tile(3, 5, 1)) == "http://h/3/5/6")
  }

  @Test(
    "Addresses that cannot be used, and why",
    arguments: [
      ("http://", "online map: http:// is no address that can be asked"),
      ("https://a b/c", "online map: https://a b/c is no address that can be asked"),
      ("https://h/\u{1B}[2J?key=secret", "online map: https://h/\u{1B}[2J is no address that can be asked"),
      ("https://me:word@h/", "online map: an address with a user's name in it is not taken"),
      ("https://{s}.h/{z}/{x}/{y}", "online map: write a server's name in the place of {s}"),
      ("https://h/{z}/{x}", "online map: an address of tiles needs {z}, {x} and {y}"),
      ("https://h/{z}/{x}/{y}{r}", "online map: an address may hold {z}, {x}, {y} and {-y}, not {r}"),
      ("https://h/{z}/{x}/{y", "online map: an address has a { without its }"),
      ("https://h/{z}/{x}/{y}}", "online map: an address has a } without its {"),
      ("https://h/map.pmtiles", "online map: a .pmtiles file cannot be read over the network; fetch it and give its name"),
      ("https://h:0/", "online map: https://h:0/ is no address that can be asked"),
      ("https://h:99999/", "online map: https://h:99999/ is no address that can be asked"),
      ("https://[::1/", "online map: https://[::1/ is no address that can be asked"),
    ])
  func bad(text: String, meaning: String) throws {
    let address = try #require(OnlineAddress(text))
    #expect(throws: MapError(meaning)) { try address.check() }
    #expect(throws: MapError(meaning)) { try OnlineMap(address, number: 1, cache: nil, settings: quickSettings()) }
  }

  /// The examples of RFC 3986, 5.4, as far as they are http.
  @Test(
    "References lead where RFC 3986 says",
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g/"),
      ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("g#s", "http://a/b/c/g"), (";x", "http://a/b/c/;x"),
      ("", "http://a/b/c/d;p?q"),
      (".", "http://a/b/c/"), ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"),
      ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
      ("./../g", "http://a/b/g"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"), ("https://x/y", "https://x/y"),
    ])
  func references(reference: String, target: String) throws {
    let base = try #require(WebAddress("http://a/b/c/d;p?q"))
    #expect(base.resolving(reference)?.text == target)
    #expect(base.resolving("g:h") == nil)
    #expect(base.resolving("javascript:x") == nil)
  }

  @Test("Addresses keep what is escaped and escape what has to be")
  func escapes() {
    #expect(WebAddress("http://h/a%20b/ü?x=\"")?.text == "http://h/a%20b/%C3%BC?x=%22")
    #expect(WebAddress("http://[::1]:80/x")?.text == "http://[::1]:80/x")
    #expect(WebAddress("http://hüh/x") == nil)
    #expect(WebAddress("http://h/" + String(repeating: "x", count: 3000)) == nil)
    #expect(WebAddress("http://h\\@evil/") == nil)
  }

  @Test(
    "Dates of HTTP",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2000 23:59:60 GMT", 951_868_800),
      ("Fri, 31 Dec 2100 23:59:59 GMT", 4_133_980_799),
    ])
  func dates(text: String, seconds: Int) { #expect(HTTPDate.seconds(text) == seconds) }

  @Test(
    "What is no date of HTTP",
    arguments: [
      "", "0", "-1", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 32 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 24:49:37 GMT",
      "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
    ])
  func noDates(text: String) { #expect(HTTPDate.seconds(text) == nil) }

  @Test(
    "How long an answer may be kept",
    arguments: [
      ([:], true, 86400), (["cache-control": "max-age=60"], true, 60), (["cache-control": "public, Max-Age=\"60\", immutable"], true, 60),
      (["cache-control": "max-age=60", "age": "20"], true, 40),
      (["cache-control": "max-age=60", "age": "99999999999999999999999"], true, 0),
      (["cache-control": "no-store"], false, 86400), (["cache-control": "no-cache, max-age=9"], true, 0),
      (["cache-control": "max-age=x"], true, 86400),
      (["cache-control": "max-age=99999999999999999999999"], true, Freshness.most), (["cache-control": "max-age=-5"], true, 86400),
      (["expires": "Sun, 06 Nov 1994 08:50:37 GMT", "date": "Sun, 06 Nov 1994 08:49:37 GMT"], true, 60), (["expires": "0"], true, 0),
      (["expires": "Sun, 06 Nov 1994 08:49:37 GMT"], true, 777),
      (["cache-control": "max-age=5", "expires": "Sun, 06 Nov 1994 08:49:37 GMT"], true, 5),
    ] as [([String: String], Bool, Int)])
  func freshness(headers: [String: String], mayStore: Bool, seconds: Int) {
    let freshness = Freshness(now: 784_111_000) { headers[$0] }
    #expect(freshness.mayStore == mayStore)
    #expect(freshness.seconds == seconds)
  }

  @Test("A confirmation that says nothing of time leaves it as it was; one that does is heeded")
  func confirmed() {
    #expect(Freshness(now: 784_111_000, before: 7) { _ in nil }.seconds == 7)
    #expect(Freshness(now: 784_111_000, before: 0) { _ in nil }.seconds == 0)
    #expect(Freshness(now: 784_111_000, before: 7) { $0 == "cache-control" ? "max-age=90" : nil }.seconds == 90)
  }

  @Test("How long a server asks to wait")
  func retryAfter() {
    #expect(Freshness.words(ofWait: 3600) == "asks to wait 3600 s")
    #expect(Freshness.words(ofWait: 2_300_926_479) == "asks to wait for more than an hour")
    #expect(Freshness.wait("120", now: 0) == 120)
    #expect(Freshness.wait("Sun, 06 Nov 1994 08:49:37 GMT", now: 784_111_700) == 77)
    #expect(Freshness.wait("Sun, 06 Nov 1994 08:49:37 GMT", now: 884_111_700) == 0)
    #expect(Freshness.wait("99999999999999999999", now: 0) == Freshness.most)
    for text in [nil, "", "soon", "-1", "1.5"] { #expect(Freshness.wait(text, now: 0) == nil) }
  }

  @Test("Pauses double, differ a little, and end; failures during one are no news")
  func pauses() {
    var pause = Pause(shortest: 1, longest: 60, seed: 4)
    var now = 100.0
    #expect(pause.isOver(at: now))
    for wanted in [1.0, 2, 4, 8, 16, 32, 60, 60, 60] {
      pause.fail(at: now)
      let wait = pause.until - now
      #expect(abs(wait / wanted - 1) <= 0.2)
      pause.fail(at: now + wait / 2)
      #expect(pause.until == now + wait)
      #expect(!pause.isOver(at: now + wait / 2))
      now += wait
      #expect(pause.isOver(at: now))
    }
    pause.succeed()
    #expect(pause.failures == 0)
    pause.rest(30, at: now)
    #expect(pause.until == now + 30)
    pause.rest(.max, at: now)
    #expect(pause.until == now + 3600)
    for _ in 0..<200 {
      now = pause.until
      pause.fail(at: now)
    }
    #expect(pause.until - now <= 72)
    var other = Pause(shortest: 1, longest: 60, seed: 5)
    other.fail(at: 100)
    var same = Pause(shortest: 1, longest: 60, seed: 4)
    same.fail(at: 100)
    #expect(other.until != same.until)
  }

  @Test("The service that needs no address is credited as it wants, whatever else it says")
  func credits() {
    let service = ["© OpenStreetMap contributors", "© OpenMapTiles", "OpenFreeMap"]
    #expect(OnlineCredits.credits([], isService: true) == service)
    #expect(
      OnlineCredits.credits(["OpenFreeMap", "© OpenMapTiles", "Data from OpenStreetMap", "Another"], isService: true) == service + [
        "Another"
      ])
    #expect(OnlineCredits.credits(["A"], isService: false) == ["A"])
  }
}
