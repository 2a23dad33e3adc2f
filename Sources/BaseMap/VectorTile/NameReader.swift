// Owns `NameReader`: the names of a layer's features, each made once.

/// Names by the values they come from.
struct NameReader {
  /// For each value, as a local name: the English and Chinese values it was met with, and the name that was made of them.
  private var made: [Made?]
  private var references: [Int32]
  private let count: Int

  private struct Made {
    var english: Int32
    var chinese: Int32
    var name: Int32
  }

  init(valueCount: Int) {
    count = valueCount
    made = []
    references = []
  }

  /// The index of a feature's name among the piece's; −1 without one.
  mutating func name(_ slots: FieldSlots, _ values: inout TileValues, _ builder: inout PieceBuilder) -> Int32 {
    let local = Self.first(slots, .name, .latin, .english, &values)
    guard local >= 0 else { return -1 }
    let english = Self.first(slots, .english, .latin, .latin, &values)
    let chinese = Self.first(slots, .simplified, .chinese, .traditional, &values)
    if made.isEmpty { made = Array(repeating: nil, count: count) }
    if let known = made[local], known.english == english, known.chinese == chinese { return known.name }
    guard let text = values.name(local) else { return -1 }
    let name = builder.add(
      MapName(
        local: text, english: english < 0 || english == local ? nil : values.name(english).flatMap { $0 == text ? nil : $0 },
        chinese: chinese < 0 || chinese == local ? nil : values.name(chinese).flatMap { Self.firstHalf($0, unlike: text) }))
    made[local] = Made(english: Int32(english), chinese: Int32(chinese), name: name)
    return name
  }

  /// The index of a feature's number among the piece's names; −1 without one. Of a road what stands on its shield will do.
  mutating func reference(
    _ slots: FieldSlots, _ field: TileField, _ values: inout TileValues, _ builder: inout PieceBuilder
  ) -> Int32 {
    let value = Self.first(slots, field, field == .reference ? .shield : field, field, &values)
    guard value >= 0, let text = values.name(value) else { return -1 }
    if references.isEmpty { references = Array(repeating: -1, count: count) }
    if references[value] < 0 { references[value] = builder.add(MapName(local: text)) }
    return references[value]
  }

  /// The value of the first of three fields that has a text in it; −1 where none has.
  private static func first(_ slots: FieldSlots, _ a: TileField, _ b: TileField, _ c: TileField, _ values: inout TileValues) -> Int {
    let first = slots[a]
    if first >= 0, values.hasName(first) { return first }
    let second = slots[b]
    if second >= 0, values.hasName(second) { return second }
    let third = slots[c]
    return third >= 0 && values.hasName(third) ? third : -1
  }

  /// Chinese names are often given twice, simplified and traditional with a slash between them.
  private static func firstHalf(_ name: String, unlike local: String) -> String? {
    let half = name.firstIndex(of: "/").map { String(name[..<$0]) } ?? name
    return half.isEmpty || half == local ? nil : half
  }
}
