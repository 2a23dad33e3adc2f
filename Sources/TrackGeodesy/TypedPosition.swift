// Owns `TypedPosition`: a position as a person types or pastes it. How the text falls apart stands in `TypedPosition+Tokens.swift`.

/// A position as a person types or pastes it, latitude first.
///
/// ```
///   39.9073,116.3913              degrees, parted by a comma, a semicolon or blanks
///   116.3913E 39.9073N            letters say which is which, before or behind the number
///   39°54.438′N 116°23.478′E      minutes; with or without marks: 39 54.438 N 116 23.478 E
///   39°54′26.28″N, 116°23′28.7″E  and seconds
///   39.9087,116.3975 gcj02        a datum behind it: wgs84 (the default), gcj02 or bd09
///   geo:39.9073,116.3913          a geo URI (RFC 5870), of which parameters and altitude are passed over
/// ```
///
/// Without letters, two numbers of which only the first can be no latitude (`116.39,39.91`) are taken the other way round. Full-width forms and
/// Chinese letters (北纬, 东经, 度, 分, 秒) are read too.
public struct TypedPosition: Sendable, Hashable {
  /// The place, WGS 84.
  public let coordinate: Coordinate
  /// The datum in which it was typed.
  public let datum: Datum

  /// More bytes than this are no position.
  static let lengthLimit = 200

  /// Reads a text; `nil` where it is no position.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.lengthLimit, let tokens = Self.tokens(of: text) else { return nil }
    var datum = Datum.wgs84
    var angles = tokens
    if case .datum(let named) = angles.last {
      datum = named
      angles.removeLast()
    }
    guard let parts = Self.halves(angles), Self.isPlain(parts), let first = TypedAngle(parts.0), let second = TypedAngle(parts.1),
      let place = Self.place(first, second)
    else { return nil }
    coordinate = Datum.convert(place, from: datum, to: .wgs84)
    self.datum = datum
  }

  /// Which angle is the latitude: by the letters, else the first, unless only the second can be one.
  private static func place(_ first: TypedAngle, _ second: TypedAngle) -> Coordinate? {
    let isSwapped: Bool
    switch (first.axis, second.axis) {
    case (nil, nil): isSwapped = abs(first.degrees) > 90 && abs(second.degrees) <= 90
    case (.latitude?, .latitude?), (.longitude?, .longitude?): return nil
    case (let axis?, _): isSwapped = axis == .longitude
    case (nil, let axis?): isSwapped = axis == .latitude
    }
    let place = Coordinate(latitude: (isSwapped ? second : first).degrees, longitude: (isSwapped ? first : second).degrees)
    return place.isValid ? place : nil
  }

  /// The tokens of the two angles: parted by the one comma, else by the letters or degree signs, else in the middle.
  private static func halves(_ tokens: [Token]) -> ([Token], [Token])? {
    let commas = tokens.indices.filter { tokens[$0] == .comma }
    if let comma = commas.first {
      guard commas.count > 1 else { return (Array(tokens[..<comma]), Array(tokens[(comma + 1)...])) }
      // What a pasted position has behind a second comma is its altitude.
      guard commas.count == 2, tokens.count == commas[1] + 2, case .number = tokens[commas[1] + 1] else { return nil }
      return (Array(tokens[..<comma]), Array(tokens[(comma + 1)..<commas[1]]))
    }
    guard let middle = middle(of: tokens) else { return nil }
    return (Array(tokens[..<middle]), Array(tokens[middle...]))
  }

  /// Whether nothing is left to guess: without letters and marks both angles have as many numbers. `43,77 11,25`, with commas for points, has not.
  private static func isPlain(_ halves: ([Token], [Token])) -> Bool {
    let isMarked = (halves.0 + halves.1).contains { if case .number = $0 { false } else { true } }
    return isMarked || halves.0.count == halves.1.count
  }

  /// Where the second angle begins.
  private static func middle(of tokens: [Token]) -> Int? {
    let letters = tokens.indices.filter { if case .letter = tokens[$0] { true } else { false } }
    if letters.count == 2 { return letters[0] == 0 ? letters[1] : letters[0] + 1 }
    let numbers = tokens.indices.filter { if case .number = tokens[$0] { true } else { false } }
    let degrees = numbers.filter { $0 + 1 < tokens.count && tokens[$0 + 1] == .mark(.degrees) }
    if degrees.count == 2 { return degrees[1] }
    guard letters.isEmpty, numbers.count.isMultiple(of: 2), numbers.count <= 6, numbers.count > 0 else { return nil }
    return numbers[numbers.count / 2]
  }
}

/// One angle of a typed position.
struct TypedAngle: Hashable {
  enum Axis: Hashable { case latitude, longitude }
  /// Degrees, north and east positive.
  let degrees: Double
  /// What a letter says it is.
  let axis: Axis?

  /// Up to three numbers, falling units, with a letter before or behind them.
  init?(_ tokens: [TypedPosition.Token]) {
    var total = 0.0
    var isNegative = false
    var numberCount = 0
    var letter: TypedPosition.Letter?
    var markAllowed: TypedPosition.Mark?
    for (index, token) in tokens.enumerated() {
      switch token {
      case .number(let value, let hasMinus, let isSigned):
        guard numberCount < 3, numberCount == 0 || (!isSigned && value < 60) else { return nil }
        isNegative = isNegative || hasMinus
        total += value / (numberCount == 0 ? 1 : numberCount == 1 ? 60 : 3600)
        numberCount += 1
        markAllowed = numberCount == 1 ? .degrees : numberCount == 2 ? .minutes : .seconds
      case .mark(let mark):
        guard mark == markAllowed else { return nil }
        markAllowed = nil
      case .letter(let one):
        guard letter == nil, index == 0 || index == tokens.count - 1 else { return nil }
        letter = one
      case .comma, .datum: return nil
      }
    }
    // A letter and a sign would say it twice.
    guard numberCount > 0, !(isNegative && letter != nil) else { return nil }
    degrees = isNegative || letter == .south || letter == .west ? -total : total
    axis = letter.map { $0 == .north || $0 == .south ? .latitude : .longitude }
  }
}
