// Owns finding and reading the rules of a time zone in the system's zone information.

import BaseMap

/// The compiled zone information (tzdata) of the system.
enum ZoneFile {
  /// Where it lies if TZDIR does not say, by the habits of Linux and others.
  private static let folders = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo"]
  /// No zone's file is nearly as long.
  private static let limit = 1 << 20

  /// The rules of a zone by its IANA name, such as `Europe/Zurich`.
  ///
  /// - Returns: `nil` where there is no tzdata, or no such zone in it, or one that is damaged; and for a name that is none: it is made of parts
  ///   of letters, digits, `_`, `-` and `+`, so that no name leads out of the folder.
  static func rules(for name: String, environment: Environment) -> TimeZoneRules? {
    guard isName(name) else { return nil }
    let folders = environment["TZDIR"].map { [$0] } ?? folders
    for folder in folders {
      if let bytes = contents(of: folder + "/" + name), let rules = TimeZoneRules(bytes: bytes) { return rules }
    }
    return nil
  }

  private static func isName(_ name: String) -> Bool {
    name.utf8.count <= 100
      && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
              || "_-+".utf8.contains(byte)
          }
      }
  }

  /// A plain file's bytes, if it is not absurdly long; a pipe or a device is never waited for.
  private static func contents(of path: String) -> [UInt8]? {
    guard FileKind(path: path) == .file else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.limit else { return nil }
    let size = Int(status.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, used in
      used = max(0, read(descriptor, buffer.baseAddress, size))
    }
    return bytes.count == size ? bytes : nil
  }
}
