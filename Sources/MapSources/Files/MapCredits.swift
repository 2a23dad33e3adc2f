// Owns `MapCredits`: what has to be said of a map's makers, as plain text.

/// Credits as a map states them, or as its data asks for them.
enum MapCredits {
  /// The words that OpenStreetMap's licence asks for.
  static let openStreetMap = "© OpenStreetMap contributors"
  static let openMapTiles = "© OpenMapTiles"
  /// How many characters of credits a map may have, all taken together.
  static let longest = 200
  /// How many makers may be named.
  static let most = 8
  /// How many bytes of an attribution are looked at.
  private static let readable = 8192

  /// The credits of a map.
  /// - Parameters:
  ///   - attribution: what the map says, with or without HTML; `nil` where it says nothing.
  ///   - layers: the names of its layers. A map of OpenStreetMap's data that says nothing is credited to it nevertheless.
  static func credits(attribution: String?, layers: Set<String>) -> [String] {
    let stated = attribution.map(plain) ?? []
    return stated.isEmpty ? usual(layers) : stated
  }

  /// An attribution without markup, one text for each maker that is named: split before each ©.
  static func plain(_ attribution: String) -> [String] {
    var credits: [String] = []
    var left = longest
    for text in parts(MarkupText.plain(String(decoding: attribution.utf8.prefix(readable), as: UTF8.self))) {
      let text = normalised(text)
      guard !credits.contains(text), credits.count < most, left > 1 else { continue }
      credits.append(text.count <= left ? text : text.prefix(left - 1) + "…")
      left -= text.count
    }
    return credits
  }

  /// What the data of a well-known schema asks for.
  private static func usual(_ layers: Set<String>) -> [String] {
    func has(_ names: String...) -> Bool { names.allSatisfy { layers.contains($0) } }
    // Mapbox Streets, Shortbread, Protomaps.
    if has("transportation", "water") || has("transportation", "place") { return [openMapTiles, openStreetMap] }
    let isOpenStreetMap =
      has("road", "water") || has("road", "place_label") || has("streets", "street_labels") || has("streets", "water_polygons")
      || has("roads", "earth") || has("roads", "water", "places")
    return isOpenStreetMap ? [openStreetMap] : []
  }

  private static func parts(_ text: String) -> [String] {
    var parts: [Substring] = []
    var start = text.startIndex
    for index in text.indices.dropFirst() where text[index] == "©" {
      // Words before the first sign belong to it: "Map data © …".
      if parts.isEmpty, !text[start..<index].contains("©") { continue }
      parts.append(text[start..<index])
      start = index
    }
    parts.append(text[start...])
    return parts.map(trimmed).filter { $0.contains { $0.isLetter || $0.isNumber } }
  }

  /// A text without the signs that stood between it and its neighbours.
  private static func trimmed(_ text: Substring) -> String {
    func isBetween(_ character: Character) -> Bool { character == " " || ",;|·•/-–—&".contains(character) }
    var text = text.drop(while: isBetween)
    while let last = text.last, isBetween(last) || last == "." { text.removeLast() }
    return String(text)
  }

  /// OpenStreetMap's name as its licence wants it, however it is written.
  private static func normalised(_ text: String) -> String {
    let words = text.lowercased().split(separator: " ").filter { $0 != "©" && $0 != "the" }.joined(separator: " ")
    let name = words.hasPrefix("©") ? String(words.dropFirst()) : words
    return name == "openstreetmap" || name == "openstreetmap contributors" || name == "osm contributors" ? openStreetMap : text
  }
}
