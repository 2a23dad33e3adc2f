// Owns `Turn`: one change of direction along a route.

/// One change of direction along a route, told from its geometry alone.
public struct Turn: Sendable, Hashable {
  /// How sharp a turn is, and to which side.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// 30…60° to the left.
    case slightLeft
    /// 60…120° to the left.
    case left
    /// 120…160° to the left.
    case sharpLeft
    /// 160…200° to either side.
    case uTurn
    /// 120…160° to the right.
    case sharpRight
    /// 60…120° to the right.
    case right
    /// 30…60° to the right.
    case slightRight
    /// More than 200° to the left: a cloverleaf.
    case loopLeft
    /// More than 200° to the right.
    case loopRight

    /// The kind of a turn by an angle in degrees, right positive.
    public init(angle: Double) {
      switch abs(angle) {
      case 200...: self = angle < 0 ? .loopLeft : .loopRight
      case 160...: self = .uTurn
      case 120...: self = angle < 0 ? .sharpLeft : .sharpRight
      case 60...: self = angle < 0 ? .left : .right
      default: self = angle < 0 ? .slightLeft : .slightRight
      }
    }
  }

  /// The track point at the apex.
  public var pointIndex: Int
  /// The position on the timeline at which that point is reached, in seconds.
  public var offset: Double
  /// The metres travelled up to that point.
  public var distance: Double
  /// The change of course in degrees, right positive.
  public var angle: Double
  /// How sharp the turn is, and to which side.
  public var kind: Kind
  /// The name of the place or street that begins here, if a waypoint tells.
  public var name: String?

  /// A turn with the given parts; its kind follows from the angle.
  public init(pointIndex: Int, offset: Double, distance: Double, angle: Double, name: String? = nil) {
    self.pointIndex = pointIndex
    self.offset = offset
    self.distance = distance
    self.angle = angle
    kind = Kind(angle: angle)
    self.name = name
  }
}
