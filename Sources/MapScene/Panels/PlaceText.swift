// Owns the words for where a position is, longer and shorter.

public import BaseMap
import Cells

/// Where a position is, in words.
public enum PlaceText {
  /// On land `Beijing, China` in a town, `near Interlaken, Switzerland` within 50 km, `84 km from Lhasa, China` within 200 km, `Greenland`
  /// beyond; at sea `off Portugal, 120 km` or `South Pacific Ocean`; `nil` for what has no name. In Chinese from the large to the small:
  /// `中国北京`, `瑞士因特拉肯附近`, `距中国拉萨 84 km`, `距葡萄牙海岸 120 km`.
  public static func words(_ place: NamedPlace, _ look: Presentation) -> String? {
    let names = look.say(place.english, chineseNames(place))
    if names.isEmpty { return nil }
    switch place.setting {
    case .inside, .near, .away: return around(names, place, look)
    case .land, .ocean: return names
    case .offshore: return offshore(place, look)
    }
  }

  /// The same with the name of the sea: `North Atlantic Ocean, off Portugal, 120 km`.
  public static func longWords(_ place: NamedPlace, _ look: Presentation) -> String? { choices(place, street: nil, look).first }

  /// Words for a position, from the longest to the shortest: `Via Roma, San Marco, Florence, Italy`, then without the country, without the
  /// district, and at last the road alone; without a street map `Florence, Italy` and `Florence`. Empty where nothing is known. In Chinese the other
  /// way round, `意大利佛罗伦萨圣马可罗马路`.
  public static func choices(_ place: NamedPlace?, street: StreetPlace?, _ look: Presentation) -> [String] {
    let streets = street.map { streetChoices($0, place, look) } ?? []
    if !streets.isEmpty { return streets }
    guard let place, let words = words(place, look) else { return [] }
    switch place.setting {
    case .inside, .near, .away:
      guard let town = townName(place, look), !place.isCountryEnough else { return [words] }
      return unique([words, around(town, place, look)])
    case .land, .ocean: return [words]
    case .offshore:
      let sea = place.sea.map { look.say($0.english + ", ", $0.chinese + "，") } ?? ""
      let country = place.country.map { look.say("off \($0.english)", ChinesePhrase.joined([$0.chinese, "外海"])) } ?? words
      return unique([sea + words, words, country])
    }
  }

  /// The longest words that have room; `nil` where none have.
  public static func fitting(_ place: NamedPlace?, street: StreetPlace?, room: Int, _ look: Presentation) -> String? {
    choices(place, street: street, look).first { TextWidth.columns(of: $0) <= room }
  }

  // MARK: Towns and coasts

  private static func around(_ names: String, _ place: NamedPlace, _ look: Presentation) -> String {
    switch place.setting {
    case .near: return near(names, look)
    case .away:
      let away = look.units.distance(place.townDistance ?? 0)
      return look.say("\(away) from \(names)", ChinesePhrase.joined(["距", names]) + " \(away)")
    default: return names
    }
  }

  private static func offshore(_ place: NamedPlace, _ look: Presentation) -> String? {
    guard let country = place.country, let distance = place.coastDistance else { return nil }
    let away = look.units.distance(distance)
    return look.say("off \(country.english), \(away)", ChinesePhrase.joined(["距", country.chinese, "海岸"]) + " \(away)")
  }

  private static func near(_ name: String, _ look: Presentation) -> String { look.say("near \(name)", ChinesePhrase.near(name)) }

  /// The country and the town, `中国北京`; one name where both are one, or one of them is all there is.
  private static func chineseNames(_ place: NamedPlace) -> String {
    guard let country = place.country?.chinese, let town = place.chineseTown, !place.isCountryEnough, town != country else {
      return place.chinese
    }
    return ChinesePhrase.joined([country, town])
  }

  private static func townName(_ place: NamedPlace, _ look: Presentation) -> String? {
    guard let city = place.city else { return nil }
    return look.say(city.name, place.chineseTown ?? city.name)
  }

  // MARK: Streets

  /// Metres from a road's line within which a position is on it.
  private static let roadWidth = 60.0
  /// Columns that a name of a street map may take.
  private static let longestName = 30

  private static func streetChoices(_ street: StreetPlace, _ place: NamedPlace?, _ look: Presentation) -> [String] {
    let road = road(street, look)
    let town = place.flatMap { $0.setting == .inside && !$0.isCountryEnough ? townName($0, look) : nil }
    let isInTown = street.district.map { isTown($0, place) } ?? false
    let district = isInTown ? nil : name(street.district, look)
    guard road != nil || district != nil else { return [] }
    let country = place?.country.map { look.say($0.english, $0.chinese) }
    // Where the map names a village, the town some way off says no more.
    let settlement = town ?? (district == nil ? place.flatMap { near($0, look) } : nil)
    let all = [
      [road, district, settlement, country], [road, district, settlement], [road, settlement ?? district], [road ?? district],
    ]
    return unique(
      all.map { parts in
        let parts = unique(parts.compactMap { $0 })
        return look.say(parts.joined(separator: ", "), ChinesePhrase.joined(parts.reversed()))
      })
  }

  /// `near Interlaken`; `nil` where no town is near.
  private static func near(_ place: NamedPlace, _ look: Presentation) -> String? {
    place.setting == .near ? townName(place, look).map { around($0, place, look) } : nil
  }

  private static func road(_ street: StreetPlace, _ look: Presentation) -> String? {
    guard let distance = street.roadDistance, distance <= StreetPlace.roadReach,
      let name = name(street.roadName, look) ?? shown(street.roadReference)
    else { return nil }
    return distance <= roadWidth ? name : near(name, look)
  }

  /// Whether a district is the town itself.
  private static func isTown(_ district: MapName, _ place: NamedPlace?) -> Bool {
    guard let place, let city = place.city else { return false }
    let names = [district.local, district.english, district.chinese].compactMap { $0 }
    return names.contains { $0 == city.name || $0 == place.chineseCityName }
  }

  /// A map's name in the person's language.
  private static func name(_ name: MapName?, _ look: Presentation) -> String? {
    name.flatMap { shown(look.say($0.english ?? $0.local, $0.chinese ?? $0.local)) }
  }

  /// A text of a map, fit for a terminal; `nil` where nothing of it is.
  private static func shown(_ text: String?) -> String? {
    guard let text else { return nil }
    let clean = TextWidth.truncated(TextWidth.clean(text), to: longestName)
    return clean.allSatisfy(\.isWhitespace) ? nil : clean
  }

  /// Each text once, where it first stands.
  private static func unique(_ texts: [String]) -> [String] {
    var unique: [String] = []
    for text in texts where !unique.contains(text) { unique.append(text) }
    return unique
  }
}
