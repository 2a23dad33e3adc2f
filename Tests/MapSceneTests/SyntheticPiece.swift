// A made-up town in one tile: a river, a park, roads of all classes, a railway, buildings.

import BaseMap
import TrackGeodesy

/// Pieces for the tests of the base map.
enum SyntheticPiece {
  /// A town in the tile of ``BaseRasterTests/tile``; a local unit is about 0.4 m.
  static let city: MapPiece = {
    var maker = PieceMaker(BaseRasterTests.tile)
    maker.box(.residential, 0...4_096, 0...1_000)
    maker.add(.park, [], (300, 2_500), (1_500, 2_300), (1_700, 3_300), (900, 3_700), (350, 3_500))
    maker.add(.wood, [], (2_600, 200), (3_900, 300), (3_700, 1_000), (2_700, 900))
    maker.add(
      .water, [], (0, 1_200), (900, 1_300), (1_900, 1_700), (2_900, 1_750), (4_096, 2_100), (4_096, 2_500), (2_900, 2_150), (1_800, 2_100),
      (800, 1_700), (0, 1_600))
    maker.add(.water, [], (700, 2_700), (1_100, 2_650), (1_200, 2_950), (800, 3_000))
    blocks(&maker)
    streets(&maker)
    return maker.piece
  }()

  /// Four houses in every block that is not river, park or wood.
  private static func blocks(_ maker: inout PieceMaker) {
    for row in 0..<10 {
      for column in 0..<10 {
        let (x, y) = (Int32(column) * 400, Int32(row) * 400)
        let isRiver = y + 400 > 1_150 + x / 4 && y < 1_700 + x / 4
        let isPark = x < 1_800 && y > 2_000 && y < 3_800
        let isWood = x > 2_300 && y < 1_100
        if isRiver || isPark || isWood { continue }
        for (dx, dy) in [(Int32(60), Int32(60)), (220, 60), (60, 220), (220, 220)] {
          maker.add(
            .building, [], (x + dx, y + dy), (x + dx + 130, y + dy), (x + dx + 130, y + dy + 60), (x + dx + 70, y + dy + 60),
            (x + dx + 70, y + dy + 120), (x + dx, y + dy + 120))
        }
      }
    }
  }

  private static func streets(_ maker: inout PieceMaker) {
    for index in 0...10 {
      let at = Int32(index) * 400
      maker.add(index % 5 == 2 ? .tertiaryRoad : .minorRoad, [], (at, 0), (at, 4_096))
      maker.add(index % 5 == 0 ? .secondaryRoad : .minorRoad, [], (0, at), (4_096, at))
    }
    maker.add(.motorway, [], (0, 3_900), (1_500, 3_950), (3_000, 3_500), (4_096, 2_700))
    maker.add(.primaryRoad, [], (2_200, 0), (2_208, 1_650), (2_210, 2_000), (2_200, 2_190), (2_100, 4_096))
    maker.add(.primaryRoad, .bridge, (2_208, 1_650), (2_210, 2_000), (2_200, 2_190))
    maker.add(.motorway, .tunnel, (3_300, 0), (3_250, 1_500), (3_600, 2_700))
    maker.add(.rail, [], (0, 500), (1_500, 700), (2_600, 1_300), (4_096, 1_500))
    maker.add(.path, [], (350, 3_400), (900, 2_800), (1_500, 2_400))
    maker.add(.service, [], (3_400, 3_220), (3_400, 3_390))
    maker.add(.regionBorder, [], (100, 0), (600, 2_000), (500, 4_096))
  }
}
