// Times our reader of vector tiles beside SwiftProtobuf, over tiles that are named. To run it:
//
//     TRACKVIEW_RACE=1 swift run -c release -Xswiftc -enable-testing --scratch-path .build-race TileRace TILE …
//
// The walk is the reader without what is built on it: every tag and geometry of every layer, and each value that some schema reads, once. The
// piece is what the program makes of a tile.

import SwiftProtobuf
import VectorTileOracle

@testable import BaseMap

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@main enum TileRace {
  static func main() throws {
    print("tile                         bytes   SwiftProtobuf   walk            piece           times (walk)")
    for path in CommandLine.arguments.dropFirst() {
      let bytes = read(path)
      guard !bytes.isEmpty else { continue }
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

  private static func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count <= 0 { return bytes }
      bytes += buffer[..<count]
    }
  }
}

/// Goes through all of a tile with the program's own reader.
enum TileWalk {
  static func count(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      var total = 0
      var reader = WireReader(base, ByteRange(start: 0, end: Int32(buffer.count)))
      while !reader.isAtEnd {
        let tag = reader.word()
        guard tag == 3 << 3 | Wire.run else {
          reader.skip(tag & 7)
          continue
        }
        let range = reader.run()
        if let layer = TileLayer(base, range, name: "") { total += count(layer, base) }
      }
      return total
    }
  }

  private static func count(_ layer: TileLayer, _ base: UnsafePointer<UInt8>) -> Int {
    var total = 0
    let isWanted = layer.keys.map { TileField.named[TileLayer.text(base, $0)] != nil }
    let values = TileValues(base, layer.values)
    var isRead = [Bool](repeating: false, count: layer.values.count)
    for feature in layer.features {
      var reader = WireReader(base, feature)
      while !reader.isAtEnd {
        let tag = reader.word()
        switch tag {
        case 2 << 3 | Wire.run:
          var tags = WireReader(base, reader.run())
          while !tags.isAtEnd {
            let (key, value) = (Int(tags.word()), Int(tags.word()))
            guard key < isWanted.count, value < isRead.count, isWanted[key], !isRead[value] else { continue }
            isRead[value] = true
            total += values.word(value)?.utf8.count ?? 0
          }
        case 4 << 3 | Wire.run:
          var numbers = WireReader(base, reader.run())
          while !numbers.isAtEnd { total &+= Int(numbers.word()) }
        default: reader.skip(tag & 7)
        }
      }
    }
    return total
  }
}
