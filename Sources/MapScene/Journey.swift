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

/// Everything about one track that does not change while it plays; one that is live grows: see `Journey+Growth.swift`.
public struct Journey: Sendable {
  /// What the title calls it: usually the file's name.
  public let title: String
  public internal(set) var timeline: Timeline
  public internal(set) var shape: TrackShape
  /// Its turns; none before ``Detail/full``.
  public private(set) var turns: TurnList
  public internal(set) var statistics: TrackStatistics
  public internal(set) var profile: ProfileCurve
  public let places: [Place]
  /// Records that were passed over while reading.
  public let skipped: Int
  /// Whether the file breaks off.
  public let isTruncated: Bool
  /// Whether it is the beginning of a track that is still being read: its last point is no finish.
  public var isPartial = false
  /// The clocks where it is.
  public var zone = ZoneOffsets.utc
  /// How much has been derived.
  public private(set) var detail: Detail
  /// What it takes to go on; `nil` where the journey does not grow.
  var growth: JourneyGrowth?
  /// Whether it is that of a live source: it grows, and its last point is no finish.
  public var isLive: Bool { growth != nil }
  /// Whether the positions come from a simulator file (no times of their own).
  public var isSimulated: Bool { !timeline.track.isTimed && !isLive }
  public var track: Track { timeline.track }

  /// Tracks of at most so many points are worked out in full at once.
  static let fewPoints = 8_000
  /// Whether everything has been derived.
  public var isFull: Bool { detail == .full }

  /// How much is derived; each step holds all of those before.
  public enum Detail: Int, Hashable, Comparable, Sendable {
    /// What a picture needs and no more: no turns, and the track is drawn leg by leg.
    case quick
    /// The track is drawn from the cells that it visits: at the same speed whatever its length.
    case drawing
    /// Everything: also the turns.
    case full

    public static func < (one: Detail, other: Detail) -> Bool { one.rawValue < other.rawValue }
  }

  /// Derives what screens need; O(points).
  /// - Parameters:
  ///   - skipped: records that were passed over while reading.
  ///   - isTruncated: whether the file breaks off.
  ///   - detail: a quick journey can be shown at once and ``completed(to:)`` in the background; a short track is always derived in full.
  public init(title: String, timeline: Timeline, skipped: Int = 0, isTruncated: Bool = false, detail: Detail = .full) {
    self.title = title
    self.timeline = timeline
    self.skipped = skipped
    self.isTruncated = isTruncated
    let points = timeline.track.points
    let detail = points.count <= Self.fewPoints ? .full : detail
    var shape = TrackShape(points: points) { timeline.isBroken(leg: $0) }
    if detail >= .drawing { shape.pyramid = TrackPyramid(shape) }
    self.shape = shape
    self.detail = detail
    turns = detail == .full ? TurnList(timeline: timeline) : TurnList()
    statistics = TrackStatistics(timeline: timeline)
    profile = ProfileCurve(timeline: timeline)
    let world = shape
    places = timeline.track.waypoints.map { waypoint in
      let index = waypoint.pointIndex ?? Self.nearestPoint(to: waypoint.coordinate, in: world)
      return Place(
        name: waypoint.name, world: world.place(waypoint.coordinate, near: index ?? 0), coordinate: waypoint.coordinate, pointIndex: index)
    }
  }

  /// A journey that is still to grow.
  init(title: String, growing timeline: Timeline, growth: JourneyGrowth) {
    self.title = title
    self.timeline = timeline
    self.growth = growth
    skipped = 0
    isTruncated = false
    isPartial = true
    shape = .growing()
    detail = .full
    turns = TurnList()
    places = []
    statistics = TrackStatistics(timeline: timeline)
    profile = ProfileCurve(timeline: timeline)
  }

  /// The same journey with what a quicker one left out; itself if nothing is missing. May run for seconds; on any thread.
  public func completed(to wanted: Detail = .full) -> Journey {
    guard wanted > detail else { return self }
    var whole = self
    if detail < .drawing { whole.shape.pyramid = TrackPyramid(shape) }
    if wanted == .full { whole.turns = TurnList(timeline: timeline) }
    whole.detail = wanted
    return whole
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

  /// The point of the track within 150 m of a waypoint, if there is one.
  private static func nearestPoint(to coordinate: Coordinate, in shape: TrackShape) -> Int? {
    let limit = 150 / WebMercator.metresPerWorldUnit(atLatitude: coordinate.latitude)
    return shape.nearestPoint(to: WebMercator.project(coordinate), within: limit)?.index
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
