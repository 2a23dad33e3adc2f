// Owns `LineClip`: what of a line lies within a frame.

/// Lines cut by the square 0…frame.
enum LineClip {
  /// Adds the parts of a line that lie within the frame. Points within it stay as they are; where the line crosses the frame there is a point
  /// on it. What runs along its right or lower side is left out: there it is the left or upper side of the neighbour.
  /// - Parameters:
  ///   - line: two points at least; fewer give nothing.
  ///   - points, parts: what is added to.
  static func add(_ line: ArraySlice<LocalPoint>, frame: Int32, to points: inout [LocalPoint], _ parts: inout [Range<Int32>]) {
    var start = points.count
    func close() {
      if points.count - start >= 2 { parts.append(Int32(start)..<Int32(points.count)) } else { points.removeLast(points.count - start) }
      start = points.count
    }
    var previous: LocalPoint?
    for point in line {
      defer { previous = point }
      guard let from = previous else { continue }
      guard let (a, b) = within(from, point, frame), a != b, !(a.x == frame && b.x == frame), !(a.y == frame && b.y == frame) else {
        close()
        continue
      }
      if points.count == start {
        points.append(a)
      } else if points[points.count - 1] != a {
        close()
        points.append(a)
      }
      points.append(b)
    }
    close()
  }

  /// The part of a stretch within the frame, after Liang and Barsky; `nil` where there is none.
  static func within(_ a: LocalPoint, _ b: LocalPoint, _ frame: Int32) -> (LocalPoint, LocalPoint)? {
    let inside = 0...frame
    if inside.contains(a.x), inside.contains(a.y), inside.contains(b.x), inside.contains(b.y) { return (a, b) }
    if max(a.x, b.x) < 0 || max(a.y, b.y) < 0 || min(a.x, b.x) > frame || min(a.y, b.y) > frame { return nil }
    let (dx, dy) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
    var (enter, leave) = (0.0, 1.0)
    // Each side: how fast the stretch comes in through it, and from how far outside.
    for (speed, distance) in [
      (dx, -Double(a.x)), (-dx, Double(a.x) - Double(frame)), (dy, -Double(a.y)), (-dy, Double(a.y) - Double(frame)),
    ] {
      if speed == 0 {
        if distance > 0 { return nil }
      } else if speed > 0 {
        enter = max(enter, distance / speed)
      } else {
        leave = min(leave, distance / speed)
      }
    }
    guard enter <= leave else { return nil }
    func point(_ share: Double) -> LocalPoint {
      LocalPoint(x: rounded(Double(a.x) + share * dx, frame), y: rounded(Double(a.y) + share * dy, frame))
    }
    return (enter == 0 ? a : point(enter), leave == 1 ? b : point(leave))
  }

  /// The nearest unit within the frame; halves go up, so that neighbours agree.
  private static func rounded(_ value: Double, _ frame: Int32) -> Int32 { Int32(max(0, min(Double(frame), (value + 0.5).rounded(.down)))) }
}
