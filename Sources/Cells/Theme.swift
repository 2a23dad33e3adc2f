// What each part of the picture looks like, on dark and light backgrounds and with any number of colours.

/// Whether a terminal's background is dark or light.
public enum Backdrop: String, Hashable, Sendable, CaseIterable { case dark, light }

/// The styles of everything drawn. Text keeps the terminal's own colours; only what carries meaning is coloured.
public struct Theme: Hashable, Sendable {
  public let depth: ColorDepth
  public let backdrop: Backdrop

  /// Furniture and text, loudest first.
  public var text = Style.plain
  public var strong = Style(.standard, on: .standard, .bold)
  public var faint = Style(.standard, on: .standard, .dim)
  public var line = Style(.standard, on: .standard, .dim)
  public var accent = Style(.standard, on: .standard, .bold)
  public var warning = Style(.standard, on: .standard, .bold)
  public var key = Style(.standard, on: .standard, .bold)
  /// The track: what has been travelled, what is to come, other passes, the fading trail.
  public var travelled = Style(.standard, on: .standard, .bold)
  public var ahead = Style.plain
  /// From the newest part of the trail to the oldest, by `trailAges`.
  public var trail = [
    Style(.standard, on: .standard, .bold), Style(.standard, on: .standard, .bold), Style.plain, Style.plain, Style.plain,
  ]
  /// Seconds of age at which the trail passes from one of its styles to the next.
  public static let trailAges = [10.0, 20, 40, 80]
  /// Tracks that play along, told apart by their number; those beyond the last begin again.
  public var companions = [Style.plain, Style(.standard, on: .standard, .bold)]
  /// The marker and what belongs to it.
  public var marker = Style(.standard, on: .standard, .bold)
  public var ring = Style(.standard, on: .standard, .dim)
  public var grid = Style(.standard, on: .standard, .dim)
  public var place = Style.plain
  public var north = Style(.standard, on: .standard, .bold)
  /// Marks of the start and the finish.
  public var start = Style(.standard, on: .standard, .bold)
  public var finish = Style(.standard, on: .standard, .bold)

  public init(depth: ColorDepth, backdrop: Backdrop) {
    self.depth = depth
    self.backdrop = backdrop
    switch depth {
    case .none: break
    case .ansi16: useSixteen()
    case .indexed256, .direct: useMany()
    }
  }

  /// The sixteen colours are the person's own: only those that stay legible on both backgrounds carry meaning.
  private mutating func useSixteen() {
    let dark = backdrop == .dark
    travelled = Style(.palette(dark ? 11 : 3), on: .standard, .bold)
    ahead = Style(.palette(dark ? 14 : 4))
    trail = [travelled, travelled] + [Style](repeating: Style(.palette(3)), count: 3)
    marker = Style(.palette(dark ? 15 : 1), on: .standard, .bold)
    accent = Style(.palette(dark ? 14 : 4), on: .standard, .bold)
    warning = Style(.palette(dark ? 9 : 1), on: .standard, .bold)
    north = Style(.palette(dark ? 9 : 1), on: .standard, .bold)
    start = Style(.palette(dark ? 10 : 2), on: .standard, .bold)
    finish = Style(.palette(dark ? 9 : 1), on: .standard, .bold)
    place = Style(.palette(dark ? 7 : 0))
    companions = (dark ? [10, 13, 12, 9] : [2, 5, 4, 1]).map { Style(.palette($0)) }
    // Quiet parts keep the dim default: "bright black" is the background itself in some palettes.
  }

  private mutating func useMany() {
    let dark = backdrop == .dark
    func ink(_ onDark: UInt32, _ onLight: UInt32, _ attributes: Attributes = []) -> Style {
      Style(depth.quantize(.hex(dark ? onDark : onLight)), on: .standard, attributes)
    }
    travelled = ink(0xFFAF00, 0xAF5F00)
    ahead = ink(0x5FAFFF, 0x005FAF)
    // Steps of one hue that xterm's 256 colours hold exactly, so that the trail fades alike everywhere.
    let fading: [UInt32] = dark ? [0xFFAF00, 0xFFAF00, 0xD78700, 0xAF8700, 0x875F00] : [0xAF5F00, 0xAF5F00, 0xD78700, 0xD7AF5F, 0xD7AF87]
    trail = fading.map { Style(depth.quantize(.hex($0))) }
    marker = ink(0xFFFFFF, 0xAF0000, .bold)
    accent = ink(0x5FD7FF, 0x005F87, .bold)
    warning = ink(0xFF8787, 0xAF0000, .bold)
    north = ink(0xFF5F5F, 0xD70000, .bold)
    start = ink(0x5FD75F, 0x008700, .bold)
    finish = ink(0xFF5F87, 0xAF005F, .bold)
    place = ink(0xE4E4E4, 0x262626)
    companions = [ink(0x87D787, 0x008700), ink(0xFF87FF, 0xAF00AF), ink(0x87AFFF, 0x0000AF), ink(0xFF875F, 0xAF5F00)]
    line = ink(0x585858, 0xBCBCBC)
    ring = ink(0x5F8787, 0x5F8787)
    grid = ink(0x626262, 0xA8A8A8)
    faint = ink(0x9E9E9E, 0x626262)
    key = ink(0x5FD7FF, 0x005F87, .bold)
  }
}
