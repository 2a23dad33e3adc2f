// Owns reading the countries' outlines from the embedded world.

extension CountryIndex {
  /// The outlines of the embedded world, put in order when they are first asked for.
  static let embedded = WorldBytes.embedded.map { CountryIndex($0) } ?? CountryIndex(side: 0)

  /// Countries that a map may draw as part of others, by their ISO 3166 codes: whoever is in the other's outline with such a town nearest is
  /// there.
  private static let drawnAsParts = [
    ("GF", "FR"), ("GP", "FR"), ("MQ", "FR"), ("RE", "FR"), ("YT", "FR"), ("PM", "FR"), ("BL", "FR"), ("MF", "FR"), ("SJ", "NO"),
    ("BV", "NO"), ("BQ", "NL"), ("EH", "MA"), ("CX", "CC"), ("CC", "CX"), ("CX", "AU"), ("CC", "AU"), ("TK", "NZ"), ("AX", "FI"),
  ]

  /// The section of the finest level of detail.
  private static let section = "LOD2"

  /// The outlines of a world: the coasts and borders of all tiles of its finest level. Empty where there are none, or where they are damaged.
  init(_ world: WorldBytes) {
    let content = world.section(Self.section)
    let zoom = world.word(content, 0)
    let frame = world.word(content, 4)
    guard zoom <= 8, frame > 0, frame <= 1 << 16, frame.nonzeroBitCount == 1, content.count >= 16 + (4 << (2 * zoom)) else {
      self.init(side: 0)
      return
    }
    self.init(side: frame << zoom)
    let start = 16 + (4 << (2 * zoom))
    for tile in 0..<(1 << (2 * zoom)) {
      let from = start + world.word(content, 12 + tile * 4)
      let to = start + world.word(content, 16 + tile * 4)
      let corner = LocalPoint(x: Int32((tile & (1 << zoom - 1)) * frame), y: Int32((tile >> zoom) * frame))
      let ground = readTile(OutlineBytes(world: world, section: content, index: from, end: min(to, content.count)), corner)
      if tile == 0 { northPole = ground }
      southPole = ground
    }
    let codes = world.texts(world.section("CTRY"))
    for (part, whole) in Self.drawnAsParts {
      if let part = codes.firstIndex(of: part), let whole = codes.firstIndex(of: whole) {
        parts.append((UInt8(truncatingIfNeeded: part), UInt8(truncatingIfNeeded: whole)))
      }
    }
    finish()
  }

  /// Adds what a tile holds of coasts and borders.
  /// - Returns: the country that covers it all, where there are neither.
  private mutating func readTile(_ bytes: OutlineBytes, _ corner: LocalPoint) -> UInt8 {
    var bytes = bytes
    let ground = bytes.country()
    while !bytes.isAtEnd {
      let kind = bytes.byte()
      let length = bytes.number()
      var block = bytes.first(length)
      switch kind {
      case 1:
        _ = block.byte()
        for _ in 0..<block.count() { readCoast(&block, corner) }
      case 2:
        for _ in 0..<block.count() { readBorder(&block, corner) }
      default: break
      }
    }
    return ground
  }

  /// A ring around land, which lies on its right, in stretches of one country each; a stretch of none is where the tile was cut.
  private mutating func readCoast(_ block: inout OutlineBytes, _ corner: LocalPoint) {
    let first = block.point(after: corner)
    begin(first)
    var last = first
    let stretches = block.count()
    for stretch in 0..<stretches {
      let country = block.country()
      let edges = block.count()
      for edge in 0..<edges {
        // The last edge leads back to the first point.
        let isClosing = stretch == stretches - 1 && edge == edges - 1
        last = isClosing ? first : block.point(after: last)
        add(last, left: Self.none, right: country)
      }
    }
  }

  private mutating func readBorder(_ block: inout OutlineBytes, _ corner: LocalPoint) {
    let left = block.country()
    let right = block.country()
    var last = corner
    for number in 0..<block.count() {
      last = block.point(after: last)
      if number == 0 { begin(last) } else { add(last, left: left, right: right) }
    }
  }
}

/// Reads a tile of the world front to back, and nothing beyond its end.
private struct OutlineBytes {
  let world: WorldBytes
  let section: WorldBytes.Section
  var index: Int
  let end: Int

  var isAtEnd: Bool { index >= end }

  mutating func byte() -> UInt8 {
    guard index < end else { return 0 }
    index += 1
    return UInt8(truncatingIfNeeded: world.byte(section, index - 1))
  }

  /// A country's number, which is written plus one.
  mutating func country() -> UInt8 { byte() &- 1 }

  /// Seven bits a byte, the lowest first.
  mutating func number() -> Int {
    var value = 0
    var shift = 0
    while shift < 35 {
      let byte = byte()
      value |= Int(byte & 127) << shift
      if byte < 128 { break }
      shift += 7
    }
    return value
  }

  /// How many things follow: each has a byte at least.
  mutating func count() -> Int { min(number(), max(0, end - index) + 1) }

  mutating func difference() -> Int32 {
    let value = number()
    return Int32(truncatingIfNeeded: value & 1 == 0 ? value / 2 : -(value + 1) / 2)
  }

  mutating func point(after last: LocalPoint) -> LocalPoint {
    let dx = difference()
    return LocalPoint(x: last.x &+ dx, y: last.y &+ difference())
  }

  /// The next bytes, which are then left behind.
  mutating func first(_ count: Int) -> OutlineBytes {
    let next = OutlineBytes(world: world, section: section, index: index, end: min(end, index + count))
    index = next.end
    return next
  }
}
