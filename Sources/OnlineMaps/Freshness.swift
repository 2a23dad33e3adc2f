// Owns `Freshness`: how long an answer may be kept, by its own words.

/// What an answer says of keeping it (RFC 9111, for a cache of one person).
struct Freshness: Hashable, Sendable {
  /// Whether it may be kept at all.
  var mayStore: Bool
  /// For how many seconds from now it may be used without asking again.
  var seconds: Int

  /// Where a server says nothing: a day. And the most: a year.
  static let usual = 86400
  static let most = 366 * 86400

  /// - Parameters:
  ///   - before: For how long an answer might be used that is confirmed now (304): that goes on where this one says nothing new.
  ///   - header: The value of a header by its name in small letters; lines of the same name joined by commas.
  ///   - now: Seconds since 1970.
  init(now: Int, before: Int? = nil, header: (String) -> String?) {
    var maximumAge: Int?
    var isChecked = false
    mayStore = true
    for directive in (header("cache-control") ?? "").lowercased().split(separator: ",") {
      let parts = directive.split(separator: "=", maxSplits: 1)
      switch (parts.first ?? "").filter({ !$0.isWhitespace }) {
      case "no-store": mayStore = false
      case "no-cache": isChecked = true
      case "max-age": maximumAge = parts.count == 2 ? Self.number(parts[1]) : 0
      default: break
      }
    }
    let age = header("age").flatMap(Self.number) ?? 0
    if isChecked {
      seconds = 0
    } else if let maximumAge {
      seconds = maximumAge - age
    } else if let expires = header("expires") {
      // By the server's own clock, where it tells it. A date that cannot be read means that it has passed.
      let sent = header("date").flatMap(HTTPDate.seconds) ?? now
      seconds = (HTTPDate.seconds(expires) ?? sent) - sent - age
    } else {
      seconds = before ?? Self.usual
    }
    seconds = min(max(0, seconds), Self.most)
  }

  /// How many seconds a server asks to wait (`Retry-After`, RFC 9110, 10.2.3: a number or a date); `nil` where it does not.
  static func wait(_ text: String?, now: Int) -> Int? {
    guard let text else { return nil }
    if let seconds = number(text) { return seconds }
    return HTTPDate.seconds(text).map { max(0, $0 - now) }
  }

  /// What is said of such a wait.
  static func words(ofWait seconds: Int) -> String { seconds <= 3600 ? "asks to wait \(seconds) s" : "asks to wait for more than an hour" }

  /// A number of seconds; one that is too large for an integer is the most.
  private static func number(_ text: some StringProtocol) -> Int? {
    let digits = String(text).filter { $0 != "\"" && !$0.isWhitespace }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return min(Int(digits) ?? most, most)
  }
}
