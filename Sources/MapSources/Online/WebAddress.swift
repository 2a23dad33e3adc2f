// Owns `WebAddress`: an http or https address, taken apart as far as tiles need it.

/// An http or https address (RFC 3986), without a user and without a fragment.
struct WebAddress: Hashable, Sendable {
  /// Whether it is https.
  var isSecure: Bool
  /// The host in small letters, with a port where one is given, as in `tiles.example.org:8080`.
  var host: String
  /// The path and what follows a question mark, beginning with a stroke. Braces may stand in it, for templates.
  var path: String

  /// The longest address that is taken.
  static let longest = 2048

  /// The whole address.
  var text: String { (isSecure ? "https://" : "http://") + host + path }

  /// `nil` where it is none, or one that carries a user's name.
  init?(_ text: String) {
    guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != 0x5C }) else { return nil }
    guard let scheme = Self.scheme(of: text) else { return nil }
    let rest = text.dropFirst(scheme.count)
    let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }.lowercased()
    guard Self.isHost(host) else { return nil }
    var path = rest.dropFirst(host.count).prefix { $0 != "#" }
    if !path.hasPrefix("/") { path = "/" + path }
    self.init(isSecure: scheme.count == 8, host: host, path: Self.escaped(path))
  }

  private init(isSecure: Bool, host: String, path: String) {
    self.isSecure = isSecure
    self.host = host
    self.path = path
  }

  /// `http://` or `https://` as the text has it, where it begins so.
  static func scheme(of text: String) -> Substring? {
    for scheme in ["https://", "http://"] where text.prefix(scheme.count).lowercased() == scheme { return text.prefix(scheme.count) }
    return nil
  }

  /// Where a reference in an answer from this address leads (RFC 3986, 5.2): a whole address, `//host/…`, `/…`, `?…` or a path beside this one.
  func resolving(_ reference: String) -> WebAddress? {
    if Self.scheme(of: reference) != nil { return WebAddress(reference) }
    if reference.hasPrefix("//") { return WebAddress((isSecure ? "https:" : "http:") + reference) }
    // Some other scheme, such as `file:`.
    let head = reference.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !head.contains(":") else { return nil }
    let base = path.prefix { $0 != "?" }
    let joined: String
    if reference.hasPrefix("/") {
      joined = reference
    } else if reference.isEmpty || reference.hasPrefix("?") || reference.hasPrefix("#") {
      joined = (reference.hasPrefix("?") ? String(base) : path) + reference
    } else {
      joined = base[...(base.lastIndex(of: "/") ?? base.startIndex)] + reference
    }
    return WebAddress((isSecure ? "https://" : "http://") + host + Self.withoutDots(joined))
  }

  /// A path with its `.` and `..` taken out; what follows a question mark stays.
  private static func withoutDots(_ path: String) -> String {
    let plain = path.prefix { $0 != "?" && $0 != "#" }
    var steps: [Substring] = []
    let all = plain.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, step) in all.enumerated() {
      let isLast = index == all.count - 1
      switch step {
      case ".": if isLast { steps.append("") }
      case "..":
        _ = steps.popLast()
        if isLast { steps.append("") }
      default: steps.append(step)
      }
    }
    return "/" + steps.joined(separator: "/") + path.dropFirst(plain.count)
  }

  /// Whether a text is a host's name or number, with or without a port.
  private static func isHost(_ text: String) -> Bool {
    var name = text[...]
    let isNumber = name.hasPrefix("[")
    if isNumber {
      guard let end = name.firstIndex(of: "]") else { return false }
      let digits = name[name.index(after: name.startIndex)..<end]
      guard !digits.isEmpty, digits.utf8.allSatisfy({ isHexadecimal($0) || $0 == 0x3A || $0 == 0x2E }) else { return false }
      name = name[name.index(after: end)...]
    }
    if let colon = name.firstIndex(of: ":") {
      guard let port = Int(name[name.index(after: colon)...]), (1...65535).contains(port) else { return false }
      name = name[..<colon]
    }
    if isNumber { return name.isEmpty }
    return !name.isEmpty && name.utf8.count <= 253 && name.utf8.allSatisfy(isNameByte)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F
  }

  /// Bytes that addresses do not hold as they are, written as `%XX`.
  private static func escaped(_ path: Substring) -> String {
    var out: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in path.utf8 {
      if byte < 0x80, byte != 0x22, byte != 0x3C, byte != 0x3E, byte != 0x5E, byte != 0x60 {
        out.append(byte)
      } else {
        out += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
