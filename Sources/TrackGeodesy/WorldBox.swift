// Owns `WorldBox`: a box of the Web Mercator world square.

/// A box in the world square; x may lie outside 0…1 where something crosses the antimeridian.
public struct WorldBox: Hashable, Sendable {
  public var minX: Double
  public var minY: Double
  public var maxX: Double
  public var maxY: Double

  @inlinable
  public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  @inlinable public var width: Double { maxX - minX }
  @inlinable public var height: Double { maxY - minY }
  @inlinable public var center: MapPoint { MapPoint(x: (minX + maxX) / 2, y: (minY + maxY) / 2) }

  /// Whether both have a point in common; edges count.
  @inlinable
  public func touches(_ other: WorldBox) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// Whether a point lies inside or on the edge.
  @inlinable
  public func contains(_ point: MapPoint) -> Bool { point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY }

  /// What both have in common; `nil` where they do not touch.
  @inlinable
  public func intersection(_ other: WorldBox) -> WorldBox? {
    guard touches(other) else { return nil }
    return WorldBox(minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
  }

  /// Grows until it holds another.
  @inlinable
  public mutating func form(with other: WorldBox) {
    minX = min(minX, other.minX)
    minY = min(minY, other.minY)
    maxX = max(maxX, other.maxX)
    maxY = max(maxY, other.maxY)
  }

  /// The same box moved by whole turns of the world.
  @inlinable
  public func turned(by turns: Double) -> WorldBox { WorldBox(minX: minX + turns, minY: minY, maxX: maxX + turns, maxY: maxY) }

  /// The smallest box around several, each moved by whole turns of the world to where it lies nearest to another.
  public static func around(_ boxes: [WorldBox], near reference: WorldBox?) -> WorldBox? {
    guard var whole = reference ?? boxes.first else { return nil }
    for box in boxes { whole.form(with: box.turned(by: (whole.center.x - box.center.x).rounded())) }
    return whole
  }
}
