// Owns `GrowingPyramid`: the cells of a track that grows, stretch by stretch.
//
//      legs   0 ………………………………… 65 536 ………………… 131 072 …… 139 264 … 147 456 ─ ─ ─ ─ ▶
//             └──── a pyramid ────┴──── a pyramid ────┴── one ───┴── one ───┴ leg by leg
//
// When eight small stretches are there, one large one takes their place: so no step costs more than the cells of 65 536 legs.

import Cells
import TrackGeodesy
import TrackPlayback

/// The cells of a growing track, as pyramids of its stretches; together they hold what one pyramid would.
struct GrowingPyramid: Sendable {
  /// A stretch of legs with its cells.
  struct Stretch: Sendable {
    /// Its legs, as those of the whole.
    let legs: Range<Int>
    /// The box of its points.
    let box: WorldBox
    /// `nil` where it is better drawn leg by leg. Its legs are counted from the first of the stretch.
    let pyramid: TrackPyramid?
  }

  /// Legs of a small stretch, and how many of those make a large one.
  static let smallLegs = 8_192
  static let smallCount = 8

  /// In order, each beginning where the one before ends.
  private(set) var stretches: [Stretch] = []

  /// The legs that are covered: 0 ..< `legCount`.
  var legCount: Int { stretches.last?.legs.upperBound ?? 0 }

  /// Covers the legs of a shape that make a whole stretch.
  mutating func grow(with shape: TrackShape) {
    guard shape.count - 1 >= legCount + Self.smallLegs else { return }
    append(legCount..<legCount + Self.smallLegs, of: shape)
    let small = stretches.reversed().prefix { $0.legs.count == Self.smallLegs }.count
    guard small == Self.smallCount, let first = stretches.dropLast(small - 1).last?.legs.lowerBound else { return }
    let last = legCount
    stretches.removeLast(small)
    append(first..<last, of: shape)
  }

  private mutating func append(_ legs: Range<Int>, of shape: TrackShape) {
    let part = TrackShape(stretch: legs.lowerBound...legs.upperBound, of: shape)
    guard let box = part.bounds else { return }
    stretches.append(Stretch(legs: legs, box: box, pyramid: TrackPyramid(part, fewestPoints: 2)))
  }
}
