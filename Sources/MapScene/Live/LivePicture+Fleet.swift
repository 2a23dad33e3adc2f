// Owns how live sources become a picture: the focus told of, the others as markers in view.

import Cells
import TrackGeodesy
import TrackPlayback

extension LivePicture {
  /// The picture of several sources. Costs what is on the screen, and a comparison for each source that is not.
  /// - Parameters:
  ///   - now: seconds on the clock by which the fleet got its messages.
  ///   - camera: with `canvas`, what is in view; markers outside are left out.
  public init(_ fleet: LiveFleet, at now: Double, camera: Camera, canvas: CanvasSize) {
    self.init(fleet.focused, at: now)
    sourceCount = fleet.tracks.count
    guard sourceCount > 1 else { return }
    totalCounts = fleet.counts
    markers = Self.markers(of: fleet, at: now, camera: camera, canvas: canvas)
  }

  /// The picture of one source, or of none yet.
  public init(_ track: LiveTrack?, at now: Double) {
    self.init(state: track?.state(at: now) ?? .searching, age: track?.age(at: now))
    guard let track else { return }
    isSimulated = track.lastReport?.isSimulated ?? false
    sky = track.sky
    heading = track.heading
    validHeading = track.validHeading
    counts = track.filter.counts
    sourceName = track.id
  }

  /// Up to so many sources have trails.
  static let mostTrails = 64
  /// The seconds and points that a trail holds at most.
  static let trailTime = 80.0
  static let trailLength = 100

  private static func markers(of fleet: LiveFleet, at now: Double, camera: Camera, canvas: CanvasSize) -> [LiveMarkerPicture] {
    let view = MapTransform(camera, canvas: canvas).visibleBox(margin: 8)
    let (north, south) = (
      WebMercator.unproject(MapPoint(x: 0, y: max(0, view.minY))), WebMercator.unproject(MapPoint(x: 0, y: min(1, view.maxY)))
    )
    let middle = Coordinate(
      latitude: (north.latitude + south.latitude) / 2, longitude: Angle.normalized180((view.center.x - 0.5) * 360))
    let hasTrails = fleet.tracks.count <= mostTrails
    let focus = fleet.focusIndex
    var markers: [LiveMarkerPicture] = []
    fleet.forEachMarker(
      at: now, around: middle, latitudes: (north.latitude - south.latitude) / 2, longitudes: view.width / 2 * 360
    ) { found in
      guard found.index != focus else { return }
      var world = WebMercator.project(found.pose.coordinate)
      world.x = TrackShape.nearest(world.x, to: camera.center.x)
      guard world.x >= view.minX, world.x <= view.maxX, world.y >= view.minY, world.y <= view.maxY else { return }
      var marker = LiveMarkerPicture(title: found.id, kind: found.kind, world: world, course: found.pose.course, state: found.state)
      if hasTrails { marker.trail = trail(of: fleet.tracks[found.index], near: world, at: now) }
      markers.append(marker)
    }
    return markers
  }

  /// The newest part of a source's way, the newest place first.
  private static func trail(of track: LiveTrack, near world: MapPoint, at now: Double) -> [LiveMarkerPicture.TrailPoint] {
    let points = track.history.points
    guard let newest = track.lastFix?.time, let age = track.age(at: now) else { return [] }
    var trail: [LiveMarkerPicture.TrailPoint] = []
    var segment = track.history.segments.count - 1
    var isBroken = false
    for index in points.latitudes.indices.suffix(trailLength).reversed() {
      let old = age + max(0, newest - (points.time(at: index) ?? newest))
      guard old <= trailTime else { break }
      var place = WebMercator.project(points.coordinate(at: index))
      place.x = TrackShape.nearest(place.x, to: world.x)
      trail.append(LiveMarkerPicture.TrailPoint(world: place, age: old, isBroken: isBroken))
      isBroken = segment >= 0 && track.history.segments[segment].range.lowerBound == index
      if isBroken { segment -= 1 }
    }
    return trail
  }
}

extension Journey {
  /// What a smooth marker shows, as a pose on this journey: of a live source whose fixes it holds.
  ///
  /// The marker lags behind the newest fix; the point that it has reached is the one before those that still wait for it.
  /// - Parameter accuracy: metres, of the newest fix.
  public func pose(of marker: MarkerPose, accuracy: Double? = nil) -> Pose {
    let index = max(0, min(timeline.track.points.count - 1, timeline.track.points.count - 1 - marker.waitingCount))
    let isKnown = index < timeline.distances.count
    return Pose(
      coordinate: marker.coordinate, altitude: marker.altitude, course: marker.course, speed: marker.speed,
      distance: isKnown ? timeline.distances[index] : 0, pointIndex: index, segmentIndex: timeline.segment(ofPoint: index),
      time: isKnown ? timeline.recordedTime(at: timeline.offsets[index]) : nil,
      accuracy: accuracy ?? (isKnown ? timeline.track.points.horizontalAccuracy(at: index) : nil),
      sensors: isKnown ? timeline.track.points.sensors(at: index) : SensorValues())
  }
}
