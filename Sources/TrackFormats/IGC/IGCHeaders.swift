// Owns `IGCHeaders`: what the `H` records of an IGC file say.

/// What the header records say of a flight.
struct IGCHeaders {
  private var pilot: String?
  private var glider: String?
  private var registration: String?
  /// Whether the file says that it is in WGS 84.
  private(set) var isWGS84 = false
  /// How many seconds the pilot's clock is ahead of UTC.
  private(set) var utcOffset: Int?

  /// The flight's name: who flew, and what.
  var name: String? {
    let craft = [glider, registration].compactMap { $0 }.joined(separator: " ")
    let parts = [pilot, craft.isEmpty ? nil : craft].compactMap { $0 }
    return parts.isEmpty ? nil : TextCleaning.cleaned(parts.joined(separator: ", "))
  }

  /// Takes what a header other than the date says.
  mutating func take(_ line: Span<UInt8>) {
    if line.hasIGCCode("PLT") { pilot = Self.value(line) ?? pilot }
    if line.hasIGCCode("GTY") { glider = Self.value(line) ?? glider }
    if line.hasIGCCode("GID") { registration = Self.value(line) ?? registration }
    if line.hasIGCCode("DTM") { isWGS84 = Self.value(line)?.uppercased().contains("WGS") ?? false }
    if line.hasIGCCode("TZN") { utcOffset = Self.value(line).flatMap(Self.offset) ?? utcOffset }
  }

  /// What stands behind the colon, or behind the code where there is none; `nil` for nothing and for words that mean nothing.
  private static func value(_ line: Span<UInt8>) -> String? {
    let colon = line.indices.first { line[$0] == .colon }
    guard let text = TextCleaning.name(line.extracting((colon.map { $0 + 1 } ?? 5)..<line.count)) else { return nil }
    return ["NIL", "NKN", "NONE", "UNKNOWN", "NOT SET", "N/A", "-"].contains(text.uppercased()) ? nil : text
  }

  /// The seconds of an offset such as `+2`, `5.5`, `-3.30`, `05:45`. Nought is what recorders write that were never told: `nil`.
  static func offset(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    var index = 0
    let isNegative = bytes.first == .minus
    if isNegative || bytes.first == .plus { index = 1 }
    var numbers: [(value: Int, digits: Int)] = []
    var divider: UInt8 = 0
    while index < bytes.count, numbers.count < 2 {
      let start = index
      var value = 0
      while index < bytes.count, index - start < 4, let digit = bytes[index].digit {
        value = value * 10 + Int(digit)
        index += 1
      }
      numbers.append((value, index - start))
      guard index < bytes.count, numbers.count < 2, bytes[index] == .point || bytes[index] == .colon else { break }
      divider = bytes[index]
      index += 1
    }
    guard index == bytes.count, divider == 0 || numbers.count == 2, let hours = numbers.first, hours.digits > 0, hours.digits <= 2 else {
      return nil
    }
    let minutes = numbers.count == 2 ? Self.minutes(numbers[1], isDecimal: divider == .point) : 0
    guard let minutes, minutes < 60 else { return nil }
    let seconds = hours.value * 3600 + minutes * 60
    guard seconds > 0, seconds <= 14 * 3600 else { return nil }
    return isNegative ? -seconds : seconds
  }

  /// The minutes behind a colon, or behind a point: there 30 and 45 are minutes, as recorders write them, all else is a fraction.
  private static func minutes(_ number: (value: Int, digits: Int), isDecimal: Bool) -> Int? {
    guard number.digits > 0 else { return nil }
    if !isDecimal || (number.digits == 2 && (number.value == 30 || number.value == 45)) { return number.value }
    let scale = (0..<number.digits).reduce(1) { value, _ in value * 10 }
    return number.value * 60 / scale
  }

  /// The start of the day of a date record in seconds since 1970: `HFDTE160799`, `HFDTEDATE:160799,01`; `nil` where there is no date.
  static func day(_ line: Span<UInt8>) -> Double? {
    var start = 5
    if line.hasIGCLetters("DATE", at: start) { start += 4 }
    while start < line.count, line[start] == .colon || line[start].isBlank { start += 1 }
    guard line.igcNumber(start..<start + 6) != nil, start + 6 == line.count || line[start + 6].digit == nil,
      let year = line.igcNumber(start + 4..<start + 6)
    else { return nil }
    // Two digits; the first recorders flew in 1993.
    let century: [UInt8] = year >= 80 ? [0x31, 0x39] : [0x32, 0x30]
    let date =
      century + [
        line[start + 4], line[start + 5], .minus, line[start + 2], line[start + 3], .minus, line[start], line[start + 1],
      ]
    return TimestampParser.parse((date + Array("T00:00:00Z".utf8)).span)
  }
}
