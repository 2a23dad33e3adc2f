// Owns `IGCPosition` and `IGCExtensions`: the fixed columns of positions, and the columns that a file adds to its fixes.

import TrackGeodesy

/// A position in the fixed columns of an IGC record: `DDMMmmmN DDDMMmmmE`, thousandths of minutes.
struct IGCPosition {
  /// Thousandths of minutes from the equator, not negative.
  var latitude: Double
  var isSouth: Bool
  /// Thousandths of minutes from Greenwich, not negative.
  var longitude: Double
  var isWest: Bool

  /// The position that begins at a column; `nil` where there is none.
  @inline(__always)
  init?(_ line: Span<UInt8>, at start: Int) {
    guard line.count >= start + 17, let latitude = Self.thousandths(line, start, 2), let longitude = Self.thousandths(line, start + 8, 3)
    else { return nil }
    let (north, east) = (line.igcLetter(start + 7), line.igcLetter(start + 16))
    guard north == 0x4E || north == 0x53, east == 0x45 || east == 0x57, latitude <= 90 * 60_000, longitude <= 180 * 60_000
    else { return nil }
    self.latitude = Double(latitude)
    self.longitude = Double(longitude)
    isSouth = north == 0x53
    isWest = east == 0x57
  }

  /// The position and the time of day in seconds of a fix, `nil` where the line is none.
  ///
  ///     B HHMMSS DDMMmmmN DDDMMmmmE V PPPPP GGGGG …
  ///     0 1      7        15        24 25   30
  @inline(__always)
  static func fix(_ line: Span<UInt8>) -> (position: IGCPosition, seconds: Int)? {
    guard line.count >= 25, let time = line.igcNumber(1..<7), let position = IGCPosition(line, at: 7) else { return nil }
    let (hours, minutes, seconds) = (time / 10_000, time / 100 % 100, time % 100)
    let validity = line.igcLetter(24)
    guard hours < 24, minutes < 60, seconds < 60, validity == 0x41 || validity == 0x56 else { return nil }
    return (position, hours * 3600 + minutes * 60 + seconds)
  }

  /// Degrees of a number of digits, minutes, and thousandths of these.
  private static func thousandths(_ line: Span<UInt8>, _ start: Int, _ degrees: Int) -> Int? {
    guard let number = line.igcNumber(start..<start + degrees + 5) else { return nil }
    let minutes = number % 100_000
    return minutes < 60_000 ? number / 100_000 * 60_000 + minutes : nil
  }

  /// The place in degrees.
  var coordinate: Coordinate {
    Coordinate(latitude: (isSouth ? -latitude : latitude) / 60_000, longitude: (isWest ? -longitude : longitude) / 60_000)
  }
}

/// The columns that an `I` record adds to the fixes behind it, of those that a track can hold.
struct IGCExtensions {
  private(set) var latitude: Range<Int>?
  private(set) var longitude: Range<Int>?
  private(set) var seconds: Range<Int>?
  private(set) var accuracy: Range<Int>?
  private(set) var speed: Range<Int>?
  private(set) var course: Range<Int>?

  /// No extension.
  init() {}

  /// Reads `I`, a count, and for each extension its first and last column, counted from 1, and three letters.
  init(_ line: Span<UInt8>) {
    // The count is a hint; the line says itself how many there are.
    var place = 3
    while place + 7 <= line.count {
      defer { place += 7 }
      guard let first = line.igcNumber(place..<place + 2), let last = line.igcNumber(place + 2..<place + 4), first > 35, last >= first
      else { continue }
      let columns = first - 1..<last
      if line.hasIGCLetters("LAD", at: place + 4) { latitude = columns }
      if line.hasIGCLetters("LOD", at: place + 4) { longitude = columns }
      if line.hasIGCLetters("TDS", at: place + 4) { seconds = columns }
      if line.hasIGCLetters("FXA", at: place + 4) { accuracy = columns }
      if line.hasIGCLetters("GSP", at: place + 4) { speed = columns }
      if line.hasIGCLetters("TRT", at: place + 4) { course = columns }
    }
  }

  /// Digits behind a point: 25 is 0.25. Nought where there are none.
  static func fraction(_ line: Span<UInt8>, _ columns: Range<Int>?) -> Double {
    guard let columns, let value = line.igcNumber(columns) else { return 0 }
    return Double(value) / power(columns.count)
  }

  /// Three digits before a point and the rest behind it: 0845 is 84.5; `nil` where there are none.
  static func number(_ line: Span<UInt8>, _ columns: Range<Int>?) -> Double? {
    guard let columns, let value = line.igcNumber(columns) else { return nil }
    return Double(value) / power(max(0, columns.count - 3))
  }

  private static func power(_ digits: Int) -> Double { (0..<digits).reduce(1) { value, _ in value * 10 } }
}
