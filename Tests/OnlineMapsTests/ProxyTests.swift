// Tiles through a proxy, and which servers are asked through it.

import BaseMap
import MapSources
import Testing

@testable import OnlineMaps

@Suite("Proxies")
struct ProxyTests {
  /// `user:p@ss` and what is sent for it (RFC 7617), by Python's base64.
  private static let user = "user:p%40ss@"
  private static let credentials = "Basic dXNlcjpwQHNz"

  /// What became of some tiles, and the note.
  private func fetch(_ text: String, _ settings: OnlineSettings, _ tiles: [TileID] = [tile(1, 0, 0)]) throws -> (
    words: [String], note: String?
  ) {
    let map = try map(text, settings)
    let answers = Answers()
    answers.fetch(tiles, from: map)
    #expect(eventually { answers.count == tiles.count })
    return (answers.words.sorted(), map.note)
  }

  private func settings(
    http: String? = nil, https: String? = nil, except: String = "", roots: [String] = [], patience: Double = 20
  ) throws -> OnlineSettings {
    var settings = quickSettings(patience: patience)
    settings.proxies = WebProxies(
      http: try http.map { try WebProxy($0) }, https: try https.map { try WebProxy($0) }, exceptions: ProxyExceptions(except))
    settings.additionalRoots = roots
    return settings
  }

  @Test("For http the proxy is asked for the whole address, and needs to know who asks; the server learns nothing of that")
  func forwarding() throws {
    let server = try TileServer { _, _ in ServedReply(body: MadeTile.water()) }
    let proxy = try LoopbackProxy(to: server.port) { request in
      request.headers["proxy-authorization"] == Self.credentials ? nil : "407 Who are you"
    }
    // A name that nobody but the proxy knows.
    let tiles = [tile(2, 0, 0), tile(2, 1, 0), tile(2, 2, 0)]
    let settings = try settings(http: "http://\(Self.user)127.0.0.1:\(proxy.port)")
    let answer = try fetch("http://tiles.test:8080/{z}/{x}/{y}?key=1", settings, tiles)
    #expect(answer.words == ["2/0/0 piece 1", "2/1/0 piece 1", "2/2/0 piece 1"])
    #expect(answer.note == nil)
    #expect(proxy.requests.map(\.line).sorted() == (0..<3).map { "GET http://tiles.test:8080/2/\($0)/0?key=1 HTTP/1.1" })
    #expect(proxy.requests.allSatisfy { $0.headers["host"] == "tiles.test:8080" })
    #expect(server.requests.map(\.path).sorted() == (0..<3).map { "/2/\($0)/0?key=1" })
    #expect(server.requests.allSatisfy { $0.headers["host"] == ["tiles.test:8080"] && $0.headers["proxy-authorization"].isEmpty })
  }

  @Test("For https the proxy opens a tunnel, sees nothing of what goes through it, and is not believed in the server's place")
  func tunnel() throws {
    try #require(Certificates.isPossible, "openssl is not here to make certificates")
    let certificates = try #require(Certificates())
    let server = try TileServer(secured: certificates.pair("server")) { _, _ in ServedReply(body: MadeTile.water()) }
    let proxy = try LoopbackProxy(to: server.port)
    let text = server.address("/{z}/{x}/{y}", scheme: "https")
    let roots = [certificates.authority]
    let answer = try fetch(text, try settings(https: "\(Self.user)127.0.0.1:\(proxy.port)", roots: roots))
    #expect(answer.words == ["1/0/0 piece 1"])
    #expect(server.requests.map(\.path) == ["/1/0/0"])
    #expect(server.requests.allSatisfy { $0.headers["proxy-authorization"].isEmpty })
    #expect(proxy.requests.map(\.line) == ["CONNECT 127.0.0.1:\(server.port) HTTP/1.1"])
    #expect(proxy.requests.first?.headers["proxy-authorization"] == Self.credentials)
    // Without the authority, the same way.
    let stranger = try fetch(text, try settings(https: "127.0.0.1:\(proxy.port)", patience: 600))
    #expect(stranger.words == ["1/0/0 online map: the certificate of 127.0.0.1:\(server.port) is not trusted"])
    #expect(server.requests.count == 1)
    // A proxy that leads elsewhere: the name on the certificate is another.
    let other = try TileServer(secured: certificates.pair("other")) { _, _ in ServedReply(body: MadeTile.water()) }
    let liar = try LoopbackProxy(to: other.port)
    let fooled = try fetch(text, try settings(https: "127.0.0.1:\(liar.port)", roots: roots, patience: 600))
    #expect(fooled.words == ["1/0/0 online map: the certificate of 127.0.0.1:\(server.port) is not trusted"])
    #expect(other.requests.isEmpty && liar.requests.count >= 1)
  }

  @Test("A redirect goes the way of where it leads: from the proxy for http through that for https")
  func redirect() throws {
    try #require(Certificates.isPossible, "openssl is not here to make certificates")
    let certificates = try #require(Certificates())
    let server = try TileServer(secured: certificates.pair("server")) { _, _ in ServedReply(body: MadeTile.water()) }
    let target = server.address("/tile", scheme: "https")
    let plain = try TileServer { _, _ in .status(302, [("location", target)]) }
    let (first, second) = (try LoopbackProxy(to: plain.port), try LoopbackProxy(to: server.port))
    let settings = try settings(http: "127.0.0.1:\(first.port)", https: "127.0.0.1:\(second.port)", roots: [certificates.authority])
    #expect(try fetch("http://tiles.test/{z}/{x}/{y}", settings).words == ["1/0/0 piece 1"])
    #expect(first.requests.map(\.line) == ["GET http://tiles.test/1/0/0 HTTP/1.1"])
    #expect(second.requests.map(\.line) == ["CONNECT 127.0.0.1:\(server.port) HTTP/1.1"])
  }

  @Test("What is wrong with a proxy is said without the user and the password")
  func failures() throws {
    let proxy = try LoopbackProxy(to: 9) { request in request.line.contains("open.test") ? "403 No" : "407 Who are you" }
    let name = "127.0.0.1:\(proxy.port)"
    let text = "http://\(Self.user)\(name)"
    let login = "online map: the proxy \(name) wants a user and a password that it knows"
    for scheme in ["http", "https"] {
      let answer = try fetch("\(scheme)://tiles.test/{z}/{x}/{y}", try settings(http: text, https: text, patience: 600))
      #expect(answer.words == ["1/0/0 " + login])
      #expect(answer.note == login)
    }
    let refusal = "online map: the proxy \(name) does not lead to open.test (retrying)"
    let refused = try fetch("https://open.test/{z}/{x}/{y}", try settings(https: text, patience: 1))
    #expect(refused.words == ["1/0/0 " + refusal])
    let nobody = ClosedPort()
    for scheme in ["http", "https"] {
      let text = "http://\(Self.user)127.0.0.1:\(nobody.port)"
      let answer = try fetch("\(scheme)://tiles.test/{z}/{x}/{y}", try settings(http: text, https: text, patience: 1))
      #expect(answer.words == ["1/0/0 online map: no connection to the proxy 127.0.0.1:\(nobody.port) (retrying)"])
    }
  }

  @Test("A server among the exceptions is asked itself, and a proxy for https does not serve http")
  func exceptions() throws {
    let server = try TileServer { _, _ in ServedReply(body: MadeTile.water()) }
    let proxy = try LoopbackProxy(to: server.port)
    let text = "127.0.0.1:\(proxy.port)"
    #expect(
      try fetch(server.address("/{z}/{x}/{y}"), try settings(http: text, except: "tiles.test, 127.0.0.0/8")).words == ["1/0/0 piece 1"])
    #expect(try fetch(server.address("/{z}/{x}/{y}"), try settings(https: text)).words == ["1/0/0 piece 1"])
    #expect(proxy.requests.isEmpty)
    #expect(try fetch(server.address("/{z}/{x}/{y}"), try settings(http: text, except: "tiles.test")).words == ["1/0/0 piece 1"])
    #expect(proxy.requests.count == 1)
  }

  @Test(
    "Exceptions are read as curl reads them",
    arguments: [
      // As curl 7.88.1 does with a proxy that answers all, but for ports, which it does not know in this list, networks of IPv6 and /0.
      ("", "example.org", 80, false), ("*", "example.org", 80, true), ("example.org", "example.org", 80, true),
      ("example.org", "www.example.org", 443, true), (".example.org", "www.example.org", 80, true),
      (".example.org", "example.org", 80, true),
      ("example.org", "notexample.org", 80, false), ("ple.org", "example.org", 80, false), ("a.test,example.org", "example.org", 80, true),
      ("a.test example.org", "example.org", 80, true), ("EXAMPLE.org", "example.org", 80, true),
      ("www.example.org", "example.org", 80, false),
      ("10.0.0.0/8", "10.1.2.3", 80, true), ("10.0.0.0/8", "11.1.2.3", 80, false), ("10.1.2.3", "10.1.2.3", 80, true),
      ("192.168.0.0/17", "192.168.127.255", 80, true), ("192.168.0.0/17", "192.168.128.0", 80, false), ("::1", "::1", 80, true),
      ("fd00::/8", "fd12::1", 80, true), ("fd00::/8", "fe80::1", 80, false), ("2.3", "1.2.3.4", 80, false), ("3.4", "1.2.3.4", 80, false),
      ("tiles.test:8080", "tiles.test", 8080, true), ("tiles.test:8080", "tiles.test", 80, false), ("[::1]:8080", "::1", 8080, true),
      ("10.0.0.0/99", "10.1.2.3", 80, false), ("/8,:,[,.", "10.1.2.3", 80, false), ("0.0.0.0/0", "10.1.2.3", 80, true),
    ])
  func list(_ text: String, _ host: String, _ port: Int, _ isException: Bool) {
    #expect(ProxyExceptions(text).contains(host: host, port: port) == isException)
  }

  @Test("A proxy is a host, with or without the rest")
  func reading() throws {
    for (text, name) in [
      ("proxy.test:3128", "proxy.test:3128"), ("http://Proxy.Test:3128/", "proxy.test:3128"), ("HTTP://proxy.test", "proxy.test:1080"),
      ("http://[::1]:8080/x?y#z", "[::1]:8080"), ("a:b@proxy.test:1", "proxy.test:1"), ("http://a@b:c@d@proxy.test:1", "proxy.test:1"),
    ] {
      #expect(try WebProxy(text).description == name)
    }
    let proxy = try WebProxy("http://%C3%A4:%3a%2F@h:1")
    #expect(proxy.user == .init(name: "ä", password: ":/"))
    #expect(try WebProxy("http://only@h:1").user == .init(name: "only", password: ""))
    // Whoever prints it sees no password.
    var dumped = ""
    dump(proxy, to: &dumped)
    #expect(!dumped.contains("ä") && !"\(proxy)".contains("ä") && !String(reflecting: proxy).contains("ä"))
  }

  @Test("What is no proxy is refused in words that hold nothing of it")
  func refusals() {
    for (text, words) in [
      ("https://secret@proxy.test", "names a proxy that wants TLS"), ("socks5h://secret@proxy.test:1080", "names a SOCKS proxy"),
      ("ftp://secret@proxy.test", "is not the address of a proxy"), ("http://secret@", "is not the address of a proxy"),
      ("http://secret@proxy.test:99999", "is not the address"), ("secret proxy", "is not the address"), ("http://secret%4@h:1", "a % that"),
      ("http://sec\u{1B}ret", "is not the address"), ("", "is not the address"), ("http://s%zz@h", "a % that"),
      ("://", "is not the address"),
    ] {
      do throws(MapError) {
        let proxy = try WebProxy(text)
        Issue.record("\(text) is taken for \(proxy)")
      } catch {
        #expect(error.description.contains(words) && !error.description.contains("secret"), "\(text): \(error)")
      }
    }
  }
}
