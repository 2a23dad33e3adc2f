// Owns `KMLMoment`: the times of KML, which may be as rough as a year.

/// Reads the times of KML (OGC KML 2.3, 15.3: `dateTime`, `date`, `gYearMonth` and `gYear` of XML Schema).
enum KMLMoment {
  /// The moment in seconds since 1970 UTC, for a day, month or year its first; `nil` where the text is none.
  ///
  /// - Parameter offset: Becomes the seconds that the text says its clock is ahead of UTC; `nil` where it says `Z` or nothing.
  @inline(__always)
  static func parse(_ text: Span<UInt8>, offset: inout Int?) -> Double? {
    TimestampParser.parse(text, offset: &offset) ?? rough(text, offset: &offset)
  }

  /// `2024`, `2024-05`, `2024-05-01`, each perhaps with `Z` or an offset behind it.
  private static func rough(_ text: Span<UInt8>, offset: inout Int?) -> Double? {
    let range = text.trimmedRange
    guard range.count >= 4, range.count <= 16 else { return nil }
    let bytes = range.map { text[$0] }
    // Behind a year "-05" would be an offset of hours to the parser of moments; in XML Schema offsets have minutes as well.
    for length in [10, 7, 4] where [0, 1, 6].contains(bytes.count - length) {
      let date = bytes[..<length] + Array("0000-01-01".utf8)[length...]
      let whole = Array(date) + Array("T00:00:00".utf8) + bytes[length...]
      if let time = TimestampParser.parse(whole.span, offset: &offset) { return time }
    }
    return nil
  }
}
