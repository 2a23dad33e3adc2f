// Tests what maps' makers are credited with.

import Testing

@testable import MapSources

@Suite("Credits")
struct MapCreditsTests {
  @Test("Attributions as servers and tile makers write them")
  func attributions() {
    let written: [(String, [String])] = [
      ("© OpenStreetMap contributors", ["© OpenStreetMap contributors"]),
      (
        "<a href=\"https://openmaptiles.org/\" target=\"_blank\">&copy; OpenMapTiles</a> "
          + "<a href=\"https://www.openstreetmap.org/copyright\" target=\"_blank\">&copy; OpenStreetMap contributors</a>",
        ["© OpenMapTiles", "© OpenStreetMap contributors"]
      ),
      ("&copy; <a href='x'>OpenStreetMap</a>", ["© OpenStreetMap contributors"]),
      ("<a href=\"https://protomaps.com\">Protomaps</a> &#169; <a>OpenStreetMap</a>", ["Protomaps © OpenStreetMap"]),
      ("Map data © OpenStreetMap contributors", ["Map data © OpenStreetMap contributors"]),
      ("&#xA9; A &amp; B<br/>Office | © C", ["© A & B Office", "© C"]),
      ("A < B, c &bogus; <!-- hidden --> d", ["A < B, c &bogus; d"]),
      ("<script>", []), ("", []), (" , ", []), ("© A © A", ["© A"]),
    ]
    for (attribution, credits) in written { #expect(MapCredits.plain(attribution) == credits, "\(attribution)") }
  }

  @Test("Hostile text stays short and without controls")
  func hostile() {
    for text in [
      String(repeating: "© x\u{1B}[31m\u{202E}y", count: 5000), String(repeating: "<a", count: 50_000),
      String(repeating: "&#x", count: 50_000), String(repeating: "©", count: 50_000), "\u{0}\u{7}&#0;&#x1b;[2J&#x202e;",
    ] {
      let credits = MapCredits.plain(text)
      #expect(credits.count <= MapCredits.most)
      #expect(credits.reduce(0) { $0 + $1.count } <= MapCredits.longest + MapCredits.most)
      for credit in credits {
        #expect(credit.unicodeScalars.allSatisfy { $0.value >= 0x20 && !$0.properties.isBidiControl && !(0x7F...0x9F).contains($0.value) })
      }
    }
  }

  @Test("A map of OpenStreetMap's data that says nothing is credited by its schema; others are not")
  func schemas() {
    let tables: [(Set<String>, [String])] = [
      (["water", "transportation", "place"], ["© OpenMapTiles", "© OpenStreetMap contributors"]),
      (["ocean", "streets", "street_labels"], ["© OpenStreetMap contributors"]),
      (["earth", "roads", "water"], ["© OpenStreetMap contributors"]), (["road", "road_label", "water"], ["© OpenStreetMap contributors"]),
      (["trees"], []), ([], []),
    ]
    for (layers, credits) in tables { #expect(MapCredits.credits(attribution: nil, layers: layers) == credits) }
    #expect(MapCredits.credits(attribution: "© Town Hall", layers: ["streets", "street_labels"]) == ["© Town Hall"])
  }
}
