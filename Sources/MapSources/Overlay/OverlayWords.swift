// Owns the words of GeoJSON that an overlay is read by: members, and what a feature is called.

internal import BaseMap
internal import TrackFormats

/// The name of a member.
enum OverlayWord {
  case type, features, geometry, geometries, coordinates, properties
  case name, nameInCapitals, title, english, chinese
  case other

  init(_ text: UnsafeBufferPointer<UInt8>) {
    switch text.count {
    case 4:
      self =
        text.spells("type")
        ? .type : text.spells("name") ? .name : text.spells("Name") || text.spells("NAME") ? .nameInCapitals : .other
    case 5: self = text.spells("title") ? .title : .other
    case 7:
      self =
        text.spells("name:en") || text.spells("name_en") ? .english : text.spells("name:zh") || text.spells("name_zh") ? .chinese : .other
    case 8: self = text.spells("features") ? .features : text.spells("geometry") ? .geometry : .other
    case 10: self = text.spells("properties") ? .properties : text.spells("geometries") ? .geometries : .other
    case 11: self = text.spells("coordinates") ? .coordinates : .other
    case 12: self = text.spells("name:zh-Hans") || text.spells("name_zh-Hans") ? .chinese : .other
    default: self = .other
    }
  }
}

/// What a feature is called, from its properties.
struct OverlayName {
  private var local: String?
  private var inCapitals: String?
  private var title: String?
  private var english: String?
  private var chinese: String?

  /// How many bytes of a name are kept.
  private static let longest = 200

  /// Takes the text of a property.
  mutating func take(_ text: UnsafeBufferPointer<UInt8>, _ word: OverlayWord) {
    guard !text.isEmpty else { return }
    switch word {
    case .name: local = Self.shortened(text)
    case .nameInCapitals: inCapitals = Self.shortened(text)
    case .title: title = Self.shortened(text)
    case .english: english = Self.shortened(text)
    case .chinese: chinese = Self.shortened(text)
    default: break
    }
  }

  /// The name; `nil` where there is none in any language.
  var name: MapName? {
    guard let first = local ?? inCapitals ?? title ?? english ?? chinese else { return nil }
    return MapName(local: first, english: english == first ? nil : english, chinese: chinese == first ? nil : chinese)
  }

  private static func shortened(_ text: UnsafeBufferPointer<UInt8>) -> String {
    guard text.count > longest else { return String(decoding: text, as: UTF8.self) }
    var end = longest
    // Not in the middle of a character.
    while end > longest - 4, text[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: text[..<end], as: UTF8.self) + "…"
  }
}
