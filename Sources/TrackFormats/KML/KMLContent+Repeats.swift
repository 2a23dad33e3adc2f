// Owns how a line and the folder of points that repeats it become one.

import TrackGeodesy
import TrackPlayback

extension KMLContent {
  /// A repeated line with more points than this leaves no waypoints: they would be all of its points.
  static let repeatCount = 10

  /// What a line and its repetition have in common at the least.
  private struct Start: Hashable {
    let count: Int
    let place: Coordinate
  }

  /// Gives lines without times those of the points that repeat them.
  ///
  /// GPSBabel writes a track twice unless it is told otherwise: as a line, which has no times, and as a folder of points, which do.
  /// Each folder is compared with one line at most, so the work is that of looking at each point once.
  mutating func mergeRepeats() {
    guard !lines.isEmpty, !places.isEmpty else { return }
    var members: [Int: [Int]] = [:]
    for (index, place) in places.enumerated() { members[place.folder, default: []].append(index) }
    var waiting: [Start: Int] = [:]
    for folder in members.keys.sorted() {
      guard let group = members[folder], let first = group.first else { continue }
      let start = Start(count: group.count, place: places[first].coordinate)
      if waiting[start] == nil { waiting[start] = folder }
    }
    var merged: Set<Int> = []
    for index in lines.indices where !lines[index].points.hasTimes {
      let points = lines[index].points
      let start = Start(count: points.count, place: points.coordinate(at: 0))
      guard let folder = waiting.removeValue(forKey: start), let group = members[folder], repeats(group, points) else { continue }
      if merge(group, into: index) { merged.insert(folder) }
    }
    if !merged.isEmpty { places.removeAll { merged.contains($0.folder) } }
  }

  private func repeats(_ group: [Int], _ points: TrackPoints) -> Bool {
    zip(group, 0..<points.count).allSatisfy { places[$0].coordinate == points.coordinate(at: $1) }
  }

  /// Gives a line the times of places, where most have one; returns whether nothing is left to say of the places.
  private mutating func merge(_ group: [Int], into index: Int) -> Bool {
    let timedCount = group.count { places[$0].time != nil }
    if timedCount * 2 > group.count {
      var points = TrackPoints()
      points.reserveCapacity(group.count)
      for (position, place) in group.enumerated() {
        var fix = lines[index].points[position]
        fix.time = places[place].time
        points.append(fix)
      }
      lines[index].points = points
      lines[index].utcOffset = lines[index].utcOffset ?? placeOffset
    } else if timedCount > 0 {
      return false
    }
    return group.count > Self.repeatCount
  }
}
