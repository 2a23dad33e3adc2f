// Times our reader of vector tiles beside SwiftProtobuf, over tiles that are named. To run it:
//
//     TRACKVIEW_RACE=1 swift run -c release -Xswiftc -enable-testing --scratch-path .build-race TileRace TILE …
//
// The walk is the reader without what is built on it: every tag and geometry of every layer, and each value that some schema reads, once. The
// piece is what the program makes of a tile.

import SwiftProtobuf
import TestBasics
import VectorTileOracle

@testable import BaseMap

@main enum TileRace {
  static func main() throws {
    print("tile                         bytes   SwiftProtobuf   walk            piece           times (walk)")
    for path in CommandLine.arguments.dropFirst() {
      guard let bytes = contents(of: path), !bytes.isEmpty else { continue }
      let theirs = best { keep((try? Oracle_Tile(serializedBytes: bytes))?.layers.count ?? 0) }
      let walk = best { keep(TileWalk.count(bytes)) }
      let piece = best { keep((try? VectorTile.piece(bytes, id: .world))?.points.count ?? 0) }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      print(
        pad(name, 26), pad("\(bytes.count)", 8), pad(milliseconds(theirs), 15), pad(milliseconds(walk), 15), pad(milliseconds(piece), 15),
        "\((theirs / walk * 10).rounded() / 10)")
    }
  }

  private static func pad(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }
  private static func milliseconds(_ value: Double) -> String { "\((value * 1e3).rounded() / 1e3) ms" }

  @inline(never) private static func keep(_ value: Int) { if value == .min { print(value) } }

  /// The shortest of many runs, in milliseconds.
  private static func best(_ body: () -> Void) -> Double {
    var best = Double.infinity
    for _ in 0..<60 {
      var (start, end) = (timespec(), timespec())
      clock_gettime(CLOCK_MONOTONIC, &start)
      body()
      clock_gettime(CLOCK_MONOTONIC, &end)
      best = min(best, Double(end.tv_sec - start.tv_sec) * 1e3 + Double(end.tv_nsec - start.tv_nsec) / 1e6)
    }
    return best
  }
}
