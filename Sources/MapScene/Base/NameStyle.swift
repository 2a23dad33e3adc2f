// Owns `NameStyle`: which things are named at which scale, which names are louder, and what they look like: one row a kind.

import BaseMap
import Cells

/// How the names of one kind of thing are treated.
struct NameStyle {
  /// The louder come first: 0 is placed before 1.
  var level: Int
  /// Ground metres a column at which it is named.
  var scales: ClosedRange<Double>
  /// By how many metres a column it has to be nearer for each step of its rank.
  var fading = 0.0
  /// At so few metres a column everything is named that has room.
  private static let nearest = 1.5
  /// Whether it is a country: its rank tells its size, it is named where it is wide enough on the screen, and the name stays on it.
  var isOfCountry = false
  /// How the name sits on the spot.
  var seat = Seat.middle
  /// Whether it keeps away from others like it.
  var isTown = false
  /// Whether the interface's language has a name for it, as for a country or a great city.
  var isWellKnown = false
  var isUpperCase = false
  var hue: Hue

  enum Seat {
    /// The middle of the name on the spot.
    case middle
    /// A mark on the spot, the name beside it.
    case beside(mark: String, plain: String)
    /// The same where a town is no larger than its mark; in the middle of it where it is.
    case besideFrom(metresAColumn: Double)
    /// Along a line.
    case along
  }

  /// What the colours mean.
  enum Hue { case city, place, quietPlace, country, region, street, number, water, park, peak, transport, interest, house, overlay }

  /// Priorities of countries are below it, those of other places are not.
  static let countries = 2 << 8

  /// The row of a kind; `nil` for what has no name on the map.
  static func of(_ kind: MapKind) -> NameStyle? {
    let town = Seat.besideFrom(metresAColumn: 80)
    return switch kind {
    case .overlayPoint: NameStyle(level: 0, scales: 0...1e9, seat: .beside(mark: "○", plain: "o"), hue: .overlay)
    case .continent: NameStyle(level: 1, scales: 40_000...1e9, isWellKnown: true, isUpperCase: true, hue: .country)
    case .country:
      NameStyle(level: 1, scales: 1_500...1e9, isOfCountry: true, isTown: true, isWellKnown: true, isUpperCase: true, hue: .country)
    case .city: NameStyle(level: 2, scales: 4...40_000, seat: town, isTown: true, isWellKnown: true, hue: .city)
    case .region: NameStyle(level: 4, scales: 600...6_000, isTown: true, isWellKnown: true, hue: .region)
    case .town: NameStyle(level: 3, scales: 3...1_500, seat: town, isTown: true, hue: .place)
    case .village: NameStyle(level: 5, scales: 1.5...250, seat: town, isTown: true, hue: .place)
    case .suburb: NameStyle(level: 5, scales: 1.5...120, isTown: true, hue: .quietPlace)
    case .hamlet: NameStyle(level: 7, scales: 1...60, isTown: true, hue: .quietPlace)
    case .waterName: NameStyle(level: 6, scales: 0...60_000, seat: .along, isWellKnown: true, hue: .water)
    case .roadName: NameStyle(level: 7, scales: 0...40, fading: 0.37, seat: .along, hue: .street)
    case .airport: NameStyle(level: 5, scales: 0...400, hue: .transport)
    case .station: NameStyle(level: 7, scales: 0...30, seat: .beside(mark: "▪", plain: "."), hue: .transport)
    case .parkName: NameStyle(level: 8, scales: 0...40, hue: .park)
    case .peak: NameStyle(level: 6, scales: 0...150, seat: .beside(mark: "▲", plain: "^"), hue: .peak)
    case .pointOfInterest: NameStyle(level: 9, scales: 0...5, fading: 0.016, seat: .beside(mark: "·", plain: "."), hue: .interest)
    case .houseNumber: NameStyle(level: 10, scales: 0...1.3, hue: .house)
    default: nil
    }
  }

  /// Whether something of a rank is named at a scale.
  /// - Parameter columnsOfTheWorld: columns that the whole equator takes.
  func names(rank: UInt8, at metresAColumn: Double, columnsOfTheWorld: Double) -> Bool {
    if isOfCountry, !Self.isWide(rank: rank, columnsOfTheWorld) { return false }
    return scales.contains(metresAColumn) && metresAColumn <= max(Self.nearest, scales.upperBound - fading * Double(rank))
  }

  /// Whether what has the area of e^(−rank/8) world squares is some columns wide.
  private static func isWide(rank: UInt8, _ columnsOfTheWorld: Double) -> Bool {
    var width = columnsOfTheWorld / 6
    var steps = Int(rank) / 16
    while steps > 0, width > 1 {
      width /= 2.718_281_828
      steps -= 1
    }
    return width > 1
  }

  /// Rows above and below its middle on which a country's name is still within it, where it is about as high as wide.
  /// - Parameter rank: that of the world's countries; a smaller one, as tiles have it, says nothing of size.
  static func rowsOfCountry(rank: UInt8, columnsOfTheWorld: Double) -> Int {
    guard rank >= greatestCountry else { return 0 }
    // e^(−1/16) for each step of the rank: the side of a square of its area.
    var columns = columnsOfTheWorld
    for _ in 0..<rank { columns *= 0.939_413 }
    return Int(min(2, columns / 12))
  }

  /// No country has a lower rank: e^(−1.5) of the world.
  private static let greatestCountry: UInt8 = 12

  /// The sign on the spot beside which the name stands; `nil` where it stands on the spot itself or along a line.
  func mark(_ glyphs: Glyphs, at metresAColumn: Double) -> String? {
    let isPlain = glyphs.plain.contains(.symbols)
    return switch seat {
    case .middle, .along: nil
    case .beside(let mark, let plain): isPlain ? plain : mark
    case .besideFrom(let metres): metresAColumn < metres ? nil : isPlain ? Self.townMark.plain : Self.townMark.mark
    }
  }

  /// Numbers of roads (A8, G6): of main roads from farther away than names of streets.
  static func roadNumber(rank: UInt8) -> NameStyle { NameStyle(level: 8, scales: 0...(rank < 32 ? 1_000 : 60), seat: .along, hue: .number) }

  /// The mark of a town.
  static let townMark = (mark: "•", plain: "*")
}

extension NameStyle.Hue {
  /// What it looks like. The background is that of the cell: none is said here.
  func style(_ theme: Theme, isCapital: Bool = false) -> Style {
    let strong: Attributes = isCapital ? .bold : []
    switch theme.depth {
    case .none: return Style(.standard, on: .standard, plainAttributes.union(strong))
    case .ansi16: return Style(sixteen(isDark: theme.backdrop == .dark), on: .standard, plainAttributes.subtracting(.dim).union(strong))
    case .indexed256, .direct:
      let colors = many
      let color = theme.depth.quantize(.hex(theme.backdrop == .dark ? colors.onDark : colors.onLight))
      return Style(color, on: .standard, self == .city || self == .overlay ? .bold : strong)
    }
  }

  private var plainAttributes: Attributes {
    switch self {
    case .city, .overlay: .bold
    case .country, .place, .quietPlace, .number, .peak, .transport: []
    case .region, .street, .water, .park, .interest, .house: .dim
    }
  }

  private func sixteen(isDark: Bool) -> Color {
    switch self {
    case .water: .palette(isDark ? 6 : 4)
    case .park: .palette(2)
    case .number: .palette(isDark ? 3 : 1)
    case .transport, .interest: .palette(isDark ? 5 : 5)
    case .city, .place, .quietPlace, .country, .region, .street, .peak, .house, .overlay: .standard
    }
  }

  private var many: (onDark: UInt32, onLight: UInt32) {
    switch self {
    case .city: (0xEEEEEE, 0x1C1C1C)
    case .place: (0xD0D0D0, 0x303030)
    case .quietPlace: (0xAFAFD7, 0x5F5F87)
    case .country: (0xD7AFAF, 0x875F5F)
    case .region: (0x9E9E9E, 0x767676)
    case .street: (0xC6C6C6, 0x444444)
    case .number: (0xD7D787, 0x875F00)
    case .water: (0x87AFD7, 0x005F87)
    case .park: (0x87AF87, 0x005F00)
    case .peak: (0xD7AF87, 0x875F00)
    case .transport: (0x87D7D7, 0x005F5F)
    case .interest: (0xAF87AF, 0x875F87)
    case .house: (0x808080, 0x808080)
    case .overlay: (0xFFFFAF, 0x5F00AF)
    }
  }
}
