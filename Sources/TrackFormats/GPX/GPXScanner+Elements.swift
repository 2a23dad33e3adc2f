// The elements of a plain track point beside elevation and time: names, sensors, extensions, and what is passed over.

import TrackGeodesy

extension GPXScanner {
  /// Reads an element within a point, with all that is in it, and moves behind it.
  mutating func scanElement() -> Bool {
    open.removeAll(keepingCapacity: true)
    repeat {
      guard index + 2 <= end, bytes[index] == .less else { return false }
      if bytes[index + 1] == 0x2F {
        guard scanEndTag() else { return false }
      } else {
        guard scanChild() else { return false }
      }
      if !open.isEmpty {
        guard skipText() != nil else { return false }
      }
    } while !open.isEmpty
    return true
  }

  /// Reads `</name>` of the element that is open.
  private mutating func scanEndTag() -> Bool {
    guard let name = open.popLast()?.name else { return false }
    return scanEndTag(of: name)
  }

  private mutating func scanEndTag(of name: Range<Int>) -> Bool {
    guard index + 3 + name.count <= end, bytes[index] == .less, bytes[index + 1] == 0x2F else { return false }
    for offset in 0..<name.count where bytes[index + 2 + offset] != bytes[name.lowerBound + offset] { return false }
    guard bytes[index + 2 + name.count] == .greater else { return false }
    index += 3 + name.count
    return true
  }

  /// Reads `<name>`, `<name/>`, or a whole element where that is a value.
  private mutating func scanChild() -> Bool {
    index += 1
    guard let name = scanName(), index + 2 <= end else { return false }
    let element = kind(of: name)
    if bytes[index] == 0x2F {
      guard bytes[index + 1] == .greater, !element.isField else { return false }
      index += 2
      return true
    }
    guard bytes[index] == .greater else { return false }
    index += 1
    if element.isField { return scanField(element, name) }
    guard open.count < Self.depthLimit else { return false }
    open.append((name, element))
    return true
  }

  /// What ``GPXReader`` would make of an element here.
  private func kind(of name: Range<Int>) -> GPXElement {
    let text = text(name)
    guard let parent = open.last?.element else {
      let element = GPXElement.child(text, of: .trackPoint)
      // Texts that no track point keeps.
      return element == .comment || element == .description || element == .symbol ? .other : element
    }
    if parent == .other { return .other }
    return GPXElement.inExtensions(GPXReader.localName(text), of: parent) ?? .other
  }

  /// Reads a name in ASCII (XML 1.0, productions 4 and 5).
  private mutating func scanName() -> Range<Int>? {
    let start = index
    while index < end, bytes[index].isOfName { index += 1 }
    guard index > start, bytes[start].isLetter || bytes[start] == 0x5F else { return nil }
    return start..<index
  }

  /// Moves to the next `<` over text that says what its bytes say.
  private mutating func skipText() -> Range<Int>? {
    let start = index
    while index < end, bytes[index].isPlainText { index += 1 }
    guard index < end, bytes[index] == .less else { return nil }
    return start..<index
  }

  private mutating func scanField(_ element: GPXElement, _ name: Range<Int>) -> Bool {
    guard let range = skipText(), range.count <= Self.textLimit, scanEndTag(of: name) else { return false }
    return take(element, range)
  }

  /// Takes a value as ``GPXReader`` would; `false` where that would find fault with it.
  private mutating func take(_ element: GPXElement, _ range: Range<Int>) -> Bool {
    let text = text(range).span
    switch element {
    case .name:
      // expat makes one character of a carriage return and a line feed.
      for offset in text.indices where text[offset] == .carriageReturn { return false }
      point.name = TextCleaning.name(text)
      isPlain = false
      return true
    case .time:
      guard let time = TimestampParser.parse(text, offset: &point.utcOffset) else { return false }
      if point.utcOffset != nil { isPlain = false }
      point.time = time
      return true
    default: break
    }
    guard let value = DecimalParser.parse(text), abs(value) <= 1e8 else { return false }
    if element != .elevation { isPlain = false }
    switch element {
    case .elevation: point.elevation = value
    case .speed: point.speed = value
    case .course: point.course = value
    case .accuracy: point.accuracy = value
    case .heartRate: point.heartRate = value
    case .cadence: point.cadence = value
    case .power: point.power = value
    case .temperature: point.temperature = value
    default: return false
    }
    return true
  }
}

extension UInt8 {
  @inline(__always)
  fileprivate var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// Whether this may stand in a name, of the bytes of ASCII.
  @inline(__always)
  fileprivate var isOfName: Bool {
    isLetter || digit != nil || self == .colon || self == 0x5F || self == .minus || self == .point
  }

  /// Whether this is a visible character that begins no markup, ends none, and is one byte in every encoding; or white space.
  ///
  /// `]` is left out because `]]>` must not stand in a text.
  @inline(__always)
  fileprivate var isPlainText: Bool {
    self >= .space ? self < 0x7F && self != .less && self != 0x26 && self != 0x5D : isXMLBlank
  }
}
