// Owns `RoadPath`: a line of straights and arcs that a vehicle can drive, laid through hand-written corners.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Straights joined by tangent arcs, measured by the metres driven along them.
///
///     ────────╮      each corner is rounded by an arc of its own radius,
///              ╲     which touches both straights
///               │
struct RoadPath: Sendable {
  /// A stretch of constant curvature; `curvature` is 1 ÷ radius in metres, positive to the right.
  private struct Piece: Sendable {
    var begin: Double
    var length: Double
    var from: PlanePoint
    var course: Double
    var curvature: Double
  }

  private var pieces: [Piece] = []
  /// The whole length in metres.
  private(set) var length = 0.0
  /// How far along each corner lies: the middle of its arc.
  private(set) var marks: [Double] = []

  /// Lays the path. A corner without a radius gets the widest arc that fits, up to `widest` metres.
  init(corners: [PlanePoint], radii: [Double?], widest: Double) {
    guard var at = corners.first else { return }
    marks.append(0)
    for index in corners.indices.dropFirst() {
      let corner = corners[index]
      let course = corners[index - 1].course(to: corner)
      guard index + 1 < corners.count else {
        addStraight(from: at, to: corner, course: course)
        marks.append(length)
        return
      }
      let next = corners[index + 1]
      let turn = RoadPath.wrapped(corner.course(to: next) - course)
      let half = tan(abs(turn) / 2)
      let room = 0.5 * min(corners[index - 1].distance(to: corner), corner.distance(to: next))
      let radius = half < 1e-6 ? 0 : min(radii[index] ?? widest, room / half)
      let tangent = radius * half
      let entry = corner.moved(-tangent, course: course)
      addStraight(from: at, to: entry, course: course)
      let arc = radius * abs(turn)
      marks.append(length + arc / 2)
      if arc > 0 {
        pieces.append(Piece(begin: length, length: arc, from: entry, course: course, curvature: (turn < 0 ? -1 : 1) / radius))
        length += arc
      }
      at = corner.moved(tangent, course: course + turn)
    }
  }

  /// Where one is after so many metres.
  func point(at metres: Double) -> PlanePoint {
    guard let piece = piece(at: metres) else { return PlanePoint(east: 0, north: 0) }
    let into = metres - piece.begin
    let k = piece.curvature
    guard k != 0 else { return piece.from.moved(into, course: piece.course) }
    let end = piece.course + k * into
    return PlanePoint(
      east: piece.from.east + (cos(piece.course) - cos(end)) / k,
      north: piece.from.north + (sin(end) - sin(piece.course)) / k)
  }

  /// The direction of travel there, in radians clockwise from north.
  func course(at metres: Double) -> Double {
    guard let piece = piece(at: metres) else { return 0 }
    return piece.course + piece.curvature * (metres - piece.begin)
  }

  /// 1 ÷ radius there, positive to the right, 0 on a straight.
  func curvature(at metres: Double) -> Double { piece(at: metres)?.curvature ?? 0 }

  /// Where the arc around a corner begins, in metres: a stop line lies before it.
  func arcBegin(ofCorner index: Int) -> Double {
    guard let piece = piece(at: marks[index]), piece.curvature != 0 else { return marks[index] }
    return piece.begin
  }

  private mutating func addStraight(from: PlanePoint, to: PlanePoint, course: Double) {
    let metres = from.distance(to: to)
    guard metres > 1e-9 else { return }
    pieces.append(Piece(begin: length, length: metres, from: from, course: course, curvature: 0))
    length += metres
  }

  private func piece(at metres: Double) -> Piece? {
    var low = 0
    var high = pieces.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if pieces[middle].begin <= metres { low = middle } else { high = middle - 1 }
    }
    return pieces.isEmpty ? nil : pieces[low]
  }

  private static func wrapped(_ radians: Double) -> Double {
    var angle = radians
    while angle > .pi { angle -= 2 * .pi }
    while angle <= -.pi { angle += 2 * .pi }
    return angle
  }
}
