// What maps say of their makers, without its markup.

import Testing

@testable import OnlineMaps

@Suite("Credits out of HTML")
struct AttributionTests {
  @Test("Each link is a credit, and small letters behind a link go on with it")
  func links() {
    let service = """
      <a href="https://openfreemap.org" target="_blank">OpenFreeMap</a> <a href="https://www.openmaptiles.org/" target="_blank">&copy; \
      OpenMapTiles</a> Data from <a href="https://www.openstreetmap.org/copyright" target="_blank">OpenStreetMap</a>
      """
    #expect(Attribution.plain(service) == ["OpenFreeMap", "© OpenMapTiles", "Data from OpenStreetMap"])
    #expect(Attribution.plain("&#169; <a href='x'>OpenStreetMap</a> contributors") == ["© OpenStreetMap contributors"])
    #expect(
      Attribution.plain("<a>&#xA9; MapTiler</a> <a>&copy; OpenStreetMap contributors</a>") == [
        "© MapTiler", "© OpenStreetMap contributors",
      ])
    #expect(
      Attribution.plain("Tiles by <a>Someone</a>, under <a>CC BY 4.0</a>. Data by <a>Others</a>") == [
        "Tiles by Someone, under CC BY 4.0", "Data by Others",
      ])
  }

  @Test("Plain text stays, and a © begins a credit")
  func plainText() {
    #expect(Attribution.plain("© OpenMapTiles © OpenStreetMap contributors") == ["© OpenMapTiles", "© OpenStreetMap contributors"])
    #expect(Attribution.plain("  one \n line ") == ["one line"])
    #expect(Attribution.plain("A | B<br>C") == ["A", "B", "C"])
    #expect(Attribution.plain("Ben & Jerry < 3") == ["Ben & Jerry < 3"])
    #expect(Attribution.plain("北京地图 &amp; 朋友") == ["北京地图 & 朋友"])
    #expect(Attribution.plain("A|A") == ["A"])
    #expect(Attribution.plain("") == [])
    #expect(Attribution.plain(" © | <b></b>") == [])
  }

  @Test("What is no text is left out, and nothing is without an end")
  func hostile() {
    #expect(Attribution.plain("<script>alert('x')</script>Map <style>b{}</style>data") == ["Map data"])
    #expect(Attribution.plain("Map <a href=\"") == ["Map"])
    #expect(Attribution.plain("&#xFFFFFFFF; &#xD800; &nothing; x").first?.hasSuffix("x") == true)
    let many = Attribution.plain(String(repeating: "© Somebody \(Int.max)|", count: 1) + (0..<1000).map { "© \($0)" }.joined())
    #expect(many.count == 8)
    #expect(Attribution.plain(String(repeating: "a", count: 100_000)).allSatisfy { $0.count <= 120 })
    var generator = SeededGenerator(seed: 7)
    let alphabet = Array("<>&;#xa/©|., bB1\"")
    for _ in 0..<2000 {
      let text = String((0..<Int.random(in: 0...60, using: &generator)).compactMap { _ in alphabet.randomElement(using: &generator) })
      for credit in Attribution.plain(text) { #expect(!credit.isEmpty && credit.first != " " && credit.last != " ", "\(text)") }
    }
  }
}
