// Owns `SegmentClip`: the part of a leg that lies in a box (Liang and Barsky, 1984: each side of the box bounds the leg's parameter).

/// A box that legs are cut to; real units, edges included.
struct SegmentClip: Hashable, Sendable {
  var minX: Double
  var minY: Double
  var maxX: Double
  var maxY: Double

  /// The share of a leg from a to b that lies in the box, as parameters 0…1; `nil` where none does or something is not a number.
  func share(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double) -> (from: Double, to: Double)? {
    var from = 0.0
    var to = 1.0
    func cut(_ direction: Double, _ room: Double) -> Bool {
      // direction · t ≤ room
      if direction == 0 { return room >= 0 }
      let t = room / direction
      if direction < 0 { from = max(from, t) } else { to = min(to, t) }
      return from <= to
    }
    let dx = bx - ax
    let dy = by - ay
    guard dx.isFinite, dy.isFinite, cut(-dx, ax - minX), cut(dx, maxX - ax), cut(-dy, ay - minY), cut(dy, maxY - ay) else { return nil }
    return (from, to)
  }
}
