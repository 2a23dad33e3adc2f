// Owns the text of docs/formats.md, made from the registry.

extension FormatRegistry {
  /// The formats as Markdown: who is read and written, what each carries, and the summary of each. It is docs/formats.md.
  public static func markdown() -> String {
    var out = """
      # Formats

      Made from the registry in `Sources/TrackFormats/FormatRegistry.swift`; a test holds the two together. A file's content says what it is, \
      and its extension only where the content does not. All of them may come from standard input (`-`), gzip'ed, or in a zip archive. Text \
      may be UTF-8, UTF-16, GB18030, Latin-1 or Windows-1252.

      | format | name for `--to` and `info --json` | extensions | written |
      |---|---|---|---|

      """
    for format in formats {
      let extensions = format.fileExtensions.map { "`.\($0)`" }.joined(separator: " ")
      out += row([format.title, "`\(format.identifier)`", extensions, format is any WritableTrackFormat.Type ? "yes" : "no"])
    }
    out += """

      ## What each carries

      Beside positions. What is only read, though the format is written, says so. Sensors are heart rate, cadence, power and temperature; \
      places have names; routes are planned and stand beside the tracks.


      """
    out += row(["format"] + FormatContents.columns.map(\.title))
    out += "|---|" + String(repeating: "---|", count: FormatContents.columns.count) + "\n"
    for format in formats {
      let written = (format as? any WritableTrackFormat.Type)?.writtenContents ?? format.contents
      out += row(
        [format.title]
          + FormatContents.columns.map { column in
            format.contents.contains(column.contents) ? written.contains(column.contents) ? "yes" : "read" : ""
          })
    }
    for format in formats { out += "\n## \(format.title)\n\n\(format.summary)\n" }
    return out
  }

  /// A row of a table.
  private static func row(_ cells: [String]) -> String { "|" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined() + "\n" }
}
