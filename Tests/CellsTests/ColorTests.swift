// Colours shrunk to what a terminal shows, against the exhaustive search.

import TestSupport
import Testing

@testable import Cells

@Suite("Colours")
struct ColorTests {
  /// The 240 fixed colours of xterm's palette, 16–255.
  private static let palette: [(index: UInt8, red: Int, green: Int, blue: Int)] = {
    let levels = [0, 95, 135, 175, 215, 255]
    var all: [(UInt8, Int, Int, Int)] = []
    for red in 0..<6 {
      for green in 0..<6 {
        for blue in 0..<6 { all.append((UInt8(16 + 36 * red + 6 * green + blue), levels[red], levels[green], levels[blue])) }
      }
    }
    for grey in 0..<24 { all.append((UInt8(232 + grey), 8 + 10 * grey, 8 + 10 * grey, 8 + 10 * grey)) }
    return all.map { (index: $0.0, red: $0.1, green: $0.2, blue: $0.3) }
  }()

  private func distance(_ index: UInt8, _ red: Int, _ green: Int, _ blue: Int) -> Int {
    let entry = Self.palette[Int(index) - 16]
    return (entry.red - red) * (entry.red - red) + (entry.green - green) * (entry.green - green) + (entry.blue - blue) * (entry.blue - blue)
  }

  @Test("the nearest of 240 colours is the nearest by exhaustive search")
  func nearestOf240() {
    var random = SeededGenerator.announced("nearestOf240")
    var worst = 0.0
    for _ in 0..<20_000 {
      let (red, green, blue) = (random.int(0...255), random.int(0...255), random.int(0...255))
      let found = distance(ColorDepth.nearestOf240(UInt8(red), UInt8(green), UInt8(blue)), red, green, blue)
      let best = Self.palette.map { distance($0.index, red, green, blue) }.min() ?? 0
      worst = max(worst, Double(found).squareRoot() - Double(best).squareRoot())
    }
    #expect(worst == 0, "off by up to \(worst) steps of colour")
  }

  @Test("every fixed palette colour becomes itself or its equal")
  func fixedPoints() {
    for entry in Self.palette {
      let index = ColorDepth.nearestOf240(UInt8(entry.red), UInt8(entry.green), UInt8(entry.blue))
      #expect(distance(index, entry.red, entry.green, entry.blue) == 0, "palette entry \(entry.index)")
    }
  }

  @Test(
    "pure colours keep their hue in sixteen colours",
    arguments: [
      (0x000000, 0), (0xFF0000, 9), (0x00FF00, 10), (0xFFFF00, 11), (0x0000FF, 12), (0xFF00FF, 13), (0x00FFFF, 14), (0xFFFFFF, 15),
      (0x800000, 1), (0x008000, 2), (0x808000, 3), (0x000080, 4), (0x808080, 7), (0x505050, 8), (0xFFB000, 11),
    ])
  func sixteen(rgb: Int, index: Int) {
    #expect(ColorDepth.ansi16.quantize(.hex(UInt32(rgb))) == .palette(UInt8(index)))
  }

  @Test("a bright colour never becomes black, a dark one never bright")
  func sixteenKeepsBrightness() {
    var random = SeededGenerator.announced("sixteenKeepsBrightness")
    for _ in 0..<5_000 {
      let (red, green, blue) = (random.int(0...255), random.int(0...255), random.int(0...255))
      let index = ColorDepth.nearestOf16(UInt8(red), UInt8(green), UInt8(blue))
      #expect(index < 16)
      if max(red, green, blue) >= 48 { #expect(index != 0, "\(red) \(green) \(blue)") }
      if max(red, green, blue) < 100 { #expect(index <= 8, "\(red) \(green) \(blue)") }
    }
  }

  @Test("the terminal's own colours pass unchanged, and nothing is coloured without colours", arguments: ColorDepth.allCases)
  func standard(depth: ColorDepth) {
    #expect(depth.quantize(.standard) == .standard)
    #expect(ColorDepth.none.quantize(.hex(0x123456)) == .standard)
    for index in 0..<16 where depth != .none { #expect(depth.quantize(.palette(UInt8(index))) == .palette(UInt8(index))) }
    #expect(ColorDepth.indexed256.quantize(.palette(200)) == .palette(200))
    #expect(ColorDepth.direct.quantize(.hex(0x123456)) == .hex(0x123456))
  }

  @Test("the sixteen-colour themes use only the sixteen and differ where meaning does", arguments: Backdrop.allCases)
  func themes(backdrop: Backdrop) {
    let theme = Theme(depth: .ansi16, backdrop: backdrop)
    let styles = [theme.travelled, theme.ahead, theme.marker, theme.accent, theme.warning, theme.north, theme.start, theme.finish]
    for style in styles {
      let index = style.foreground.paletteIndex
      #expect(index.map { $0 < 16 } ?? false)
      // White on white, black on black, and yellow on white cannot be read.
      #expect(index != (backdrop == .dark ? 0 : 15))
      if backdrop == .light { #expect(![7, 10, 11, 14, 15].contains(index ?? 0), "\(style)") }
    }
    #expect(theme.travelled.foreground != theme.ahead.foreground)
    #expect(theme.start.foreground != theme.finish.foreground)
  }

  @Test("a theme without colours has none, and still tells travelled from ahead")
  func noColours() {
    let theme = Theme(depth: .none, backdrop: .dark)
    let all =
      [
        theme.text, theme.strong, theme.faint, theme.line, theme.accent, theme.warning, theme.key, theme.travelled, theme.ahead,
        theme.marker, theme.ring,
        theme.grid, theme.place, theme.north, theme.start, theme.finish,
      ] + theme.trail
    for style in all {
      #expect(style.foreground == .standard)
      #expect(style.background == .standard)
    }
    #expect(theme.travelled.attributes != theme.ahead.attributes)
  }

  @Test("every theme has a style for every age of the trail", arguments: ColorDepth.allCases)
  func trail(depth: ColorDepth) {
    for backdrop in Backdrop.allCases { #expect(Theme(depth: depth, backdrop: backdrop).trail.count == Theme.trailAges.count + 1) }
  }

  @Test("mixing goes from one colour to the other and stays within them")
  func mixing() {
    let from = Color.rgb(0, 100, 255)
    let to = Color.rgb(255, 0, 100)
    #expect(from.mixed(with: to, 0) == from)
    #expect(from.mixed(with: to, 1) == to)
    #expect(from.mixed(with: to, -3) == from)
    #expect(from.mixed(with: to, 7) == to)
    #expect(from.mixed(with: to, 0.5) == .rgb(128, 50, 178))
    #expect(Color.standard.mixed(with: to, 0.4) == .standard)
    #expect(Color.standard.mixed(with: to, 0.6) == to)
  }
}
