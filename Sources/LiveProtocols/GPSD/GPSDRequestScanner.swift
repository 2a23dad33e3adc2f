// Owns `GPSDRequestScanner`: the requests within what a client sent.

import TrackFormats

/// A request of a client.
enum GPSDRequest: Equatable {
  /// `?NAME;` or `?NAME={…}`
  case command(String, JSONValue?)
  /// `?NAME=` and something that is not a JSON object on one line.
  case malformed(String)
  /// A line that is no request.
  case other(String)
  /// What has no end yet.
  case unfinished([UInt8])
}

/// Goes through bytes request by request.
struct GPSDRequestScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next request; `nil` at the end.
  mutating func next() -> GPSDRequest? {
    while position < bytes.count, Self.isFiller(bytes[position]) { position += 1 }
    guard position < bytes.count else { return nil }
    return bytes[position] == 0x3F ? command() : other()
  }

  /// What may stand between requests: semicolons, line ends, white space.
  private static func isFiller(_ byte: UInt8) -> Bool { byte == 0x3B || byte <= 0x20 }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// What begins with a question mark.
  private mutating func command() -> GPSDRequest {
    var end = position + 1
    while end < bytes.count, bytes[end] != 0x3B, bytes[end] != 0x3D, !Self.isLineEnd(bytes[end]) {
      end += 1
      if end - position > GPSDSession.requestLimit { return unfinished() }
    }
    guard end < bytes.count else { return unfinished() }
    let name = TextCleaning.cleaned(String(decoding: bytes[(position + 1)..<end], as: UTF8.self), limit: 60)
    guard bytes[end] == 0x3D else {
      position = end + 1
      return .command(name, nil)
    }
    return argument(of: name, from: end + 1)
  }

  /// The object behind the equals sign.
  private mutating func argument(of name: String, from start: Int) -> GPSDRequest {
    var place = start
    while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 }
    guard place - position <= GPSDSession.requestLimit else { return unfinished() }
    guard place < bytes.count else { return unfinished() }
    guard bytes[place] == 0x7B else { return skip(.malformed(name), from: place) }
    guard let end = objectEnd(from: place) else { return unfinished() }
    guard end > 0 else { return skip(.malformed(name), from: place) }
    let text = String(decoding: bytes[place..<end], as: UTF8.self)
    guard let value = JSONValue.parse(text) else {
      position = end
      return .malformed(name)
    }
    position = end
    return .command(name, value)
  }

  /// The index behind the brace that closes an object; 0 where its line ends before, `nil` where the bytes do.
  private func objectEnd(from start: Int) -> Int? {
    var depth = 0
    var isText = false
    var index = start
    while index < bytes.count, index - position <= GPSDSession.requestLimit {
      let byte = bytes[index]
      if Self.isLineEnd(byte) { return 0 }
      if isText {
        if byte == 0x5C { index += 1 } else if byte == 0x22 { isText = false }
      } else if byte == 0x22 {
        isText = true
      } else if byte == 0x7B {
        depth += 1
      } else if byte == 0x7D {
        depth -= 1
        if depth == 0 { return index + 1 }
      }
      index += 1
    }
    return nil
  }

  /// A line that is no request.
  private mutating func other() -> GPSDRequest {
    var end = position
    while end < bytes.count, !Self.isLineEnd(bytes[end]) {
      end += 1
      if end - position > GPSDSession.requestLimit { return unfinished() }
    }
    guard end < bytes.count else { return unfinished() }
    let text = String(decoding: bytes[position..<end], as: UTF8.self)
    position = end
    return .other(text)
  }

  /// Passes over the rest of a line, up to a semicolon.
  private mutating func skip(_ request: GPSDRequest, from start: Int) -> GPSDRequest {
    var end = start
    while end < bytes.count, bytes[end] != 0x3B, !Self.isLineEnd(bytes[end]) {
      end += 1
      if end - position > GPSDSession.requestLimit { return unfinished() }
    }
    guard end < bytes.count else { return unfinished() }
    position = end
    return request
  }

  private mutating func unfinished() -> GPSDRequest {
    defer { position = bytes.count }
    return .unfinished(Array(bytes[position...]))
  }
}
