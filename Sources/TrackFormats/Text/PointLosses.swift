// Owns `PointLosses`: what formats of mere positions cannot hold, in words.

import TrackPlayback

/// Counts what a document has beside positions.
enum PointLosses {
  /// What a format loses that holds positions in named segments and nothing else, but for altitudes and the places along the track where it
  /// keeps them.
  static func losses(of document: TrackDocument, keepsAltitudes: Bool, keepsPlaces: Bool) -> [String] {
    var losses: [String] = []
    func note(_ count: Int, _ one: String, _ many: String) { if count > 0 { losses.append(count == 1 ? one : "\(count) \(many)") } }
    func known<Value: BinaryFloatingPoint>(_ column: (TrackPoints) -> [Value]) -> Int {
      document.tracks.reduce(0) { sum, track in sum + column(track.points).count { $0.isFinite } }
    }
    if !keepsAltitudes { note(known(\.altitudes), "the altitude of a point", "altitudes") }
    note(known(\.times), "the time of a point", "times")
    note(known(\.speeds), "the speed of a point", "speeds")
    note(known(\.courses), "the course of a point", "courses")
    note(known(\.accuracies), "the accuracy of a point", "accuracies")
    note(
      known(\.heartRates) + known(\.cadences) + known(\.powers) + known(\.temperatures), "the value of a sensor", "values of sensors")
    let places = document.tracks.flatMap(\.waypoints)
    note(places.count { !keepsPlaces || $0.pointIndex == nil }, "a named place", "named places")
    note(document.routes.count, "a route", "routes")
    if let laps = laps(of: document) { losses.append(laps) }
    if document.tracks.count > 1 { losses.append("the division into \(document.tracks.count) tracks, which become segments") }
    return losses
  }

  /// Laps, for formats whose segments are parted by a break; `nil` where there is none.
  static func laps(of document: TrackDocument) -> String? {
    let count = (document.tracks + document.routes).reduce(0) { $0 + $1.segments.count { $0.isContinuation } }
    return count == 0 ? nil : "that \(count == 1 ? "a segment goes on" : "\(count) segments go on") where the one before ends, as laps do"
  }
}
