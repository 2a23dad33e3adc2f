// Owns `TileSchema`: what the layers and fields of a tile set mean, as tables; and the registry of those that are known.

/// What a feature is on our map.
struct Drawn: Hashable, Sendable {
  var kind: MapKind
  var flags: MapFlags = []
  /// ``MapFeature/rank`` where no field says better.
  var rank: UInt8 = 128

  init(_ kind: MapKind, _ flags: MapFlags = [], rank: UInt8 = 128) {
    self.kind = kind
    self.flags = flags
    self.rank = rank
  }
}

/// What the values of one field mean. Numbers are looked up without decimals.
struct KindTable: Sendable {
  let field: TileField
  let values: [String: Drawn?]

  /// - Parameters:
  ///   - kinds: for each kind the values that mean it, with blanks between them.
  ///   - unseen: values that are not drawn.
  ///   - special: values with flags or a rank of their own.
  init(_ field: TileField, _ kinds: KeyValuePairs<MapKind, String>, unseen: String = "", special: [String: Drawn] = [:]) {
    self.field = field
    var values: [String: Drawn?] = [:]
    for (kind, words) in kinds {
      for word in words.split(separator: " ") { values[String(word)] = .some(Drawn(kind)) }
    }
    for word in unseen.split(separator: " ") { values.updateValue(nil, forKey: String(word)) }
    for (word, drawn) in special { values[word] = .some(drawn) }
    self.values = values
  }
}

/// Flags by a field.
struct FlagTable: Sendable {
  let field: TileField
  /// Flags by value; `nil` if ``whenTrue`` counts.
  let values: [String: MapFlags]?
  let whenTrue: MapFlags

  init(_ field: TileField, _ values: [String: MapFlags]) {
    self.field = field
    self.values = values
    whenTrue = []
  }

  init(_ field: TileField, _ flags: MapFlags) {
    self.field = field
    values = nil
    whenTrue = flags
  }
}

/// How a field's number becomes a rank, 0 the most important.
struct RankRule: Sendable {
  enum Scale: Sendable {
    /// `offset + factor · number`.
    case linear(offset: Double, factor: Double)
    /// The rank of the kind and so many times the number more.
    case added(factor: Double)
    /// By the power of ten of a number of people or square metres: `offset − factor · log10`.
    case powers(offset: Double, factor: Double)
  }

  let field: TileField
  let scale: Scale

  static func linear(_ field: TileField, _ factor: Double, offset: Double = 0) -> RankRule {
    RankRule(field: field, scale: .linear(offset: offset, factor: factor))
  }
  static func added(_ field: TileField, _ factor: Double) -> RankRule { RankRule(field: field, scale: .added(factor: factor)) }
  static func powers(_ field: TileField, _ factor: Double, offset: Double) -> RankRule {
    RankRule(field: field, scale: .powers(offset: offset, factor: factor))
  }

  /// Whether the kind's own rank counts too.
  var isAdded: Bool { if case .added = scale { true } else { false } }

  func rank(_ number: Double) -> UInt8 {
    let rank: Double
    switch scale {
    case .linear(let offset, let factor): rank = offset + factor * number
    case .added(let factor): rank = factor * number
    case .powers(let offset, let factor): rank = offset - factor * Self.powerOfTen(number)
    }
    return UInt8(max(0, min(255, rank.isNaN ? 255 : rank.rounded())))
  }

  /// log10, to a quarter.
  private static func powerOfTen(_ number: Double) -> Double {
    var (power, rest) = (0.0, number)
    while rest >= 10, power < 20 {
      rest /= 10
      power += 1
    }
    return power + (rest >= 5.62 ? 0.75 : rest >= 3.16 ? 0.5 : rest >= 1.78 ? 0.25 : 0)
  }
}

/// What becomes of a feature's name.
enum Naming: Sendable {
  /// It is not read.
  case none
  /// The feature carries it.
  case own
  /// As ``own``; a feature without name and number is left out.
  case needed
  /// The line is drawn without it, and there is a line of this kind for its name.
  case beside(MapKind)
  /// The line is not drawn; it is one of this kind, for its name.
  case only(MapKind)
}

/// What is made of a layer's features of one shape.
struct ShapeRule: Sendable {
  /// Tried in order; the first that knows its field's value decides.
  var kinds: [KindTable] = []
  /// What it is where no table knows; `nil` leaves it out.
  var otherwise: Drawn?
  var flags: [FlagTable] = []
  /// The first whose field is there decides.
  var ranks: [RankRule] = []
  var naming = Naming.none
  /// The field of a road's or house's number.
  var reference: TileField?

  init(
    _ kinds: [KindTable] = [], otherwise: Drawn? = nil, flags: [FlagTable] = [], ranks: [RankRule] = [], naming: Naming = .none,
    reference: TileField? = nil
  ) {
    self.kinds = kinds
    self.otherwise = otherwise
    self.flags = flags
    self.ranks = ranks
    self.naming = naming
    self.reference = reference
  }
}

/// What is made of a layer.
struct LayerRule: Sendable {
  var areas: ShapeRule?
  var lines: ShapeRule?
  var points: ShapeRule?

  init(areas: ShapeRule? = nil, lines: ShapeRule? = nil, points: ShapeRule? = nil) {
    self.areas = areas
    self.lines = lines
    self.points = points
  }

  /// The rule for a geometry type of the specification: 1 points, 2 lines, 3 polygons.
  func shape(_ type: UInt32) -> ShapeRule? {
    switch type {
    case 1: points
    case 2: lines
    case 3: areas
    default: nil
    }
  }
}

/// The layers of a tile set and what they mean.
struct TileSchema: Sendable {
  let name: String
  /// The names that its field of kinds goes by, which tell it from others with the same layers.
  let kindKeys: Set<String>
  /// What is made of its layers; layers that are not here, or have no rule, are not read.
  let layers: [String: LayerRule]
  /// What is made of layers that are not named; `nil` leaves them out.
  var otherLayers: LayerRule?

  func rule(_ layer: String) -> LayerRule? { layers[layer] ?? otherLayers }

  /// All that are known. A new one is a file like the others and a line here.
  static let all: [TileSchema] = [openMapTiles, shortbread, protomaps, mapboxStreets]

  /// The schema that knows most of a tile's layers; among equals the one whose kinds go by a name that the tile's keys have. Where none knows
  /// any, the tile is somebody's own data: ``unknown``.
  static func recognised(layers: [String], keys: () -> Set<String>) -> TileSchema {
    let counts = all.map { schema in layers.reduce(0) { $0 + (schema.layers[$1] == nil ? 0 : 1) } }
    guard let best = counts.max(), best > 0 else { return layers.isEmpty ? all[0] : unknown }
    let candidates = zip(all, counts).filter { $0.1 == best }.map(\.0)
    if candidates.count == 1 { return candidates[0] }
    let keys = keys()
    return candidates.first { !$0.kindKeys.isDisjoint(with: keys) } ?? candidates[0]
  }

  /// Tiles of no known schema: areas, lines and points of somebody's own.
  static let unknown = TileSchema(
    name: "", kindKeys: [], layers: [:],
    otherLayers: LayerRule(
      areas: ShapeRule(otherwise: Drawn(.overlayArea), naming: .own), lines: ShapeRule(otherwise: Drawn(.overlayLine), naming: .own),
      points: ShapeRule(otherwise: Drawn(.overlayPoint), naming: .own)))
}
