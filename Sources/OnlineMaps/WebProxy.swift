// Owns `WebProxy`: an HTTP proxy, as a person writes it.

public import MapSources

/// An HTTP proxy: where it listens, and who asks it. Its description never holds the user or the password.
public struct WebProxy: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// Its host in small letters; one that is an IPv6 address stands without brackets.
  let host: String
  let port: Int
  /// Who asks it; `nil` for anybody.
  let user: User?

  /// Somebody whom a proxy may know.
  struct User: Hashable, Sendable {
    var name: String
    var password: String
  }

  /// The port of a proxy that is written without one, as curl has it.
  static let usualPort = 1080

  /// Reads `http://user:password@host:port`, where only the host must be there; what is beyond the port does not count. In the user's name and the
  /// password `%40` and the like are taken for what they stand for.
  /// - Throws: why it cannot be used, in words that follow what it is called, such as the name of a variable. They hold nothing of the text.
  public init(_ text: String) throws(MapError) {
    var rest = text[...]
    if let mark = Self.schemeEnd(text) {
      let scheme = text[..<mark].lowercased()
      guard scheme == "http" else { throw Self.refusal(scheme) }
      rest = text[text.index(mark, offsetBy: 3)...]
    }
    rest = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    var user: User?
    if let at = rest.lastIndex(of: "@") {
      user = try Self.user(rest[..<at])
      rest = rest[rest.index(after: at)...]
    }
    // Its host and port are as in any address.
    guard let address = WebAddress("http://\(rest)/"), let (host, port) = Self.parts(address.host) else { throw Self.unreadable }
    (self.host, self.port, self.user) = (host, port ?? Self.usualPort, user)
  }

  /// The host and the port, as in `proxy.example.org:3128`.
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }

  /// A host with or without a port taken apart; brackets go.
  static func parts(_ host: String) -> (host: String, port: Int?)? {
    let isNumber = host.hasPrefix("[")
    let end = isNumber ? host.firstIndex(of: "]") : host.firstIndex(of: ":") ?? host.endIndex
    guard let end else { return nil }
    let name = isNumber ? host[host.index(after: host.startIndex)..<end] : host[..<end]
    let tail = host[(isNumber ? host.index(after: end) : end)...]
    return name.isEmpty ? nil : (String(name), Int(tail.dropFirst()))
  }

  private static let unreadable = MapError("is not the address of a proxy, such as http://proxy.example.org:3128")

  private static func refusal(_ scheme: String) -> MapError {
    switch scheme {
    case "https": MapError("names a proxy that wants TLS (https://), which is not supported; one with http:// serves for https as well")
    case "socks", "socks4", "socks4a", "socks5", "socks5h": MapError("names a SOCKS proxy, which is not supported; HTTP proxies are")
    default: unreadable
    }
  }

  /// Where the `://` begins.
  private static func schemeEnd(_ text: String) -> String.Index? {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
    return colon
  }

  /// `name:password`, either of them with what is escaped in it.
  private static func user(_ text: Substring) throws(MapError) -> User {
    let colon = text.firstIndex(of: ":")
    let name = unescaped(text[..<(colon ?? text.endIndex)])
    let password = colon.map { unescaped(text[text.index(after: $0)...]) } ?? ""
    guard let name, let password else { throw MapError("has a user or a password with a % that is not followed by two digits") }
    return User(name: name, password: password)
  }

  /// A text with `%XX` replaced by the bytes that they stand for; `nil` where one is cut short.
  private static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): (byte | 0x20) - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

/// Through which proxies servers are asked.
public struct WebProxies: Hashable, Sendable {
  /// For `http://` addresses, and for `https://` addresses; `nil` asks the servers themselves.
  public var http: WebProxy?
  public var https: WebProxy?
  /// Servers that are asked themselves nevertheless.
  public var exceptions: ProxyExceptions

  public init(http: WebProxy? = nil, https: WebProxy? = nil, exceptions: ProxyExceptions = ProxyExceptions("")) {
    (self.http, self.https, self.exceptions) = (http, https, exceptions)
  }

  /// Through which an address is asked for; `nil` for none.
  func proxy(for address: WebAddress) -> WebProxy? {
    guard let proxy = address.isSecure ? https : http, let (host, port) = WebProxy.parts(address.host) else { return nil }
    return exceptions.contains(host: host, port: port ?? (address.isSecure ? 443 : 80)) ? nil : proxy
  }
}
