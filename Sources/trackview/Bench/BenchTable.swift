// The table, as columns for a terminal or as Markdown.

import Cells

/// Rows under headings.
struct BenchTable {
  private var parts: [(title: String, rows: [BenchRow])] = []
  private static let heading = ["what", "measured", "to reach", "reference in the same run", ""]

  mutating func add(_ rows: [BenchRow], under title: String) { parts.append((title, rows)) }

  private static func fields(_ row: BenchRow) -> [String] { [row.what, row.measured, row.figure, row.reference, row.verdict.rawValue] }

  /// Columns, flush left.
  var text: String {
    let lines = [Self.heading] + parts.flatMap { $0.rows.map(Self.fields) }
    let widths = Self.heading.indices.map { column in lines.map { TextWidth.columns(of: $0[column]) }.max() ?? 0 }
    func line(_ fields: [String]) -> String {
      let padded = zip(fields, widths).map { TextWidth.padded($0, to: $1) }.joined(separator: "  ")
      return String(padded.reversed().drop { $0 == " " }.reversed()) + "\n"
    }
    var out = "  " + line(Self.heading)
    for part in parts {
      out += "\n\(part.title)\n"
      for row in part.rows { out += "  " + line(Self.fields(row)) }
    }
    return out + "\n" + summary + "\n"
  }

  /// A table in Markdown, the headings as rows of their own.
  var markdown: String {
    func line(_ fields: [String]) -> String { "| " + fields.joined(separator: " | ") + " |\n" }
    var out = line(Self.heading) + line(Self.heading.map { _ in "---" })
    for part in parts {
      out += line(["**\(part.title)**", "", "", "", ""])
      for row in part.rows { out += line(Self.fields(row).map { $0 == "MISSED" ? "**MISSED**" : $0 }) }
    }
    return out + "\n" + summary + "\n"
  }

  /// How many figures were reached, and which were not.
  private var summary: String {
    let judged = parts.flatMap(\.rows).filter { $0.verdict != .none }
    let missed = judged.filter { $0.verdict == .missed }.map(\.what)
    let reached = "\(judged.count - missed.count) of \(judged.count) figures reached"
    return missed.isEmpty ? reached + "." : reached + "; missed: " + missed.joined(separator: "; ") + "."
  }
}
