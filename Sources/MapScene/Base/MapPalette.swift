// Owns `MapPalette`: the colours of the base map.

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

  /// A colour with its stand-in among the 256.
  private struct Tone {
    var dark: UInt32
    var dark256: UInt8
    var light: UInt32
    var light256: UInt8
  }

  private func color(_ tone: Tone) -> Color {
    switch depth {
    case .direct: .hex(isDark ? tone.dark : tone.light)
    case .indexed256: .palette(isDark ? tone.dark256 : tone.light256)
    case .ansi16, .none: .standard
    }
  }

  /// Whether areas may have backgrounds: the sixteen colours are the person's own.
  var hasBackgrounds: Bool { depth == .indexed256 || depth == .direct }

  // MARK: Lines

  /// The ink of a kind of line.
  func line(_ kind: MapKind) -> Style {
    switch depth {
    case .none: return Style(.standard, on: .standard, isMain(kind) ? [] : .dim)
    case .ansi16: return sixteen(kind)
    case .indexed256, .direct: return Style(color(tone(kind)))
    }
  }

  /// The ink of what runs under the ground.
  var tunnel: Style {
    hasBackgrounds
      ? Style(color(Tone(dark: 0x4A4A4A, dark256: 240, light: 0xBCBCBC, light256: 250))) : Style(.standard, on: .standard, .dim)
  }

  private func isMain(_ kind: MapKind) -> Bool {
    switch kind {
    case .motorway, .trunkRoad, .primaryRoad, .coast, .countryBorder: true
    default: false
    }
  }

  private func sixteen(_ kind: MapKind) -> Style {
    switch kind {
    case .stream, .river, .coast, .ferry: Style(.palette(4))
    case .districtBorder, .regionBorder, .countryBorder: Style(.palette(5))
    case .overlayLine: Style(.palette(5))
    default: Style(.standard, on: .standard, isMain(kind) ? [] : .dim)
    }
  }

  private func tone(_ kind: MapKind) -> Tone {
    switch kind {
    case .motorway, .trunkRoad, .primaryRoad, .runway: Tone(dark: 0x9E9E9E, dark256: 247, light: 0x767676, light256: 243)
    case .secondaryRoad, .tertiaryRoad: Tone(dark: 0x767676, dark256: 243, light: 0x9E9E9E, light256: 247)
    case .rail, .tram: Tone(dark: 0x875F5F, dark256: 95, light: 0xAF8787, light256: 138)
    case .coast: Tone(dark: 0x2E6E94, dark256: 24, light: 0x5F87AF, light256: 67)
    case .river, .stream, .ferry: Tone(dark: 0x1F5F8A, dark256: 24, light: 0x87AFD7, light256: 110)
    case .countryBorder: Tone(dark: 0x87678F, dark256: 96, light: 0x875F87, light256: 96)
    case .regionBorder, .districtBorder: Tone(dark: 0x5F4A66, dark256: 60, light: 0xAF87AF, light256: 139)
    case .overlayLine: Tone(dark: 0xAF87D7, dark256: 140, light: 0x875FAF, light256: 97)
    default: Tone(dark: 0x585858, dark256: 240, light: 0xBCBCBC, light256: 250)
    }
  }

  // MARK: Areas

  /// What an area looks like.
  func area(_ ground: Ground) -> MapStyle.Area {
    switch depth {
    case .none: return MapStyle.Area(hatch: hatch(ground), hatchStyle: Style(.standard, on: .standard, .dim))
    case .ansi16:
      let ink: Color = ground == .water ? .palette(4) : [.green, .wood].contains(ground) ? .palette(2) : .standard
      return MapStyle.Area(hatch: hatch(ground), hatchStyle: Style(ink, on: .standard, .dim))
    case .indexed256 where isDark && [.green, .wood].contains(ground):
      // The cube's darkest green is too loud for a background.
      return MapStyle.Area(hatch: ground == .wood ? .dense : .sparse, hatchStyle: Style(.palette(22)))
    case .indexed256, .direct: return MapStyle.Area(background: background(ground))
    }
  }

  private func hatch(_ ground: Ground) -> Ground.Hatch {
    switch ground {
    case .water: .dense
    case .green, .wood: .sparse
    default: .none
    }
  }

  private func background(_ ground: Ground) -> Color {
    switch ground {
    case .none, .field: .standard
    case .built: color(Tone(dark: 0x171717, dark256: 233, light: 0xF2F0EC, light256: 255))
    case .green: color(Tone(dark: 0x10241A, dark256: 22, light: 0xDFF0D8, light256: 194))
    case .wood: color(Tone(dark: 0x0D2014, dark256: 22, light: 0xD3E8CB, light256: 151))
    case .sand: color(Tone(dark: 0x26221A, dark256: 235, light: 0xF7F0D8, light256: 230))
    case .ice: color(Tone(dark: 0x1E2A30, dark256: 236, light: 0xEAF4F8, light256: 195))
    case .wet: color(Tone(dark: 0x10242A, dark256: 233, light: 0xDCEEE8, light256: 195))
    case .paved: color(Tone(dark: 0x1E1E1E, dark256: 234, light: 0xEEEEEE, light256: 255))
    case .building: color(Tone(dark: 0x262626, dark256: 235, light: 0xE4E4E4, light256: 254))
    case .overlay: color(Tone(dark: 0x2A1E36, dark256: 53, light: 0xEADCF4, light256: 225))
    case .water: color(Tone(dark: 0x0C2036, dark256: 17, light: 0xCFE3F2, light256: 153))
    }
  }

  /// The ink of the edge of water and of buildings.
  func outline(_ ground: Ground) -> Style {
    switch ground {
    case .water: line(.coast)
    case .building:
      hasBackgrounds
        ? Style(color(Tone(dark: 0x444444, dark256: 238, light: 0xC6C6C6, light256: 251))) : Style(.standard, on: .standard, .dim)
    default: line(.overlayLine)
    }
  }
}
