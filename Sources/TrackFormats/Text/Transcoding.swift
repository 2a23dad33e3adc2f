// Owns `Transcoding`: text of other encodings as UTF-8.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns text into UTF-8.
enum Transcoding {
  /// UTF-16 from an offset on; `low` says which byte of a pair is the low one. Lone surrogates become U+FFFD, an odd byte at the end goes.
  static func fromUTF16(_ bytes: Span<UInt8>, from start: Int, low: Int) -> [UInt8] {
    let count = max(0, bytes.count - start) / 2
    var result: [UInt8] = []
    result.reserveCapacity(count + count / 8)
    func unit(_ index: Int) -> UInt32 {
      let place = start + index * 2
      return UInt32(bytes[place + low]) | UInt32(bytes[place + 1 - low]) << 8
    }
    var index = 0
    while index < count {
      var scalar = unit(index)
      index += 1
      if scalar & 0xF800 == 0xD800 {
        let next = index < count ? unit(index) : 0
        if scalar < 0xDC00, next & 0xFC00 == 0xDC00 {
          scalar = 0x1_0000 + (scalar & 0x3FF) << 10 + next & 0x3FF
          index += 1
        } else {
          scalar = 0xFFFD
        }
      }
      append(scalar, to: &result)
    }
    return result
  }

  /// Windows-1252; the five bytes that it leaves open become `?`.
  static func fromWindows1252(_ bytes: Span<UInt8>) -> [UInt8] {
    keepingASCII(bytes) { source, index, result in
      let byte = source[index]
      append(UInt32(byte < 0xA0 ? windows1252[Int(byte - 0x80)] : UInt16(byte)), to: &result)
      return index + 1
    }
  }

  /// Copies runs of ASCII, which are nearly all of such files, and leaves the rest to `decode`: it gets the index of a byte beyond ASCII, and
  /// gives the index behind what it decoded.
  private static func keepingASCII(
    _ bytes: Span<UInt8>, decode: (UnsafeBufferPointer<UInt8>, Int, inout [UInt8]) -> Int
  ) -> [UInt8] {
    bytes.withUnsafeBufferPointer { source in
      var result: [UInt8] = []
      result.reserveCapacity(source.count + source.count / 16)
      var index = 0
      while index < source.count {
        let end = ASCIIScan.end(in: source, from: index)
        result.append(contentsOf: source[index..<end])
        index = end < source.count ? decode(source, end, &result) : end
      }
      return result
    }
  }

  /// GB18030. Where the C library has lost its converter, everything that is not ASCII becomes `?`: positions are in ASCII.
  static func fromGB18030(_ bytes: Span<UInt8>) -> [UInt8] {
    decoded(bytes, from: "GB18030") ?? bytes.withUnsafeBufferPointer { $0.map { $0 < 0x80 ? $0 : 0x3F } }
  }

  /// Text in an encoding that the C library's `iconv` knows by this name; `nil` where it does not. A byte that cannot be decoded becomes `?`.
  ///
  /// The encoding has to have ASCII within it, without states, and no line end within a character, as all have that ``XMLEncoding`` lists.
  static func decoded(_ bytes: Span<UInt8>, from encoding: String) -> [UInt8]? {
    guard let converter = iconv_open("UTF-8", encoding), Int(bitPattern: converter) != -1 else { return nil }
    defer { iconv_close(converter) }
    var piece = [CChar](repeating: 0, count: 4096)
    return keepingASCII(bytes) { source, start, result in
      // The characters of a line may have bytes of ASCII in them, so the rest of the line goes through the converter; but no endless one.
      let limit = min(source.count, start + 65_536)
      var end = start
      while end < limit, source[end] != .lineFeed { end += 1 }
      return convert(source, start..<end, converter, &piece, into: &result)
    }
  }

  /// Converts a range and gives the index behind what was converted: its end, or less where it ends within a character and more follows.
  private static func convert(
    _ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ converter: iconv_t, _ piece: inout [CChar], into result: inout [UInt8]
  ) -> Int {
    // iconv only reads what it is given, in spite of its declaration.
    let start = source.baseAddress.map { $0 + range.lowerBound }
    var input = UnsafeMutableRawPointer(mutating: UnsafeRawPointer(start))?.assumingMemoryBound(to: CChar.self)
    var left = range.count
    while left > 0 {
      let before = left
      let written = piece.withUnsafeMutableBufferPointer { buffer in
        var output = buffer.baseAddress
        var room = buffer.count
        _ = iconv(converter, &input, &left, &output, &room)
        let written = buffer.count - room
        result.append(contentsOf: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<written]))
        return written
      }
      guard left > 0, written == 0 || left == before else { continue }
      // Not the lack of room ended that call, so it is the byte that stands there; or the piece of an endless line ends within a character.
      if left < 8, range.upperBound < source.count, source[range.upperBound] != .lineFeed, left < range.count { break }
      result.append(0x3F)
      input = input.map { $0 + 1 }
      left -= 1
    }
    return range.upperBound - left
  }

  /// A scalar's bytes.
  @inline(__always)
  private static func append(_ scalar: UInt32, to result: inout [UInt8]) {
    switch scalar {
    case 0..<0x80: result.append(UInt8(scalar))
    case 0x80..<0x800:
      result.append(0xC0 | UInt8(scalar >> 6))
      result.append(0x80 | UInt8(scalar & 0x3F))
    case 0x800..<0x1_0000:
      result.append(0xE0 | UInt8(scalar >> 12))
      result.append(0x80 | UInt8(scalar >> 6 & 0x3F))
      result.append(0x80 | UInt8(scalar & 0x3F))
    default:
      result.append(0xF0 | UInt8(scalar >> 18 & 0x07))
      result.append(0x80 | UInt8(scalar >> 12 & 0x3F))
      result.append(0x80 | UInt8(scalar >> 6 & 0x3F))
      result.append(0x80 | UInt8(scalar & 0x3F))
    }
  }

  /// What 0x80…0x9F are in Windows-1252 (unicode.org/Public/MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT); open places are `?`.
  private static let windows1252: [UInt16] = [
    0x20AC, 0x3F, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x3F, 0x017D, 0x3F,
    0x3F, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x3F, 0x017E, 0x0178,
  ]
}
