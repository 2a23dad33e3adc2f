// Owns `Wayfarer`: somebody on foot or on the water who carries a receiver that logs when it pleases.
import Chance
import TrackGeodesy

/// Walks an itinerary at its usual speed, slowly changing pace, and rests where the table says so, and logs points at uneven times.
struct Wayfarer: Sendable {
  /// The instant of the first point, in milliseconds since 1970.
  var start: Int64
  /// Seconds that a change of pace takes.
  var sluggishness: Double
  /// The shares of the pauses between two points: each entry, in quarters of a second, is as likely as the others.
  var pauses: [Int]
  /// Decides the pauses.
  var seed: UInt64
  /// Whether points carry an elevation.
  var hasElevation: Bool

  /// The logged points from one end of the itinerary to the other. `usual` gives metres a second after so many metres.
  func log(_ itinerary: Itinerary, usual: (Double) -> Double) -> [RoutePoint] {
    let length = itinerary.path.length
    var random = SplitMix64(seed: seed)
    var points: [RoutePoint] = []
    var metres = 0.0
    var speed = 0.0
    var quarter: Int64 = 0
    var due: Int64 = 0
    var rests = itinerary.stops[...]
    var resting = 0
    while metres < length, points.count < 20_000 {
      if quarter == due {
        points.append(point(itinerary, at: metres, quarter: quarter))
        due += Int64(pauses.randomElement(using: &random) ?? 4)
      }
      quarter += 1
      if resting > 0 {
        resting -= 1
        continue
      }
      if let rest = rests.first, metres >= rest.metres {
        resting = rest.seconds * 4
        speed = 0
        rests = rests.dropFirst()
        continue
      }
      speed += (usual(metres) - speed) * 0.25 / sluggishness
      metres += max(0.05, speed) * 0.25
    }
    points.append(point(itinerary, at: length, quarter: quarter))
    return points
  }

  private func point(_ itinerary: Itinerary, at metres: Double, quarter: Int64) -> RoutePoint {
    RoutePoint(
      coordinate: itinerary.coordinate(at: metres), elevation: hasElevation ? itinerary.elevation(at: metres) : nil,
      milliseconds: start + quarter * 250)
  }
}
