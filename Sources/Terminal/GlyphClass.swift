// The kinds of characters that terminals measure differently.

/// A kind of character that some terminals and fonts draw two cells wide; each is probed with one of its kind.
public enum GlyphClass: String, Hashable, Sendable, CaseIterable {
  /// Box drawing, U+2500–257F.
  case boxLine
  /// Block elements, U+2580–259F.
  case block
  /// Arrows, U+2190–21FF.
  case arrow
  /// The degree sign and its like in Latin-1.
  case degree
  /// Braille patterns, U+2800–28FF.
  case braille

  /// The character that is printed to measure the kind.
  public var sample: Unicode.Scalar {
    switch self {
    case .boxLine: return "─"
    case .block: return "█"
    case .arrow: return "→"
    case .degree: return "°"
    case .braille: return "⠿"
    }
  }
}
