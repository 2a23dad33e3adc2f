// A frame as text with SGR colours, for snapshots that are printed or piped.

/// Writes grids as plain or coloured text.
public enum ANSIText {
  /// Every row as text with Select Graphic Rendition sequences (ECMA-48 §8.3.117; 38/48 forms of xterm), a reset and a line end after each.
  public static func render(_ grid: CellGrid, depth: ColorDepth) -> String {
    var out = ""
    out.reserveCapacity(grid.width * grid.height * 4)
    for row in 0..<grid.height {
      var current = Style.plain
      let last = lastInked(grid, row: row)
      for column in 0..<last {
        let cell = grid[column, row]
        guard cell.width > 0 else { continue }
        let style = Style(depth.quantize(cell.foreground), on: depth.quantize(cell.background), cell.attributes)
        if style != current {
          out += sequence(for: style)
          current = style
        }
        if let scalar = Unicode.Scalar(cell.scalar) { out.unicodeScalars.append(scalar) }
        for mark in grid.combiningScalars(of: cell) { if let scalar = Unicode.Scalar(mark) { out.unicodeScalars.append(scalar) } }
      }
      if current != .plain { out += "\u{1B}[0m" }
      out += "\n"
    }
    return out
  }

  private static func lastInked(_ grid: CellGrid, row: Int) -> Int {
    var column = grid.width
    while column > 0 {
      let cell = grid[column - 1, row]
      if cell.scalar != 0x20 || cell.width != 1 || cell.background != .standard
        || !cell.attributes.isDisjoint(with: [.reverse, .underline])
      {
        break
      }
      column -= 1
    }
    return column
  }

  /// The sequence that sets exactly this style, whatever came before.
  public static func sequence(for style: Style) -> String {
    var codes = ["0"]
    if style.attributes.contains(.bold) { codes.append("1") }
    if style.attributes.contains(.dim) { codes.append("2") }
    if style.attributes.contains(.italic) { codes.append("3") }
    if style.attributes.contains(.underline) { codes.append("4") }
    if style.attributes.contains(.reverse) { codes.append("7") }
    codes += color(style.foreground, base: 30)
    codes += color(style.background, base: 40)
    return "\u{1B}[" + codes.joined(separator: ";") + "m"
  }

  private static func color(_ color: Color, base: Int) -> [String] {
    if let index = color.paletteIndex {
      if index < 8 { return [String(base + Int(index))] }
      if index < 16 { return [String(base + 60 + Int(index) - 8)] }
      return [String(base + 8), "5", String(index)]
    }
    guard let parts = color.components else { return [] }
    return [String(base + 8), "2", String(parts.red), String(parts.green), String(parts.blue)]
  }
}
