// Owns `GPXScanner`: plain track points read straight from the document's bytes.

import TrackGeodesy

/// Reads track points of which there is no doubt, without an XML parser.
///
/// It knows a small part of XML, and of that part takes only what is well-formed and means what ``GPXReader`` would make of it:
///
///     <trkpt lat="47.5" lon="8.25">            lat and lon and nothing else, in either order, in either quotes
///       <ele>501.5</ele>                       elements without attributes, names and texts in ASCII, no markup in texts
///       <time>2024-05-01T08:30:00Z</time>
///       <extensions><a:b><hr>120</hr></a:b></extensions>
///     </trkpt>
///
/// Whatever else there is, a comment, an entity, a byte beyond ASCII, a value that is none, an end tag with a space in it, makes
/// ``scanPoint()`` say no, and expat reads that point.
struct GPXScanner {
  /// A longer text than this is left to expat; ``GPXReader`` cuts texts, though later.
  static let textLimit = 512
  /// Elements may be nested so deep in a point.
  static let depthLimit = 8

  let bytes: UnsafePointer<UInt8>
  let end: Int
  /// Where the next point is looked for; behind the last point after a successful ``scanPoint()``.
  var index: Int
  /// The point that was read last.
  var point = GPXPoint()
  /// Whether no more is known of ``point`` than place, elevation and time.
  var isPlain = true
  /// The elements that are open in the point, where it is not plain.
  var open: [(name: Range<Int>, element: GPXElement)] = []
  private var days = DayMemory()

  /// A scanner of bytes that outlive it; `nil` where there are none.
  init?(_ buffer: UnsafeBufferPointer<UInt8>, at start: Int) {
    guard let base = buffer.baseAddress else { return nil }
    bytes = base
    end = buffer.count
    index = start
  }

  @inline(__always)
  mutating func skipBlanks() {
    while index < end, bytes[index].isXMLBlank { index += 1 }
  }

  /// Reads the point that begins here and moves behind it; `false` where there is none that is plain enough, and then ``index`` is
  /// anywhere.
  mutating func scanPoint() -> Bool {
    if isPlain {
      point.elevation = .nan
      point.time = .nan
      point.utcOffset = nil
    } else {
      point = GPXPoint()
      isPlain = true
    }
    guard scanStartTag() else { return false }
    if bytes[index - 2] == 0x2F { return true }
    while true {
      skipBlanks()
      // No point can be the document's end, so the last few bytes may as well be left to expat.
      guard index + 8 <= end else { return false }
      let word = word(at: index)
      if word == Self.mark("</trkpt>") {
        index += 8
        return true
      }
      if word & Self.mask(5) == Self.mark("<ele>") {
        guard scanElevation() || scanElement() else { return false }
      } else if word & Self.mask(6) == Self.mark("<time>") {
        guard scanTime() || scanElement() else { return false }
      } else {
        guard scanElement() else { return false }
      }
    }
  }
}

// MARK: - The start tag

extension GPXScanner {
  /// Reads the start tag with its two attributes, and moves behind it.
  @inline(__always)
  private mutating func scanStartTag() -> Bool {
    guard index + 24 <= end, word(at: index) & Self.mask(6) == Self.mark("<trkpt") else { return false }
    index += 6
    point.latitude = .nan
    point.longitude = .nan
    guard scanAttribute(), scanAttribute() else { return false }
    // One of them twice leaves the other one out.
    guard abs(point.latitude) <= 90, abs(point.longitude) <= 180 else { return false }
    while index < end, bytes[index].isXMLBlank { index += 1 }
    guard index + 2 <= end else { return false }
    if bytes[index] == 0x2F { index += 1 }
    guard bytes[index] == .greater else { return false }
    index += 1
    return true
  }

  @inline(__always)
  private mutating func scanAttribute() -> Bool {
    guard index < end, bytes[index].isXMLBlank else { return false }
    skipBlanks()
    guard index + 8 <= end else { return false }
    let word = word(at: index)
    let quote = bytes[index + 4]
    guard quote == 0x22 || quote == 0x27 else { return false }
    index += 5
    if word & Self.mask(4) == Self.mark("lat=") {
      guard let value = scanValue(upTo: quote) else { return false }
      point.latitude = value
      return true
    }
    guard word & Self.mask(4) == Self.mark("lon="), let value = scanValue(upTo: quote) else { return false }
    point.longitude = value
    return true
  }

  /// Reads a number in quotation marks, the second of which is still to come, and moves behind that.
  @inline(__always)
  private mutating func scanValue(upTo quote: UInt8) -> Double? {
    let start = index
    if let value = scanDecimal(), index < end, bytes[index] == quote {
      index += 1
      return value
    }
    index = start
    while index < end, bytes[index].isOfNumber { index += 1 }
    guard index < end, bytes[index] == quote, let value = DecimalParser.parse(text(start..<index).span) else { return nil }
    index += 1
    return value
  }
}

// MARK: - Elevation and time

extension GPXScanner {
  /// Reads `<ele>` with a simple number in it; leaves ``index`` where it cannot.
  @inline(__always)
  private mutating func scanElevation() -> Bool {
    let start = index
    index += 5
    if let value = scanDecimal(), FixLimits.isAltitude(value), index + 8 <= end, word(at: index) & Self.mask(6) == Self.mark("</ele>") {
      index += 6
      point.elevation = value
      return true
    }
    index = start
    return false
  }

  /// Reads `<time>` with `YYYY-MM-DDThh:mm:ss[.f…]Z` in it; leaves ``index`` where it cannot.
  @inline(__always)
  private mutating func scanTime() -> Bool {
    let start = index
    // The text of 20 bytes at least, and the end tag.
    guard index + 6 + 20 + 8 <= end else { return false }
    index += 6
    if let time = scanMoment(), index + 8 <= end, word(at: index) & Self.mask(7) == Self.mark("</time>") {
      index += 7
      point.time = time
      point.utcOffset = nil
      return true
    }
    index = start
    return false
  }

  /// Reads a moment in UTC; twenty bytes are there.
  @inline(__always)
  private mutating func scanMoment() -> Double? {
    let text = bytes + index
    guard text[10] == 0x54, text[13] == .colon, text[16] == .colon, let day = days.seconds(of: text) else { return nil }
    let hour = Self.pair(text, 11)
    let minute = Self.pair(text, 14)
    let second = Self.pair(text, 17)
    // Anything that is no digit makes a pair greater than 99.
    guard hour <= 23, minute <= 59, second <= 59 else { return nil }
    let whole = day + Double(hour * 3600 + minute * 60 + second)
    index += 19
    if bytes[index] == 0x5A {
      index += 1
      return whole
    }
    guard bytes[index] == .point else { return nil }
    return scanFraction().map { whole + $0 }
  }

  /// Reads `.f…Z` with at most nine digits.
  private mutating func scanFraction() -> Double? {
    index += 1
    let start = index
    var value: UInt64 = 0
    while index < end, index - start < 10, let digit = bytes[index].digit {
      value = value * 10 + digit
      index += 1
    }
    guard index > start, index - start < 10, index < end, bytes[index] == 0x5A else { return nil }
    defer { index += 1 }
    return Double(value) / Self.powerOfTen(index - start)
  }

  /// Two digits as a number; 100 or more where they are none.
  @inline(__always)
  private static func pair(_ text: UnsafePointer<UInt8>, _ offset: Int) -> Int {
    let tens = Int(text[offset] &- 0x30)
    let ones = Int(text[offset + 1] &- 0x30)
    return tens > 9 || ones > 9 ? 100 : tens * 10 + ones
  }
}

/// Remembers the day that was asked for last, since a track's points follow each other.
private struct DayMemory {
  private var high: UInt64 = 0
  private var low: UInt16 = 0
  private var seconds: Double?

  /// The seconds from 1970 to the start of the day that ten bytes, `YYYY-MM-DD`, name; `nil` where they name none.
  @inline(__always)
  mutating func seconds(of text: UnsafePointer<UInt8>) -> Double? {
    let raw = UnsafeRawPointer(text)
    let head = raw.loadUnaligned(as: UInt64.self)
    let tail = raw.loadUnaligned(fromByteOffset: 8, as: UInt16.self)
    if head == high, tail == low { return seconds }
    return learn(text, head, tail)
  }

  @inline(never)
  private mutating func learn(_ text: UnsafePointer<UInt8>, _ head: UInt64, _ tail: UInt16) -> Double? {
    let midnight = Array(UnsafeBufferPointer(start: text, count: 10)) + Array("T00:00:00Z".utf8)
    guard let value = TimestampParser.parse(midnight.span) else { return nil }
    (high, low, seconds) = (head, tail, value)
    return value
  }
}

extension UInt8 {
  /// Whether this may stand in a number.
  @inline(__always)
  fileprivate var isOfNumber: Bool {
    digit != nil || self == .point || self == .minus || self == .plus || self | 0x20 == .letterE
  }
}
