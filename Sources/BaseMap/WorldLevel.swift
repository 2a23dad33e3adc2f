// Owns `WorldLevel`: one level of detail of the embedded world, and where its tiles' bytes lie.

import TrackGeodesy

/// A level of detail: the world cut into 2^zoom × 2^zoom tiles.
///
///     zoom u32 │ frame u32 │ from dots u32 │ where each tile begins, and the last one's end: (4^zoom + 1) u32 │ the tiles
struct WorldLevel: Sendable {
  let zoom: Int
  /// Steps on a tile's side.
  let frame: Int
  /// The least number of dots on the world's side that it is meant for.
  let fromDots: Double
  private let world: WorldBytes
  private let section: WorldBytes.Section
  private let firstTile: Int

  /// The blocks of a tile, by their first byte.
  enum Block: UInt8 {
    case ocean = 1
    case borders, regionBorders, rivers, lakes, urban, towns, countries, regions, smallTowns
  }

  /// - Returns: `nil` where the section is missing, or not what it should be.
  init?(_ world: WorldBytes, tag: String) {
    section = world.section(tag)
    zoom = world.word(section, 0)
    frame = world.word(section, 4)
    fromDots = Double(world.word(section, 8))
    self.world = world
    guard zoom <= 8, (1...1 << 16).contains(frame) else { return nil }
    firstTile = 12 + ((1 << (2 * zoom)) + 1) * 4
    guard section.count >= firstTile else { return nil }
  }

  /// How many tiles lie on the world's side.
  var tiles: Int { 1 << zoom }
  /// World units of one step.
  var unit: Double { 1 / Double(tiles * frame) }

  /// The number of the country that covers a tile without coast or border, plus one, or 0; and the tile's blocks.
  func tile(column: Int, row: Int) -> (ground: Int, blocks: WorldCursor) {
    let place = 12 + (row * tiles + column) * 4
    let room = section.count - firstTile
    let start = min(room, world.word(section, place))
    let end = min(room, max(start, world.word(section, place + 4)))
    let first = section.lowerBound + firstTile
    var cursor = WorldCursor(world.raw((first + start)..<(first + end)), frame: frame)
    return (Int(cursor.byte()), cursor)
  }
}
