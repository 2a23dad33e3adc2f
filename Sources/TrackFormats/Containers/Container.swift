// Owns `Container`: the kinds of files that hold other files, and what can be wrong with them.

import CZip

/// A kind of file that holds other files.
enum Container: String {
  case gzip, zip

  /// How deep containers may lie in one another: a `.gpx.gz` in a zip is common, and nothing deeper is.
  static let depthLimit = 2

  /// The container that bytes begin like.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 3 else { return nil }
    // RFC 1952, 2.3.1: two bytes of identification, then method 8, the only one there is.
    if bytes[0] == 0x1F, bytes[1] == 0x8B, bytes[2] == 8 {
      self = .gzip
      return
    }
    // APPNOTE.TXT 6.3.10, 4.3: a local header, the end of the directory of an empty archive, or the mark of a split one.
    guard bytes.count >= 4, bytes[0] == 0x50, bytes[1] == 0x4B, [3, 5, 7].contains(bytes[2]), bytes[3] == bytes[2] + 1 else { return nil }
    self = .zip
  }

  /// A file's name without the extension that says it is packed, so that the one below it shows.
  func innerName(_ name: String?) -> String? {
    guard let name else { return nil }
    for ending in self == .gzip ? [".gz", ".gzip"] : [".zip"] where name.lowercased().hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return name
  }
}

/// How unpacking something ended, where it did not end so badly that nothing can be used.
enum Unpacking {
  case complete
  /// The packed bytes end too early.
  case truncated
  /// They are none from some place on.
  case damaged
  /// They came out, and are not what the checksum says.
  case wrongChecksum

  /// What a status means. `what` is said of it in an error: "the gzip data", "the file \"a.gpx\" in the archive".
  init(_ status: czip_status, what: String, method: UInt32 = 8) throws(FormatError) {
    switch status {
    case czip_ok: self = .complete
    case czip_truncated: self = .truncated
    case czip_wrong_checksum: self = .wrongChecksum
    case czip_too_large: throw .unpacksTooFar
    case czip_no_memory: throw FormatError(.outOfMemory, message: "there is not enough memory to unpack it")
    case czip_stopped: throw .cancelled
    case czip_encrypted: throw FormatError(.refused, message: "\(what) is locked with a password")
    case czip_unsupported:
      throw FormatError(.refused, message: "\(what) is packed with \(Self.name(ofMethod: method)), which is not read here")
    default: self = .damaged
    }
  }

  /// The name of a compression method (APPNOTE.TXT 6.3.10, 4.4.5).
  private static func name(ofMethod method: UInt32) -> String {
    switch method {
    case 1: "Shrink"
    case 2...5: "Reduce"
    case 6: "Implode"
    case 9: "Deflate64"
    case 12: "bzip2"
    case 14: "LZMA"
    case 93: "Zstandard"
    case 95: "xz"
    case 98: "PPMd"
    case 99: "AES encryption"
    default: "method \(method)"
    }
  }

  /// Says in a document that its bytes were not all there. What breaks off inside is a consequence, so this goes before it.
  func note(in skipped: inout SkippedRecords, what: String, at byteOffset: Int?) {
    let breaking: String
    switch self {
    case .complete: return
    case .truncated: breaking = "the end"
    case .damaged: breaking = "damage"
    case .wrongChecksum:
      skipped.note(.value) {
        SkippedRecord(line: nil, found: "a checksum of \(what) that is not that of its content", expected: "an undamaged file")
      }
      return
    }
    skipped.truncation = SkippedRecord(
      line: nil, byteOffset: byteOffset, found: "\(breaking) of \(what)", expected: "the rest of it")
    if case .damaged = self { skipped.truncation?.found = "damage in \(what)" }
  }
}

extension FormatError {
  /// What would come out is beyond all measure.
  static var unpacksTooFar: FormatError {
    FormatError(.tooLarge, message: "it would unpack to far more than a track needs")
  }
}
