// Owns `BasePartView`: a piece of a map as one view sees it, its features found by kind and place, its points turned into dots.

import BaseMap
import Cells
import TrackGeodesy

/// The points of a ring or a line as dots; used again for each.
struct BasePath {
  var dots: [DotPoint] = []
  /// Whether the edge from the point before to this one is where an area was cut; that of the first is the edge that closes the ring.
  var cuts: [Bool] = []

  mutating func removeAll() {
    dots.removeAll(keepingCapacity: true)
    cuts.removeAll(keepingCapacity: true)
  }
}

/// A part of a scene under a transform.
struct BasePartView {
  private let piece: MapPiece
  private let transform: MapTransform
  private let originX: Double
  private let originY: Double
  private let dotsPerLocal: Double
  /// Where in the world the northern edge of the piece is drawn: its own place, but where the world ends there.
  private let north: Double
  /// What may be seen of the piece, in its own units.
  private let seen: SegmentClip
  /// What may be drawn of it, in its own units; `nil` where all may.
  private let limits: SegmentClip?
  /// The dots that areas may take; `nil` for all.
  let window: DotMask?
  /// The features that may be in view, in drawing order, with their lengths in dots along the longer side of their boxes.
  private var found: [(index: Int32, size: Float)] = []

  /// `nil` where nothing of it is in view.
  /// - Parameters:
  ///   - metresPerDot: what is not drawn at this scale is not looked for.
  ///   - margin: dots around the canvas from where a wide line may still reach into it.
  init?(_ part: BasePart, _ transform: MapTransform, metresPerDot: Double, margin: Double = 8) {
    let piece = part.piece
    guard piece.unit > 0, piece.unit.isFinite, abs(piece.origin.x) < 1e3, abs(piece.origin.y) < 1e3, part.turn.magnitude < 1_000 else {
      return nil
    }
    self.piece = piece
    self.transform = transform
    originX = piece.origin.x + Double(part.turn)
    originY = piece.origin.y
    dotsPerLocal = piece.unit * transform.dotsPerUnit
    var view = transform.visibleBox(margin: margin)
    let north = piece.frame > 0 && originY <= 0 ? min(originY, view.minY) : originY
    self.north = north
    if let window = part.window {
      guard let both = view.intersection(window.turned(by: Double(part.turn))) else { return nil }
      view = both
    }
    let (x, y, unit) = (originX, originY, piece.unit)
    func local(_ box: WorldBox) -> SegmentClip {
      SegmentClip(minX: (box.minX - x) / unit, minY: (box.minY - y) / unit, maxX: (box.maxX - x) / unit, maxY: (box.maxY - y) / unit)
    }
    seen = local(view)
    limits = part.window.map { local($0.turned(by: Double(part.turn))) }
    window = part.window.map { window in
      var box = window.turned(by: Double(part.turn))
      if box.minY <= 0 { box.minY = min(box.minY, north) }
      return Self.mask(box, transform)
    }
    find(metresPerDot)
  }

  /// Looks for the areas and lines that may be in view.
  private mutating func find(_ metresPerDot: Double) {
    var found: [(index: Int32, size: Float)] = []
    var kind: MapKind?
    var isDrawn = false
    piece.features.withUnsafeBufferPointer { features in
      piece.parts.withUnsafeBufferPointer { parts in
        piece.points.withUnsafeBufferPointer { points in
          for index in features.indices {
            let feature = features[index]
            if feature.kind != kind {
              kind = feature.kind
              isDrawn = feature.kind.shape != .point && metresPerDot <= MapStyle.limit(feature.kind)
            }
            guard isDrawn, let size = seenSize(feature.parts, parts, points) else { continue }
            found.append((Int32(truncatingIfNeeded: index), Float(size)))
          }
        }
      }
    }
    self.found = found
  }

  /// The dots of a box of the world.
  private static func mask(_ box: WorldBox, _ transform: MapTransform) -> DotMask {
    var mask = DotMask(width: transform.canvas.width, height: transform.canvas.height)
    let corners = [(box.minX, box.minY), (box.maxX, box.minY), (box.maxX, box.maxY), (box.minX, box.maxY)]
    mask.toggle(ring: corners.map { transform.dot(x: $0.0, y: $0.1) })
    mask.fill()
    return mask
  }

  /// Visits the features of the kinds from one to another that may be in view, in drawing order.
  /// - Parameter smallest: features whose box is smaller than so many dots both ways are left out.
  func forEachFeature(_ kind: MapKind, to last: MapKind, smallest: Double = 0, _ body: (MapFeature) -> Void) {
    var place = first(atOrAfter: kind)
    while place < found.count {
      let feature = piece.features[Int(found[place].index)]
      guard feature.kind.rawValue <= last.rawValue else { break }
      if Double(found[place].size) >= smallest { body(feature) }
      place += 1
    }
  }

  /// The place among the found of the first feature of a kind or of a later one.
  private func first(atOrAfter kind: MapKind) -> Int {
    var low = 0
    var high = found.count
    while low < high {
      let middle = (low + high) / 2
      if piece.features[Int(found[middle].index)].kind.rawValue < kind.rawValue { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The parts of a feature, as ranges of points.
  private func parts(_ feature: MapFeature) -> Range<Int> {
    (Int(feature.parts.lowerBound)..<Int(feature.parts.upperBound)).clamped(to: 0..<piece.parts.count)
  }

  /// The points of a part.
  private func points(_ part: Int) -> Range<Int> {
    let range = piece.parts[part]
    return (Int(range.lowerBound)..<Int(range.upperBound)).clamped(to: 0..<piece.points.count)
  }

  /// The longer side in dots of the box around a feature's points; `nil` where it does not touch the view.
  @inline(__always)
  private func seenSize(
    _ own: Range<Int32>, _ parts: UnsafeBufferPointer<Range<Int32>>, _ points: UnsafeBufferPointer<LocalPoint>
  ) -> Double? {
    let (firstPart, endPart) = (max(0, Int(own.lowerBound)), min(parts.count, Int(own.upperBound)))
    guard firstPart < endPart else { return nil }
    // The parts of a feature follow each other.
    let (first, end) = (max(0, Int(parts[firstPart].lowerBound)), min(points.count, Int(parts[endPart - 1].upperBound)))
    guard first < end else { return nil }
    var low = SIMD2(points[first].x, points[first].y)
    var high = low
    for index in first + 1..<end {
      let point = SIMD2(points[index].x, points[index].y)
      low.replace(with: point, where: point .< low)
      high.replace(with: point, where: point .> high)
    }
    guard Double(low.x) <= seen.maxX, Double(high.x) >= seen.minX, Double(low.y) <= seen.maxY, Double(high.y) >= seen.minY else {
      return nil
    }
    return max(Double(high.x) - Double(low.x), Double(high.y) - Double(low.y)) * dotsPerLocal
  }

  @inline(__always)
  private func dot(_ point: LocalPoint) -> DotPoint {
    transform.dot(x: originX + Double(point.x) * piece.unit, y: originY + Double(point.y) * piece.unit)
  }

  /// Visits the rings of an area as dots; a ring's points may lie outside the view. The sea goes on beyond the northern edge of the world, where
  /// no land is; beyond the southern one there is none.
  func forEachRing(_ feature: MapFeature, _ path: inout BasePath, _ body: (BasePath) -> Void) {
    for index in parts(feature) {
      let range = points(index)
      guard range.count >= 3 else { continue }
      trace(range, isRing: true, isSea: feature.kind == .ocean, &path)
      if path.dots.count >= 3 { body(path) }
    }
  }

  /// Visits the lines of a feature as dots, each as far as it lies within the window.
  func forEachLine(_ feature: MapFeature, _ path: inout BasePath, _ body: (BasePath) -> Void) {
    for index in parts(feature) {
      let range = points(index)
      guard range.count >= 2 else { continue }
      if let limits {
        forEachStretch(range, within: limits, &path, body)
      } else {
        trace(range, isRing: false, isSea: false, &path)
        body(path)
      }
    }
  }

  /// Turns points into dots and leaves out those that are closer than half a dot to the one before, but for the last of a line and for those
  /// where an area was cut: there the neighbour has the same.
  private func trace(_ range: Range<Int>, isRing: Bool, isSea: Bool, _ path: inout BasePath) {
    path.removeAll()
    let frame = piece.frame
    let goesOn = isSea && north < originY
    func dot(_ point: LocalPoint) -> DotPoint {
      goesOn && point.y == 0 ? transform.dot(x: originX + Double(point.x) * piece.unit, y: north) : self.dot(point)
    }
    piece.points.withUnsafeBufferPointer { points in
      var kept = points[range.lowerBound]
      var last = dot(kept)
      path.dots.append(last)
      path.cuts.append(isRing && piece.isCut(points[range.upperBound - 1], kept))
      for index in range.dropFirst() {
        let point = points[index]
        let place = dot(point)
        if abs(place.x - last.x) < 0.5, abs(place.y - last.y) < 0.5 {
          let isOnFrame = frame > 0 && (point.x == 0 || point.y == 0 || point.x == frame || point.y == frame)
          if isRing ? !isOnFrame : index != range.upperBound - 1 { continue }
        }
        path.dots.append(place)
        path.cuts.append(isRing && piece.isCut(kept, point))
        (kept, last) = (point, place)
      }
    }
  }

  /// Visits the stretches of a line that lie in a box of the piece.
  private func forEachStretch(_ range: Range<Int>, within box: SegmentClip, _ path: inout BasePath, _ body: (BasePath) -> Void) {
    path.removeAll()
    for index in range.dropLast() {
      let (a, b) = (piece.points[index], piece.points[index + 1])
      let (ax, ay, bx, by) = (Double(a.x), Double(a.y), Double(b.x), Double(b.y))
      guard let share = box.share(ax, ay, bx, by) else { continue }
      func place(_ t: Double) -> DotPoint {
        transform.dot(x: originX + (ax + (bx - ax) * t) * piece.unit, y: originY + (ay + (by - ay) * t) * piece.unit)
      }
      if share.from > 0 || path.dots.isEmpty {
        if path.dots.count > 1 { body(path) }
        path.removeAll()
        path.dots.append(place(share.from))
      }
      path.dots.append(place(share.to))
      if share.to < 1 {
        body(path)
        path.removeAll()
      }
    }
    if path.dots.count > 1 { body(path) }
  }
}
