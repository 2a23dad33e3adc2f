// Owns `SkippedRecords`: what a reader could not use, counted in full and kept in part.

/// One thing in a file that could not be used.
public struct SkippedRecord: Sendable, Hashable {
  /// How much of the record was lost.
  public enum Extent: String, Sendable, Hashable {
    /// The whole record, such as a point without a latitude.
    case record
    /// One value of it, such as a time that is none; the rest is in the track.
    case value
  }

  /// How much of the record was lost.
  public var extent: Extent
  /// The line, from 1, where lines mean something in the format.
  public var line: Int?
  /// The offset in bytes from the start of the file, from 0.
  public var byteOffset: Int?
  /// What was there, cleaned for display and cut short.
  public var found: String
  /// What should have been there.
  public var expected: String

  /// A record that could not be used.
  public init(extent: Extent = .record, line: Int?, byteOffset: Int? = nil, found: String, expected: String) {
    self.extent = extent
    self.line = line
    self.byteOffset = byteOffset
    self.found = found
    self.expected = expected
  }

  /// The record as a line of text: `line 3: found "abc", expected a longitude and a latitude`.
  public var text: String {
    let place = line.map { "line \($0): " } ?? byteOffset.map { "byte \($0): " } ?? ""
    return "\(place)found \(found), expected \(expected)"
  }
}

/// What a reader could not use.
///
/// Everything is counted; only the first ``limit`` are kept, so that a file of a million broken lines costs no memory.
public struct SkippedRecords: Sendable, Hashable {
  /// How many are kept where nobody wants more.
  public static let usualLimit = 100

  /// How many are kept.
  public internal(set) var limit: Int

  /// How many records were skipped as a whole.
  public private(set) var count = 0
  /// How many single values were passed over in records that were kept.
  public private(set) var valueCount = 0
  /// The first of both, in the order of the file, at most ``limit``.
  public private(set) var first: [SkippedRecord] = []
  /// Where and how the file broke off, if it did; what came before is in the document.
  public var truncation: SkippedRecord?

  /// Nothing skipped.
  public init(limit: Int = SkippedRecords.usualLimit) {
    self.limit = max(0, limit)
  }

  /// Whether nothing was lost.
  public var isEmpty: Bool { count == 0 && valueCount == 0 && truncation == nil }

  /// Counts a record or value, and describes it while there is room.
  public mutating func note(_ extent: SkippedRecord.Extent, _ describe: () -> SkippedRecord) {
    if extent == .record { count += 1 } else { valueCount += 1 }
    guard first.count < limit else { return }
    var record = describe()
    record.extent = extent
    first.append(record)
  }
}

extension SkippedRecords {
  /// Moves the places of what was noted, where reading began behind the file's first byte.
  mutating func shift(lines: Int, bytes: Int) {
    guard lines != 0 || bytes != 0 else { return }
    for index in first.indices {
      first[index].line = first[index].line.map { $0 + lines }
      first[index].byteOffset = first[index].byteOffset.map { $0 + bytes }
    }
  }

  /// Adds what was skipped in another file, with its name.
  mutating func append(_ other: SkippedRecords, from file: String) {
    count += other.count
    valueCount += other.valueCount
    for var record in other.first where first.count < limit {
      record.found += " in \(file)"
      first.append(record)
    }
    guard truncation == nil, var cut = other.truncation else { return }
    cut.found += " in \(file)"
    truncation = cut
  }

  /// Forgets the offsets: those of text that was transcoded are none of the file.
  mutating func forgetByteOffsets() {
    for index in first.indices { first[index].byteOffset = nil }
    truncation?.byteOffset = nil
  }
}
