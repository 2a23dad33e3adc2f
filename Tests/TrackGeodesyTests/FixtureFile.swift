// Owns the way to the shared files by others, which are not part of the repository: tests that want them are skipped where they are absent.

import TrackGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files of `shared/fixtures`, beside the repository.
enum FixtureFile {
  /// The folder beside the package, whatever symbolic links the sources were reached through.
  private static func path(_ name: String) -> String? {
    guard let resolved = realpath(#filePath, nil) else { return nil }
    defer { free(resolved) }
    var parts = String(cString: resolved).split(separator: "/").map(String.init)
    // …/package/Tests/TrackGeodesyTests/FixtureFile.swift
    guard parts.count > 4 else { return nil }
    parts.removeLast(4)
    return "/" + parts.joined(separator: "/") + "/shared/fixtures/" + name
  }

  /// Whether the file is there to be read.
  static func exists(_ name: String) -> Bool {
    guard let path = path(name) else { return false }
    return access(path, R_OK) == 0
  }

  /// The whole file as text; empty where it cannot be read.
  static func text(_ name: String) -> String {
    guard let path = path(name) else { return "" }
    return String(decoding: WholeFile.bytes(path), as: UTF8.self)
  }

  /// The lines of numbers, without comments.
  static func rows(_ name: String) -> [[Double]] {
    text(name).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      line.split(separator: " ").compactMap { Double($0.hasPrefix(".") ? "0" + $0 : String($0)) }
    }
  }
}

/// Any file by its path.
enum WholeFile {
  static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

  /// The bytes; none where the file cannot be read.
  static func bytes(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
    }
  }
}

/// A small seeded generator (xorshift64*), so that a failing test can be run again.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed == 0 ? 0x9E37_79B9_7F4A_7C15 : seed }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  /// A number in the range.
  mutating func double(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

  /// A place anywhere, evenly in degrees.
  mutating func place() -> Coordinate { Coordinate(latitude: double(-90...90), longitude: double(-180...180)) }

  /// The seed of this run: fixed, so that a run repeats, and printed with every use.
  static let seed: UInt64 = 20_261_121

  /// A generator that says its seed.
  static func announced(_ name: String) -> SeededGenerator {
    print("\(name): seed \(seed)")
    return SeededGenerator(seed: seed)
  }
}

/// The difference of two angles in degrees, without sign.
func angularDifference(_ first: Double, _ second: Double) -> Double {
  abs((first - second).remainder(dividingBy: 360))
}
