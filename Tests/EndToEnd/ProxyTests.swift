// The proxies that the environment names: which variable counts for what, and what is said of one that cannot be used.

import MapSources
import OnlineMaps
import Testing

@testable import trackview

extension EndToEnd {
  @Suite("Proxies of the environment") struct Proxies {
    let sandbox = Sandbox()

    private func proxies(_ address: String, _ variables: [String: String]) throws -> WebProxies {
      try ProxyVariables.proxies(for: #require(OnlineAddress(address)), Environment(variables))
    }

    @Test("each scheme has its variables, small letters come first, and HTTP_PROXY is nobody's") func variables() throws {
      let (plain, secure) = ("http://tiles.test/{z}/{x}/{y}", "https://tiles.test/{z}/{x}/{y}")
      let all = [
        "http_proxy": "a.test:1", "HTTP_PROXY": "b.test:1", "https_proxy": "c.test:1", "HTTPS_PROXY": "d.test:1", "all_proxy": "e.test:1",
        "ALL_PROXY": "f.test:1",
      ]
      /// The proxies for http and for https without some of the variables.
      func names(_ address: String, without left: String...) throws -> [String?] {
        let found = try proxies(address, all.filter { !left.contains($0.key) })
        return [found.http?.description, found.https?.description]
      }
      #expect(try names(plain) == ["a.test:1", "c.test:1"])
      #expect(try names(plain, without: "http_proxy", "https_proxy") == ["e.test:1", "d.test:1"])
      #expect(try names(plain, without: "http_proxy", "https_proxy", "HTTPS_PROXY") == ["e.test:1", "e.test:1"])
      #expect(try names(plain, without: "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy") == ["f.test:1", "f.test:1"])
      #expect(try proxies(plain, ["HTTP_PROXY": "b.test:1"]) == WebProxies())
      #expect(try proxies(plain, ["http_proxy": "", "all_proxy": "e.test:1"]).http?.description == "e.test:1")
      // What goes over https alone needs no proxy for http, and does not mind a bad one.
      for address in ["online", secure] { #expect(try names(address) == [nil, "c.test:1"]) }
      #expect(try proxies(secure, ["http_proxy": "socks5://x", "https_proxy": "c.test:1"]).https?.description == "c.test:1")
    }

    @Test("the exceptions are those of no_proxy, else of NO_PROXY") func exceptions() throws {
      let variables = ["all_proxy": "e.test:1", "no_proxy": "one.test", "NO_PROXY": "two.test"]
      #expect(try proxies("online", variables).exceptions == ProxyExceptions("one.test"))
      #expect(try proxies("online", variables.filter { $0.key != "no_proxy" }).exceptions == ProxyExceptions("two.test"))
    }

    @Test("a proxy that cannot be used is one sentence, without its user and password, before anybody is asked") func unusable() {
      for value in ["https://user:secret@proxy.test", "socks5://user:secret@proxy.test:1080", "user:secret@proxy test"] {
        let result = sandbox.trackview("snapshot", "--map", "online", "--center", "40,116.4", environment: ["HTTPS_PROXY": value])
        #expect(result.status == 1 && result.output.isEmpty, "\(result)")
        #expect(result.errorText.hasPrefix("trackview: online map: HTTPS_PROXY "), "\(result)")
        #expect(result.errorText.split(separator: "\n").count == 1 && !result.errorText.contains("secret"), "\(result)")
      }
      // Who wants no map of the network does not hear of it.
      let result = sandbox.trackview("snapshot", "beijing", environment: ["https_proxy": "socks5://proxy.test"])
      #expect(result.status == 0 && result.errorText.isEmpty, "\(result)")
    }

    @Test("a map that the settings name is not asked for past a proxy that cannot be used") func settings() {
      sandbox.write("config", "map = https://127.0.0.1:1/{z}/{x}/{y}\n")
      _ = sandbox.shell("mkdir -p home/trackview && mv config home/trackview/")
      let result = sandbox.trackview(
        "snapshot", "beijing", environment: ["XDG_CONFIG_HOME": sandbox.path + "/home", "https_proxy": "socks5://user:secret@proxy.test"])
      #expect(result.status == 0 && result.errorText.contains("online map: https_proxy names a SOCKS proxy"), "\(result)")
      #expect(!result.errorText.contains("secret"))
    }

    @Test("tiles are asked for through the proxy that is named") func through() {
      // Nothing listens on port 1; the note says who was wanted.
      let result = sandbox.trackview(
        "snapshot", "--map", "http://tiles.test/{z}/{x}/{y}", "--center", "40,116.4", "--region", "2000",
        environment: ["http_proxy": "http://user:secret@127.0.0.1:1", "XDG_CACHE_HOME": sandbox.path])
      #expect(result.errorText.contains("no connection to the proxy 127.0.0.1:1"), "\(result)")
      #expect(!result.errorText.contains("secret"))
    }
  }
}
