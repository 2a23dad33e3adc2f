// Cells name colours, curses wants numbered pairs of them: which number stands for which two colours.

import CNcurses
import Cells

/// The colour pairs of one screen. Pairs are made as they are needed, and all forgotten when the screen has no more.
struct PairTable {
  struct Entry {
    var pair: Int32
    /// On terminals of eight colours the bright ones are the dark ones, bold.
    var bold: Bool
  }

  private let depth: ColorDepth
  /// Colours and pairs that curses offers; a pair is at least 1 and less than `pairs`.
  private let colors: Int32
  private let pairs: Int32
  private var byColors: [UInt64: Entry] = [:]
  private var byNumbers: [UInt64: Int32] = [:]
  /// The entries asked for last, each where its key's hash says: most cells of a frame have one of a few styles.
  private var recent = [(key: UInt64, entry: Entry)](repeating: (0, Entry(pair: 0, bold: false)), count: 1 << recentBits)
  private static let recentBits: UInt64 = 6
  /// Whether a pair was wanted that could not be had: forget all before the next frame.
  private(set) var isExhausted = false
  /// Distinct colours may be many (a gradient that moves); this bounds the tables.
  private static let limit = 30_000

  init(screen: OpaquePointer, depth: ColorDepth) {
    colors = cn_colours(screen)
    pairs = cn_pairs(screen)
    self.depth = colors < 8 ? .none : depth
  }

  /// Forgets all pairs; every cell has to be put again.
  mutating func reset(_ screen: OpaquePointer) {
    byColors.removeAll(keepingCapacity: true)
    byNumbers.removeAll(keepingCapacity: true)
    for index in recent.indices { recent[index].key = 0 }
    isExhausted = false
    cn_forget_pairs(screen)
  }

  /// The pair for two colours; without one left, the terminal's own colours.
  mutating func entry(_ foreground: Color, _ background: Color, on screen: OpaquePointer) -> Entry {
    guard depth != .none else { return Entry(pair: 0, bold: false) }
    let key = UInt64(foreground.rawValue) << 32 | UInt64(background.rawValue)
    if key == 0 { return Entry(pair: 0, bold: false) }
    // Fibonacci hashing.
    let slot = Int((key &* 0x9E37_79B9_7F4A_7C15) >> (64 - Self.recentBits))
    if recent[slot].key == key { return recent[slot].entry }
    if let known = byColors[key] {
      recent[slot] = (key, known)
      return known
    }
    let (ink, bold) = number(foreground)
    let (paper, _) = number(background)
    let pair = define(ink, paper, on: screen)
    let entry = Entry(pair: pair ?? 0, bold: bold)
    if pair == nil || byColors.count >= Self.limit { isExhausted = true } else { byColors[key] = entry }
    return entry
  }

  private mutating func define(_ ink: Int32, _ paper: Int32, on screen: OpaquePointer) -> Int32? {
    if ink < 0 && paper < 0 { return 0 }
    let key = UInt64(UInt32(bitPattern: ink)) << 32 | UInt64(UInt32(bitPattern: paper))
    if let known = byNumbers[key] { return known }
    let next = Int32(byNumbers.count) + 1
    guard next < pairs, byNumbers.count < Self.limit, cn_define_pair(screen, next, ink, paper) == 0 else { return nil }
    byNumbers[key] = next
    return next
  }

  /// The colour number that curses knows, −1 the default; see Description.c for those of direct colour.
  private func number(_ color: Color) -> (number: Int32, bold: Bool) {
    let shown = depth.quantize(color)
    if let index = shown.paletteIndex {
      if colors >= 16 || index < 8 { return (Int32(index), false) }
      return (Int32(index & 7), true)
    }
    guard let parts = shown.components else { return (-1, false) }
    let value = Int32(parts.red) << 16 | Int32(parts.green) << 8 | Int32(parts.blue)
    return (value < 0x100 ? value | 0x100 : value, false)
  }
}
