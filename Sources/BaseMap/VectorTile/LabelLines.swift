// Owns `LabelLines`: lines for names, put together from the short stretches that tiles cut them into.

/// The lines along which names are written: one feature a name, its stretches joined where exactly two of them meet.
struct LabelLines {
  /// What belongs together.
  struct Key: Hashable {
    var kind: MapKind
    var rank: UInt8
    var name: Int32
    var reference: Int32

    func isBefore(_ other: Key) -> Bool {
      (kind.rawValue, rank, name, reference) < (other.kind.rawValue, other.rank, other.name, other.reference)
    }
  }

  private var keys: [(key: Key, part: Int32)] = []
  private var points: [LocalPoint] = []
  private var parts: [Range<Int32>] = []

  /// Adds what a closure adds to points and parts.
  mutating func add(_ key: Key, _ stretches: (inout [LocalPoint], inout [Range<Int32>]) -> Void) {
    let first = parts.count
    stretches(&points, &parts)
    for part in first..<parts.count { keys.append((key, Int32(part))) }
  }

  /// Adds a feature for each name.
  func features(into features: inout [MapFeature], _ allParts: inout [Range<Int32>], _ allPoints: inout [LocalPoint]) {
    let order = keys.sorted { a, b in a.key == b.key ? a.part < b.part : a.key.isBefore(b.key) }
    var start = 0
    while start < order.count {
      let key = order[start].key
      var end = start + 1
      while end < order.count, order[end].key == key { end += 1 }
      let first = Int32(allParts.count)
      LineJoiner.join(order[start..<end].map { parts[Int($0.part)] }, of: points, into: &allPoints, &allParts)
      features.append(
        MapFeature(kind: key.kind, rank: key.rank, parts: first..<Int32(allParts.count), name: key.name, reference: key.reference))
      start = end
    }
  }
}
