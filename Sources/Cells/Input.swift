// What a terminal sends, decoded: keys, the mouse, and its answers to questions. The decoder itself lives in `Terminal`.

/// A key without its modifiers.
public enum Key: Hashable, Sendable {
  /// A character as typed: shifted letters arrive as capitals, without `.shift`.
  case character(Unicode.Scalar)
  case up, down, left, right
  case home, end, pageUp, pageDown, insert, delete
  case backspace, tab, enter, escape
  case function(Int)
}

/// Keys held down with another.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static let shift = KeyModifiers(rawValue: 1)
  public static let alt = KeyModifiers(rawValue: 2)
  public static let control = KeyModifiers(rawValue: 4)
}

/// One key with its modifiers. Ctrl and a letter is `.character` of the small letter with `.control`.
public struct KeyPress: Hashable, Sendable {
  public var key: Key
  public var modifiers: KeyModifiers
  public init(_ key: Key, _ modifiers: KeyModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
  /// A plain character.
  public init(_ character: Unicode.Scalar) { self.init(.character(character)) }
}

/// One report of the mouse; positions in cells from 0.
public struct MouseEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Button 1 left, 2 middle, 3 right.
    case press(Int)
    case release(Int)
    case drag(Int)
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }
  public var kind: Kind
  public var position: CellPosition
  public var modifiers: KeyModifiers
  public init(_ kind: Kind, column: Int, row: Int, _ modifiers: KeyModifiers = []) {
    self.kind = kind
    position = CellPosition(column: column, row: row)
    self.modifiers = modifiers
  }
}

/// A terminal's answer to a question that we asked.
public enum TerminalReply: Hashable, Sendable {
  /// Cursor position report (CPR); counts from 0.
  case cursorPosition(CellPosition)
  /// Primary device attributes: always the last answer that we ask for, so nothing more will come.
  case deviceAttributes([Int])
  /// DECRQM: state of a private mode; 1 set, 2 reset, 3 and 4 permanently so, 0 unknown.
  case mode(number: Int, state: Int)
  /// The background colour (OSC 11); each part 0–255.
  case background(red: Int, green: Int, blue: Int)
}

/// Anything that arrives from the terminal.
public enum InputEvent: Hashable, Sendable {
  case key(KeyPress)
  case mouse(MouseEvent)
  case reply(TerminalReply)
  /// A bracketed paste, whole, cut at a stated limit.
  case paste(String)
}
