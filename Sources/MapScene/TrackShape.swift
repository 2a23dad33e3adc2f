// The track as the map sees it: projected once, with a tree of boxes so that drawing costs what is on the screen.
//
//   level 2      [──────────────── box ────────────────]        a box holds all points of its legs;
//   level 1      [── box ──][── box ──][── box ──] …            a box that is smaller than a dot is one dot,
//   level 0      [b][b][b] … 16 legs each                       one outside the view is nothing

import TrackGeodesy
import TrackPlayback

/// A projected polyline of any length, unwrapped: a track that crosses the antimeridian runs on past the edge of the world square.
public struct TrackShape: Sendable {
  /// World coordinates of each point; `x` may leave 0…1 where the track crosses the antimeridian.
  public private(set) var x: [Double]
  public private(set) var y: [Double]
  /// Smallest box of all points.
  public private(set) var bounds: WorldBox?
  /// Legs that are not drawn, ascending: leg i runs from point i to point i + 1.
  private(set) var brokenLegs: [Int]
  private(set) var levels: [[WorldBox]]
  /// The cells that the track visits, for tracks too large to draw leg by leg; to be added when it is made.
  public var pyramid: TrackPyramid?
  /// The same for a track that grows, stretch by stretch: see `GrowingPyramid`. What it does not cover yet is drawn leg by leg.
  private(set) var stretches: GrowingPyramid?

  static let legsPerLeaf = 16
  static let fanOut = 8

  /// Projects a track and builds the tree: O(points), once.
  /// - Parameter isBroken: whether nothing is drawn between point i and point i + 1.
  public init(points: TrackPoints, isBroken: (Int) -> Bool) {
    var x: [Double] = []
    var y: [Double] = []
    x.reserveCapacity(points.count)
    y.reserveCapacity(points.count)
    var broken: [Int] = []
    for index in 0..<points.count {
      let point = WebMercator.project(points.coordinate(at: index))
      x.append(index == 0 ? point.x : Self.nearest(point.x, to: x[index - 1]))
      y.append(point.y)
      if index > 0, isBroken(index - 1) { broken.append(index - 1) }
    }
    self.x = x
    self.y = y
    brokenLegs = broken
    levels = Self.makeLevels(x, y)
    bounds = WorldBox.containing(x, y, 0..<x.count)
  }

  /// The shape of a track that is still to grow: see ``append(_:isBroken:)``.
  public static func growing() -> TrackShape {
    var shape = TrackShape(points: TrackPoints()) { _ in false }
    shape.stretches = GrowingPyramid()
    return shape
  }

  /// The shape of a part of another, without a tree: for its cells.
  init(stretch range: ClosedRange<Int>, of shape: TrackShape) {
    x = Array(shape.x[range])
    y = Array(shape.y[range])
    brokenLegs = shape.brokenLegs[shape.brokenIndices(range.lowerBound..<range.upperBound)].map { $0 - range.lowerBound }
    levels = []
    bounds = WorldBox.containing(x, y, 0..<x.count)
  }

  /// Adds a point at the end; logarithmic in the number of points. The tree is that which building at once would give.
  /// - Parameter isBroken: whether nothing is drawn from the point before.
  public mutating func append(_ coordinate: Coordinate, isBroken: Bool) {
    let point = WebMercator.project(coordinate)
    let index = x.count
    x.append(index == 0 ? point.x : Self.nearest(point.x, to: x[index - 1]))
    y.append(point.y)
    let box = WorldBox(minX: x[index], minY: point.y, maxX: x[index], maxY: point.y)
    bounds?.form(with: box)
    if bounds == nil { bounds = box }
    guard index > 0 else { return }
    if isBroken { brokenLegs.append(index - 1) }
    var leg = box
    leg.form(with: WorldBox(minX: x[index - 1], minY: y[index - 1], maxX: x[index - 1], maxY: y[index - 1]))
    addToTree(leg, leg: index - 1)
    if var stretches {
      // Taken out meanwhile, so that it is not copied.
      self.stretches = nil
      stretches.grow(with: self)
      self.stretches = stretches
    }
  }

  /// Widens the boxes that hold a new leg, and makes those that are missing.
  private mutating func addToTree(_ box: WorldBox, leg: Int) {
    var node = leg / Self.legsPerLeaf
    if levels.isEmpty { levels.append([]) }
    for level in levels.indices {
      if node < levels[level].count { levels[level][node].form(with: box) } else { levels[level].append(box) }
      node /= Self.fanOut
    }
    guard let top = levels.last, top.count > Self.fanOut else { return }
    levels.append(Self.upper(top))
  }

  public var count: Int { x.count }

  /// The world x that is closest to `reference` among those that mean the same place.
  public static func nearest(_ x: Double, to reference: Double) -> Double { x + (reference - x).rounded() }

  /// A point of the track in the world.
  public func point(_ index: Int) -> MapPoint { MapPoint(x: x[index], y: y[index]) }

  /// A coordinate in the world, on the turn of the world nearest to a point of the track.
  public func place(_ coordinate: Coordinate, near index: Int) -> MapPoint {
    let point = WebMercator.project(coordinate)
    guard index >= 0, index < count else { return point }
    return MapPoint(x: Self.nearest(point.x, to: x[index]), y: point.y)
  }

  public func isBroken(leg: Int) -> Bool {
    let index = firstBroken(from: leg)
    return index < brokenLegs.count && brokenLegs[index] == leg
  }

  /// The index of the first broken leg at or after one.
  private func firstBroken(from leg: Int) -> Int {
    var low = 0
    var high = brokenLegs.count
    while low < high {
      let middle = (low + high) / 2
      if brokenLegs[middle] < leg { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Which of the broken legs lie among those of a range.
  private func brokenIndices(_ legs: Range<Int>) -> Range<Int> { firstBroken(from: legs.lowerBound)..<firstBroken(from: legs.upperBound) }

  /// Visits the legs of a range that may touch a box, in order; runs of legs that stay within `tolerance` (world units) are visited as one.
  /// - Parameter body: first and last point index of the stretch; it is a plain leg where they differ by one.
  public func forEachStretch(legs: Range<Int>, touching view: WorldBox, tolerance: Double, _ body: (Int, Int) -> Void) {
    let all = legs.clamped(to: 0..<max(0, count - 1))
    guard !all.isEmpty, let top = levels.indices.last else { return }
    for node in levels[top].indices { visit(level: top, node: node, all, view, tolerance, body) }
  }

  private func visit(
    level: Int, node: Int, _ legs: Range<Int>, _ view: WorldBox, _ tolerance: Double, _ body: (Int, Int) -> Void
  ) {
    let size = Self.legs(inNodeOf: level)
    let mine = (node * size..<min((node + 1) * size, count - 1))
    let wanted = mine.clamped(to: legs)
    guard !wanted.isEmpty else { return }
    let box = levels[level][node]
    guard box.touches(view) else { return }
    if box.width <= tolerance, box.height <= tolerance { return body(wanted.lowerBound, wanted.upperBound) }
    if level == 0 {
      for leg in wanted where !isBroken(leg: leg) { body(leg, leg + 1) }
      return
    }
    let children = node * Self.fanOut..<min((node + 1) * Self.fanOut, levels[level - 1].count)
    for child in children { visit(level: level - 1, node: child, legs, view, tolerance, body) }
  }

  private static func legs(inNodeOf level: Int) -> Int {
    var size = legsPerLeaf
    for _ in 0..<level { size *= fanOut }
    return size
  }

  private static func makeLevels(_ x: [Double], _ y: [Double]) -> [[WorldBox]] {
    let legs = x.count - 1
    guard legs > 0 else { return [] }
    var level: [WorldBox] = []
    for start in stride(from: 0, to: legs, by: legsPerLeaf) {
      if let box = WorldBox.containing(x, y, start..<min(start + legsPerLeaf, legs) + 1) { level.append(box) }
    }
    var levels = [level]
    while level.count > fanOut {
      level = upper(level)
      levels.append(level)
    }
    return levels
  }

  /// The boxes of the level above.
  private static func upper(_ level: [WorldBox]) -> [WorldBox] {
    var upper: [WorldBox] = []
    for start in stride(from: 0, to: level.count, by: fanOut) {
      var box = level[start]
      for other in level[start..<min(start + fanOut, level.count)] { box.form(with: other) }
      upper.append(box)
    }
    return upper
  }
}

extension WorldBox {
  /// The smallest box around a range of points; `nil` where there are none.
  static func containing(_ x: [Double], _ y: [Double], _ range: Range<Int>) -> WorldBox? {
    guard let first = range.first, range.upperBound <= x.count else { return nil }
    var box = WorldBox(minX: x[first], minY: y[first], maxX: x[first], maxY: y[first])
    for index in range {
      box.minX = min(box.minX, x[index])
      box.maxX = max(box.maxX, x[index])
      box.minY = min(box.minY, y[index])
      box.maxY = max(box.maxY, y[index])
    }
    return box
  }
}
