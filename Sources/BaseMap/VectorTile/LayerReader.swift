// Owns `LayerReader`: goes through the features of a layer and adds what they are to a piece.

/// One layer being read.
struct LayerReader {
  private let base: UnsafePointer<UInt8>
  private let layer: TileLayer
  private let scale: TileScale?
  private var areas: ShapeReader?
  private var lines: ShapeReader?
  private var points: ShapeReader?
  private var values: TileValues
  private var names: NameReader
  /// The field of each key; ``noField`` where no schema reads it.
  private var fields: [UInt8]
  private var slots = FieldSlots()
  /// Features that are not as the specification has them, and were left out.
  private(set) var skipped = 0

  private static let noField = UInt8.max

  init(_ base: UnsafePointer<UInt8>, _ layer: TileLayer, _ rule: LayerRule, frame: Int32) {
    self.base = base
    self.layer = layer
    scale = Int(layer.extent) == Int(frame) ? nil : TileScale(extent: Int(layer.extent), frame: Int(frame))
    let count = layer.values.count
    areas = rule.areas.map { ShapeReader($0, valueCount: count) }
    lines = rule.lines.map { ShapeReader($0, valueCount: count) }
    points = rule.points.map { ShapeReader($0, valueCount: count) }
    values = TileValues(base, layer.values)
    names = NameReader(valueCount: count)
    fields = layer.keys.map { TileField.named[TileLayer.text(base, $0)]?.rawValue ?? Self.noField }
  }

  mutating func read(into builder: inout PieceBuilder, _ geometry: inout TileGeometry) {
    for range in layer.features where !read(range, into: &builder, &geometry) { skipped += 1 }
  }

  /// The parts of a feature's message.
  private struct Message {
    var tags: ByteRange?
    /// 0, which is drawn by nobody, where it is not said.
    var type: UInt32 = 0
    var geometry: ByteRange?

    /// - Returns: `nil` where it is not one.
    init?(_ base: UnsafePointer<UInt8>, _ range: ByteRange) {
      var reader = WireReader(base, range)
      while !reader.isAtEnd {
        let tag = reader.word()
        switch tag {
        case 2 << 3 | Wire.run where tags == nil: tags = reader.run()
        case 3 << 3 | Wire.varint: type = reader.word()
        case 4 << 3 | Wire.run where geometry == nil: geometry = reader.run()
        default:
          guard tag >> 3 < 2 || tag >> 3 > 4 else { return nil }
          reader.skip(tag & 7)
        }
      }
      if reader.isBroken { return nil }
    }
  }

  /// - Returns: `false` where the feature is not as the specification has it.
  private mutating func read(_ range: ByteRange, into builder: inout PieceBuilder, _ geometry: inout TileGeometry) -> Bool {
    guard let message = Message(base, range), message.type <= 3, let commands = message.geometry, readTags(message.tags) else {
      return false
    }
    let source = WireReader(base, commands)
    let isLenient = layer.version == 1
    switch message.type {
    case 1:
      guard let drawn = points?.drawn(slots, values), let naming = points?.naming else { return true }
      let (name, reference) = label(naming, points?.reference, &builder)
      guard isTold(naming, name, reference, drawn) else { return true }
      guard geometry.read(source, .points, isLenient: isLenient, scale: scale) else { return false }
      builder.addPoints(drawn, geometry, name: name, reference: reference)
    case 2:
      guard let drawn = lines?.drawn(slots, values), let naming = lines?.naming else { return true }
      let (name, reference) = label(naming, lines?.reference, &builder)
      if case .only = naming, name < 0, reference < 0 { return true }
      guard geometry.read(source, .lines, isLenient: isLenient, scale: scale) else { return false }
      if !geometry.isBeyond(builder.frame) { addLine(drawn, naming, geometry, name, reference, to: &builder) }
    case 3:
      guard let drawn = areas?.drawn(slots, values), let naming = areas?.naming else { return true }
      guard geometry.read(source, .polygons, isLenient: isLenient, scale: scale) else { return false }
      if !geometry.isBeyond(builder.frame) { builder.addArea(drawn, geometry, name: label(naming, nil, &builder).name) }
    default: break
    }
    return true
  }

  private func addLine(
    _ drawn: Drawn, _ naming: Naming, _ geometry: TileGeometry, _ name: Int32, _ reference: Int32, to builder: inout PieceBuilder
  ) {
    let isNamed = name >= 0 || reference >= 0
    switch naming {
    case .none: builder.addLine(drawn, geometry, name: -1, reference: -1)
    case .own, .needed: builder.addLine(drawn, geometry, name: name, reference: reference)
    case .beside(let kind):
      builder.addLine(drawn, geometry, name: -1, reference: -1)
      if isNamed { addLabel(kind, drawn, geometry, name, reference, to: &builder) }
    case .only(let kind): addLabel(kind, drawn, geometry, name, reference, to: &builder)
    }
  }

  private func addLabel(
    _ kind: MapKind, _ drawn: Drawn, _ geometry: TileGeometry, _ name: Int32, _ reference: Int32, to builder: inout PieceBuilder
  ) {
    // Rails and ferries are no roads.
    if kind == .roadName, !drawn.kind.isRoad { return }
    builder.addLabel(Drawn(kind, rank: drawn.kind.nameRank ?? drawn.rank), geometry, name: name, reference: reference)
  }

  /// Whether a point that has to have a name has one; a house its number.
  private func isTold(_ naming: Naming, _ name: Int32, _ reference: Int32, _ drawn: Drawn) -> Bool {
    if drawn.kind == .houseNumber { return reference >= 0 }
    if case .needed = naming { return name >= 0 || reference >= 0 }
    return true
  }

  private mutating func label(
    _ naming: Naming, _ field: TileField?, _ builder: inout PieceBuilder
  ) -> (name: Int32, reference: Int32) {
    let reference = field.map { names.reference(slots, $0, &values, &builder) } ?? -1
    if case .none = naming { return (-1, reference) }
    return (names.name(slots, &values, &builder), reference)
  }

  /// Fills ``slots``.
  /// - Returns: `false` where a key or value is named that the layer does not have.
  private mutating func readTags(_ range: ByteRange?) -> Bool {
    slots.clear()
    guard let range else { return true }
    var reader = WireReader(base, range)
    while !reader.isAtEnd {
      let key = reader.word()
      if reader.isAtEnd { return false }
      let value = reader.word()
      guard !reader.isBroken, key < UInt32(fields.count), value < UInt32(values.count) else { return false }
      let field = fields[Int(key)]
      if field != Self.noField { slots.set(field, Int32(bitPattern: value)) }
    }
    return !reader.isBroken
  }
}

extension MapKind {
  /// How important a road's name is, by the road; `nil` for what is none.
  var nameRank: UInt8? {
    switch self {
    case .motorway: 10
    case .trunkRoad: 20
    case .primaryRoad: 30
    case .secondaryRoad: 40
    case .tertiaryRoad: 50
    case .minorRoad: 60
    case .service: 80
    case .track: 90
    case .path: 100
    case .river: 60
    case .stream: 120
    default: nil
    }
  }
}
