// A track ready to be shown: its timeline and everything that screens derive from it once, when it is loaded.

import TrackGeodesy
import TrackPlayback

/// A named place on or beside the track.
public struct Place: Hashable, Sendable {
  public var name: String
  public var world: MapPoint
  public var coordinate: Coordinate
  /// The point of the track it names, if it is one or lies close to one.
  public var pointIndex: Int?
}

/// Everything about one track that does not change while it plays.
public struct Journey: Sendable {
  /// What the title calls it: usually the file's name.
  public let title: String
  public let timeline: Timeline
  public let shape: TrackShape
  public let turns: TurnList
  public let statistics: TrackStatistics
  public let profile: ProfileCurve
  public let places: [Place]
  /// Records that were passed over while reading.
  public let skipped: Int
  /// Whether the positions come from a simulator file (no times of their own).
  public var isSimulated: Bool { !timeline.track.isTimed }
  public var track: Track { timeline.track }

  public init(title: String, timeline: Timeline, skipped: Int = 0) {
    self.title = title
    self.timeline = timeline
    self.skipped = skipped
    let points = timeline.track.points
    let shape = TrackShape(points: points) { timeline.isBroken(leg: $0) }
    self.shape = shape
    turns = TurnList(timeline: timeline)
    statistics = TrackStatistics(timeline: timeline)
    profile = ProfileCurve(timeline: timeline)
    places = timeline.track.waypoints.map { waypoint in
      let index = waypoint.pointIndex ?? Self.nearestPoint(to: waypoint.coordinate, in: shape)
      return Place(
        name: waypoint.name, world: shape.place(waypoint.coordinate, near: index ?? 0), coordinate: waypoint.coordinate, pointIndex: index)
    }
  }

  /// Name of the first or last point, if the file names it.
  public var startName: String? { places.first { $0.pointIndex == 0 }?.name }
  public var finishName: String? {
    let last = track.points.count - 1
    return places.last { ($0.pointIndex ?? -1) >= last - 1 && last > 0 }?.name
  }

  /// The first named place after a point of the track.
  public func nextPlace(after index: Int) -> Place? {
    places.filter { ($0.pointIndex ?? -1) > index }.min { ($0.pointIndex ?? 0) < ($1.pointIndex ?? 0) }
  }

  /// The last named place at or before a point of the track.
  public func lastPlace(before index: Int) -> Place? {
    places.filter { ($0.pointIndex ?? .max) <= index }.max { ($0.pointIndex ?? 0) < ($1.pointIndex ?? 0) }
  }

  /// The point of the track within about 150 m of a waypoint, if there is one; large tracks are sampled.
  private static func nearestPoint(to coordinate: Coordinate, in shape: TrackShape) -> Int? {
    let target = WebMercator.project(coordinate)
    let limit = 150 / WebMercator.metresPerWorldUnit(atLatitude: coordinate.latitude)
    var best: (index: Int, distance: Double)?
    for index in stride(from: 0, to: shape.count, by: max(1, shape.count / 20_000)) {
      let dx = TrackShape.nearest(target.x, to: shape.x[index]) - shape.x[index]
      let dy = target.y - shape.y[index]
      let distance = (dx * dx + dy * dy).squareRoot()
      if distance < best?.distance ?? limit { best = (index, distance) }
    }
    return best?.index
  }
}

/// Elevation (or speed, where there is no elevation) over playback time, in a fixed number of buckets.
public struct ProfileCurve: Hashable, Sendable {
  public enum Quantity: Hashable, Sendable { case altitude, speed }
  public let quantity: Quantity
  /// One value a bucket; NaN where nothing is known.
  public let values: [Double]
  public let lowest: Double
  public let highest: Double

  static let buckets = 1024

  public init(timeline: Timeline) {
    let points = timeline.track.points
    let wanted: Quantity = points.hasAltitudes ? .altitude : .speed
    quantity = wanted
    let duration = timeline.duration
    values = (0..<Self.buckets).map { bucket in
      let pose = timeline.pose(at: duration * (Double(bucket) + 0.5) / Double(Self.buckets))
      return (wanted == .altitude ? pose.altitude : pose.speed) ?? .nan
    }
    let known = values.filter(\.isFinite)
    lowest = known.min() ?? .nan
    highest = known.max() ?? .nan
  }

  /// The mean over a part of the playback time, both fractions 0…1; NaN where nothing is known.
  public func value(from start: Double, to end: Double) -> Double {
    let low = min(max(0, Int(start * Double(values.count))), values.count - 1)
    let high = min(max(low, Int(end * Double(values.count)) - 1), values.count - 1)
    var sum = 0.0
    var count = 0.0
    for value in values[low...high] where value.isFinite {
      sum += value
      count += 1
    }
    return count == 0 ? .nan : sum / count
  }
}
