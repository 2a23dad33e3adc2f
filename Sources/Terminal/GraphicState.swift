// Owns `GraphicState`: the colours and attributes that SGR parameters leave in force, and the fewest parameters from one state to another.

/// What SGR parameters set (ECMA-48, 8.3.117; 38 and 48 as xterm has them).
struct GraphicState: Hashable {
  /// A colour: its form above the lowest 24 bits, 0 the terminal's own, 1 a plain number, 2 of a palette (`5;n`), 3 direct (`2;r;g;b`).
  private var foreground: UInt32 = 0
  private var background: UInt32 = 0
  /// Bits 1…9 for the attributes of these numbers.
  private var attributes: UInt16 = 0

  /// The state after a reset.
  init() {}

  /// The state after more parameters; `nil` where one of them is not known.
  func adding(_ parameters: UnsafeBufferPointer<UInt8>) -> GraphicState? {
    var next = self
    return next.take(parameters) ? next : nil
  }

  /// The attributes that a blank shows: underline, reverse video, a line through it.
  private static let shownByBlanks: UInt16 = 1 << 4 | 1 << 7 | 1 << 9

  /// Whether a blank looks the same in this state and another.
  func showsBlanks(like other: GraphicState) -> Bool {
    self == other || background == other.background && (attributes | other.attributes) & Self.shownByBlanks == 0
  }

  /// This state with another's background, in which a blank looks as in that one; `nil` where that takes more.
  func takingBackground(of other: GraphicState) -> GraphicState? {
    guard (attributes | other.attributes) & Self.shownByBlanks == 0 else { return nil }
    var next = self
    next.background = other.background
    return next
  }

  /// Follows parameters.
  /// - Returns: whether all were known.
  private mutating func take(_ parameters: UnsafeBufferPointer<UInt8>) -> Bool {
    var at = 0
    while at <= parameters.count {
      guard let code = Self.number(parameters, &at) else { return false }
      switch code {
      case 0: self = GraphicState()
      case 1...9: attributes |= 1 << UInt16(code)
      case 30...37, 90...97: foreground = 1 << 24 | code
      case 40...47, 100...107: background = 1 << 24 | code
      case 39: foreground = 0
      case 49: background = 0
      case 38, 48:
        guard let color = Self.extended(parameters, &at) else { return false }
        if code == 38 { foreground = color } else { background = color }
      default: return false
      }
    }
    return true
  }

  /// The number up to the next semicolon, an empty one being 0; `nil` for anything else and above 255.
  private static func number(_ parameters: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> UInt32? {
    var value: UInt32 = 0
    while at < parameters.count, parameters[at] != 0x3B {
      guard (0x30...0x39).contains(parameters[at]) else { return nil }
      value = value * 10 + UInt32(parameters[at] - 0x30)
      guard value < 256 else { return nil }
      at += 1
    }
    at += 1
    return value
  }

  /// The colour after 38 or 48.
  private static func extended(_ parameters: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> UInt32? {
    switch number(parameters, &at) {
    case 5: return number(parameters, &at).map { 2 << 24 | $0 }
    case 2:
      guard let red = number(parameters, &at), let green = number(parameters, &at), let blue = number(parameters, &at) else { return nil }
      return 3 << 24 | red << 16 | green << 8 | blue
    default: return nil
    }
  }

  /// Appends the parameters that lead from another state to this one without a reset.
  /// - Returns: `false` where an attribute would have to go; nothing was appended then.
  func append(since other: GraphicState, to out: inout [UInt8]) -> Bool {
    guard other.attributes & ~attributes == 0 else { return false }
    let start = out.count
    let added = attributes & ~other.attributes
    if added != 0 { for attribute in 1...9 where added >> UInt16(attribute) & 1 == 1 { Self.say(UInt32(attribute), since: start, &out) } }
    if foreground != other.foreground { Self.say(foreground, extended: 38, since: start, &out) }
    if background != other.background { Self.say(background, extended: 48, since: start, &out) }
    return true
  }

  private static func say(_ color: UInt32, extended code: UInt32, since start: Int, _ out: inout [UInt8]) {
    switch color >> 24 {
    case 0: say(code + 1, since: start, &out)
    case 1: say(color & 0xFF, since: start, &out)
    case 2: for part in [code, 5, color & 0xFF] { say(part, since: start, &out) }
    default: for part in [code, 2, color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF] { say(part, since: start, &out) }
    }
  }

  private static func say(_ number: UInt32, since start: Int, _ out: inout [UInt8]) {
    if out.count > start { out.append(0x3B) }
    if number >= 100 { out.append(0x30 + UInt8(truncatingIfNeeded: number / 100)) }
    if number >= 10 { out.append(0x30 + UInt8(truncatingIfNeeded: number / 10 % 10)) }
    out.append(0x30 + UInt8(truncatingIfNeeded: number % 10))
  }
}
