// Owns the words for a place by its nearest town.

public import BaseMap

/// Where a position is, in words.
public enum PlaceText {
  /// `Beijing, China` in a town, `near Interlaken, Switzerland` within 50 km, `84 km from Lhasa, China` within 200 km; `nil` beyond, where the
  /// nearest town says nothing.
  public static func words(_ place: NamedPlace, _ look: Presentation) -> String? {
    let away = look.units.distance(place.distance)
    return switch place.nearness {
    case .inside: look.say(place.english, place.chinese)
    case .near: look.say("near \(place.english)", "\(place.chinese)附近")
    case .away: look.say("\(away) from \(place.english)", "距\(place.chinese) \(away)")
    case .remote: nil
    }
  }
}
