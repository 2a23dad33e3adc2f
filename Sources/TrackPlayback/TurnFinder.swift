// Owns `TurnFinder`: the walk along a track that finds its turns.

import TrackGeodesy

/// Walks along a track in steps of 4 m and finds the peaks of the change of direction.
///
/// ```
///   change                 ╭─╮  peak: one turn, here
///     30° ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄╭╯┄╰╮┄┄┄┄┄┄
///                        ╭╯   ╰╮       a second peak counts once the change has
///   ─────────────────────╯     ╰────   fallen to 60 % of the first and risen again
/// ```
struct TurnFinder {
  /// What a walk looks for.
  struct Scale {
    /// Metres before and after a place over which directions are taken.
    var reach: Double
    /// Degrees of change from which a turn is under way.
    var onset: Double
    /// Degrees that it has to come to as a whole.
    var threshold: Double
    /// Metres of constant change up to which it is a turn.
    var longest: Double
    /// Degrees that the whole is clamped to.
    var most: Double

    /// Corners of streets.
    static let corner = Scale(reach: 20, onset: 30, threshold: 30, longest: 100, most: 180)
    /// Slip roads and cloverleaves, too wide for a corner.
    static let bend = Scale(reach: 40, onset: 40, threshold: 60, longest: 320, most: 330)

    /// Steps of the walk within the reach.
    var steps: Int { Int(reach / TurnFinder.step) }
  }

  private static let step = 4.0
  private let scale: Scale

  private let timeline: Timeline
  private let distances: [Double]
  private var found: [Turn] = []
  /// The unbroken run of points under way.
  private var run = 0..<0
  /// The leg in which the last place was looked up; lookups are near one another.
  private var leg = 0
  /// Metres for a degree northward and eastward near a latitude.
  private var scaleLatitude = Double.nan
  private var metresNorth = 0.0
  private var metresEast = 0.0

  /// The peak under way: where it is greatest and where it began.
  private struct Peak {
    var start: Double
    var apex: Double
    var change: Double
    /// The lowest change since the apex.
    var valley: Double
    var valleyAt: Double
  }
  private var peak: Peak?
  /// After a peak, the lowest change to rise from before the next one counts.
  private var floor: Double?
  /// The ways from the last places on, each of which is the way before a place to come.
  private var strides: Strides
  /// The leg of the place that the last of them leads to.
  private var farLeg = 0
  private let tangentOfOnset: Double

  init(timeline: Timeline, scale: Scale = .corner) {
    self.timeline = timeline
    self.scale = scale
    distances = timeline.distances
    strides = Strides(count: scale.steps)
    let onset = Angle.sineCosine(degrees: scale.onset)
    tangentOfOnset = onset.sine / onset.cosine
  }

  /// All turns, ascending.
  mutating func turns() -> [Turn] {
    var first = 0
    for point in distances.indices where point + 1 == distances.count || timeline.broken[point] {
      run = first..<point + 1
      walk()
      first = point + 1
    }
    return found
  }

  /// Walks along the run.
  private mutating func walk() {
    guard run.count > 2 else { return }
    leg = run.lowerBound
    farLeg = leg
    strides.restart()
    let end = distances[run.upperBound - 1]
    var here = distances[run.lowerBound] + Self.step
    while here < end - Self.step / 2 {
      look(at: here)
      here += Self.step
      // In the middle of a long leg there is nothing to see.
      seek(here)
      if here - distances[leg] > 2 * scale.reach + 8, distances[leg + 1] - here > 2 * scale.reach + 8 {
        finish(at: here)
        floor = nil
        here = distances[leg + 1] - 2 * scale.reach - 4
        strides.restart()
      }
    }
    finish(at: end)
    floor = nil
  }

  /// Takes the change of direction at a distance into account.
  private mutating func look(at here: Double) {
    let ways = ways(at: here)
    // Most of all places lie on straight stretches, where nothing is under way: there it is enough that the change stays below the onset.
    if let ways, peak == nil, (floor ?? 0) <= 0.6 * scale.onset {
      floor = nil
      if !ways.into.turns(to: ways.out, byTangent: tangentOfOnset) { return }
    }
    let change = ways.map { $0.into.isKnown && $0.out.isKnown ? $0.into.turn(to: $0.out) : 0 } ?? change(at: here) ?? 0
    if var current = peak {
      let same = (change < 0) == (current.change < 0)
      if same, abs(change) > abs(current.change) {
        (current.apex, current.change) = (here, change)
        (current.valley, current.valleyAt) = (abs(change), here)
      } else if same, abs(change) < current.valley {
        (current.valley, current.valleyAt) = (abs(change), here)
      }
      peak = current
      if same, abs(change) >= 0.6 * abs(current.change) { return }
      finish(at: here)
      floor = same ? abs(change) : nil
    }
    if let low = floor {
      floor = min(low, abs(change))
      if abs(change) < max(scale.onset, (floor ?? 0) / 0.6) { return }
    }
    if abs(change) >= scale.onset {
      peak = Peak(start: here, apex: here, change: change, valley: abs(change), valleyAt: here)
      floor = nil
    }
  }

  /// Ends the peak under way, and keeps it where it is a turn.
  private mutating func finish(at here: Double) {
    guard let done = peak else { return }
    peak = nil
    // Constant change for so long is a bend (or a circle), not a turn.
    guard here - done.start <= scale.longest, getsAway(from: done.apex) else { return }
    let angle = wholeAngle(done, until: here)
    guard abs(angle) >= scale.threshold else { return }
    let point = nearestPoint(done.apex)
    if let before = found.last, before.pointIndex >= point { return }
    found.append(Turn(pointIndex: point, offset: timeline.offsets[point], distance: distances[point], angle: angle))
  }

  // MARK: Angles

  /// The ways that lead to a place and on from it, the places in steps; `nil` near the ends of a stretch.
  private mutating func ways(at here: Double) -> (into: GroundVector, out: GroundVector)? {
    let ahead = here + scale.reach
    guard ahead <= distances[run.upperBound - 1] else { return nil }
    let near = strides.near ?? place(here)
    Self.seek(ahead, distances, run, &farLeg)
    let far = place(ahead, leg: farLeg)
    let out = vector(near, far, atLeast: scale.reach / 2) ?? .unknown
    return strides.advance(to: far, by: out).map { ($0, out) }
  }

  /// The change of direction between the stretch before a distance and the one after, right positive; `nil` where
  /// either is too short, or so crooked that it has no direction.
  private mutating func change(at here: Double) -> Double? {
    let before = max(distances[run.lowerBound], here - scale.reach)
    let after = min(distances[run.upperBound - 1], here + scale.reach)
    guard here - before >= 15, after - here >= 15 else { return nil }
    let first = place(before)
    let middle = place(here)
    let last = place(after)
    guard let into = vector(first, middle, atLeast: (here - before) / 2), let out = vector(middle, last, atLeast: (after - here) / 2)
    else { return nil }
    return into.turn(to: out)
  }

  /// The whole angle of a turn: small changes of direction added up from where the course is straight before to where
  /// it is straight after. The peak alone measures a tight corner right and a wide arc too small.
  private mutating func wholeAngle(_ turn: Peak, until end: Double) -> Double {
    let lower = distances[run.lowerBound]
    let upper = distances[run.upperBound - 1]
    var sum = 0.0
    var previous: GroundVector?
    var here = max(lower, turn.start - 12)
    while here <= min(upper, end + 6) {
      let back = max(lower, here - 5)
      let ahead = min(upper, here + 5)
      if let direction = vector(place(back), place(ahead), atLeast: 2) {
        if let previous { sum += previous.turn(to: direction) }
        previous = direction
      }
      here += 2
    }
    // A turn on the spot comes out as ±180; its side is that of the peak.
    if abs(sum) < abs(turn.change) / 2 || (sum < 0) != (turn.change < 0) { return turn.change }
    return max(-scale.most, min(scale.most, sum))
  }

  /// Whether the way before and after gets 30 m from a place within 100 m, or most of what there is near the ends.
  private mutating func getsAway(from here: Double) -> Bool {
    let middle = place(here)
    for sign in [-1.0, 1.0] {
      let room = min(100, sign < 0 ? here - distances[run.lowerBound] : distances[run.upperBound - 1] - here)
      let wanted = min(30, room * 0.6)
      var away = 0.0
      var travelled = 0.0
      while away < wanted, travelled < room {
        travelled = min(room, travelled + 10)
        away = max(away, Geodesic.wgs84.distance(from: middle, to: place(here + sign * travelled)))
      }
      if away < wanted { return false }
    }
    return true
  }

  /// The vector from one place to another close by, or `nil` where they are less than some metres apart.
  private mutating func vector(_ start: Coordinate, _ end: Coordinate, atLeast metres: Double) -> GroundVector? {
    // 55 m further north or south the scale eastward is the same within 0.01 % up to 85°.
    if !(abs(start.latitude - scaleLatitude) < 0.0005) {
      scaleLatitude = start.latitude
      metresNorth = Angle.radians(Ellipsoid.wgs84.meridionalRadius(atLatitude: scaleLatitude))
      metresEast = Angle.radians(Ellipsoid.wgs84.transverseRadius(atLatitude: scaleLatitude) * cosine(Angle.radians(scaleLatitude)))
    }
    let vector = GroundVector(
      east: Angle.normalized180(end.longitude - start.longitude) * metresEast, north: (end.latitude - start.latitude) * metresNorth)
    return vector.east * vector.east + vector.north * vector.north >= metres * metres ? vector : nil
  }

  // MARK: Places

  /// Moves `leg` to the leg of the run that holds a distance.
  private mutating func seek(_ distance: Double) { Self.seek(distance, distances, run, &leg) }

  @inline(__always)
  private static func seek(_ distance: Double, _ distances: [Double], _ run: Range<Int>, _ leg: inout Int) {
    let last = run.upperBound - 2
    while leg < last, distances[leg + 1] < distance { leg += 1 }
    while leg > run.lowerBound, distances[leg] > distance { leg -= 1 }
  }

  /// The place at a distance along the run.
  private mutating func place(_ distance: Double) -> Coordinate {
    seek(distance)
    return place(distance, leg: leg)
  }

  private func place(_ distance: Double, leg: Int) -> Coordinate {
    let length = distances[leg + 1] - distances[leg]
    guard length > 0 else { return timeline.place(leg) }
    let fraction = max(0, min(1, (distance - distances[leg]) / length))
    return fraction == 1 ? timeline.place(leg + 1) : timeline.place(leg: leg, fraction: fraction)
  }

  /// The point of the run nearest to a distance; the first of several at the same place.
  private mutating func nearestPoint(_ distance: Double) -> Int {
    seek(distance)
    var point = distance - distances[leg] <= distances[leg + 1] - distance ? leg : leg + 1
    while point > run.lowerBound, distances[point - 1] == distances[point] { point -= 1 }
    return point
  }
}
