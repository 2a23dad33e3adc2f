import LiveProtocols
import Testing

@Suite("docs/live.md")
struct LiveDocumentationTests {
  private static let tables = [
    ("realism", ReceiverParameters.markdown), ("verbs", ControlVerb.markdown), ("properties", ControlProperty.markdown),
  ]

  @Test("holds the tables of the code: TRACKVIEW_WRITE_DOCS=1 writes them again")
  func tables() throws {
    let path = Fixtures.packageFolder + "/docs/live.md"
    let page = String(decoding: try #require(Fixtures.contents(of: path)), as: UTF8.self)
    var made = page
    for (name, table) in Self.tables {
      let parts = made.split(separator: "<!-- \(name) -->\n", maxSplits: 1, omittingEmptySubsequences: false)
      try #require(parts.count == 2, "there is no mark “\(name)”")
      let rest = parts[1].split(separator: "<!-- end -->\n", maxSplits: 1, omittingEmptySubsequences: false)
      try #require(rest.count == 2, "the mark “\(name)” has no end")
      made = "\(parts[0])<!-- \(name) -->\n\(table)<!-- end -->\n\(rest[1])"
    }
    Fixtures.writeIfAsked(made, to: path)
    let written = String(decoding: try #require(Fixtures.contents(of: path)), as: UTF8.self)
    #expect(written == made, "docs/live.md is out of date")
  }
}
