// Owns reading whole files in the tests, and their seeded randomness.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

enum TestFile {
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

  init(seed: UInt64, _ name: String) {
    print("\(name): seed \(seed)")
    state = seed
  }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  mutating func double(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
}
