// Owns `MapPalette`: the colours of the base map.
//
// Lines take colours of xterm's 256 under direct colour too: greys are greys in both, and they cost half the bytes. Areas have finer tints where
// colours are direct; where there are 256, the darkest blue that is one is water, and woods are sparse green dots, since the darkest green is
// too loud for a ground. The sixteen colours are the person's own: areas have no backgrounds there, and lines are dim.

import BaseMap
import Cells

/// The colours of the base map under a theme.
struct MapPalette: Sendable {
  private let depth: ColorDepth
  private let isDark: Bool

  init(_ theme: Theme) {
    depth = theme.depth
    isDark = theme.backdrop == .dark
  }

  /// Whether areas may have backgrounds.
  var hasBackgrounds: Bool { depth == .indexed256 || depth == .direct }

  /// Whether lines can be told apart by colour.
  var hasColors: Bool { depth != .none }

  private static let dim = Style(.standard, on: .standard, .dim)

  // MARK: Lines

  /// The ink of a kind of line.
  func line(_ kind: MapKind) -> Style {
    switch depth {
    case .none: Self.dim
    case .ansi16: sixteen(kind)
    case .indexed256, .direct: tone(kind)
    }
  }

  /// The ink of what runs under the ground.
  var tunnel: Style { line(.minorRoad) }

  /// The ink of the edge of water, of buildings and of overlays.
  func outline(_ ground: Ground) -> Style {
    switch ground {
    case .water: line(.coast)
    case .building: line(.wall)
    default: line(.overlayLine)
    }
  }

  private func sixteen(_ kind: MapKind) -> Style {
    switch kind {
    case .stream, .river, .coast, .ferry: Style(.palette(4))
    case .districtBorder, .regionBorder, .countryBorder, .overlayLine: Style(.palette(5))
    default: Self.dim
    }
  }

  private func tone(_ kind: MapKind) -> Style {
    func tone(dark: UInt8, light: UInt8) -> Style { Style(.palette(isDark ? dark : light)) }
    return switch kind {
    case .motorway, .trunkRoad, .primaryRoad, .runway: tone(dark: 247, light: 246)
    case .rail, .tram: tone(dark: 95, light: 138)
    case .coast: tone(dark: 24, light: 67)
    case .river, .stream, .ferry: tone(dark: 24, light: 110)
    case .countryBorder: tone(dark: 60, light: 103)
    case .regionBorder, .districtBorder: tone(dark: 240, light: 250)
    case .overlayLine: tone(dark: 140, light: 97)
    default: tone(dark: 241, light: 250)
    }
  }

  // MARK: Areas

  /// What an area looks like.
  func area(_ ground: Ground) -> MapStyle.Area {
    switch depth {
    case .none: MapStyle.Area(hatch: hatch(ground), hatchStyle: Self.dim)
    case .ansi16: MapStyle.Area(hatch: hatch(ground), hatchStyle: sixteen(ground))
    case .indexed256 where isDark && (ground == .green || ground == .wood):
      MapStyle.Area(hatch: ground == .wood ? .dense : .sparse, hatchStyle: Style(.palette(22)))
    case .indexed256, .direct: MapStyle.Area(background: background(ground))
    }
  }

  private func hatch(_ ground: Ground) -> Ground.Hatch {
    switch ground {
    case .water: .dense
    case .green, .wood: .sparse
    default: .none
    }
  }

  private func sixteen(_ ground: Ground) -> Style {
    switch ground {
    case .water: Style(.palette(4), on: .standard, .dim)
    case .green, .wood: Style(.palette(2), on: .standard, .dim)
    default: Self.dim
    }
  }

  private func background(_ ground: Ground) -> Color {
    func tint(dark: UInt32, _ dark256: UInt8, light: UInt32, _ light256: UInt8) -> Color {
      depth == .direct ? .hex(isDark ? dark : light) : .palette(isDark ? dark256 : light256)
    }
    return switch ground {
    case .none, .field: .standard
    case .built: .palette(isDark ? 233 : 255)
    case .paved: .palette(isDark ? 234 : 255)
    case .building: .palette(isDark ? 235 : 254)
    case .green: tint(dark: 0x10241A, 22, light: 0xDFF0D8, 194)
    case .wood: tint(dark: 0x0D2014, 22, light: 0xD3E8CB, 194)
    case .sand: tint(dark: 0x26221A, 235, light: 0xF7F0D8, 230)
    case .ice: tint(dark: 0x1E2A30, 236, light: 0xEAF4F8, 195)
    case .wet: tint(dark: 0x10242A, 233, light: 0xDCEEE8, 195)
    case .overlay: tint(dark: 0x2A1E36, 53, light: 0xEADCF4, 225)
    case .water: tint(dark: 0x0C2036, 17, light: 0xCFE3F2, 153)
    }
  }
}
