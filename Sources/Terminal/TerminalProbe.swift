// Questions to the terminal, sent with the first frame and never waited for; and what the answers, whenever they come, mean.

import Cells

/// Whether the screen is dark or light.
public enum BackgroundKind: Hashable, Sendable {
  case dark, light, unknown
}

/// What is known of the terminal so far; anything not answered keeps its careful default.
public struct ProbeResult: Hashable, Sendable {
  /// Kinds of characters that the terminal draws two cells wide.
  public var wide: Set<GlyphClass> = []
  public var background: BackgroundKind = .unknown
  /// Whether the terminal holds a frame back until it is whole (private mode 2026).
  public var synchronizedOutput = false
  /// Whether the last question is answered; a multiplexer may still pass on an answer of the terminal behind it. Stays `false` for ever
  /// where a terminal answers nothing.
  public var isComplete = false

  public init() {}
}

/// Collects the answers. Each answer says by itself what it belongs to, so lost, late or repeated ones do no harm.
public struct TerminalProbe: Hashable, Sendable {
  public private(set) var result = ProbeResult()

  public init() {}

  /// Where samples are printed: never in the first row, because `CSI 1 ; 2 R` is also what Shift and F3 send.
  private static let sampleRow = 1
  private static func sampleColumn(_ index: Int) -> Int { 3 * index }

  /// The questions: background colour (OSC 11), synchronized output (DECRQM 2026), a sample of each kind of character followed by a
  /// cursor position report, and device attributes (DA1) last, which every terminal answers. What it prints must be drawn over.
  /// - Parameter measuresGlyphs: whether samples are printed; `false` where the character set is not UTF-8.
  public static func request(columns: Int, rows: Int, measuresGlyphs: Bool = true) -> [UInt8] {
    var out = Array("\u{1B}]11;?\u{1B}\\\u{1B}[?2026$p".utf8)
    let classes = GlyphClass.allCases
    if measuresGlyphs, rows > sampleRow, columns > sampleColumn(classes.count) {
      for (index, kind) in classes.enumerated() {
        out += Array("\u{1B}[\(sampleRow + 1);\(sampleColumn(index) + 1)H\(kind.sample)\u{1B}[6n".utf8)
      }
    }
    return out + Array("\u{1B}[c".utf8)
  }

  /// Takes one answer.
  /// - Returns: whether it changed `result`.
  @discardableResult
  public mutating func receive(_ reply: TerminalReply) -> Bool {
    let before = result
    switch reply {
    case .deviceAttributes: result.isComplete = true
    case .mode(number: 2026, let state): result.synchronizedOutput = (1...3).contains(state)
    case .mode: break
    case .background(let red, let green, let blue):
      // Relative luminance of Rec. 709, in thousandths, without gamma: it only has to tell dark from light.
      result.background = 213 * red + 715 * green + 72 * blue > 127 * 1000 ? .light : .dark
    case .cursorPosition(let position):
      guard position.row == Self.sampleRow else { break }
      for (index, kind) in GlyphClass.allCases.enumerated() where position.column == Self.sampleColumn(index) + 2 {
        result.wide.insert(kind)
      }
    }
    return result != before
  }
}
