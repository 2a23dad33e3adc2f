// Owns `KMLTuples`: the numbers of a `coordinates` element, read while its text comes in pieces.

/// One `longitude,latitude[,altitude]`; NaN is a number that is missing or none.
struct KMLTuple: Hashable {
  var longitude = Double.nan
  var latitude = Double.nan
  var altitude = Double.nan
  /// How many numbers there were.
  var count = 0

  /// Whether it lies on the globe.
  var isUsable: Bool { count >= 2 && count <= 3 && abs(latitude) <= 90 && abs(longitude) <= 180 }
}

/// Reads the tuples of a `coordinates` element out of text that may be cut anywhere, keeping no more of it than one number.
///
/// By the book a tuple has commas and no white space within it, and white space follows it. Writers do put blanks beside the commas,
/// so white space ends a tuple only where no comma stands on either side of it: `1, 2 ,3 4,5` is (1, 2, 3) and (4, 5).
struct KMLTuples {
  /// No number needs more bytes.
  static let numberLimit = 64

  private var tuple = KMLTuple()
  /// A number that the end of a piece cut, so far, and its value if nothing more comes.
  private var cut = [UInt8](repeating: 0, count: numberLimit)
  private var cutCount = 0
  private var cutValue: Double?
  /// Whether white space or a comma follows the last number.
  private var isAfterBlank = false
  private var isAfterComma = false

  /// The next tuple that is complete, and moves `position` behind it; `nil` where the piece ends before it does.
  @inline(__always)
  mutating func next(in piece: Span<UInt8>, at position: inout Int) -> KMLTuple? {
    while position < piece.count {
      let byte = piece[position]
      if byte == .comma {
        endNumber()
        if isAfterComma || tuple.count == 0 { put(.nan) }
        isAfterComma = true
        isAfterBlank = false
        position += 1
      } else if byte.isBlank {
        endNumber()
        isAfterBlank = true
        position += 1
      } else {
        if cutCount == 0, isAfterBlank, !isAfterComma, tuple.count > 0 { return take() }
        readNumber(piece, &position)
      }
    }
    return nil
  }

  /// The last tuple, where the element ends.
  ///
  /// - Parameter isCut: Whether the document broke off here: then a number that nothing follows may lack its last digits.
  mutating func last(isCut: Bool = false) -> KMLTuple? {
    if isCut, cutCount > 0 || isAfterComma || tuple.count < 2 {
      self = KMLTuples()
      return nil
    }
    endNumber()
    isAfterComma = false
    let last = take()
    return last.count > 0 ? last : nil
  }

  @inline(__always)
  private mutating func take() -> KMLTuple {
    let result = tuple
    tuple = KMLTuple()
    isAfterBlank = false
    return result
  }

  /// Reads what stands between two dividers; what the end of the piece cuts is kept until the next.
  @inline(__always)
  private mutating func readNumber(_ piece: Span<UInt8>, _ position: inout Int) {
    let start = position
    let isFirst = cutCount == 0
    var end = start
    let value = isFirst ? DecimalParser.scan(piece, at: &end) : nil
    if let value, end < piece.count, piece[end] == .comma || piece[end].isBlank {
      position = end
      put(value)
      return
    }
    let scanned = end
    while end < piece.count, piece[end] != .comma, !piece[end].isBlank { end += 1 }
    position = end
    for index in start..<end {
      // A number that is too long stays one that is none.
      if cutCount < Self.numberLimit { cut[cutCount] = piece[index] }
      cutCount += 1
    }
    cutValue = isFirst && scanned == end ? value : nil
  }

  /// The number that was cut is complete.
  @inline(__always)
  private mutating func endNumber() {
    guard cutCount > 0 else { return }
    if let cutValue {
      put(cutValue)
    } else {
      put(cutCount <= Self.numberLimit ? DecimalParser.parse(cut.span.extracting(first: cutCount)) ?? .nan : .nan)
    }
    cutCount = 0
  }

  @inline(__always)
  private mutating func put(_ value: Double) {
    switch tuple.count {
    case 0: tuple.longitude = value
    case 1: tuple.latitude = value
    case 2: tuple.altitude = value
    default: break
    }
    if tuple.count < 4 { tuple.count += 1 }
    isAfterComma = false
    isAfterBlank = false
  }
}
