// A walk around the block in Beijing, as a receiver would report it: the time since the start, the place, course, speed.

import TrackGeodesy
import TrackPlayback

let corners = [(39.9163, 116.3906), (39.9163, 116.3912), (39.9159, 116.3912), (39.9159, 116.3906), (39.9163, 116.3906)]

// Four points a side.
var walk: [Fix] = []
for (start, end) in zip(corners, corners.dropFirst()) {
  let from = Coordinate(latitude: start.0, longitude: start.1)
  let to = Coordinate(latitude: end.0, longitude: end.1)
  for step in 0..<4 {
    walk.append(Fix(coordinate: Geodesic.wgs84.interpolate(from: from, to: to, fraction: Double(step) / 4), altitude: 45))
  }
}
walk.append(walk[0])

// Ten points a second, so that nobody has to wait; one a second is the default.
let simulator = LocationSimulator(clock: ContinuousClock(), updateInterval: .milliseconds(100))
simulator.load(walk)

var search = FixAcquisition()
var compass = CompassModel()
let midnight = 1_767_225_600.0  // 2026-01-01T00:00:00Z: a simulated walk begins whenever it is told to

search.start(at: midnight)
let updates = simulator.updates()
simulator.start(at: midnight)
for await update in updates {
  let fix = update.current.fix
  search.receive(fix, at: fix.time ?? midnight)
  compass.update(fix)
  let seconds = ((fix.time ?? midnight) - midnight) * 10
  print(
    CoordinateFormat.signed(fix.coordinate), "after \(seconds.rounded() / 10) s,",
    compass.direction?.name ?? "no direction", "(\(Int(compass.heading ?? 0))° magnetic),", "\(search.status)")
}
