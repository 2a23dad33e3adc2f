// Owns `MapStyle`: what each kind of thing on the base map looks like, on dark and light backgrounds and with any number of colours.
//
// The rule of all its colours: the track is the loudest thing on the screen. Lines are greys, water blue, woods green, borders mauve, none of
// them bright; areas are tints of the background, or sparse dots where the background's colour is not ours to choose.

import BaseMap
import Cells

/// What an area is drawn as; the order is that of loudness where two share a cell alike.
enum Ground: UInt8, CaseIterable, Sendable {
  case none, built, field, green, wood, sand, ice, wet, paved, building, water, overlay

  /// How its dots lie where it has no background colour of its own.
  enum Hatch: Sendable { case none, sparse, dense }
}

/// The looks of the base map at one scale.
struct MapStyle: Sendable {
  /// A line's look.
  struct Line: Sendable {
    var ink: Ink
    /// Dots across, at least 1.
    var width: Double
    var dash: DotDash?
    /// Dots of ground cleared on either side.
    var casing: Double
  }

  /// An area's look.
  struct Area: Sendable {
    var background = Color.standard
    var hatch = Ground.Hatch.none
    var hatchStyle = Style.plain
  }

  let palette: MapPalette
  /// Ground metres a dot.
  let metresPerDot: Double
  /// Whether dots are small enough for widths, casings and patterns.
  let isFine: Bool
  private let lines: [Line?]
  private let tunnels: [Line?]
  private let grounds: [Ground?]

  init(theme: Theme, dots: GlyphSet, metresPerDot: Double) {
    palette = MapPalette(theme)
    self.metresPerDot = metresPerDot
    isFine = dots == .braille
    let (palette, isFine) = (palette, isFine)
    lines = MapKind.allCases.map { Self.line($0, palette, metresPerDot, isFine: isFine) }
    tunnels = zip(MapKind.allCases, lines).map { kind, line in line.flatMap { Self.tunnel($0, kind, palette, metresPerDot) } }
    grounds = MapKind.allCases.map { Self.ground($0, metresPerDot) }
  }

  /// How a line is drawn; `nil` where it is not at this scale.
  func line(_ feature: MapFeature) -> Line? {
    let index = Int(feature.kind.rawValue)
    if feature.flags.contains(.tunnel) { return tunnels[index] }
    guard var line = lines[index] else { return nil }
    if feature.flags.contains(.link) {
      line.width = max(1, line.width / 2)
      line.casing = min(line.casing, 1)
    }
    if feature.flags.contains(.intermittent) || feature.flags.contains(.disputed) { line.dash = Self.broken }
    if feature.flags.contains(.maritime) { line.dash = Self.sparse }
    return line
  }

  /// What an area is drawn as; `nil` where it is not at this scale.
  func ground(_ kind: MapKind) -> Ground? { grounds[Int(kind.rawValue)] }

  /// Whether single buildings have outlines.
  var outlinesBuildings: Bool { isFine && metresPerDot <= 1.6 }

  // MARK: Scales

  /// Columns by which lines and areas may lie off.
  private static let mostOff = 2.0

  /// Whether lines and areas that are so many metres off are drawn: not where they would be plainly wrong. It goes by columns, so that one view
  /// has the same map in whatever glyphs.
  static func shows(accuracy: Double, metresAColumn: Double) -> Bool { accuracy <= mostOff * metresAColumn }

  /// Metres a dot up to which a kind is shown.
  static func limit(_ kind: MapKind) -> Double {
    switch kind {
    case .ocean, .water, .coast, .countryBorder, .overlayArea, .overlayLine: .infinity
    case .ice: 60_000
    case .river: 15_000
    case .regionBorder: 5_000
    case .urban: 4_000
    case .motorway: 900
    case .trunkRoad: 450
    case .ferry, .wood: 200
    case .primaryRoad: 160
    case .park: 100
    case .rail: 80
    case .residential, .industrial, .wetland, .sand, .aerodrome, .runway, .secondaryRoad: 60
    case .districtBorder: 40
    case .tertiaryRoad: 25
    case .grass, .cemetery, .stream: 15
    case .taxiway, .aerialway: 12
    case .sports: 10
    case .minorRoad, .track: 8
    case .building: 3.05
    case .tram, .pier: 6
    case .service, .pedestrianArea: 4.5
    case .path: 4
    case .wall: 2
    default: 0
    }
  }

  /// Metres a dot from which on towns as a whole are told from the country.
  private static let nearestUrban = 30.0

  private static func ground(_ kind: MapKind, _ metresPerDot: Double) -> Ground? {
    guard kind.shape == .area, metresPerDot <= limit(kind) else { return nil }
    // From nearer it is only known that one is in a town: a tint everywhere says nothing, and is sent with every pan.
    if kind == .urban, metresPerDot < nearestUrban { return nil }
    return switch kind {
    case .residential, .industrial, .urban, .aerodrome: .built
    case .grass, .park, .cemetery, .sports: .green
    case .wood: .wood
    case .sand: .sand
    case .ice: .ice
    case .wetland: .wet
    case .pedestrianArea: .paved
    case .building: .building
    case .water, .ocean: .water
    case .overlayArea: .overlay
    default: nil
    }
  }

  // MARK: Lines

  private static let rail = DotDash("####..")
  private static let border = DotDash("#####..#..")
  private static let finerBorder = DotDash("###...")
  private static let broken = DotDash("###..")
  private static let dotted = DotDash("#.")
  private static let sparse = DotDash("#....")
  private static let underground = DotDash("##..")

  /// Ground metres across, and the most dots that a line takes.
  private static func width(_ kind: MapKind) -> (metres: Double, atLeast: Double, atMost: Double) {
    switch kind {
    case .motorway: (20, 2, 4)
    case .trunkRoad: (16, 2, 4)
    case .primaryRoad: (12, 1, 4)
    case .secondaryRoad: (9, 1, 3)
    case .tertiaryRoad: (7, 1, 3)
    case .minorRoad: (5, 1, 2)
    case .river: (10, 1, 2)
    case .runway: (40, 1, 4)
    case .pier: (5, 1, 2)
    default: (0, 1, 1)
    }
  }

  private static func line(_ kind: MapKind, _ palette: MapPalette, _ metresPerDot: Double, isFine: Bool) -> Line? {
    guard kind.shape == .line, kind != .roadName, kind != .waterName, metresPerDot <= limit(kind) else { return nil }
    // Among streets, the bounds of districts would be noise; so would borders beside coasts of the same colour on a whole globe.
    if kind == .districtBorder, metresPerDot < 12 { return nil }
    if kind == .countryBorder, metresPerDot > 60_000, !palette.hasColors { return nil }
    let size = width(kind)
    // From a distance even a motorway is one dot wide.
    let least = metresPerDot > 25 ? 1 : size.atLeast
    let width = isFine ? min(size.atMost, max(least, (size.metres / metresPerDot).rounded())) : 1
    let style = palette.line(kind)
    // The ink of a cell is that of the loudest line in it: roads by their classes, then whatever else there is.
    let layer = kind.isRoad || kind == .overlayLine ? 40 + kind.rawValue : kind == .rail || kind == .tram ? 39 : kind.rawValue
    // Close by, every road parts its ground; from further away only what leads somewhere, unless the ground is made of dots.
    let parts = kind.rawValue >= MapKind.tertiaryRoad.rawValue || metresPerDot <= 8 || !palette.hasBackgrounds
    let casing: Double = kind.isRoad && isFine && metresPerDot <= 20 && parts ? 1 : 0
    return Line(
      ink: Ink(style.foreground, style.attributes, layer: layer), width: width, dash: dash(kind, metresPerDot), casing: casing)
  }

  private static func dash(_ kind: MapKind, _ metresPerDot: Double) -> DotDash? {
    switch kind {
    case .rail, .tram: rail
    case .countryBorder: border
    case .regionBorder, .districtBorder: finerBorder
    case .ferry: sparse
    case .path, .track: dotted
    case .aerialway: broken
    default: nil
    }
  }

  /// Below the ground: a dim dash, and only of what matters.
  private static func tunnel(_ line: Line, _ kind: MapKind, _ palette: MapPalette, _ metresPerDot: Double) -> Line? {
    guard kind != .path, kind != .service, kind != .track else { return nil }
    let style = palette.tunnel
    return Line(ink: Ink(style.foreground, style.attributes, layer: 15), width: 1, dash: underground, casing: 0)
  }
}
