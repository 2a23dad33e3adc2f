// Bytes from the terminal to events: a pure state machine, one byte at a time, so that the events do not depend on how bytes arrive.

import Cells

/// Decodes what a terminal sends: UTF-8, keys (xterm, VT, rxvt, the Linux console, kitty's basic form), SGR mouse reports, bracketed
/// paste, and answers to our questions. Whatever it does not know it swallows whole; memory is bounded whatever arrives.
///
/// Sources: ECMA-48, "XTerm Control Sequences" (invisible-island.net), kitty's keyboard protocol.
public struct InputDecoder: Hashable, Sendable {
  /// Bytes kept of one paste; the rest of it is dropped.
  public static let pasteLimit = 64 * 1024
  /// Bytes kept of a control sequence and of a control string; longer ones are swallowed.
  static let sequenceLimit = 64
  static let stringLimit = 256

  enum State: Hashable, Sendable {
    case ground
    /// After ESC.
    case escape
    /// After a lead byte of UTF-8; `held` has the bytes so far.
    case utf8(missing: Int, alt: Bool)
    /// In a control sequence; `held` has its parameters.
    case sequence
    /// After `CSI [`: the Linux console's F1–F5 follow.
    case consoleFunction
    /// After ESC O; `held` has parameters.
    case singleShift
    /// In the three bytes of an old mouse report.
    case oldMouse(missing: Int)
    /// In an operating system command; `held` has its text.
    case command
    /// In another control string, which is of no interest; the byte that opened it, and whether anything followed.
    case string(opener: UInt8, empty: Bool)
    /// After ESC in a control string: `\\` ends it.
    case escapeInString(command: Bool)
    /// In a bracketed paste; so many bytes of its end are recognised.
    case paste(matched: Int)
  }

  var state = State.ground
  var held: [UInt8] = []
  /// Whether `held` lost bytes, so that it means nothing.
  var overflowed = false
  var events: [InputEvent] = []

  public init() {}

  /// Whether more bytes are needed to know what the last ones mean.
  public var isPending: Bool { state != .ground }

  /// How long to wait for more before `timeout()`; `nil` if nothing is pending. A lone Escape must answer at once; a sequence cut by a slow link
  /// gets more time, so that its rest is not taken for keys.
  public var patience: Duration? {
    switch state {
    case .ground: return nil
    case .escape: return .milliseconds(30)
    case .sequence, .singleShift: return held.isEmpty ? .milliseconds(50) : .milliseconds(250)
    case .paste: return .seconds(2)
    default: return .milliseconds(250)
    }
  }

  /// Takes bytes and returns the events that are now whole.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    for byte in bytes { take(byte) }
    return takeEvents()
  }

  /// Nothing more came: what is pending is decided as it stands. A lone ESC is the Escape key, ESC and `[` are Alt and `[`; a cut sequence is
  /// dropped, a cut paste delivered.
  public mutating func timeout() -> [InputEvent] {
    switch state {
    case .escape: emit(.escape)
    case .sequence where held.isEmpty && !overflowed: emit(.character("["), .alt)
    case .singleShift where held.isEmpty: emit(.character("O"), .alt)
    case .command where held.isEmpty && !overflowed: emit(.character("]"), .alt)
    case .string(let opener, empty: true): emit(.character(Unicode.Scalar(opener)), .alt)
    case .paste(let matched):
      keepPasted(Self.pasteEnd.prefix(matched))
      endPaste()
    default: break
    }
    enter(.ground)
    return takeEvents()
  }

  private mutating func takeEvents() -> [InputEvent] {
    defer { events = [] }
    return events
  }

  mutating func enter(_ next: State) {
    state = next
    held.removeAll(keepingCapacity: true)
    overflowed = false
  }

  mutating func emit(_ key: Key, _ modifiers: KeyModifiers = []) { events.append(.key(KeyPress(key, modifiers))) }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .ground: takeGround(byte, alt: false)
    case .escape: takeEscape(byte)
    case .utf8(let missing, let alt): takeContinuation(byte, missing: missing, alt: alt)
    case .sequence: takeSequence(byte)
    case .consoleFunction:
      enter(.ground)
      if (0x41...0x45).contains(byte) { emit(.function(Int(byte) - 0x40)) }
    case .singleShift: takeSingleShift(byte)
    case .oldMouse(let missing): enter(missing > 1 ? .oldMouse(missing: missing - 1) : .ground)
    case .command: takeCommand(byte)
    case .string: takeString(byte)
    case .escapeInString(let command): takeStringEnd(byte, command: command)
    case .paste(let matched): takePasted(byte, matched: matched)
    }
  }

  // MARK: Characters

  private mutating func takeGround(_ byte: UInt8, alt: Bool) {
    let modifiers: KeyModifiers = alt ? .alt : []
    enter(.ground)
    switch byte {
    case 0x1B: enter(.escape)
    case 0x0D, 0x0A: emit(.enter, modifiers)
    case 0x09: emit(.tab, modifiers)
    case 0x08, 0x7F: emit(.backspace, modifiers)
    case 0x00: emit(.character(" "), modifiers.union(.control))
    case 0x01...0x1A: emit(.character(Unicode.Scalar(byte + 0x60)), modifiers.union(.control))
    case 0x1C...0x1F: emit(.character(Unicode.Scalar(byte + 0x40)), modifiers.union(.control))
    case 0x20...0x7E: emit(.character(Unicode.Scalar(byte)), modifiers)
    case 0xC2...0xDF: begin(byte, missing: 1, alt: alt)
    case 0xE0...0xEF: begin(byte, missing: 2, alt: alt)
    case 0xF0...0xF4: begin(byte, missing: 3, alt: alt)
    default: break
    }
  }

  private mutating func begin(_ byte: UInt8, missing: Int, alt: Bool) {
    enter(.utf8(missing: missing, alt: alt))
    held.append(byte)
  }

  private mutating func takeContinuation(_ byte: UInt8, missing: Int, alt: Bool) {
    guard (0x80...0xBF).contains(byte) else { return takeGround(byte, alt: false) }
    held.append(byte)
    guard missing == 1 else {
      state = .utf8(missing: missing - 1, alt: alt)
      return
    }
    let scalar = Self.scalar(held)
    enter(.ground)
    if let scalar, scalar.value >= 0xA0 { emit(.character(scalar), alt ? .alt : []) }
  }

  /// The scalar of a complete sequence, or `nil` if it is overlong, a surrogate or beyond Unicode.
  private static func scalar(_ bytes: [UInt8]) -> Unicode.Scalar? {
    var value = UInt32(bytes[0]) & (0x7F >> UInt32(bytes.count))
    for byte in bytes.dropFirst() { value = value << 6 | UInt32(byte & 0x3F) }
    let least: [UInt32] = [0, 0, 0x80, 0x800, 0x1_0000]
    return value >= least[bytes.count] ? Unicode.Scalar(value) : nil
  }

  // MARK: Escape

  private mutating func takeEscape(_ byte: UInt8) {
    switch byte {
    case 0x1B: emit(.escape)
    case 0x5B: enter(.sequence)
    case 0x4F: enter(.singleShift)
    case 0x5D: enter(.command)
    case 0x50, 0x58, 0x5E, 0x5F: enter(.string(opener: byte, empty: true))
    default: takeGround(byte, alt: true)
    }
  }

  private mutating func takeSequence(_ byte: UInt8) {
    switch byte {
    case 0x20...0x3F:
      if held.count < Self.sequenceLimit { held.append(byte) } else { overflowed = true }
    case 0x5B where held.isEmpty && !overflowed: enter(.consoleFunction)
    case 0x4D where held.isEmpty && !overflowed: enter(.oldMouse(missing: 3))
    case 0x40...0x7E:
      let parameters = overflowed ? nil : ControlSequence(held, final: byte)
      enter(.ground)
      if let parameters { interpret(parameters) }
    default: abort(byte)
    }
  }

  private mutating func takeSingleShift(_ byte: UInt8) {
    switch byte {
    case 0x30...0x3B where held.count < Self.sequenceLimit: held.append(byte)
    case 0x40...0x7E:
      let sequence = ControlSequence(held, final: byte)
      enter(.ground)
      interpretSingleShift(byte, sequence?.modifiers(at: held.isEmpty ? 0 : 1) ?? [])
    default: abort(byte)
    }
  }

  /// A byte that cannot stand where it does ends what was begun: CAN and SUB silently, others count anew.
  private mutating func abort(_ byte: UInt8) {
    enter(.ground)
    if byte != 0x18 && byte != 0x1A { takeGround(byte, alt: false) }
  }

  // MARK: Strings

  private mutating func takeCommand(_ byte: UInt8) {
    switch byte {
    case 0x07: endCommand()
    case 0x1B: state = .escapeInString(command: true)
    case 0x18, 0x1A: enter(.ground)
    default:
      if held.count < Self.stringLimit { held.append(byte) } else { overflowed = true }
    }
  }

  private mutating func takeString(_ byte: UInt8) {
    switch byte {
    case 0x1B: enter(.escapeInString(command: false))
    case 0x18, 0x1A: enter(.ground)
    default: if case .string(let opener, true) = state { state = .string(opener: opener, empty: false) }
    }
  }

  private mutating func takeStringEnd(_ byte: UInt8, command: Bool) {
    if byte == 0x5C {
      if command { endCommand() } else { enter(.ground) }
    } else {
      enter(.escape)
      takeEscape(byte)
    }
  }

  private mutating func endCommand() {
    let text = overflowed ? [] : held
    enter(.ground)
    if let reply = Self.background(text) { events.append(.reply(reply)) }
  }
}
