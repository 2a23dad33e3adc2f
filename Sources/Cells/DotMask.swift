// Owns `DotMask`: one bit a dot, and the even-odd fill of areas into it.
//
// Each edge toggles, in every row it crosses, the first dot to the right of it; a running exclusive or from the left then leaves the dots
// inside set. It needs no sorting and no lists, and where an edge lies outside the mask only its share of the rows inside is walked:
//
//      edges         toggled        after the running xor
//      ╱ ╲  ╱╲      ..#..#.##..       ..###..#...
//
// The dot (x, y) lies inside where an odd number of edges cross its row at or to the left of its centre; an edge belongs to the rows from its
// upper end to just above its lower end. So areas that share an edge share no dot and leave none out.

/// A set of the dots of a canvas.
public struct DotMask: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// Words of 64 dots to a row.
  private let stride: Int
  private var words: [UInt64]
  /// The rows that hold toggled dots.
  private var top = Int.max
  private var bottom = -1

  /// No dots.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    stride = (self.width + 63) / 64
    words = [UInt64](repeating: 0, count: stride * self.height)
  }

  /// Whether a dot is in the set; what lies outside the canvas is not.
  public func contains(_ x: Int, _ y: Int) -> Bool {
    guard x >= 0, y >= 0, x < width, y < height else { return false }
    return words[y * stride + x >> 6] >> UInt64(x & 63) & 1 == 1
  }

  /// Whether no dot is in the set.
  public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// Toggles what lies to the right of the edges of a ring, which is closed by itself; ``fill()`` or ``drain(within:_:)`` ends the area.
  /// - Parameter ring: at most ±10¹² dots away; a ring that goes further, or is not a number somewhere, is left out.
  public mutating func toggle(ring: [DotPoint]) {
    guard ring.count >= 3, var before = ring.last, width > 0, height > 0 else { return }
    guard ring.allSatisfy({ abs($0.x) <= Self.far && abs($0.y) <= Self.far }) else { return }
    let (width, height, stride) = (width, height, stride)
    var (top, bottom) = (top, bottom)
    words.withUnsafeMutableBufferPointer { words in
      for point in ring {
        let (upper, lower) = before.y < point.y ? (before, point) : (point, before)
        before = point
        // Most edges of small areas lie between two rows.
        guard lower.y > 0, upper.y <= Double(height - 1) else { continue }
        let first = upper.y <= 0 ? 0 : Self.ceiling(upper.y)
        let end = min(height, Self.ceiling(lower.y))
        guard first < end else { continue }
        top = min(top, first)
        bottom = max(bottom, end - 1)
        let slope = (lower.x - upper.x) / (lower.y - upper.y)
        for row in first..<end {
          let x = upper.x + (Double(row) - upper.y) * slope
          guard x <= Double(width - 1) else { continue }
          let dot = x <= 0 ? 0 : Self.ceiling(x)
          words[row * stride + dot >> 6] ^= 1 << UInt64(dot & 63)
        }
      }
    }
    (self.top, self.bottom) = (top, bottom)
  }

  /// How far a point may lie away, dots.
  public static let far = 1e12

  /// The whole number at or above a number that is not negative; the processor's own rounding is a call on old ones.
  @inline(__always)
  private static func ceiling(_ value: Double) -> Int {
    let whole = Int(value)
    return Double(whole) < value ? whole + 1 : whole
  }

  /// The running exclusive or of a row's word; `carry` is all ones where the word before ended inside.
  @inline(__always)
  private static func inside(_ toggled: UInt64, _ carry: inout UInt64) -> UInt64 {
    var word = toggled
    if word != 0 {
      word ^= word << 1
      word ^= word << 2
      word ^= word << 4
      word ^= word << 8
      word ^= word << 16
      word ^= word << 32
    }
    word ^= carry
    carry = UInt64(bitPattern: Int64(bitPattern: word) >> 63)
    return word
  }

  /// Makes toggled edges the areas between them. The mask must have held nothing else.
  public mutating func fill() {
    guard top <= bottom else { return }
    let last = lastWord
    for row in top...bottom {
      var carry: UInt64 = 0
      for index in row * stride..<(row + 1) * stride { words[index] = Self.inside(words[index], &carry) }
      words[(row + 1) * stride - 1] &= last
    }
    (top, bottom) = (Int.max, -1)
  }

  /// The dots of a row's last word that are on the canvas.
  private var lastWord: UInt64 { width & 63 == 0 ? .max : 1 << UInt64(width & 63) - 1 }

  /// Visits the runs of dots between toggled edges and empties the mask for the next area.
  /// - Parameters:
  ///   - window: only dots of this set, of the same size; `nil`: all.
  ///   - body: the row, and the dots from … to just before ….
  public mutating func drain(within window: DotMask?, _ body: (_ row: Int, _ dots: Range<Int>) -> Void) {
    guard top <= bottom else { return }
    let last = lastWord
    for row in top...bottom {
      var carry: UInt64 = 0
      for word in 0..<stride {
        let index = row * stride + word
        var inside = Self.inside(words[index], &carry)
        words[index] = 0
        if word == stride - 1 { inside &= last }
        if let window { inside &= window.words[index] }
        while inside != 0 {
          let from = inside.trailingZeroBitCount
          let count = (~(inside >> UInt64(from))).trailingZeroBitCount
          let end = min(64, from + count)
          body(row, word << 6 + from..<word << 6 + end)
          inside = end == 64 ? 0 : inside & (.max << UInt64(end))
        }
      }
    }
    (top, bottom) = (Int.max, -1)
  }

  /// Adds a dot; outside the canvas nothing happens.
  @inline(__always)
  public mutating func insert(_ x: Int, _ y: Int) {
    guard x >= 0, y >= 0, x < width, y < height else { return }
    words[y * stride + x >> 6] |= 1 << UInt64(x & 63)
  }

  /// Adds a run of dots of a row, which must lie on the canvas.
  @inline(__always)
  public mutating func insert(row: Int, dots: Range<Int>) {
    var x = dots.lowerBound
    while x < dots.upperBound {
      let end = min(dots.upperBound, (x | 63) + 1)
      words[row * stride + x >> 6] |= (UInt64.max >> UInt64(64 - (end - x))) << UInt64(x & 63)
      x = end
    }
  }

  /// Adds the dots of a line between two points, as ``DotCanvas/line(_:_:_:dash:)`` draws it.
  public mutating func insert(from: DotPoint, to: DotPoint) {
    let stride = stride
    let (width, height) = (width, height)
    words.withUnsafeMutableBufferPointer { words in
      DotCanvas.walk(from, to, width: width, height: height) { x, y, _ in words[y * stride + x >> 6] |= 1 << UInt64(x & 63) }
    }
  }

  /// Takes the dots of another set of the same size away.
  public mutating func subtract(_ other: DotMask) {
    guard other.words.count == words.count else { return }
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  /// Keeps only the dots that another set of the same size has too.
  public mutating func formIntersection(_ other: DotMask) {
    guard other.words.count == words.count else { return }
    for index in words.indices { words[index] &= other.words[index] }
  }

  /// Adds the dots of another set of the same size.
  public mutating func formUnion(_ other: DotMask) {
    guard other.words.count == words.count else { return }
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// The dots all of whose eight neighbours on the canvas are in the set too.
  public func eroded() -> DotMask {
    var result = self
    guard stride > 0, height > 0 else { return result }
    /// A row, and the rows beside it, each of whose dots has both its neighbours.
    func across(_ row: Int, _ word: Int) -> UInt64 {
      let index = row * stride + word
      let here = words[index]
      let before = word > 0 ? words[index - 1] >> 63 : here & 1
      let after: UInt64
      if word < stride - 1 {
        after = here >> 1 | words[index + 1] << 63
      } else {
        // The last dot of the row has no neighbour to the right.
        let end = UInt64(1) << UInt64((width - 1) & 63)
        after = here >> 1 | here & end
      }
      return here & (here << 1 | before) & after
    }
    for row in 0..<height {
      for word in 0..<stride {
        var kept = across(row, word)
        if row > 0 { kept &= across(row - 1, word) }
        if row < height - 1 { kept &= across(row + 1, word) }
        result.words[row * stride + word] = kept
      }
    }
    return result
  }

  /// Visits every dot, row by row.
  public func visit(_ body: (_ x: Int, _ y: Int) -> Void) {
    for row in 0..<height {
      for word in 0..<stride {
        var rest = words[row * stride + word]
        while rest != 0 {
          body(word << 6 + rest.trailingZeroBitCount, row)
          rest &= rest - 1
        }
      }
    }
  }
}
