// Owns `MapFileKind`: what a file is, by its first bytes.

/// The kinds of files that are told apart.
enum MapFileKind: Hashable {
  case sqlite, pmtiles, json, gzip
  // What people try instead.
  case openStreetMap, zip
  case picture(String)

  /// How many bytes are looked at.
  static let headLength = 512

  /// What a file is that begins so; `nil` where that is unknown.
  init?(beginning head: some Collection<UInt8>) {
    let head = Array(head)
    if head.starts(with: "SQLite format 3\0".utf8) {
      self = .sqlite
    } else if PMTilesHeader.recognises(head) {
      self = .pmtiles
    } else if head.starts(with: [0x1F, 0x8B, 8]) {
      self = .gzip
    } else if head.starts(with: [0x50, 0x4B, 3, 4]) {
      self = .zip
    } else if head.count >= 15, head[6..<15].elementsEqual("OSMHeader".utf8) {
      self = .openStreetMap
    } else if let kind = PictureKind(head) {
      self = .picture(kind.rawValue)
    } else {
      let start = Self.start(of: head.span, from: 0)
      guard start < head.count, head[start] == 0x7B || head[start] == 0x5B else { return nil }
      self = .json
    }
  }

  /// Where a JSON text begins: behind a mark of UTF-8, white space and record separators (RFC 8142).
  static func start(of bytes: Span<UInt8>, from position: Int) -> Int {
    var index = position
    if index == 0, bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { index = 3 }
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D, 0x1E].contains(bytes[index]) { index += 1 }
    return index
  }
}
