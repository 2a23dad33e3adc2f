// Owns what the tests of maps share: a folder of their own, bytes from digits, decoders that give the bytes back, seeded numbers.

import BaseMap
import Synchronization
import Testing
import TrackGeodesy

@testable import MapSources

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder that goes when the test ends.
final class TemporaryFolder {
  let path: String

  init() throws {
    let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(root)/trackview-maps.XXXXXX".utf8CString)
    let made = mkdtemp(&template)
    try #require(made != nil, "no temporary folder can be made")
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// What lies in it.
  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Writes a file and gives its path.
  @discardableResult
  func write(_ bytes: [UInt8], as name: String) throws -> String {
    let path = "\(path)/\(name)"
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    #expect(Glibc.write(file, bytes, bytes.count) == bytes.count)
    return path
  }

  @discardableResult
  func write(_ text: String, as name: String) throws -> String { try write(Array(text.utf8), as: name) }
}

/// The bytes of a file.
func contents(of path: String) throws -> [UInt8] {
  let file = try MapFile(path: path)
  return try #require(file.read(at: 0, count: file.size))
}

/// The bytes that hexadecimal digits stand for.
func bytes(hex: String) -> [UInt8] {
  let digits = Array(hex.utf8)
  return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16) }
}

/// A decoder that makes of each tile a piece whose one name has a character for each byte.
let plainDecoder: TileDecoder = { bytes, id throws(VectorTileError) in
  let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  return MapPiece(origin: id.origin, unit: id.side / 4096, frame: 4096, names: [MapName(local: text)])
}

/// What came of a tile, with the bytes that the decoder got.
enum Outcome: Equatable {
  case bytes([UInt8])
  case missing
  case failed(String)

  init(_ answer: TileAnswer) {
    switch answer {
    case .piece(let piece): self = .bytes((piece.names.first?.local ?? "").unicodeScalars.map { UInt8($0.value & 0xFF) })
    case .missing: self = .missing
    case .failed(let sentence): self = .failed(sentence)
    }
  }

  static func text(_ text: String) -> Outcome { .bytes(Array(text.utf8)) }
}

extension TileSource {
  /// Fetches a tile of a file, which answers at once.
  func outcome(_ zoom: Int, _ column: Int, _ row: Int) throws -> Outcome {
    let id = try #require(TileID(zoom: zoom, column: column, row: row))
    let box = Mutex<[TileAnswer]>([])
    fetch(id) { answer in box.withLock { $0.append(answer) } }
    let answers = box.withLock { $0 }
    #expect(answers.count == 1, "each question has one answer")
    return Outcome(try #require(answers.first))
  }
}

/// Opens a map of tiles with the decoder above.
func tiles(_ path: String, number: Int = 1) throws -> any TileSource {
  guard case .tiles(let source) = try MapOpener.open(path: path, number: number, decoder: plainDecoder) else {
    throw MapError("\(path): not tiles")
  }
  return source
}

/// The sentence with which a file is refused; `nil` where it is opened.
func refusal(_ path: String) -> String? {
  do throws(MapError) {
    _ = try MapOpener.open(path: path, number: 1, decoder: plainDecoder)
    return nil
  } catch {
    return error.description
  }
}

/// SplitMix64, for tests that try what comes.
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Where files by others lie; `nil` where they are absent.
let fixturesFolder: String? = {
  let beside = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/") + "/../shared/fixtures"
  let candidates = [getenv("TRACKVIEW_FIXTURES").map { String(cString: $0) }, beside].compactMap { $0 }
  return candidates.first { access($0 + "/tiles", R_OK) == 0 }
}()
