import Testing
import TrackPlayback

@testable import LiveProtocols

@Suite("The sky from NMEA")
struct NMEASkyTests {
  @Test("The sets of all talkers are one view, with those that GSA names as used")
  func several() throws {
    let text =
      sentence("GNGGA,083000,3136.0000,N,12130.0000,E,1,08,0.9,20.5,M,8.0,M,,")
      + sentence("GNGSA,A,3,01,02,,,,,,,,,,,1.5,0.9,1.2,1") + sentence("GNGSA,A,3,01,,,,,,,,,,,,1.5,0.9,1.2,3")
      + sentence("GPGSV,2,1,05,01,40,083,46,02,17,308,,03,07,344,39,04,22,228,45,1") + sentence("GPGSV,2,2,05,33,30,200,38,1")
      + sentence("GAGSV,1,1,02,01,55,100,40,02,,,33,7") + sentence("GLGSV,1,1,01,66,55,100,40,1")
    let view = try #require(skies(messages(text)).last)
    #expect(skies(messages(text)).count == 1)
    #expect(view.satellites.map(\.number) == [1, 2, 3, 4, 33, 301, 302, 66])
    #expect(view.satellites.map(\.system) == [.gps, .gps, .gps, .gps, .sbas, .galileo, .galileo, .glonass])
    #expect(view.satellites.map(\.systemNumber) == [1, 2, 3, 4, 120, 1, 2, 2])
    #expect(view.satellites.filter(\.isUsed).map(\.number) == [1, 2, 301])
    #expect(view.satellites[0].elevation == 40)
    #expect(view.satellites[0].azimuth == 83)
    #expect(view.satellites[0].signal == 46)
    #expect(view.satellites[1].signal == nil)
    #expect(view.satellites[6].azimuth == nil)
    #expect(view.dilution.position == 1.5)
    #expect(view.dilution.horizontal == 0.9)
    #expect(view.dilution.vertical == 1.2)
  }

  @Test("A satellite of two signals is one, with the stronger and with its place")
  func signals() throws {
    let text =
      sentence("GPGSV,1,1,01,05,40,083,30,1") + sentence("GPGSV,1,1,01,05,,,45,6")
      + sentence("GAGSV,2,1,04,02,28,167,40,03,69,097,33") + sentence("GAGSV,2,2,04,02,,,41,03,,,29,1")
    let view = try #require(skies(messages(text)).last)
    #expect(view.satellites.map(\.number) == [5, 302, 303])
    #expect(view.satellites.map(\.signal) == [45, 41, 33])
    #expect(view.satellites.map(\.elevation) == [40, 28, 69])
  }

  @Test("A set with a sentence missing changes nothing")
  func incomplete() throws {
    let whole = sentence("GPGSV,2,1,05,01,40,083,46,02,17,308,,03,07,344,39,04,22,228,45") + sentence("GPGSV,2,2,05,33,30,200,38")
    let broken = sentence("GPGSV,2,2,05,12,30,200,38") + sentence("GPGSV,3,1,09,13,30,200,38") + sentence("GPGSV,3,3,09,14,30,200,38")
    #expect(try #require(skies(messages(whole + broken)).last).satellites.map(\.number) == [1, 2, 3, 4, 33])
    #expect(skies(messages(broken)).isEmpty)
  }

  @Test("A talker that fell silent loses its satellites while the others go on")
  func silentTalker() throws {
    let gps = sentence("GPGSV,1,1,01,05,40,083,30")
    let glonass = sentence("GLGSV,1,1,01,66,55,100,40")
    var text = gps + glonass + epoch("083000.00")
    for second in 1...9 { text += gps + epoch("08300\(second).00") }
    let views = skies(messages(text))
    #expect(views.first?.satellites.map(\.number).contains(66) == true)
    #expect(views.last?.satellites.map(\.number).contains(66) == false)
    #expect(views.last?.satellites.map(\.number).contains(5) == true)
  }

  @Test(
    "Numbers as receivers write them",
    arguments: [
      (1, "GP", nil, 1, Satellite.System.gps, 1), (40, "GP", nil, 40, .sbas, 127), (124, "GP", nil, 124, .sbas, 124),
      (65, "GL", nil, 65, .glonass, 1), (3, "GL", nil, 67, .glonass, 3), (70, "GN", 2, 70, .glonass, 6), (193, "QZ", nil, 193, .qzss, 1),
      (2, "GQ", nil, 194, .qzss, 2), (5, "GA", nil, 305, .galileo, 5), (102, "GA", nil, 302, .galileo, 2),
      (307, "GN", nil, 307, .galileo, 7),
      (13, "GB", nil, 413, .beidou, 13), (13, "BD", nil, 413, .beidou, 13), (213, "GN", nil, 413, .beidou, 13),
      (12, "PQ", 4, 412, .beidou, 12),
      (437, "GN", nil, 437, .beidou, 37), (33, "GN", 3, 333, .galileo, 33), (7, "GI", nil, 507, .navic, 7), (175, "GP", nil, 175, .imes, 3),
      (1, "GN", 1, 1, .gps, 1), (208, "GN", 4, 408, .beidou, 8),
    ] as [(Int, String, Int?, Int, Satellite.System, Int)])
  func numbers(_ id: Int, _ talker: String, _ systemID: Int?, _ number: Int, _ system: Satellite.System, _ own: Int) {
    let letters = Array(talker.utf8)
    let identity = SatelliteNumbering.identity(id, talker: UInt16(letters[0]) << 8 | UInt16(letters[1]), systemID: systemID)
    #expect(identity == SatelliteNumbering.Identity(number: number, system: system, systemNumber: own))
  }

  @Test("Numbers that mean no satellite", arguments: [0, -1, 97, 119, 160, 290, 400, 600, 1_000_000])
  func nothing(_ id: Int) { #expect(SatelliteNumbering.identity(id, talker: 0x4750, systemID: nil) == nil) }
}
