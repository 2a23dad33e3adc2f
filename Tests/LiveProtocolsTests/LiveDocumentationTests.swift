import LiveProtocols
import Testing

@Suite("docs/live.md")
struct LiveDocumentationTests {
  private static let tables = [
    ("realism", ReceiverParameters.markdown), ("verbs", ControlVerb.markdown), ("properties", ControlProperty.markdown),
  ]

  @Test("holds the tables of the code: TRACKVIEW_WRITE_DOCS=1 writes them again")
  func tables() throws {
    let page = try #require(text(of: packageFolder + "/docs/live.md"))
    var made = page
    for (name, table) in Self.tables {
      let parts = made.split(separator: "<!-- \(name) -->\n", maxSplits: 1, omittingEmptySubsequences: false)
      try #require(parts.count == 2, "there is no mark “\(name)”")
      let rest = parts[1].split(separator: "<!-- end -->\n", maxSplits: 1, omittingEmptySubsequences: false)
      try #require(rest.count == 2, "the mark “\(name)” has no end")
      made = "\(parts[0])<!-- \(name) -->\n\(table)<!-- end -->\n\(rest[1])"
    }
    expectDocument("docs/live.md", toBe: made)
  }
}
