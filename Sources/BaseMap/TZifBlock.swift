// Owns the parts of a TZif file (RFC 9636 section 3): header, data block, footer.

/// The bytes of a TZif file, front to back.
struct TZifBytes {
  let bytes: [UInt8]
  private(set) var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var left: Int { bytes.count - position }

  mutating func skip(_ count: Int) -> Bool {
    guard count <= left else { return false }
    position += count
    return true
  }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= left else { return nil }
    position += count
    return bytes[(position - count)..<position]
  }

  /// A big endian number of two's complement; 0 where the file has ended.
  mutating func number(_ size: Int) -> Int64 {
    guard let taken = take(size), let first = taken.first else { return 0 }
    return taken.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
  }

  /// What stands between two line ends.
  mutating func footer() -> ArraySlice<UInt8>? {
    guard let opening = take(1), opening.first == UInt8(ascii: "\n") else { return nil }
    guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    return take(end - position)
  }
}

/// Version and counts.
struct TZifHeader {
  /// 0 for version 1, else the digit.
  let version: Int
  let utcIndicators: Int
  let standardIndicators: Int
  let leapSeconds: Int
  let transitions: Int
  let periods: Int
  let characters: Int

  init?(_ source: inout TZifBytes) {
    guard let opening = source.take(20), opening.prefix(4).elementsEqual("TZif".utf8) else { return nil }
    let digit = opening[opening.startIndex + 4]
    guard digit == 0 || (digit >= UInt8(ascii: "2") && digit <= UInt8(ascii: "9")), source.left >= 24 else { return nil }
    version = digit == 0 ? 0 : Int(digit - UInt8(ascii: "0"))
    func count() -> Int { Int(UInt32(truncatingIfNeeded: source.number(4))) }
    utcIndicators = count()
    standardIndicators = count()
    leapSeconds = count()
    transitions = count()
    periods = count()
    characters = count()
  }

  /// The length of the block that follows: counts of 32 bits times at most 12 cannot overflow.
  func size(timeSize: Int) -> Int {
    transitions * (timeSize + 1) + periods * 6 + characters + leapSeconds * (timeSize + 4) + standardIndicators + utcIndicators
  }
}

/// The transitions and periods of a data block.
struct TZifBlock {
  private(set) var transitions: [Int64] = []
  private(set) var periodNumbers: [UInt8] = []
  private(set) var periods: [TimeZoneRules.Period] = []

  init?(_ source: inout TZifBytes, _ header: TZifHeader, timeSize: Int) {
    guard header.size(timeSize: timeSize) <= source.left, header.periods >= 1, header.periods <= 256, header.characters >= 1 else {
      return nil
    }
    for _ in 0..<header.transitions {
      let moment = source.number(timeSize)
      if let previous = transitions.last, previous >= moment { return nil }
      transitions.append(moment)
    }
    for _ in 0..<header.transitions { periodNumbers.append(UInt8(truncatingIfNeeded: source.number(1))) }
    guard periodNumbers.allSatisfy({ Int($0) < header.periods }) else { return nil }
    var rows: [(offset: Int, isDaylightSaving: Bool, name: Int)] = []
    for _ in 0..<header.periods {
      let offset = Int(source.number(4))
      rows.append((offset, source.number(1) != 0, Int(source.number(1) & 0xFF)))
    }
    guard let characters = source.take(header.characters) else { return nil }
    for row in rows {
      // RFC 9636 section 3.2 bounds the offsets.
      guard row.offset > -90_000, row.offset < 93_600, row.name < characters.count else { return nil }
      // No zone's abbreviation is longer, so that hostile ones do not add up.
      let name = characters.dropFirst(row.name).prefix { $0 != 0 }.prefix(16)
      guard name.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
      periods.append(
        TimeZoneRules.Period(
          offset: row.offset, isDaylightSaving: row.isDaylightSaving, abbreviation: String(decoding: name, as: UTF8.self)))
    }
    let tail = header.leapSeconds * (timeSize + 4) + header.standardIndicators + header.utcIndicators
    guard source.skip(tail) else { return nil }
  }
}
