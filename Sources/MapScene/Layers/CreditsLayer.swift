// Owns `CreditsLayer`: to whom the map's data are owed, at the bottom right.

import Cells

/// The credits of the base map: always there while it is shown, as short as the screen asks.
enum CreditsLayer: MapLayer {
  /// What a source says beyond so many credits, or columns of one, is not shown.
  private static let most = (credits: 6, columns: 80)

  static func label(_ picture: inout MapPicture, _ moment: Moment) {
    guard let base = moment.base, base.key.detail != .none, picture.columns > 2 else { return }
    let full = credits(base.credits, moment.look, isShort: false)
    guard !full.isEmpty else { return }
    let short = credits(base.credits, moment.look, isShort: true)
    let dot = " \(moment.look.glyphs.middleDot) "
    let besideScale = picture.columns - ScaleLayer.width(on: picture, moment) - 3
    for line in [full.joined(separator: dot), short.joined(separator: dot)] where TextWidth.columns(of: line) <= besideScale {
      if put([line], on: &picture, moment) { return }
    }
    // A line each, the last lowest.
    let room = max(1, max(besideScale, picture.columns / 2))
    let ellipsis = moment.look.glyphs.ellipsis
    func cut(_ text: String) -> String { TextWidth.truncated(text, to: min(room, picture.columns), ellipsis: ellipsis) }
    if put(short.map(cut), on: &picture, moment) { return }
    put([cut(short.joined(separator: dot))], on: &picture, moment)
  }

  /// Puts lines at the bottom right, or as much higher as it takes.
  @discardableResult
  private static func put(_ lines: [String], on picture: inout MapPicture, _ moment: Moment) -> Bool {
    // A blank at the edge, where there is a column for it.
    let lines = lines.map { TextWidth.columns(of: $0) < picture.columns ? $0 + " " : $0 }
    func column(_ line: String) -> Int { picture.columns - TextWidth.columns(of: line) }
    for bottom in stride(from: picture.rows - 1, through: lines.count - 1, by: -1) {
      let rows = Array(zip(lines, (bottom - lines.count + 1)...bottom))
      guard rows.allSatisfy({ picture.isFree(column: column($0), row: $1, width: TextWidth.columns(of: $0)) }) else { continue }
      for (line, row) in rows { picture.put(line, column: column(line), row: row, style: moment.look.theme.faint) }
      return true
    }
    return false
  }

  /// Cleaned, none twice; a text that names several is taken apart.
  private static func credits(_ texts: [String], _ look: Presentation, isShort: Bool) -> [String] {
    var out: [String] = []
    for text in texts.prefix(4 * most.credits) {
      for var part in parts(TextWidth.clean(String(text.unicodeScalars.prefix(1_000)), maximumScalars: 4 * most.columns)) {
        if isShort, part.hasSuffix(Self.contributors) { part.removeLast(Self.contributors.count) }
        if look.glyphs.plain.contains(.symbols) { part = Self.plain(part) }
        part = TextWidth.truncated(part, to: most.columns, ellipsis: look.glyphs.ellipsis)
        if out.count < most.credits, TextWidth.columns(of: part) > 0, !out.contains(part) { out.append(part) }
      }
    }
    return out
  }

  /// `© A © B` as two.
  private static func parts(_ text: String) -> [String] {
    var parts: [String] = []
    for scalar in text.unicodeScalars {
      if parts.isEmpty || scalar == "©" { parts.append("") }
      parts[parts.count - 1].unicodeScalars.append(scalar)
    }
    return parts.map { TextWidth.clean($0) }.filter { !$0.isEmpty }
  }

  private static let contributors = " contributors"

  /// With the sign of copyright in letters.
  private static func plain(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { if scalar == "©" { out.append(contentsOf: "(c)".unicodeScalars) } else { out.append(scalar) } }
    return String(out)
  }
}
