// Tests adding points as columns.

import Testing
import TrackGeodesy
import TrackPlayback

@Suite struct TrackPointsColumnsTests {
  private static let nan = Double.nan
  /// Latitude, longitude, altitude, time.
  private static let rows: [[Double]] = [
    [1, 2, 3, 4], [1, 2, nan, nan], [-90, -180, nan, 5], [90, 180, 6.5, nan], [91, 2, 3, 4], [1, 541, 3, 4], [nan, 2, 3, 4],
    [1, nan, 3, 4],
    [1, .infinity, 3, 4], [1, 2, .infinity, -.infinity],
  ]

  private func fix(_ row: [Double]) -> Fix {
    func known(_ value: Double) -> Double? { value.isFinite ? value : nil }
    return Fix(coordinate: Coordinate(latitude: row[0], longitude: row[1]), altitude: known(row[2]), time: known(row[3]))
  }

  private func append(_ rows: [[Double]], to points: inout TrackPoints) {
    // Each column in a constant of its own: the compiler (6.3) fails upon spans of temporaries.
    let latitudes = rows.map { $0[0] }
    let longitudes = rows.map { $0[1] }
    let altitudes = rows.map { Float($0[2]) }
    let times = rows.map { $0[3] }
    points.append(latitudes: latitudes.span, longitudes: longitudes.span, altitudes: altitudes.span, times: times.span)
  }

  @Test("Columns give the points that their rows would give one by one, whatever is known already", arguments: 0..<4)
  func sameAsOneByOne(start: Int) {
    let starts: [[Fix]] = [
      [], [Fix(coordinate: Coordinate(latitude: 7, longitude: 8))],
      [Fix(coordinate: Coordinate(latitude: 7, longitude: 8), altitude: 1, course: 2, speed: 3, sensors: SensorValues(power: 5))],
      [Fix(coordinate: Coordinate(latitude: 7, longitude: 8), time: 9), Fix(coordinate: Coordinate(latitude: 7, longitude: 8), speed: 3)],
    ]
    for length in 1...3 {
      for first in 0...(Self.rows.count - length) {
        let rows = Array(Self.rows[first..<first + length])
        var columns = TrackPoints(starts[start])
        append(rows, to: &columns)
        #expect(columns == TrackPoints(starts[start] + rows.map(fix)), "rows \(first)..<\(first + length)")
        let more = Fix(coordinate: Coordinate(latitude: 0, longitude: 0), altitude: 5, time: 6, speed: 7)
        columns.append(more)
        #expect(columns == TrackPoints(starts[start] + rows.map(fix) + [more]))
      }
    }
  }

  @Test("Nothing added changes nothing")
  func nothing() {
    var points = TrackPoints()
    append([], to: &points)
    #expect(points.isEmpty)
  }
}
