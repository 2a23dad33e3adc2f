// The characters that a picture is made of, by what the terminal's font and width tables allow.

/// How dots become characters.
public enum GlyphSet: String, Hashable, Sendable, CaseIterable {
  /// Braille patterns: 2×4 dots a cell.
  case braille
  /// Upper and lower half blocks: 1×2 dots a cell.
  case half
  /// Plain ASCII: 1×2 dots a cell.
  case ascii

  public var dotsPerColumn: Int { self == .braille ? 2 : 1 }
  public var dotsPerRow: Int { self == .braille ? 4 : 2 }

  /// The character for a cell whose dots are `bits`: braille bit order for braille, bit 0 above and bit 1 below otherwise.
  @inlinable
  public func scalar(bits: UInt8) -> UInt32 {
    switch self {
    case .braille: return bits == 0 ? 0x20 : 0x2800 | UInt32(bits)
    case .half: return [0x20, 0x2580, 0x2584, 0x2588][Int(bits & 3)]
    case .ascii: return [0x20, 0x27, 0x2E, 0x3A][Int(bits & 3)]
    }
  }
}

/// The single characters of the furniture, with their plain stand-ins where the terminal draws a kind two cells wide or cannot draw it.
public struct Glyphs: Hashable, Sendable {
  /// Kinds of characters that some terminals draw two cells wide (East Asian "ambiguous") or not at all.
  public enum Kind: String, Hashable, Sendable, CaseIterable { case boxLines, blocks, arrows, degree, symbols }

  /// How dots become characters.
  public var dots: GlyphSet
  /// The kinds that are replaced by ASCII.
  public var plain: Set<Kind>

  public init(_ dots: GlyphSet, plain: Set<Kind> = []) {
    self.dots = dots
    self.plain = dots == .ascii ? Set(Kind.allCases) : plain
  }

  private func pick(_ kind: Kind, _ fancy: String, _ simple: String) -> String { plain.contains(kind) ? simple : fancy }

  public var vertical: String { pick(.boxLines, "│", "|") }
  public var heavyVertical: String { pick(.boxLines, "┃", "|") }
  public var horizontal: String { pick(.boxLines, "─", "-") }
  public var cross: String { pick(.boxLines, "┼", "+") }
  public var scaleLeft: String { pick(.boxLines, "├", "|") }
  public var scaleRight: String { pick(.boxLines, "┤", "|") }
  public var timelineDone: String { pick(.boxLines, "━", "=") }
  public var timelineHead: String { pick(.boxLines, "╸", "o") }
  public var timelineAhead: String { pick(.boxLines, "─", "-") }
  public var corners: (String, String, String, String) {
    plain.contains(.boxLines) ? ("+", "+", "+", "+") : ("┌", "┐", "└", "┘")
  }
  public var dash: String { pick(.boxLines, " ─ ", " - ") }

  public var degree: String { pick(.degree, "°", "") }
  public var plusMinus: String { pick(.degree, "±", "+-") }
  public var minus: String { pick(.degree, "−", "-") }
  public var times: String { pick(.degree, "×", "x") }
  public var middleDot: String { pick(.degree, "·", ".") }

  public var play: String { pick(.symbols, "▶", ">") }
  public var reverse: String { pick(.symbols, "◀", "<") }
  public var pause: String { pick(.symbols, "▮▮", "||") }
  public var end: String { pick(.symbols, "■", "#") }
  public var start: String { pick(.symbols, "◉", "@") }
  public var finish: String { dots == .ascii || plain.contains(.symbols) ? "F" : "⚑" }
  public var place: String { pick(.symbols, "○", "o") }
  public var bead: String { pick(.symbols, "◦", "o") }
  public var post: String { pick(.symbols, "+", "+") }
  public var gridPoint: String { pick(.degree, "·", ".") }
  public var northDot: String { pick(.symbols, "●", "*") }
  public var rightArrow: String { pick(.arrows, "→", "->") }
  public var ellipsis: String { pick(.symbols, "…", "~") }
  public var endash: String { pick(.symbols, "–", "-") }

  /// Single characters to be replaced, and by what, where a kind is plain: for texts that do not come from this table.
  public var standIns: [UInt32: UInt32] {
    var table: [UInt32: UInt32] = [:]
    func add(_ kind: Kind, _ fancy: String, _ simple: String) {
      guard plain.contains(kind) else { return }
      for (from, to) in zip(fancy.unicodeScalars, simple.unicodeScalars) { table[from.value] = to.value }
    }
    add(.arrows, "←↑→↓↖↗↘↙↱↰↷↶", "<^>v\\/\\/><><")
    add(.degree, "±×·", "~x.")
    add(.symbols, "–—…‘’“”•", "--~''\"\"*")
    return table
  }

  /// Eight levels from low to full, for strips and sparklines.
  public var levels: [String] {
    plain.contains(.blocks)
      ? ["_", ".", ".", ":", ":", "|", "|", "#"] : ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  }

  /// What a bar is made of: of something that counts, and of something that does not.
  public var barUsed: String { pick(.blocks, "▇", "#") }
  public var barSeen: String { pick(.blocks, "░", "-") }

  /// One of eight arrows for a direction in degrees from up, clockwise. The ASCII ones are those whose corner points the right way.
  public func arrow(_ degrees: Double) -> String {
    let eighth = degrees.isFinite ? Int(((degrees / 45).rounded() + 8 * 1_000).truncatingRemainder(dividingBy: 8)) : 0
    let index = ((eighth % 8) + 8) % 8
    return plain.contains(.arrows)
      ? ["^", "7", ">", "J", "v", "L", "<", "F"][index] : ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"][index]
  }

  /// The arrow of a turn by `angle` degrees, right positive.
  public func turnArrow(_ angle: Double) -> String {
    if plain.contains(.arrows) { return angle > 0 ? ">" : "<" }
    let size = abs(angle)
    if size > 160 { return angle > 0 ? "↷" : "↶" }
    if size < 60 { return angle > 0 ? "↗" : "↖" }
    return angle > 0 ? "↱" : "↰"
  }
}
