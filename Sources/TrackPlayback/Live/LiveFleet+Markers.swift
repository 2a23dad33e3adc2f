// Owns the quick way through the markers of many sources: those that may be in view, without copying any source.

import TrackGeodesy

/// The marker of one of several sources.
public struct FleetMarker: Sendable {
  /// The source, as it stands among ``LiveFleet/tracks``.
  public var index: Int
  /// Its id, what it stands for and what it is doing.
  public var id: String
  public var kind: MarkerKind
  public var state: LiveState
  /// What the marker shows.
  public var pose: MarkerPose
}

extension LiveFleet {
  /// Visits the markers that may lie in a box around a place, in the order of the sources; each that does lie there is visited.
  ///
  /// Costs a few comparisons for each source whose last fix lies too far away.
  /// - Parameters:
  ///   - now: Seconds on the clock by which the messages came.
  ///   - center: The middle of the box.
  ///   - latitudes: Half the box's height in degrees.
  ///   - longitudes: Half its width in degrees; 180 or more is all around.
  public func forEachMarker(
    at now: Double, around center: Coordinate, latitudes: Double, longitudes: Double, _ body: (FleetMarker) -> Void
  ) {
    let cosine = max(0.02, Angle.sineCosine(degrees: min(89, abs(center.latitude) + latitudes)).cosine)
    // In a buffer a source is read where it lies; as the element of an array it would be copied.
    tracks.withUnsafeBufferPointer { tracks in
      for index in tracks.indices {
        guard let place = tracks[index].filter.last?.coordinate else { continue }
        // The marker lags behind by some seconds' way.
        let slack = tracks[index].motionRadius / 110_000
        guard abs(place.latitude - center.latitude) <= latitudes + slack else { continue }
        let across = abs(place.longitude - center.longitude)
        guard min(across, abs(360 - across)) <= longitudes + slack / cosine else { continue }
        guard let pose = tracks[index].pose(at: now) else { continue }
        body(
          FleetMarker(
            index: index, id: tracks[index].id, kind: tracks[index].kind, state: tracks[index].state(at: now), pose: pose))
      }
    }
  }
}
