// Owns `ContentKind`: what a file that is no track seems to be, for an answer that helps.

/// What a file seems to be.
enum ContentKind: Hashable {
  /// There is not one byte.
  case empty
  /// There is only white space.
  case blank
  /// Not text; with a name such as "a PNG picture" where its first bytes tell.
  case binary(String?)
  /// Text; with a name such as "an HTML page" where its beginning tells.
  case text(String?)

  /// Finds out what a file seems to be from all of its bytes; only blank files are gone through to their end.
  init(_ bytes: Span<UInt8>) {
    guard bytes.count > 0 else {
      self = .empty
      return
    }
    let start = TextDecoding.mark(bytes).length
    let isWide = start == 2
    var index = start
    while index < bytes.count, bytes[index].isBlank || (isWide && bytes[index] == 0) { index += 1 }
    guard index < bytes.count else {
      self = .blank
      return
    }
    let head = bytes.extracting(first: min(bytes.count, FormatRegistry.headLength))
    if let name = Self.binaryName(head) {
      self = .binary(name)
    } else if !isWide, Self.looksBinary(head) {
      self = .binary(nil)
    } else {
      self = .text(Self.textName(head, from: index))
    }
  }

  /// First bytes by which files are known: the table of "List of file signatures" as far as such files lie beside tracks.
  private static let signatures: [(offset: Int, bytes: [UInt8], name: String)] = [
    (0, [0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
    (0, [0xFF, 0xD8, 0xFF], "a JPEG picture"),
    (0, Array("GIF8".utf8), "a GIF picture"),
    (8, Array("WEBP".utf8), "a WebP picture"),
    (0, [0x49, 0x49, 0x2A, 0x00], "a TIFF picture"),
    (0, [0x4D, 0x4D, 0x00, 0x2A], "a TIFF picture"),
    (4, Array("ftypheic".utf8), "a HEIC picture"),
    (4, Array("ftyp".utf8), "an MP4 film"),
    (0, Array("%PDF-".utf8), "a PDF document"),
    (0, [0x7F, 0x45, 0x4C, 0x46], "an ELF program"),
    (0, [0xCF, 0xFA, 0xED, 0xFE], "a Mach-O program"),
    (0, [0xCA, 0xFE, 0xBA, 0xBE], "a Mach-O program or Java class"),
    (0, [0x4D, 0x5A, 0x90, 0x00], "a Windows program"),
    (0, [0x00, 0x61, 0x73, 0x6D], "a WebAssembly program"),
    (0, [0x50, 0x4B, 0x03, 0x04], "a zip archive"),
    (0, [0x50, 0x4B, 0x05, 0x06], "an empty zip archive"),
    (0, [0x1F, 0x8B], "a gzip archive"),
    (0, Array("BZh".utf8), "a bzip2 archive"),
    (0, [0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz archive"),
    (0, [0x28, 0xB5, 0x2F, 0xFD], "a Zstandard archive"),
    (0, [0x37, 0x7A, 0xBC, 0xAF], "a 7-Zip archive"),
    (0, Array("Rar!".utf8), "a RAR archive"),
    (257, Array("ustar".utf8), "a tar archive"),
    (0, Array("SQLite format 3".utf8), "an SQLite database"),
    (0, Array("PMTiles".utf8), "a PMTiles map"),
    (8, Array(".FIT".utf8), "a FIT activity"),
    (0, Array("OggS".utf8), "an Ogg recording"),
    (0, Array("ID3".utf8), "an MP3 recording"),
    (8, Array("WAVE".utf8), "a WAVE recording"),
  ]

  /// What a file is called whose first bytes say that it is binary; `nil` where they do not.
  static func binaryName(_ head: Span<UInt8>) -> String? {
    for signature in signatures where head.count >= signature.offset + signature.bytes.count {
      if signature.bytes.indices.allSatisfy({ head[signature.offset + $0] == signature.bytes[$0] }) { return signature.name }
    }
    return nil
  }

  /// Whether bytes are no text: a NUL, or more than one byte in ten that no text has.
  private static func looksBinary(_ head: Span<UInt8>) -> Bool {
    var odd = 0
    for index in head.indices {
      let byte = head[index]
      if byte == 0 { return true }
      if byte < 0x20, !byte.isBlank, byte != 0x1B { odd += 1 }
    }
    return odd * 10 > head.count
  }

  private static func textName(_ head: Span<UInt8>, from start: Int) -> String? {
    switch head[start] {
    case .less:
      guard let root = XMLProlog.rootName(head) else { return "an XML document" }
      return root.lowercased() == "html" ? "an HTML page" : "an XML document of <\(root)>"
    case 0x7B, 0x5B: return "JSON"
    case 0x24 where head.hasBytes("$G", at: start): return "an NMEA log"
    default:
      if head.hasBytes("OziExplorer", at: start) { return "an OziExplorer file" }
      if head.hasBytes("Geolife", at: start) { return "a GeoLife trajectory" }
      return nil
    }
  }
}
