// Owns the files that WorldMaker reads and writes, and what it says when one fails.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why the tables could not be made.
struct MakerError: Error {
  let sentence: String
  init(_ sentence: String) { self.sentence = sentence }
}

/// The cosine of an angle in degrees.
func cosine(_ degrees: Double) -> Double { cos(degrees * Double.pi / 180) }
/// The sine of an angle in degrees.
func sine(_ degrees: Double) -> Double { sin(degrees * Double.pi / 180) }

/// Whole files.
enum Files {
  static func read(_ path: String) throws(MakerError) -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw MakerError("\(path): \(String(cString: strerror(errno)))") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
    }
  }

  /// Writes beside the file and renames, so that a failure leaves the old one.
  static func write(_ bytes: [UInt8], to path: String) throws(MakerError) {
    let temporary = path + ".new"
    guard let file = fopen(temporary, "wb") else { throw MakerError("\(temporary): \(String(cString: strerror(errno)))") }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count, rename(temporary, path) == 0 else {
      throw MakerError("\(path): cannot be written: \(String(cString: strerror(errno)))")
    }
    print("\(path)  \(bytes.count) bytes")
  }
}
