// Which colours the terminal shows, decided from the environment and its description; docs/decisions/0003-colour.md says why so.

import Cells

/// The colour depth of a session, and whether the description's colour strings have to be replaced for it.
public struct ColorSupport: Hashable, Sendable {
  /// What cells are reduced to.
  public var depth: ColorDepth
  /// Colours that the replaced description has: 0 where the terminal's own is used, 256, or 2²⁴.
  var replacedColors: Int

  /// Direct colours of a description.
  static let directColors = 1 << 24

  /// Chooses a depth.
  ///
  /// What the person asked for wins. Otherwise a non-empty `NO_COLOR` means none (no-color.org); `COLORTERM` `truecolor` or `24bit`
  /// means direct colour, except for types that misread it although the variable was inherited (GNU screen, the Linux console, real
  /// terminals); else the description's number of colours counts.
  /// - Parameters:
  ///   - environment: `TERM`, `COLORTERM`, `NO_COLOR` and `TMUX` are looked at.
  ///   - requested: the depth asked for by flag or configuration, if any.
  ///   - terminalColors: the number of colours in the terminal's description; less than 8 where it has none.
  public static func detect(environment: [String: String], requested: ColorDepth?, terminalColors: Int) -> ColorSupport {
    if let requested { return asked(requested, terminalColors: terminalColors) }
    if let refusal = environment["NO_COLOR"], !refusal.isEmpty { return ColorSupport(depth: .none, replacedColors: 0) }
    guard terminalColors >= 8 else { return ColorSupport(depth: .none, replacedColors: 0) }
    if terminalColors >= directColors || saysDirect(environment) { return ColorSupport(depth: .direct, replacedColors: directColors) }
    return ColorSupport(depth: terminalColors >= 256 ? .indexed256 : .ansi16, replacedColors: 0)
  }

  private static func asked(_ depth: ColorDepth, terminalColors: Int) -> ColorSupport {
    switch depth {
    case .none: return ColorSupport(depth: .none, replacedColors: 0)
    case .direct: return ColorSupport(depth: .direct, replacedColors: directColors)
    case .indexed256:
      let has = terminalColors >= 256 && terminalColors < directColors
      return ColorSupport(depth: .indexed256, replacedColors: has ? 0 : 256)
    case .ansi16:
      let has = terminalColors >= 8 && terminalColors < directColors
      return ColorSupport(depth: .ansi16, replacedColors: has ? 0 : 256)
    }
  }

  private static func saysDirect(_ environment: [String: String]) -> Bool {
    guard let claim = environment["COLORTERM"], claim == "truecolor" || claim == "24bit" else { return false }
    let type = environment["TERM"] ?? ""
    // GNU screen 4 reads 38;2;r;g;b as five attributes; tmux, which also calls itself screen, understands it.
    if type.hasPrefix("screen"), (environment["TMUX"] ?? "").isEmpty { return false }
    return !["linux", "vt1", "vt2", "vt3", "vt4", "vt5", "cons25", "ansi", "sun", "wyse"].contains { type.hasPrefix($0) }
  }
}
