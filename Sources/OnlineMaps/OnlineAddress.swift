// Owns `OnlineAddress`: what a person writes to say that tiles come from the network.

public import MapSources

/// Where tiles come from over the network: `online`, the address of a TileJSON, or a template of addresses with `{z}`, `{x}` and `{y}`.
public struct OnlineAddress: Hashable, Sendable, CustomStringConvertible {
  /// What kind it is.
  enum Kind: Hashable, Sendable {
    case tileJSON(WebAddress)
    case template(TileTemplate)
  }

  /// As the person wrote it.
  public let description: String

  /// The TileJSON of the service that `online` stands for; it names the tiles, whose address changes with their date.
  static let serviceAddress = "https://tiles.openfreemap.org/planet"

  /// The service that needs no address: OpenFreeMap.
  public static let online = OnlineAddress(description: "online")

  /// `nil` where the text is no address but the name of a file: an address is `online` or begins with `http://` or `https://`. Whether it is a good
  /// one is said by ``check()``.
  public init?(_ text: String) {
    guard text == "online" || WebAddress.scheme(of: text) != nil else { return nil }
    self.init(description: text)
  }

  private init(description: String) { self.description = description }

  /// Whether it stands for the service that needs no address.
  var isService: Bool { description == "online" }

  /// Whether all that is asked for it goes over https.
  public var isSecure: Bool { isService || description.prefix(8).lowercased() == "https://" }

  /// Whether it can be used; asks nobody.
  /// - Throws: why not, in one sentence.
  public func check() throws(MapError) { _ = try kind() }

  /// What it is, taken apart.
  func kind() throws(MapError) -> Kind {
    let text = isService ? Self.serviceAddress : description
    if text.contains("{s}") { throw MapError("online map: write a server's name in the place of {s}") }
    guard let address = WebAddress(text) else {
      let hasUser = text.dropFirst(8).prefix { $0 != "/" }.contains("@")
      throw MapError(
        hasUser
          ? "online map: an address with a user's name in it is not taken"
          : "online map: \(Self.shown(text)) is no address that can be asked")
    }
    if address.path.contains("{") || address.path.contains("}") { return .template(try TileTemplate(address)) }
    let file = address.path.prefix { $0 != "?" }
    for ending in [".pmtiles", ".mbtiles"] where file.hasSuffix(ending) {
      throw MapError("online map: a \(ending) file cannot be read over the network; fetch it and give its name")
    }
    return .tileJSON(address)
  }

  /// A text for a message: without what follows a question mark, which may hold a key.
  private static func shown(_ text: String) -> String { String(text.prefix { $0 != "?" }.prefix(80)) }
}
