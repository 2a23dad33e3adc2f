// What the tests of online maps share: tiles, folders, and waiting for answers.

import BaseMap
import Synchronization
@_exported import TestBasics
import Testing

@testable import OnlineMaps

extension TemporaryFolder {
  /// The files in it and below, by their paths, in order.
  var files: [String] { Self.files(in: path).sorted() }

  /// Bytes that its files hold.
  var size: Int {
    files.reduce(0) { sum, path in
      var status = stat()
      return lstat(path, &status) == 0 ? sum + Int(status.st_blocks) * 512 : sum
    }
  }

  private static func files(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var files: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name != ".", name != ".." else { continue }
      var status = stat()
      let whole = path + "/" + name
      guard lstat(whole, &status) == 0 else { continue }
      files += status.st_mode & S_IFMT == S_IFDIR ? Self.files(in: whole) : [whole]
    }
    return files
  }
}

/// The bytes of a file; none where it cannot be read.
func bytes(of path: String) -> [UInt8] { contents(of: path) ?? [] }

/// Tiles that the tests make.
enum MadeTile {
  /// A vector tile of OpenMapTiles' layer of water with so many squares.
  static func water(_ count: Int = 1) -> [UInt8] {
    func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] { [number << 3 | 2] + varint(bytes.count) + bytes }
    func varint(_ value: Int) -> [UInt8] { value < 128 ? [UInt8(value)] : [UInt8(value & 127 | 128)] + varint(value >> 7) }
    // A square of 100 units, clockwise on the screen: to (10, 10), three sides, closed.
    let side = varint(200)
    let outline: [UInt8] = [9, 20, 20, 26] + side + [0, 0] + side + varint(199) + [0, 15]
    let feature = field(2, [0, 0]) + [3 << 3, 3] + field(4, outline)
    let layer =
      [15 << 3, 2] + field(1, Array("water".utf8)) + (0..<count).flatMap { _ in field(2, feature) }
      + field(3, Array("class".utf8)) + field(4, field(1, Array("lake".utf8))) + [5 << 3] + varint(4096)
    return field(3, layer)
  }
}

/// What came of tiles.
final class Answers: Sendable {
  private let answers = Mutex<[(id: TileID, answer: TileAnswer)]>([])

  /// Fetches tiles of a map.
  func fetch(_ ids: [TileID], from map: OnlineMap) {
    for id in ids { map.fetch(id) { answer in self.answers.withLock { $0.append((id, answer)) } } }
  }

  var count: Int { answers.withLock { $0.count } }

  /// Answers in words, in the order in which they came: `14/1/2 piece 3` with its features, `missing`, or why it failed.
  var words: [String] {
    answers.withLock { answers in
      answers.map { id, answer in
        let place = "\(id.zoom)/\(id.column)/\(id.row) "
        return switch answer {
        case .piece(let piece): place + "piece \(piece.features.count)"
        case .missing: place + "missing"
        case .failed(let reason): place + reason
        }
      }
    }
  }
}

/// Waits until something holds, up to a minute. It keeps its thread: given up, the thread would come back only when all other tests have had it.
func eventually(_ holds: () -> Bool) -> Bool { until(60, holds) }

func tile(_ zoom: Int, _ column: Int, _ row: Int) -> TileID { TileID(zoom: zoom, column: column, row: row) ?? .world }

/// A port of 127.0.0.1 where nothing listens, and nobody else can while this value lives.
final class ClosedPort {
  private let descriptor: Int32
  let port: Int

  /// - Parameter wanted: 0 for any.
  init(_ wanted: Int = 0) {
    descriptor = streamSocket()
    port = boundPort(of: descriptor, port: wanted) ?? 0
  }

  deinit { close(descriptor) }
}

/// A clock that tests set.
final class SetClock: Sendable {
  private let value = Mutex(1_800_000_000)
  var now: Int { value.withLock { $0 } }
  func advance(_ seconds: Int) { value.withLock { $0 += seconds } }
}

/// Settings that make tests quick.
func quickSettings(_ clock: SetClock? = nil, patience: Double = 20) -> OnlineSettings {
  var settings = OnlineSettings(userAgent: "trackview/test (+tests)", seed: 1)
  settings.shortestPause = 0.05
  settings.longestPause = 0.2
  settings.patience = patience
  if let clock { settings.wallClock = { clock.now } }
  return settings
}

/// A map at an address, with tiles as they come.
func map(
  _ text: String, cache: TileCache? = nil, _ settings: OnlineSettings = quickSettings(), onChange: @escaping @Sendable () -> Void = {}
)
  throws -> OnlineMap
{
  try OnlineMap(#require(OnlineAddress(text)), number: 1, cache: cache, settings: settings, onChange: onChange)
}
