// Owns `DotMarks`: marks gathered a byte a dot, laid onto a canvas at once.
//
//        index 0   1 … width   …   last
//      ┌─────────┬───────────┬────┬──────┐
//      │ x = −1  │ 0…width−1 │    │ lost │     one more row above (y = −1), one more below for what is lost:
//      └─────────┴───────────┴────┴──────┘     whoever marks needs no test whether a dot lies inside

/// Marks of many dots in two inks, of which one is drawn two dots wide.
///
/// Several hundred thousand marks a frame cost a byte each and no look at inks; the inks come with ``DotCanvas/lay(_:thin:wide:)``.
public struct DotMarks: Sendable {
  /// What is marked at a dot; the marks of one dot add up.
  public struct Mark: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The dot, in the thin ink.
    public static let thin = Mark(rawValue: 1)
    /// The dot and the one below it, in the wide ink.
    public static let low = Mark(rawValue: 2)
    /// The dot and the one to the right of it, in the wide ink.
    public static let broad = Mark(rawValue: 4)
  }

  /// Where the dots lie among the bytes.
  public struct Frame: Hashable, Sendable {
    /// Dots across and down.
    public let width: Int
    public let height: Int
    /// Bytes of a row.
    let stride: Int

    init(width: Int, height: Int) {
      self.width = max(0, width)
      self.height = max(0, height)
      // Rows are read eight dots at a time, so what is lost lies beyond the last eight.
      stride = (self.width + 7) / 8 * 8 + 16
    }

    /// The part of an index that a dot's x makes: of −1 ..< width its own, of any other the column of what is lost.
    @inline(__always)
    public func across(_ x: Double) -> Int32 {
      x >= -1.5 && x < Double(width) - 0.5 ? Int32(x + 2.5) - 1 : Int32(stride - 1)
    }

    /// The part of an index that a dot's y makes: of −1 ..< height its own, of any other the row of what is lost.
    @inline(__always)
    public func down(_ y: Double) -> Int32 {
      (y >= -1.5 && y < Double(height) - 0.5 ? Int32(y + 2.5) - 1 : Int32(height + 1)) * Int32(stride)
    }
  }

  public let frame: Frame
  var bytes: [UInt8]

  /// Room for the dots of a canvas.
  public init(width: Int, height: Int) {
    frame = Frame(width: width, height: height)
    bytes = [UInt8](repeating: 0, count: frame.stride * (frame.height + 2))
  }

  /// What is marked at a dot, −1 ..< width and −1 ..< height.
  public func mark(_ x: Int, _ y: Int) -> Mark {
    guard x >= -1, x < frame.width, y >= -1, y < frame.height else { return [] }
    return Mark(rawValue: bytes[(y + 1) * frame.stride + x + 1])
  }

  /// The bytes, for marking: those at `across(x) + down(y)`.
  @inline(__always)
  public mutating func withBytes(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    bytes.withUnsafeMutableBufferPointer { body($0) }
  }
}

extension DotCanvas {
  /// Lays marks of the canvas's own size onto it.
  /// - Parameters:
  ///   - thin: `nil` leaves those marks out, likewise `wide`.
  ///   - isFaded: Whether the wide ones are drawn thin and, in braille, with every other dot left out: `⠣⡔` rather than `⣿⣿`. The pattern
  ///     lies fixed in the cells, so that it does not crawl while the picture shifts by cells.
  public mutating func lay(_ marks: DotMarks, thin: Ink?, wide: Ink?, isFaded: Bool = false) {
    guard marks.frame.width == width, marks.frame.height == height, width > 0 else { return }
    let wideMask: UInt8 = isFaded && set == .braille ? Self.everyOtherDot : 0xFF
    let (width, columns) = (width, columns)
    let isBraille = set == .braille
    slots.withUnsafeMutableBufferPointer { slots in
      marks.bytes.withUnsafeBytes { bytes in
        for row in 0..<rows {
          for x in Swift.stride(from: 0, to: width, by: 8) {
            // Four cells of braille or eight of one dot across, 16 or 8 bits each.
            let eight =
              isBraille
              ? Self.brailleCells(bytes, marks.frame, x: x, row: row, isFaded)
              : Self.halfCells(bytes, marks.frame, x: x, row: row, isFaded)
            guard eight.thin | eight.wide != 0 else { continue }
            let first = isBraille ? x / 2 : x
            for index in 0..<min(isBraille ? 4 : 8, columns - first) {
              let shift = UInt64(isBraille ? 16 * index : 8 * index)
              let thinBits = UInt8(truncatingIfNeeded: eight.thin >> shift)
              let wideBits = UInt8(truncatingIfNeeded: eight.wide >> shift) & wideMask
              if let thin { Self.set(thinBits, thin, &slots[row * columns + first + index]) }
              if let wide { Self.set(wideBits, wide, &slots[row * columns + first + index]) }
            }
          }
        }
      }
    }
  }

  /// The left dots of the upper two rows and the right ones of the lower two: every other dot of a flat line, half of a steep or slanting one.
  private static let everyOtherDot: UInt8 = 0xA3

  @inline(__always)
  private static func set(_ bits: UInt8, _ ink: Ink, _ slot: inout Slot) {
    guard bits != 0 else { return }
    slot.bits |= bits
    guard ink.layer >= slot.layer else { return }
    slot.layer = ink.layer
    slot.color = ink.color
    slot.attributes = ink.attributes
  }

  /// Eight dots in each ink, a byte each that is 0 or 1: those marked themselves, and those below or to the right of marked ones.
  @inline(__always)
  private static func eightDots(_ bytes: UnsafeRawBufferPointer, _ frame: DotMarks.Frame, _ x: Int, _ y: Int, _ isFaded: Bool) -> (
    thin: UInt64, wide: UInt64
  ) {
    let at = (y + 1) * frame.stride + 1 + x
    let own = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
    let ones: UInt64 = 0x0101_0101_0101_0101
    if isFaded { return (own & ones, (own >> 1 | own >> 2) & ones) }
    let above = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at - frame.stride, as: UInt64.self))
    let left = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at - 1, as: UInt64.self))
    return (own & ones, (own >> 1 | own >> 2 | above >> 1 | left >> 2) & ones)
  }

  /// Four cells of 2×4 dots, in the bits of `Layout.bit`, 16 bits apart.
  @inline(__always)
  private static func brailleCells(_ bytes: UnsafeRawBufferPointer, _ frame: DotMarks.Frame, x: Int, row: Int, _ isFaded: Bool) -> (
    thin: UInt64, wide: UInt64
  ) {
    let even: UInt64 = 0x0001_0001_0001_0001
    var cells: (thin: UInt64, wide: UInt64) = (0, 0)
    for line in 0..<4 {
      let dots = eightDots(bytes, frame, x, row * 4 + line, isFaded)
      guard dots.thin | dots.wide != 0 else { continue }
      let left = UInt64(line == 3 ? 6 : line)
      let right = UInt64(line == 3 ? 7 : line + 3)
      cells.thin |= (dots.thin & even) << left | (dots.thin >> 8 & even) << right
      cells.wide |= (dots.wide & even) << left | (dots.wide >> 8 & even) << right
    }
    return cells
  }

  /// Eight cells of one dot above another, 8 bits apart.
  @inline(__always)
  private static func halfCells(_ bytes: UnsafeRawBufferPointer, _ frame: DotMarks.Frame, x: Int, row: Int, _ isFaded: Bool) -> (
    thin: UInt64, wide: UInt64
  ) {
    let upper = eightDots(bytes, frame, x, row * 2, isFaded)
    let lower = eightDots(bytes, frame, x, row * 2 + 1, isFaded)
    return (upper.thin | lower.thin << 1, upper.wide | lower.wide << 1)
  }
}
