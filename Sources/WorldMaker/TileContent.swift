// Owns the bytes of one tile of the embedded world; docs/decisions/0021-embedded-map.md draws them.

/// What lies in a tile, in steps from its north-west corner.
struct TileContent {
  /// The number of the country plus one that covers a tile without coast or border; 0 for the sea, and where there is one.
  var ground: UInt8 = 0
  /// Whether the sea is the tile but for its rings, or its rings alone.
  var isSea = true
  /// Coasts, land on the right; the marks are the countries' numbers plus one.
  var coasts: [[Corner]] = []
  var borders: [(left: UInt8, right: UInt8, points: [GridPoint])] = []
  var regionBorders: [[GridPoint]] = []
  var rivers: [[GridPoint]] = []
  var lakes: [[GridPoint]] = []
  var urban: [[GridPoint]] = []
  /// Numbers of towns, ascending; the small ones are for the closest views.
  var towns: [Int] = []
  var smallTowns: [Int] = []
  var countries: [Label] = []
  var regions: [Label] = []

  /// A name's place; the number is that of the country or region.
  struct Label {
    let number: Int
    let rank: UInt8
    let point: GridPoint
  }

  func bytes() -> [UInt8] {
    var tile = TileBytes()
    tile.bytes.append(ground)
    if isSea || !coasts.isEmpty {
      tile.block(1) { block in
        block.bytes.append(isSea ? 1 : 0)
        block.number(coasts.count)
        for ring in coasts { block.coast(ring) }
      }
    }
    if !borders.isEmpty {
      tile.block(2) { block in
        block.number(borders.count)
        for border in borders {
          block.bytes += [border.left, border.right]
          block.points(border.points)
        }
      }
    }
    for (kind, lines) in [(3, regionBorders), (4, rivers), (5, lakes), (6, urban)] where !lines.isEmpty {
      tile.block(UInt8(kind)) { block in
        block.number(lines.count)
        for line in lines { block.points(line) }
      }
    }
    for (kind, towns) in [(7, towns), (10, smallTowns)] where !towns.isEmpty {
      tile.block(UInt8(kind)) { block in
        block.number(towns.count)
        var previous = 0
        for town in towns {
          block.number(town - previous)
          previous = town
        }
      }
    }
    for (kind, labels) in [(8, countries), (9, regions)] where !labels.isEmpty {
      tile.block(UInt8(kind)) { block in
        block.number(labels.count)
        for label in labels {
          if kind == 8 { block.bytes.append(UInt8(label.number)) } else { block.number(label.number) }
          block.bytes.append(label.rank)
          block.step(GridPoint(0, 0), label.point)
        }
      }
    }
    return tile.bytes
  }
}

/// Bytes of numbers: seven bits each, the lowest first; differences with their sign in the lowest bit.
struct TileBytes {
  var bytes: [UInt8] = []

  mutating func number(_ value: Int) {
    var rest = UInt(value)
    while rest > 127 {
      bytes.append(UInt8(rest & 127 | 128))
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func difference(_ value: Int) { number(value >= 0 ? value * 2 : -value * 2 - 1) }

  mutating func step(_ from: GridPoint, _ to: GridPoint) {
    difference(to.x - from.x)
    difference(to.y - from.y)
  }

  /// The number of points, the first, and each from the one before.
  mutating func points(_ points: [GridPoint]) {
    number(points.count)
    var previous = GridPoint(0, 0)
    for point in points {
      step(previous, point)
      previous = point
    }
  }

  /// The first point, the number of stretches, and for each its mark, its number of edges and the point at the end of each; the last edge
  /// leads to the first point, which is not repeated.
  mutating func coast(_ ring: [Corner]) {
    step(GridPoint(0, 0), ring[0].point)
    var stretches: [Range<Int>] = []
    var start = 0
    while start < ring.count {
      var end = start + 1
      while end < ring.count, ring[end].mark == ring[start].mark { end += 1 }
      stretches.append(start..<end)
      start = end
    }
    number(stretches.count)
    for stretch in stretches {
      bytes.append(ring[stretch.lowerBound].mark)
      number(stretch.count)
      for index in stretch where index + 1 < ring.count { step(ring[index].point, ring[index + 1].point) }
    }
  }

  /// A block: its kind, its length, its content.
  mutating func block(_ kind: UInt8, _ fill: (inout TileBytes) -> Void) {
    var content = TileBytes()
    fill(&content)
    bytes.append(kind)
    number(content.bytes.count)
    bytes += content.bytes
  }
}
