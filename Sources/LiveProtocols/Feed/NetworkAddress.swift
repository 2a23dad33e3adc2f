// Owns `NetworkAddress` and `AddressError`: a host and a port as people write them, and what is wrong with one.

import TrackFormats

/// What is wrong with an address, in words for whoever wrote it.
public struct AddressError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The words; safe to show on a terminal.
  public let message: String
  /// An error; what it quotes is cleaned.
  public init(_ message: String) { self.message = TextCleaning.cleaned(message, limit: 400) }
  /// The words.
  public var description: String { message }
}

/// A host and a port: `127.0.0.1:2947`, `[::1]:2947`, `gps.example:2947`.
public struct NetworkAddress: Sendable, Hashable, CustomStringConvertible {
  /// The address of this machine that no other machine reaches.
  public static let loopback = "127.0.0.1"

  /// A name, an IPv4 address, or an IPv6 address without its brackets.
  public let host: String
  /// 0…65535; a server on port 0 takes any that is free.
  public let port: Int

  /// An address; `nil` where the host cannot be one, or the port is none.
  public init?(host: String, port: Int) {
    guard (0...65_535).contains(port), Self.isHost(host) else { return nil }
    self.host = host
    self.port = port
  }

  /// Reads `PORT`, `HOST:PORT` or `[IPV6]:PORT`.
  ///
  /// - Parameters:
  ///   - text: what was written, without blanks.
  ///   - defaultHost: the host where none is written; `nil` demands one.
  ///   - defaultPort: the port where none is written, and then a lone word is a host; `nil` demands one.
  public init(parsing text: some StringProtocol, defaultHost: String? = loopback, defaultPort: Int? = nil) throws(AddressError) {
    let (host, port) = try Self.split(String(text), hasDefaultPort: defaultPort != nil)
    guard let host = host ?? defaultHost else { throw AddressError("\(Self.quoted(text)) has no host: write HOST:PORT") }
    guard Self.isHost(host) else { throw AddressError("\(Self.quoted(host)) is no host name and no IP address") }
    self.host = host
    switch port {
    case .some(let digits): self.port = try Self.number(digits)
    case nil:
      guard let defaultPort else { throw AddressError("\(Self.quoted(text)) has no port: write HOST:PORT") }
      self.port = defaultPort
    }
  }

  /// As it is read again: `127.0.0.1:2947`, `[::1]:2947`.
  public var description: String { (host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host) + ":\(port)" }

  /// Whether only this machine is meant.
  public var isLoopback: Bool {
    if host == "::1" || host.lowercased() == "localhost" { return true }
    return host.hasPrefix("127.") && Self.isIPv4(host)
  }

  // MARK: Parts

  /// The host and the port as written, each `nil` where it is not.
  private static func split(_ text: String, hasDefaultPort: Bool) throws(AddressError) -> (host: String?, port: String?) {
    if text.hasPrefix("[") {
      guard let close = text.firstIndex(of: "]") else { throw AddressError("\(quoted(text)) has no closing bracket: write [::1]:2947") }
      let host = String(text[text.index(after: text.startIndex)..<close])
      guard isIPv6(host) else { throw AddressError("\(quoted(host)) is no IPv6 address") }
      let rest = text[text.index(after: close)...]
      if rest.isEmpty { return (host, nil) }
      guard rest.hasPrefix(":") else { throw AddressError("\(quoted(text)) goes on behind the bracket: write [::1]:2947") }
      return (host, String(rest.dropFirst()))
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    switch parts.count {
    case 1:
      if hasDefaultPort { return (text.isEmpty ? nil : text, nil) }
      return (nil, text)
    case 2:
      return (parts[0].isEmpty ? nil : String(parts[0]), String(parts[1]))
    default:
      throw AddressError("\(quoted(text)) has several colons: an IPv6 address stands in brackets, as in [::1]:2947")
    }
  }

  private static func number(_ digits: String) throws(AddressError) -> Int {
    guard !digits.isEmpty, digits.utf8.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits),
      port <= 65_535
    else { throw AddressError("\(quoted(digits)) is no port: 0 to 65535") }
    return port
  }

  /// Whether a text can be a host: a name of letters, digits, `-`, `_` and `.`, or an IPv6 address without brackets.
  private static func isHost(_ text: String) -> Bool {
    let bytes = text.utf8
    guard (1...253).contains(bytes.count) else { return false }
    if bytes.contains(UInt8(ascii: ":")) { return isIPv6(text) }
    guard bytes.first != UInt8(ascii: "-"), bytes.first != UInt8(ascii: "."), !text.contains("..") else { return false }
    return bytes.allSatisfy { isWordByte($0) || $0 == UInt8(ascii: ".") }
  }

  /// Whether a text looks like an IPv6 address: hexadecimal groups, colons, perhaps an IPv4 tail and `%zone`. The resolver has the last word.
  private static func isIPv6(_ text: String) -> Bool {
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    guard let digits = parts.first?.utf8, (2...45).contains(digits.count), digits.count(where: { $0 == UInt8(ascii: ":") }) >= 2 else {
      return false
    }
    let isHexadecimal = digits.allSatisfy { byte in
      byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") || (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
    }
    guard isHexadecimal else { return false }
    return parts.count == 1 || (1...32).contains(parts[1].utf8.count) && parts[1].utf8.allSatisfy(isWordByte)
  }

  private static func isIPv4(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  /// A piece of what was written, for messages.
  static func quoted(_ text: some StringProtocol) -> String {
    let shown = TextCleaning.cleaned(text, limit: 60)
    return shown.isEmpty ? "an empty text" : "\"\(shown)\""
  }
}
