// What whole sequences mean: keys, the mouse, answers, pastes.

import Cells

extension InputDecoder {
  static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  mutating func interpret(_ sequence: ControlSequence) {
    switch (sequence.marker, sequence.intermediate, sequence.final) {
    case (0x3C, 0, 0x4D), (0x3C, 0, 0x6D): if let mouse = Self.mouse(sequence) { events.append(.mouse(mouse)) }
    case (0x3F, 0, 0x63):
      events.append(.reply(.deviceAttributes(sequence.parameters.map { max(0, $0[0]) })))
    case (0x3F, 0x24, 0x79):
      events.append(.reply(.mode(number: sequence.number(0), state: sequence.number(1))))
    case (0, 0, _): interpretPlain(sequence)
    default: break
    }
  }

  private mutating func interpretPlain(_ sequence: ControlSequence) {
    let modifiers = sequence.modifiers(at: 1)
    switch sequence.final {
    case 0x52: interpretF3OrPosition(sequence)
    case 0x5A: emit(.tab, .shift)
    // rxvt: small letters are shifted arrows.
    case 0x61...0x64:
      if sequence.parameters.isEmpty, let key = Self.key(letter: sequence.final - 0x20) { emit(key, .shift) }
    case 0x7E: interpretTilde(sequence)
    // rxvt: `^` is Control, `@` Control and Shift.
    case 0x5E: if let key = Self.key(number: sequence.number(0)) { emit(key, .control) }
    case 0x40: if let key = Self.key(number: sequence.number(0)) { emit(key, [.control, .shift]) }
    case 0x75: interpretUnicode(code: sequence.number(0), sequence, modifiersAt: 1)
    default: if let key = Self.key(letter: sequence.final) { emit(key, modifiers) }
    }
  }

  /// `CSI R`, `CSI 1 ; m R` with a modifier m of 2–16 is F3; everything else is a cursor position. We never ask for one in the first row.
  private mutating func interpretF3OrPosition(_ sequence: ControlSequence) {
    let (row, column) = (sequence.number(0, default: 1), sequence.number(1, default: 1))
    if sequence.parameters.count < 2 || row == 1 && (2...16).contains(column) {
      emit(.function(3), sequence.modifiers(at: 1))
    } else if row >= 1, column >= 1 {
      events.append(.reply(.cursorPosition(CellPosition(column: column - 1, row: row - 1))))
    }
  }

  private mutating func interpretTilde(_ sequence: ControlSequence) {
    switch sequence.number(0) {
    case 200: enter(.paste(matched: 0))
    case 27: interpretUnicode(code: sequence.number(2), sequence, modifiersAt: 1)
    case let number: if let key = Self.key(number: number) { emit(key, sequence.modifiers(at: 1)) }
    }
  }

  /// A key by its code point: kitty's `CSI code : shifted ; modifiers : event u`, xterm's `CSI 27 ; modifiers ; code ~`.
  private mutating func interpretUnicode(code: Int, _ sequence: ControlSequence, modifiersAt index: Int) {
    let released = 3
    guard sequence.part(index, 1, default: 1) != released, let unicode = UInt32(exactly: code) else { return }
    var modifiers = sequence.modifiers(at: index)
    switch unicode {
    case 9: emit(.tab, modifiers)
    case 13, 57414: emit(.enter, modifiers)
    case 27: emit(.escape, modifiers)
    case 8, 127: emit(.backspace, modifiers)
    case 57399...57408: emit(.character(Unicode.Scalar(UInt8(0x30 + unicode - 57399))), modifiers)
    case 0x20...0x7E, 0xA0..<0xE000, 0xF900...0x10_FFFF:
      guard var scalar = Unicode.Scalar(unicode) else { return }
      if modifiers.contains(.shift), !modifiers.contains(.control) {
        if (0x61...0x7A).contains(unicode) { scalar = Unicode.Scalar(UInt8(unicode - 0x20)) }
        if let shifted = UInt32(exactly: sequence.part(0, 1, default: 0)).flatMap(Unicode.Scalar.init), shifted.value > 0x20 {
          scalar = shifted
        }
        modifiers.remove(.shift)
      } else if modifiers.contains(.control), (0x41...0x5A).contains(unicode) {
        scalar = Unicode.Scalar(UInt8(unicode + 0x20))
      }
      emit(.character(scalar), modifiers)
    default: break
    }
  }

  mutating func interpretSingleShift(_ final: UInt8, _ modifiers: KeyModifiers) {
    switch final {
    case 0x4D: emit(.enter, modifiers)
    // The keypad in application mode: `*` to `9`, moved up by 0x40.
    case 0x6A...0x79: emit(.character(Unicode.Scalar(final - 0x40)), modifiers)
    default: if let key = Self.key(letter: final) { emit(key, modifiers) }
    }
  }

  /// Keys named by a final letter.
  private static func key(letter: UInt8) -> Key? {
    switch letter {
    case 0x41: return .up
    case 0x42: return .down
    case 0x43: return .right
    case 0x44: return .left
    case 0x46: return .end
    case 0x48: return .home
    case 0x50...0x53: return .function(Int(letter) - 0x4F)
    default: return nil
    }
  }

  /// Keys named by a number before `~`.
  private static func key(number: Int) -> Key? {
    switch number {
    case 1, 7: return .home
    case 2: return .insert
    case 3: return .delete
    case 4, 8: return .end
    case 5: return .pageUp
    case 6: return .pageDown
    case 11...15: return .function(number - 10)
    case 17...21: return .function(number - 11)
    case 23...26: return .function(number - 12)
    case 28, 29: return .function(number - 13)
    case 31...34: return .function(number - 14)
    default: return nil
    }
  }

  /// An SGR report: `CSI < bits ; column ; row M` or `m`. Plain movement and buttons beyond the third are of no interest.
  private static func mouse(_ sequence: ControlSequence) -> MouseEvent? {
    let (bits, column, row) = (sequence.number(0, default: -1), sequence.number(1), sequence.number(2))
    guard bits >= 0, bits < 128, (1...0xFFFF).contains(column), (1...0xFFFF).contains(row) else { return nil }
    var modifiers: KeyModifiers = []
    if bits & 4 != 0 { modifiers.insert(.shift) }
    if bits & 8 != 0 { modifiers.insert(.alt) }
    if bits & 16 != 0 { modifiers.insert(.control) }
    let button = bits & 3
    let kind: MouseEvent.Kind
    if bits & 64 != 0 {
      guard sequence.final == 0x4D else { return nil }
      kind = [MouseEvent.Kind.wheelUp, .wheelDown, .wheelLeft, .wheelRight][button]
    } else if button == 3 {
      return nil
    } else if sequence.final == 0x6D {
      kind = .release(button + 1)
    } else {
      kind = bits & 32 != 0 ? .drag(button + 1) : .press(button + 1)
    }
    return MouseEvent(kind, column: column - 1, row: row - 1, modifiers)
  }

  /// `11;rgb:R/G/B` or `11;rgba:R/G/B/A`, each part one to four hexadecimal digits.
  static func background(_ text: [UInt8]) -> TerminalReply? {
    let parts = text.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].elementsEqual("11;rgb".utf8) || parts[0].elementsEqual("11;rgba".utf8) else { return nil }
    let colors = parts[1].split(separator: 0x2F, omittingEmptySubsequences: false).map(intensity)
    guard colors.count == (parts[0].count == 6 ? 3 : 4), let red = colors[0], let green = colors[1], let blue = colors[2] else {
      return nil
    }
    return .background(red: red, green: green, blue: blue)
  }

  private static func intensity(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...4).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits {
      switch digit {
      case 0x30...0x39: value = value << 4 | Int(digit - 0x30)
      case 0x41...0x46, 0x61...0x66: value = value << 4 | Int((digit & 0x1F) + 9)
      default: return nil
      }
    }
    return value * 255 / (1 << (4 * digits.count) - 1)
  }

  // MARK: Paste

  mutating func takePasted(_ byte: UInt8, matched: Int) {
    if byte == Self.pasteEnd[matched] {
      if matched + 1 == Self.pasteEnd.count { endPaste() } else { state = .paste(matched: matched + 1) }
      return
    }
    keepPasted(Self.pasteEnd.prefix(matched))
    // Only the first byte of the end is ESC, so a failed match can begin anew at this byte at the earliest.
    if byte == Self.pasteEnd[0] {
      state = .paste(matched: 1)
    } else {
      keepPasted([byte])
      state = .paste(matched: 0)
    }
  }

  mutating func keepPasted(_ bytes: some Collection<UInt8>) {
    if held.count + bytes.count <= Self.pasteLimit { held += bytes }
  }

  mutating func endPaste() {
    events.append(.paste(String(decoding: held, as: UTF8.self)))
    held = []
    enter(.ground)
  }
}
