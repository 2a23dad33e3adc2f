// What the tests of online maps share: tiles, folders, and waiting for answers.

import BaseMap
import Synchronization
import Testing

@testable import OnlineMaps

/// A folder that is deleted with this value.
final class Folder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/trackview-tiles.XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp/trackview-tiles.none"
  }

  deinit { Self.remove(path) }

  /// The files in it and below, by their paths, in order.
  var files: [String] { Self.files(in: path).sorted() }

  /// Bytes that its files hold.
  var size: Int {
    files.reduce(0) { sum, path in
      var status = stat()
      return lstat(path, &status) == 0 ? sum + Int(status.st_blocks) * 512 : sum
    }
  }

  private static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func files(in path: String) -> [String] {
    names(in: path).flatMap { name -> [String] in
      var status = stat()
      let whole = path + "/" + name
      guard lstat(whole, &status) == 0 else { return [] }
      return status.st_mode & S_IFMT == S_IFDIR ? files(in: whole) : [whole]
    }
  }

  private static func remove(_ path: String) {
    for name in names(in: path) {
      let whole = path + "/" + name
      if unlink(whole) != 0 { remove(whole) }
    }
    rmdir(path)
  }
}

func bytes(of path: String) -> [UInt8] {
  guard let file = fopen(path, "re") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
  return bytes
}

func write(_ bytes: [UInt8], to path: String) {
  guard let file = fopen(path, "we") else { return }
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
}

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

  /// Bytes in gzip's form, stored and not compressed (RFC 1952, RFC 1951).
  static func gzipped(_ bytes: [UInt8]) -> [UInt8] {
    func little(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    let parts = stride(from: 0, to: max(1, bytes.count), by: 65_535).map { Array(bytes[$0..<min($0 + 65_535, bytes.count)]) }
    for (index, part) in parts.enumerated() {
      let length = UInt16(part.count)
      packed +=
        [index == parts.count - 1 ? 1 : 0, UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8)] + part
    }
    var sum: UInt32 = .max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return packed + little(~sum) + little(UInt32(bytes.count))
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

/// Waits until something holds, up to 60 seconds. It keeps its thread: given up, the thread would come back only when all other tests have had it.
func eventually(_ holds: () -> Bool) -> Bool {
  for _ in 0..<6000 {
    if holds() { return true }
    usleep(10_000)
  }
  return holds()
}

func tile(_ zoom: Int, _ column: Int, _ row: Int) -> TileID { TileID(zoom: zoom, column: column, row: row) ?? .world }

/// A port of 127.0.0.1 where nothing listens, and nobody else can while this value lives.
final class ClosedPort {
  private let descriptor: Int32
  private(set) var port: Int = 0

  /// - Parameter wanted: 0 for any.
  init(_ wanted: Int = 0) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var isShared: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isShared, 4)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    address.sin_port = UInt16(wanted).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(descriptor, $0, length)
        _ = getsockname(descriptor, $0, &length)
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
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
