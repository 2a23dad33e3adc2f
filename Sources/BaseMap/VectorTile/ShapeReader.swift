// Owns `ShapeReader`: what the features of one layer and shape are, each value looked up once.

/// A rule at work on one layer. A layer has few different values and many features: what a value means is looked up when it is first met.
struct ShapeReader {
  let naming: Naming
  let reference: TileField?
  private let rule: ShapeRule
  private let count: Int
  private var kinds: [[Int32]]
  private var flags: [[Int16]]
  private var ranks: [[Int16]]

  private enum Mark {
    static let unread: Int32 = -1
    static let unknown: Int32 = -2
    static let unseen: Int32 = -3
  }

  init(_ rule: ShapeRule, valueCount: Int) {
    self.rule = rule
    naming = rule.naming
    reference = rule.reference
    count = valueCount
    kinds = Array(repeating: [], count: rule.kinds.count)
    flags = Array(repeating: [], count: rule.flags.count)
    ranks = Array(repeating: [], count: rule.ranks.count)
  }

  /// What a feature is; `nil` where it is not drawn.
  mutating func drawn(_ slots: FieldSlots, _ values: TileValues) -> Drawn? {
    guard var drawn = kind(slots, values) else { return nil }
    for index in rule.flags.indices {
      let value = slots[rule.flags[index].field]
      if value >= 0 { drawn.flags.formUnion(flags(index, value, values)) }
    }
    for index in rule.ranks.indices {
      let value = slots[rule.ranks[index].field]
      guard value >= 0 else { continue }
      let rank = rank(index, value, values)
      guard rank >= 0 else { continue }
      drawn.rank = rule.ranks[index].isAdded ? UInt8(min(255, Int(drawn.rank) + Int(rank))) : UInt8(truncatingIfNeeded: rank)
      break
    }
    return drawn
  }

  private mutating func kind(_ slots: FieldSlots, _ values: TileValues) -> Drawn? {
    for index in rule.kinds.indices {
      let value = slots[rule.kinds[index].field]
      guard value >= 0 else { continue }
      if kinds[index].isEmpty { kinds[index] = Array(repeating: Mark.unread, count: count) }
      var packed = kinds[index][value]
      if packed == Mark.unread {
        packed = Self.look(values.word(value), in: rule.kinds[index])
        kinds[index][value] = packed
      }
      if packed == Mark.unknown { continue }
      return packed == Mark.unseen ? nil : Self.unpacked(packed)
    }
    return rule.otherwise
  }

  private mutating func flags(_ index: Int, _ value: Int, _ values: TileValues) -> MapFlags {
    if flags[index].isEmpty { flags[index] = Array(repeating: -1, count: count) }
    if flags[index][value] < 0 {
      let table = rule.flags[index]
      let found: MapFlags
      if let words = table.values {
        found = values.word(value).flatMap { words[$0] } ?? []
      } else {
        found = values.isTrue(value) ? table.whenTrue : []
      }
      flags[index][value] = Int16(found.rawValue)
    }
    return MapFlags(rawValue: UInt8(truncatingIfNeeded: flags[index][value]))
  }

  /// −2 where the value is no number.
  private mutating func rank(_ index: Int, _ value: Int, _ values: TileValues) -> Int16 {
    if ranks[index].isEmpty { ranks[index] = Array(repeating: -1, count: count) }
    if ranks[index][value] == -1 { ranks[index][value] = values.number(value).map { Int16(rule.ranks[index].rank($0)) } ?? -2 }
    return ranks[index][value]
  }

  private static func look(_ word: String?, in table: KindTable) -> Int32 {
    guard let word, let found = table.values[word] else { return Mark.unknown }
    guard let drawn = found else { return Mark.unseen }
    return Int32(drawn.kind.rawValue) << 16 | Int32(drawn.flags.rawValue) << 8 | Int32(drawn.rank)
  }

  private static func unpacked(_ packed: Int32) -> Drawn? {
    guard let kind = MapKind(rawValue: UInt8(truncatingIfNeeded: packed >> 16)) else { return nil }
    return Drawn(
      kind, MapFlags(rawValue: UInt8(truncatingIfNeeded: packed >> 8)), rank: UInt8(truncatingIfNeeded: packed))
  }
}

/// A feature's values by field: their indices among the layer's, −1 where the feature has none.
struct FieldSlots {
  private var values = InlineArray<48, Int32>(repeating: -1)

  @inline(__always) subscript(field: TileField) -> Int { Int(values[Int(field.rawValue)]) }

  @inline(__always) mutating func set(_ field: UInt8, _ value: Int32) { values[Int(field)] = value }

  @inline(__always) mutating func clear() { values = InlineArray(repeating: -1) }
}
