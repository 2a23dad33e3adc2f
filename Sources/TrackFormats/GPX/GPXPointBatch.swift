// Owns `GPXPointBatch`: track points on their way into the columns of a track.

import TrackGeodesy

/// Some track points of which no more is known than place, elevation and time.
///
/// They are handed on a thousand at a time, because a call across modules with every value as an optional costs more than reading
/// the point did.
struct GPXPointBatch {
  private static let capacity = 1024

  private let datum: Datum
  private(set) var latitudes: [Double] = []
  private(set) var longitudes: [Double] = []
  private(set) var altitudes: [Float] = []
  private(set) var times: [Double] = []

  init(datum: Datum) {
    self.datum = datum
    latitudes.reserveCapacity(Self.capacity)
    longitudes.reserveCapacity(Self.capacity)
    altitudes.reserveCapacity(Self.capacity)
    times.reserveCapacity(Self.capacity)
  }

  var isFull: Bool { latitudes.count >= Self.capacity }

  @inline(__always)
  mutating func append(_ point: borrowing GPXPoint) {
    var place = Coordinate(latitude: point.latitude, longitude: point.longitude)
    if datum != .wgs84 { place = datum.toWGS84(place) }
    latitudes.append(place.latitude)
    longitudes.append(place.longitude)
    altitudes.append(Float(point.elevation))
    times.append(point.time)
  }

  mutating func removeAll() {
    latitudes.removeAll(keepingCapacity: true)
    longitudes.removeAll(keepingCapacity: true)
    altitudes.removeAll(keepingCapacity: true)
    times.removeAll(keepingCapacity: true)
  }
}
