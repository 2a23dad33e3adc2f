// Owns the order in which PMTiles numbers the tiles of the world.
//
//   zoom 0: 0    zoom 1: 1 4    zoom 2 begins at 5, zoom 3 at 21: each level follows the one above, along a Hilbert curve
//                        2 3

internal import BaseMap

extension TileID {
  /// The tile's number (PMTiles 3, section 4): how many tiles come before it.
  ///
  /// From the widest square to the narrowest: its quarters are passed in the order north-west, south-west, south-east, north-east. The curve
  /// enters and leaves the first and the last of them turned by a quarter, so there the axes change places.
  var curveNumber: UInt64 {
    var number: UInt64 = 0
    for level in 0..<zoom { number += 1 << UInt64(2 * level) }
    var (x, y) = (UInt64(column), UInt64(row))
    var side: UInt64 = zoom == 0 ? 0 : 1 << UInt64(zoom - 1)
    while side > 0 {
      let east: UInt64 = x & side != 0 ? 1 : 0
      let south: UInt64 = y & side != 0 ? 1 : 0
      number += side * side * ((3 * east) ^ south)
      if south == 0 {
        if east == 1 {
          x = side &- 1 &- (x & (side - 1))
          y = side &- 1 &- (y & (side - 1))
        }
        swap(&x, &y)
      }
      side >>= 1
    }
    return number
  }
}
