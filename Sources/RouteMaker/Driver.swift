// Owns `Driver`: how a vehicle or a runner moves along a path, second by second.

/// A kinematic model: keeps to the usual speed, slows down for bends, brakes for stop lines, and never asks more of brakes and tyres than stated.
struct Driver: Sendable {
  /// Speed at the first second, in metres a second.
  var startSpeed: Double
  /// Speeding up, in metres a second a second: up to 8 m/s, and beyond.
  var acceleration: (low: Double, high: Double)
  /// Comfortable braking, in metres a second a second.
  var braking: Double
  /// The most that a bend may push sideways, in metres a second a second.
  var sideways: Double
  /// The top speed in metres a second.
  var top: Double
  /// How the mood varies: a share of the speed, and its wander along the way.
  var mood: (share: Double, wander: Wander)
  /// Whether it brakes to a stand at the very end.
  var stopsAtEnd: Bool

  private static let step = 0.1

  /// The metres driven at every whole second, from 0 to the path's whole length. While waiting, equal numbers follow each other.
  func metresEachSecond(along path: RoadPath, stops: [(metres: Double, seconds: Int)], usual: (Double) -> Double) -> [Double] {
    var seconds = [0.0]
    var metres = 0.0
    var speed = startSpeed
    var ahead = stops[...]
    let free = freeSpeeds(along: path, usual: usual)
    var allowed = braked(free, stop: ahead.first?.metres)
    var waited = 0
    var tick = 0
    while metres < path.length, seconds.count < 20_000 {
      tick += 1
      if waited > 0 {
        waited -= 1
      } else {
        let target = Driver.between(allowed, at: metres)
        let gain = metres < 60 ? 1 : speed < 8 ? acceleration.low : acceleration.high
        speed = max(0, min(speed + gain * Driver.step, max(target, speed - 2.2 * Driver.step)))
        metres += max(speed, 0.3) * Driver.step
        if let stop = ahead.first, metres > stop.metres - 0.4 {
          metres = stop.metres
          speed = 0
          waited = stop.seconds * 10
          ahead = ahead.dropFirst()
          allowed = braked(free, stop: ahead.first?.metres)
        }
      }
      if tick % 10 == 0 { seconds.append(min(metres, path.length)) }
    }
    if let last = seconds.last, last < path.length { seconds.append(path.length) }
    return seconds
  }

  /// The speed allowed at a place between two whole metres: its square changes evenly, as it does under even braking.
  private static func between(_ allowed: [Double], at metres: Double) -> Double {
    let index = min(allowed.count - 2, Int(metres))
    let (a, b) = (allowed[index], allowed[index + 1])
    return max(0, a * a + (b * b - a * a) * (metres - Double(index))).squareRoot()
  }

  /// The speed at every metre that mood, bends and the vehicle would like, were braking no matter.
  private func freeSpeeds(along path: RoadPath, usual: (Double) -> Double) -> [Double] {
    (0..<Int(path.length) + 2).map { index in
      let metres = min(Double(index), path.length)
      let bend = (sideways / max(abs(path.curvature(at: metres)), 1e-9)).squareRoot()
      let cruise = usual(metres) * (1 + mood.share * mood.wander.value(at: metres))
      return min(top, bend, cruise)
    }
  }

  /// The speed allowed at every metre, so that the next bend and the next stop line are always met within comfortable braking.
  private func braked(_ free: [Double], stop: Double?) -> [Double] {
    var allowed = free
    if let stop { allowed[Int(stop)] = 0 }
    if stopsAtEnd { allowed[allowed.count - 1] = 0 }
    for index in allowed.indices.dropLast().reversed() {
      allowed[index] = min(allowed[index], (allowed[index + 1] * allowed[index + 1] + 2 * braking).squareRoot())
    }
    return allowed
  }
}
