// Owns `SmallTerritories`: countries and exclaves too small for the outlines.

import TrackGeodesy

/// What is smaller than the outlines at 1:50,000,000 are accurate, each as one or two capsules (all places within a radius of a line), drawn by
/// hand from general knowledge to a few hundred metres. Over the sea they go as they like.
///
///       ╭──────────────╮
///     ( from ───────── to )   radius
///       ╰──────────────╯
struct SmallTerritories: Sendable {
  static let shared = SmallTerritories()

  struct Capsule: Sendable {
    /// The ISO 3166 code of the country that it is or belongs to.
    let code: String
    let from: Coordinate
    let to: Coordinate
    /// Metres.
    let radius: Double
  }

  /// Areas of land, from general knowledge (the states' own figures): the Vatican 0.49 km², Monaco 2.1, Gibraltar 6.8, Macao 33, Ceuta 18.5,
  /// Melilla 12.3, Llívia 12.8, Büsingen 7.6, Campione 1.6, and the largest piece of Baarle-Hertog 1.5.
  let capsules: [Capsule] = [
    capsule("VA", (41.9024, 12.4500), (41.9044, 12.4556), 270),
    capsule("MC", (43.7242, 7.4205), (43.7465, 7.4420), 610),
    capsule("GI", (36.1130, -5.3460), (36.1485, -5.3470), 760),
    capsule("MO", (22.2040, 113.5490), (22.1905, 113.5410), 1250), capsule("MO", (22.1600, 113.5680), (22.1230, 113.5650), 2200),
    capsule("ES", (35.9030, -5.3640), (35.8870, -5.3470), 1500), capsule("ES", (35.8900, -5.3450), (35.8980, -5.2850), 1400),
    capsule("ES", (35.2780, -2.9450), (35.3060, -2.9490), 1600),
    capsule("ES", (42.4700, 1.9720), (42.4630, 1.9880), 1500),
    capsule("DE", (47.7010, 8.6740), (47.6990, 8.7020), 1100),
    capsule("IT", (45.9700, 8.9700), (45.9700, 8.9700), 750),
    capsule("BE", (51.4400, 4.9320), (51.4400, 4.9320), 700),
  ]

  /// Countries that are nothing else.
  private static let whole = ["VA", "MC", "GI", "MO"]

  /// Degrees of latitude that no capsule is longer or wider than.
  private static let far = 0.1

  /// Whether a country, by its code, has no more land than its capsules.
  func isWhole(_ code: String) -> Bool { Self.whole.contains(code) }

  /// The code of the territory that holds a position.
  func code(at position: Coordinate) -> String? {
    for capsule in capsules where abs(capsule.from.latitude - position.latitude) < Self.far {
      if capsule.distance(to: position) <= 0 { return capsule.code }
    }
    return nil
  }

  /// Metres from a position to the nearest territory of a country, by its code: 0 within; infinite beyond some kilometres.
  func distance(from position: Coordinate, to code: String) -> Double {
    var nearest = Double.infinity
    for capsule in capsules where abs(capsule.from.latitude - position.latitude) < Self.far && capsule.code == code {
      nearest = min(nearest, max(0, capsule.distance(to: position)))
    }
    return nearest
  }

  private static func capsule(_ code: String, _ from: (Double, Double), _ to: (Double, Double), _ radius: Double) -> Capsule {
    Capsule(
      code: code, from: Coordinate(latitude: from.0, longitude: from.1), to: Coordinate(latitude: to.0, longitude: to.1), radius: radius)
  }
}

extension SmallTerritories.Capsule {
  /// Metres from a position to the rim, below 0 inside; on a plane, good to a per cent within some kilometres.
  func distance(to position: Coordinate) -> Double {
    let degree = 111_200.0
    let shrink = cosine(Angle.radians(from.latitude))
    let (x, y) = ((position.longitude - from.longitude) * shrink, position.latitude - from.latitude)
    let (dx, dy) = ((to.longitude - from.longitude) * shrink, to.latitude - from.latitude)
    let square = dx * dx + dy * dy
    let share = square > 0 ? min(max((x * dx + y * dy) / square, 0), 1) : 0
    let (restX, restY) = (x - share * dx, y - share * dy)
    return (restX * restX + restY * restY).squareRoot() * degree - radius
  }
}
