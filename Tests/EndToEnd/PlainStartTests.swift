import Testing

@testable import trackview

@Suite("A command line without options")
struct PlainStartTests {
  private static let names = ["view", "feed", "snapshot"]

  @Test("means without the parser what the parser makes of it", arguments: [["beijing"], ["a.gpx", "b.fit"], ["-"], ["gpsd://localhost"]])
  func same(arguments: [String]) throws {
    var quick = ""
    dump(try #require(ViewCommand.plain(arguments, commands: Self.names)), to: &quick)
    var parsed = ""
    dump(try ViewCommand.parse(arguments), to: &parsed)
    // The titles of option groups are only for the help, and the parser drops them.
    func values(_ text: String) -> [Substring] { text.split(separator: "\n").filter { !$0.contains("- title: ") } }
    #expect(values(quick) == values(parsed))
  }

  @Test(
    "with anything else is the parser's",
    arguments: [[], ["--help"], ["a.gpx", "--speed", "2"], ["feed", "a.gpx"], ["help"], [""], ["-x"], ["a", "--"]])
  func parser(arguments: [String]) {
    #expect(ViewCommand.plain(arguments, commands: Self.names) == nil)
  }
}
