// Owns `KeptAnswer`: a server's answer as the tile cache keeps it, and as bytes of a file.
//
//     trackview tile 1⏎
//     status 200⏎ fetched 1731000000⏎ expires 1731086400⏎ etag "…"⏎ modified …⏎ type …⏎ encoding gzip⏎ length 1234⏎ sum 64 digits⏎
//     ⏎
//     body

/// An answer that was kept.
struct KeptAnswer: Hashable, Sendable {
  /// 200, or 404 for a tile that does not exist.
  var status: Int
  /// When it came or was last confirmed, and until when it may be used without asking; seconds since 1970.
  var fetched: Int
  var expires: Int
  /// What the server asks to be told when it is asked again.
  var etag: String?
  var modified: String?
  /// The media type, and how the body is packed.
  var type: String?
  var encoding: String?
  /// As it came.
  var body: [UInt8]

  /// Whether it may be used without asking; not if it seems to come from the future.
  func isFresh(at now: Int) -> Bool { now < expires && now >= fetched - 60 }

  /// For how many seconds it might be used when it came.
  var lifetime: Int { max(0, expires - fetched) }

  /// The most bytes of a body that are kept, and of what stands before it.
  static let bodyLimit = 16 << 20
  private static let headLimit = 4096
  private static let opening = "trackview tile 1\n"

  /// The bytes of its file.
  func encoded() -> [UInt8] {
    var head = Self.opening + "status \(status)\nfetched \(fetched)\nexpires \(expires)\n"
    for (name, value) in [("etag", etag), ("modified", modified), ("type", type), ("encoding", encoding)] {
      if let value = value.flatMap(Self.kept) { head += "\(name) \(value)\n" }
    }
    head += "length \(body.count)\n"
    let sum = Self.sum(head: head, body: body)
    return Array((head + "sum \(sum)\n\n").utf8) + body
  }

  /// A value on one line of plain characters; `nil` where it is none, or too long to be sensible.
  private static func kept(_ value: String) -> String? {
    value.utf8.count <= 512 && value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? value : nil
  }

  /// Over the digest of the body and what stands before it.
  private static func sum(head: String, body: [UInt8]) -> String {
    let digest = Checksum.sha256(body.span)
    return Checksum.hexadecimal(of: head + digest.map { String($0, radix: 16) }.joined(separator: " "), count: 64)
  }

  /// Reads the bytes of a file; `nil` where they are damaged in any way.
  init?(decoding bytes: [UInt8]) {
    let head = bytes.prefix(Self.headLimit)
    guard head.starts(with: Self.opening.utf8) else { return nil }
    // The head ends at an empty line.
    guard let end = head.indices.first(where: { head[$0] == 0x0A && $0 + 1 < head.count && head[$0 + 1] == 0x0A }) else { return nil }
    let lines = String(decoding: head[..<end], as: UTF8.self).split(separator: "\n").dropFirst()
    var values: [Substring: String] = [:]
    for line in lines {
      guard let space = line.firstIndex(of: " ") else { return nil }
      values[line[..<space]] = String(line[line.index(after: space)...])
    }
    func number(_ name: Substring) -> Int? { values[name].flatMap { Int($0) }.flatMap { (0...1 << 40).contains($0) ? $0 : nil } }
    guard let status = number("status"), let fetched = number("fetched"), let expires = number("expires"), let length = number("length"),
      let sum = values["sum"], length == bytes.count - end - 2, length <= Self.bodyLimit
    else { return nil }
    self.init(
      status: status, fetched: fetched, expires: expires, etag: values["etag"], modified: values["modified"], type: values["type"],
      encoding: values["encoding"], body: Array(bytes[(end + 2)...]))
    let before = String(decoding: head[..<end], as: UTF8.self).split(separator: "\n").dropLast().joined(separator: "\n") + "\n"
    guard Self.sum(head: before, body: body) == sum else { return nil }
  }

  init(
    status: Int, fetched: Int, expires: Int, etag: String? = nil, modified: String? = nil, type: String? = nil, encoding: String? = nil,
    body: [UInt8]
  ) {
    self.status = status
    self.fetched = fetched
    self.expires = expires
    self.etag = etag
    self.modified = modified
    self.type = type
    self.encoding = encoding
    self.body = body
  }
}
