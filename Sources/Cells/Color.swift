// The colours a cell can carry, and how they shrink to what a terminal can show.

/// A colour as a cell stores it: the terminal's own default, an index of its palette, or 24-bit RGB.
public struct Color: Hashable, Sendable {
  /// `0` the default, `0x01RRGGBB` direct, `0x020000II` palette index.
  public let rawValue: UInt32

  @inlinable init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Whatever the terminal uses when nothing is said.
  public static let standard = Color(rawValue: 0)

  /// A direct colour; each part 0–255.
  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
    Color(rawValue: 0x0100_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// A direct colour from `0xRRGGBB`.
  public static func hex(_ value: UInt32) -> Color { Color(rawValue: 0x0100_0000 | (value & 0xFF_FFFF)) }

  /// Entry 0–255 of the terminal's palette; 0–15 are the terminal's own sixteen.
  public static func palette(_ index: UInt8) -> Color { Color(rawValue: 0x0200_0000 | UInt32(index)) }

  /// Red, green and blue 0–255, or `nil` if the colour is not direct.
  public var components: (red: UInt8, green: UInt8, blue: UInt8)? {
    guard rawValue >> 24 == 1 else { return nil }
    return (UInt8(rawValue >> 16 & 0xFF), UInt8(rawValue >> 8 & 0xFF), UInt8(rawValue & 0xFF))
  }

  /// The palette index, or `nil` if the colour is not one of the palette.
  public var paletteIndex: UInt8? { rawValue >> 24 == 2 ? UInt8(rawValue & 0xFF) : nil }

  /// This colour mixed with another: 0 gives `self`, 1 gives `other`. Colours that are not direct do not mix.
  public func mixed(with other: Color, _ fraction: Double) -> Color {
    guard let mine = components, let theirs = other.components else { return fraction < 0.5 ? self : other }
    let share = min(max(fraction, 0), 1)
    func blend(_ from: UInt8, _ to: UInt8) -> UInt8 { UInt8((Double(from) + (Double(to) - Double(from)) * share).rounded()) }
    return .rgb(blend(mine.red, theirs.red), blend(mine.green, theirs.green), blend(mine.blue, theirs.blue))
  }
}

/// How many colours a terminal shows.
public enum ColorDepth: String, Hashable, Sendable, CaseIterable {
  case none
  case ansi16 = "16"
  case indexed256 = "256"
  case direct

  /// The nearest colour that this depth can show.
  public func quantize(_ color: Color) -> Color {
    switch self {
    case .direct: return color
    case .none: return .standard
    case .indexed256:
      guard let parts = color.components else { return color }
      return .palette(Self.nearestOf240(parts.red, parts.green, parts.blue))
    case .ansi16:
      if let index = color.paletteIndex, index < 16 { return color }
      guard let parts = color.components else { return .standard }
      return .palette(Self.nearestOf16(parts.red, parts.green, parts.blue))
    }
  }

  /// The index in xterm's 6×6×6 cube and grey ramp (16–255) that lies nearest; the first 16 belong to the person's own palette.
  static func nearestOf240(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    let levels: [Int] = [0, 95, 135, 175, 215, 255]
    func step(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : min(5, (value - 35) / 40) }
    let (r, g, b) = (Int(red), Int(green), Int(blue))
    let (i, j, k) = (step(r), step(g), step(b))
    let grey = min(23, max(0, ((r + g + b) / 3 - 3) / 10))
    func distance(_ x: Int, _ y: Int, _ z: Int) -> Int { (x - r) * (x - r) + (y - g) * (y - g) + (z - b) * (z - b) }
    let level = 8 + 10 * grey
    return distance(level, level, level) < distance(levels[i], levels[j], levels[k])
      ? UInt8(232 + grey) : UInt8(16 + 36 * i + 6 * j + k)
  }

  static func nearestOf16(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    let (r, g, b) = (Int(red), Int(green), Int(blue))
    let strongest = max(r, g, b)
    if strongest < 48 { return 0 }
    if strongest - min(r, g, b) < 40 { return strongest < 110 ? 8 : strongest < 200 ? 7 : 15 }
    let half = strongest / 2
    let hue = (r > half ? 1 : 0) | (g > half ? 2 : 0) | (b > half ? 4 : 0)
    return UInt8(hue + (strongest > 170 ? 8 : 0))
  }
}
