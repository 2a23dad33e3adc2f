// The words for where a position is.

import BaseMap
import Cells
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

@Suite("Words for places")
struct PlaceTextTests {
  private func words(_ latitude: Double, _ longitude: Double, _ look: Presentation = Presentation()) -> String? {
    Places.embedded.place(at: Coordinate(latitude: latitude, longitude: longitude)).flatMap { PlaceText.words($0, look) }
  }

  @Test("they say whether a town is here, near or away, in both languages and all units")
  func words() throws {
    let chinese = Presentation(language: .chinese)
    #expect(words(39.9042, 116.4074) == "Beijing, China")
    #expect(words(39.9042, 116.4074, chinese) == "中国北京")
    #expect(words(46.5, 8) == "near Thun, Switzerland")
    #expect(words(46.5, 8, chinese) == "瑞士图恩附近")
    let away = try #require(words(30.7, 90.6))
    #expect(away.hasPrefix("8") && away.hasSuffix(" km from Dêqên, China"), "\(away)")
    #expect(try #require(words(30.7, 90.6, Presentation(units: .imperial))).contains(" mi from "))
    #expect(words(10, -140) == "North Pacific Ocean" && words(10, -140, chinese) == "北太平洋")
    #expect(words(75, -40) == "Greenland" && words(75, -40, chinese) == "格陵兰")
    let sea = try #require(words(38.7, -10.9))
    #expect(sea.hasPrefix("off Portugal, 12") && sea.hasSuffix(" km"), "\(sea)")
    #expect(try #require(words(38.7, -10.9, chinese)).hasPrefix("距葡萄牙海岸 12"))
    #expect(try #require(words(38.7, -10.9, Presentation(units: .nautical))).hasSuffix(" nmi"))
  }

  @Test("the status bar has the nearest town, behind the place that the track names, as the room allows")
  func status() {
    var moment = Moment.of(TestJourney.straight(), at: 0)
    moment.place = Places.embedded.place(at: Coordinate(latitude: 39.9042, longitude: 116.4074))
    func bar(_ width: Int) -> String {
      var grid = CellGrid(width: width, height: 1)
      StatusBar.draw(moment, hasSide: true, into: &grid, rect: grid.bounds)
      return grid.text(row: 0)
    }
    #expect(moment.journey.lastPlace(before: moment.pose.pointIndex) == nil)
    #expect(bar(120).contains("│ Beijing, China │"), "\(bar(120))")
    #expect(!bar(40).contains("Beijing"))
    moment.journey = TestJourney.corner()
    #expect(moment.journey.lastPlace(before: moment.pose.pointIndex) != nil)
    #expect(bar(120).contains("│ Home │ Beijing, China │ WGS-84 │ ? help"), "\(bar(120))")
    #expect(bar(70).contains("│ Home │ Beijing │ WGS-84 │ ? help"), "\(bar(70))")
    #expect(bar(64).contains("│ Home │ WGS-84 │ ? help"), "the track's own names and the datum come first: \(bar(64))")
    moment.isMocked = true
    #expect(bar(140).contains("E │ Beijing, China │"), "a marker set by hand is not on the track: \(bar(140))")
  }

  @Test("in Chinese they go from the large to the small without a comma, in every setting, with a blank only beside Latin letters")
  func chinese() throws {
    let look = Presentation(language: .chinese)
    func place(_ latitude: Double, _ longitude: Double) throws -> NamedPlace {
      try #require(Places.embedded.place(at: Coordinate(latitude: latitude, longitude: longitude)))
    }
    func choices(_ latitude: Double, _ longitude: Double) throws -> [String] {
      PlaceText.choices(try place(latitude, longitude), street: nil, look)
    }
    #expect(try choices(39.9042, 116.4074) == ["中国北京", "北京"])
    #expect(try choices(46.5, 8) == ["瑞士图恩附近", "图恩附近"])
    #expect(try choices(1.29, 103.85) == ["新加坡"])
    let sea = try choices(38.7, -10.9)
    #expect(sea.count == 3 && sea[0].hasPrefix("北大西洋，距葡萄牙海岸 12") && sea[2] == "葡萄牙外海", "\(sea)")
    // Every town of the world, in it and within reach: no comma of a list, and the town last of the names.
    var settings: Set<PlaceSetting> = []
    var latinCount = 0
    var random = SeededGenerator.announced("chinese")
    for _ in 0..<20_000 {
      let spot = Coordinate(latitude: random.double(-60...75), longitude: random.double(-180...180))
      guard let place = Places.embedded.place(at: spot), let town = place.chineseTown, let country = place.country?.chinese else {
        continue
      }
      guard let words = PlaceText.words(place, look), !place.isCountryEnough, town != country else { continue }
      settings.insert(place.setting)
      let isLatin = town.unicodeScalars.first.map { $0.value < 0x2E80 } ?? false
      latinCount += isLatin ? 1 : 0
      let names = isLatin ? "\(country) \(town)" : country + town
      switch place.setting {
      case .inside: #expect(words == names)
      case .near: #expect(words == names + (isLatin ? " 附近" : "附近"))
      case .away: #expect(words.hasPrefix("距\(names) ") && words.hasSuffix(" km"), "\(words)")
      default: Issue.record("\(words)")
      }
    }
    #expect(settings.isSuperset(of: [.inside, .near, .away]) && latinCount > 100, "\(settings), \(latinCount)")
  }

  // MARK: With a street map

  private static func choices(_ street: StreetPlace, _ latitude: Double, _ longitude: Double, _ look: Presentation = Presentation())
    -> [String]
  {
    PlaceText.choices(Places.embedded.place(at: Coordinate(latitude: latitude, longitude: longitude)), street: street, look)
  }

  private static let roma = StreetPlace(
    roadName: MapName(local: "Via Roma", chinese: "罗马路"), roadReference: "SS 1", roadDistance: 12,
    district: MapName(local: "San Marco", english: "Saint Mark", chinese: "圣马可"), districtDistance: 300)

  @Test("with a street map they are road, district, town and country, and less is left as the room gets less")
  func streets() {
    #expect(
      Self.choices(Self.roma, 43.77, 11.25) == [
        "Via Roma, Saint Mark, Florence, Italy", "Via Roma, Saint Mark, Florence", "Via Roma, Florence", "Via Roma",
      ])
    let chinese = Self.choices(Self.roma, 43.77, 11.25, Presentation(language: .chinese))
    #expect(chinese == ["意大利佛罗伦萨圣马可罗马路", "佛罗伦萨圣马可罗马路", "佛罗伦萨罗马路", "罗马路"], "\(chinese)")
    var street = Self.roma
    street.roadDistance = 120
    street.roadName = nil
    #expect(Self.choices(street, 43.77, 11.25).last == "near SS 1")
    // A district that is the town, a singular town, and a village out in the country, where the town is some way off.
    street.district = MapName(local: "Firenze", english: "Florence")
    #expect(Self.choices(street, 43.77, 11.25) == ["near SS 1, Florence, Italy", "near SS 1, Florence", "near SS 1"])
    #expect(Self.choices(Self.roma, 1.29, 103.85).first == "Via Roma, Saint Mark, Singapore")
    #expect(Self.choices(Self.roma, 46.5, 8).first == "Via Roma, Saint Mark, Switzerland")
    street.district = nil
    #expect(Self.choices(street, 46.5, 8) == ["near SS 1, near Thun, Switzerland", "near SS 1, near Thun", "near SS 1"])
  }

  @Test("streets in Chinese: what is near ends its part, Latin names stay apart")
  func chineseStreets() {
    let look = Presentation(language: .chinese)
    var street = Self.roma
    street.roadDistance = 120
    #expect(Self.choices(street, 43.77, 11.25, look).first == "意大利佛罗伦萨圣马可罗马路附近")
    street.district = nil
    #expect(Self.choices(street, 46.5, 8, look) == ["瑞士图恩附近，罗马路附近", "图恩附近，罗马路附近", "罗马路附近"])
    street.roadName = MapName(local: "Via Roma")
    street.district = MapName(local: "San Marco")
    #expect(Self.choices(street, 43.77, 11.25, look).first == "意大利佛罗伦萨 San Marco, Via Roma 附近")
    street.roadDistance = 1
    #expect(Self.choices(street, 43.77, 11.25, look).last == "Via Roma")
  }

  @Test("a street map that knows nothing near leaves the words to the world, and its texts are fit for a terminal")
  func hostile() {
    #expect(Self.choices(StreetPlace(), 39.9042, 116.4074) == ["Beijing, China", "Beijing"])
    let far = StreetPlace(roadName: MapName(local: "Via Roma"), roadDistance: 900)
    #expect(Self.choices(far, 39.9042, 116.4074).first == "Beijing, China")
    let bad = StreetPlace(roadName: MapName(local: "\u{1B}[2J\u{202E}Via\nRoma" + String(repeating: "x", count: 500)), roadDistance: 1)
    let words = Self.choices(bad, 39.9042, 116.4074).first ?? ""
    #expect(words.hasPrefix("[2JVia Roma") && TextWidth.columns(of: words) < 60 && words.hasSuffix(", Beijing, China"), "\(words)")
    #expect(words.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0.properties.generalCategory != .format })
    let blank = StreetPlace(roadName: MapName(local: " \u{200B}\t"), roadReference: "\u{7}", roadDistance: 1)
    #expect(Self.choices(blank, 39.9042, 116.4074).first == "Beijing, China")
  }

  @Test("the longest words that have room are taken")
  func fitting() {
    let place = Places.embedded.place(at: Coordinate(latitude: 43.77, longitude: 11.25))
    func fitting(_ room: Int) -> String? { PlaceText.fitting(place, street: Self.roma, room: room, Presentation()) }
    #expect(fitting(80) == "Via Roma, Saint Mark, Florence, Italy" && fitting(36) == "Via Roma, Saint Mark, Florence")
    #expect(fitting(18) == "Via Roma, Florence" && fitting(17) == "Via Roma" && fitting(7) == nil)
    let sea = Places.embedded.place(at: Coordinate(latitude: 38.7, longitude: -10.9))
    let words = PlaceText.choices(sea, street: nil, Presentation())
    #expect(words.count == 3 && words[0].hasPrefix("North Atlantic Ocean, off Portugal, ") && words[2] == "off Portugal", "\(words)")
    #expect(
      PlaceText.choices(nil, street: nil, Presentation()).isEmpty && PlaceText.choices(nil, street: Self.roma, Presentation()).count == 2)
  }

  @Test("the status bar has the street where a map knows it")
  func streetInStatus() {
    var moment = Moment.of(TestJourney.straight(), at: 0)
    moment.place = Places.embedded.place(at: Coordinate(latitude: 43.77, longitude: 11.25))
    moment.street = Self.roma
    func bar(_ width: Int) -> String {
      var grid = CellGrid(width: width, height: 1)
      StatusBar.draw(moment, hasSide: true, into: &grid, rect: grid.bounds)
      return grid.text(row: 0)
    }
    #expect(bar(140).contains("│ Via Roma, Saint Mark, Florence, Italy │ WGS-84 │ ? help"), "\(bar(140))")
    #expect(bar(80).contains("│ Via Roma, Florence │ WGS-84 │ ? help"), "\(bar(80))")
    #expect(bar(66).contains("│ Via Roma │ ? help") || bar(66).contains("│ Via Roma │ WGS-84 │ ? help"), "\(bar(66))")
  }
}
