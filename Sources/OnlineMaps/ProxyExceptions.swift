// Owns `ProxyExceptions`: the servers that are not asked through a proxy.

/// Servers that are asked themselves and not through a proxy, as `no_proxy` lists them (the rules are curl's, and a port may be given besides).
public struct ProxyExceptions: Hashable, Sendable {
  private enum Entry: Hashable {
    case all
    /// A name and all that end in it after a point; of one port or of all.
    case domain(String, port: Int?)
    /// Addresses whose first so many bits are those.
    case network([UInt8], bits: Int, port: Int?)
  }

  private let entries: [Entry]
  /// How many entries are read.
  private static let limit = 1000

  /// Reads a list with commas or blanks between: `localhost, example.org, .example.net, 10.0.0.0/8, ::1, tiles.lan:8080`, or `*` for all servers.
  /// What makes no sense is left out.
  public init(_ text: String) {
    entries = text.split { $0 == "," || $0 == " " || $0 == "\t" }.prefix(Self.limit).compactMap(Self.entry)
  }

  /// Whether a server is asked itself.
  /// - Parameter host: its name in small letters, or its number without brackets.
  func contains(host: String, port: Int) -> Bool {
    let address = Self.address(host)
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    return entries.contains { entry in
      switch entry {
      case .all: return true
      case .domain(let domain, let wanted):
        return address == nil && (name == domain || name.hasSuffix("." + domain)) && (wanted ?? port) == port
      case .network(let network, let bits, let wanted):
        return address.map { Self.agree($0, network, bits: bits) } ?? false && (wanted ?? port) == port
      }
    }
  }

  private static func entry(_ text: Substring) -> Entry? {
    let text = text.lowercased()
    if text == "*" { return .all }
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let network = address(String(parts[0])), let bits = Int(parts[1]), (0...network.count * 8).contains(bits) else { return nil }
      return .network(network, bits: bits, port: nil)
    }
    // An IPv6 address has colons too.
    if let whole = address(text) { return .network(whole, bits: whole.count * 8, port: nil) }
    guard let (host, port) = WebProxy.parts(text) else { return nil }
    if let number = address(host) { return .network(number, bits: number.count * 8, port: port) }
    let name = host.hasPrefix(".") ? host.dropFirst() : host[...]
    let domain = name.hasSuffix(".") ? name.dropLast() : name
    return domain.isEmpty ? nil : .domain(String(domain), port: port)
  }

  private static func agree(_ first: [UInt8], _ second: [UInt8], bits: Int) -> Bool {
    guard first.count == second.count else { return false }
    let whole = bits / 8
    guard first.prefix(whole) == second.prefix(whole) else { return false }
    return bits % 8 == 0 || (first[whole] ^ second[whole]) >> UInt8(8 - bits % 8) == 0
  }

  /// The four or sixteen bytes of an address in digits; `nil` for a name.
  private static func address(_ text: String) -> [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, text, &bytes) == 1 { return bytes }
    }
    return nil
  }
}
