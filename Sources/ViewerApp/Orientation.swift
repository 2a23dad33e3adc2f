// Owns which way is up: north, a direction of one's choice, or wherever the marker heads.

import TrackGeodesy

/// What points up.
public enum Orientation: Hashable, Sendable {
  /// A compass direction in degrees; 0 is north.
  case fixed(Double)
  /// The marker's course.
  case heading
}

/// A bearing that follows a course in steps: it turns only when the course has really changed, and never while the marker stands.
struct HeadingUp: Hashable, Sendable {
  /// Degrees of a step: each one draws the whole map anew.
  static let step = 5.0
  /// Degrees by which the course must differ before the map turns.
  static let slack = 4.0
  /// Seconds between two steps.
  static let pause = 0.15
  /// Degrees that it turns at once at most.
  static let fastest = 30.0
  /// Seconds over which a course is smoothed.
  static let smoothing = 0.5
  /// Metres a second below which a course means nothing.
  static let slowest = 0.5

  /// The direction that points up, and that which it turns to; multiples of ``step``.
  private(set) var bearing = 0.0
  private var goal = 0.0
  private var smoothed: Double?
  private var steppedAt = -Double.infinity
  private var toldAt: Double?

  /// Whether it is on its way.
  private(set) var isTurning = false

  /// Faces a course at once; stays where it is without one.
  mutating func face(_ course: Double?) {
    toldAt = nil
    guard let course, course.isFinite else { return }
    smoothed = Angle.normalized360(course)
    goal = Self.rounded(course)
    bearing = goal
    isTurning = false
  }

  /// Turns a step towards a course.
  /// - Parameter speed: metres a second; `nil` where it is not known.
  mutating func follow(_ course: Double?, speed: Double?, at now: Double) {
    let passed = min(max(0, now - (toldAt ?? now)), 1)
    toldAt = now
    if let course, course.isFinite, speed ?? .infinity >= Self.slowest {
      let before = smoothed ?? course
      let behind = Self.difference(course, before)
      smoothed = Angle.normalized360(before + behind * passed / (passed + Self.smoothing))
      isTurning = abs(Self.difference(course, smoothed ?? course)) > Self.slack
    } else {
      isTurning = false
    }
    if let smoothed, abs(Self.difference(smoothed, goal)) > Self.slack { goal = Self.rounded(smoothed) }
    let left = Self.difference(goal, bearing)
    guard abs(left) > 0.01 else { return }
    isTurning = true
    guard now - steppedAt >= Self.pause - 1e-6 else { return }
    steppedAt = now
    // All that is left of it, as the smoothed course moves on: a corner takes a dozen frames, not eighteen.
    bearing = Self.rounded(bearing + min(max(left, -Self.fastest), Self.fastest))
  }

  private static func rounded(_ degrees: Double) -> Double {
    let whole = (degrees / step).rounded() * step
    return Angle.normalized360(whole)
  }

  /// From one direction to another by the shorter way, −180…180.
  static func difference(_ to: Double, _ from: Double) -> Double {
    let turn = Angle.normalized360(to - from)
    return turn > 180 ? turn - 360 : turn
  }
}

extension WorldBox {
  /// The box around this one as it lies on a screen whose upward direction is a bearing.
  func around(turnedBy bearing: Double) -> WorldBox {
    guard bearing != 0 else { return self }
    let turn = Angle.sineCosine(degrees: bearing)
    let across = (width * abs(turn.cosine) + height * abs(turn.sine)) / 2
    let down = (width * abs(turn.sine) + height * abs(turn.cosine)) / 2
    return WorldBox(minX: center.x - across, minY: center.y - down, maxX: center.x + across, maxY: center.y + down)
  }
}
