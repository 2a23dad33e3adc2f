// Owns what the KML that is written keeps, and what it cannot.

import TrackPlayback

extension KMLFormat: WritableTrackFormat {
  /// Writes KML 2.2: `gx:Track`s where there are times, lines where there are none; see ``KMLWriter``.
  public static func write(_ document: TrackDocument, into output: inout ByteOutput) {
    KMLWriter(document: document).write(into: &output)
  }

  /// What of a document KML cannot hold: the times of routes, values at points without times, altitudes that are all 0 (which mean "unknown"
  /// there), and what is a track and what a route where no track, or not every track, has times.
  public static func losses(of document: TrackDocument) -> [String] {
    var losses: [String] = []
    func add(_ count: Int, _ text: (String) -> String) {
      if count > 0 { losses.append(text(count == 1 ? "1 point" : "\(count) points")) }
    }
    let timed = document.tracks.filter(\.points.hasTimes)
    let untimed = document.tracks.filter { !$0.points.hasTimes }
    add(document.routes.reduce(0) { $0 + $1.points.times.count { !$0.isNaN } }) { "the times of \($0) of routes" }
    let valued = (untimed + document.routes).reduce(0) { $0 + $1.points.valuedCount }
    add(valued) { "the speeds, courses, accuracies and sensor values of \($0) without times" }
    add((document.tracks + document.routes).reduce(0) { $0 + $1.points.zeroAltitudeCount }) { "the altitudes of \($0), all of them 0" }
    if timed.isEmpty, !document.routes.isEmpty {
      let verb = document.routes.count == 1 ? "is" : "are"
      losses.append("that \(counted(document.routes.count, "route")) beside the tracks \(verb) planned")
    }
    if !timed.isEmpty, !untimed.isEmpty {
      losses.append("that \(counted(untimed.count, "track")) without times \(untimed.count == 1 ? "is no route" : "are no routes")")
    }
    return losses
  }

  private static func counted(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
}

extension TrackPoints {
  /// How many points know something that only stands beside times in KML.
  fileprivate var valuedCount: Int {
    let columns = KMLQuantity.allCases.map { $0.column(of: self) }.filter { !$0.isEmpty }
    return columns.isEmpty ? 0 : (0..<count).count { index in columns.contains { $0[index].isFinite } }
  }

  /// How many altitudes are known, where each of them is 0, and none otherwise.
  fileprivate var zeroAltitudeCount: Int {
    altitudes.allSatisfy { $0 == 0 || $0.isNaN } ? altitudes.count { $0 == 0 } : 0
  }
}
