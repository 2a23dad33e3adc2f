// Positions as people type them.

import Testing
import TrackGeodesy

@Suite("Typed positions")
struct TypedPositionTests {
  private static let place = Coordinate(latitude: 39.9073, longitude: 116.3913)

  @Test(
    "every usual form is the same place",
    arguments: [
      "39.9073,116.3913", " 39.9073 , 116.3913 ", "39.9073 116.3913", "39.9073;116.3913", "+39.9073,+116.3913", "39.9073\t116.3913\n",
      "39.9073N,116.3913E", "39.9073°N 116.3913°E", "N39.9073 E116.3913", "n 39.9073, e 116.3913", "116.3913E 39.9073N",
      "E116.3913,N39.9073",
      "116.3913,39.9073", "39°54.438′N 116°23.478′E", "39 54.438 N 116 23.478 E", "39 54.438 116 23.478", "N 39° 54.438' E 116° 23.478'",
      "39°54′26.28″N, 116°23′28.68″E", "39°54'26.28\"N 116°23'28.68\"E", "39°54'26.28''N 116°23'28.68''E", "39 54 26.28, 116 23 28.68",
      "geo:39.9073,116.3913", "geo:39.9073,116.3913,45;u=10", "39.9073,116.3913 wgs84", "39.9073,116.3913 WGS-84", "３９．９０７３，１１６．３９１３",
      "北纬39.9073 东经116.3913", "39度54分26.28秒 116度23分28.68秒", "北纬39°54′26.28″，东经116°23′28.68″", "39.9073,116.3913,45.2",
    ])
  func forms(text: String) throws {
    let typed = try #require(TypedPosition(text), "\(text)")
    #expect(
      abs(typed.coordinate.latitude - Self.place.latitude) < 1e-9 && abs(typed.coordinate.longitude - Self.place.longitude) < 1e-9,
      "\(text)")
    #expect(typed.datum == .wgs84)
  }

  @Test(
    "south and west are below zero, by sign or letter", arguments: ["-33.5,-70.25", "33.5S 70.25W", "33°30'S, 70°15'W", "南纬33.5 西经70.25"])
  func negative(text: String) {
    #expect(TypedPosition(text)?.coordinate == Coordinate(latitude: -33.5, longitude: -70.25), "\(text)")
  }

  @Test("a datum behind it is converted", arguments: [("gcj02", Datum.gcj02), ("BD-09", .bd09), ("GCJ-02", .gcj02)] as [(String, Datum)])
  func datum(word: String, datum: Datum) throws {
    let typed = try #require(TypedPosition("39.9087,116.3975 \(word)"))
    #expect(typed.datum == datum)
    #expect(typed.coordinate == Datum.convert(Coordinate(latitude: 39.9087, longitude: 116.3975), from: datum, to: .wgs84))
    #expect(typed.coordinate.latitude != 39.9087)
  }

  @Test(
    "what is no position is none",
    arguments: [
      "", " ", ",", "39", "39,", "abc", "91,181", "200,10", "39.9,116.4,1,2", "1 2 3", "39N 40N", "39E 40E", "-39N 116E", "39°61'N 116°E",
      "39 -54 N 116 23 E", "39.9,116.4 mars", "39''N 116E", "..,..", "-,-", "1e5,2", "39.9.1,116", "NaN,NaN", "inf,0", "0x10,0",
      "39N,116E,W",
      "gcj02", "39,116 gcj02 bd09", "N E", "1 2 3 4 5 6 7 8", "43,77 11,25", "43.77,11 25",
    ])
  func none(text: String) { #expect(TypedPosition(text) == nil, "\(text)") }

  @Test("endless and odd texts are turned away without harm")
  func hostile() {
    #expect(TypedPosition(String(repeating: "9", count: 1000) + ",1") == nil)
    #expect(TypedPosition(String(repeating: "9", count: 190) + ",1") == nil)
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("0123456789.-+,; NSEW°'\"度分秒北纬gcj02bd\u{202E}\u{0}").map(String.init)
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0..<24, using: &generator)).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
      }.joined()
      if let typed = TypedPosition(text) { #expect(typed.coordinate.isValid, "\(text)") }
    }
  }
}
