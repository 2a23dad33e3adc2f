// Owns the tests of the index of countries' outlines, over worlds made up here.

import Testing
import TrackGeodesy

@testable import BaseMap

@Suite("Country index")
struct CountryIndexTests {
  /// A world of crooked fields: each of a country, or of none. The fields of a row's first and last column are one, as the world is round.
  struct Fields {
    static let columns = 24
    static let rows = 20
    static let side = 1 << 14
    var owners: [[UInt8]]
    var corners: [[LocalPoint]]
    var edges: [(start: LocalPoint, end: LocalPoint, left: UInt8, right: UInt8)] = []

    init(_ random: inout SeededGenerator) {
      owners = (0..<Self.rows).map { _ in
        var row = (0..<Self.columns).map { _ in random.once(in: 3) ? CountryIndex.none : UInt8(random.int(0...6)) }
        row[Self.columns - 1] = row[0]
        return row
      }
      owners[0] = [UInt8](repeating: CountryIndex.none, count: Self.columns)
      owners[Self.rows - 1] = [UInt8](repeating: 5, count: Self.columns)
      let (wide, high) = (Self.side / Self.columns, Self.side / Self.rows)
      corners = (0...Self.rows).map { row in
        (0...Self.columns).map { column in
          let isEdge = row == 0 || row == Self.rows || column == 0 || column == Self.columns
          func shift(_ size: Int) -> Int { isEdge ? 0 : random.int(-size / 3...size / 3) }
          return LocalPoint(
            x: Int32(column == Self.columns ? Self.side : column * wide + shift(wide)),
            y: Int32(row == Self.rows ? Self.side : row * high + shift(high)))
        }
      }
      for row in 0..<Self.rows {
        for column in 1..<Self.columns {
          add(corners[row][column], corners[row + 1][column], left: owners[row][column], right: owners[row][column - 1], &random)
        }
      }
      for row in 1..<Self.rows {
        for column in 0..<Self.columns {
          add(corners[row][column], corners[row][column + 1], left: owners[row - 1][column], right: owners[row][column], &random)
        }
      }
    }

    private mutating func add(_ start: LocalPoint, _ end: LocalPoint, left: UInt8, right: UInt8, _ random: inout SeededGenerator) {
      guard left != right else { return }
      edges.append(random.once(in: 2) ? (start, end, left, right) : (end, start, right, left))
    }

    var index: CountryIndex {
      var index = CountryIndex(side: Self.side)
      for edge in edges {
        index.begin(edge.start)
        index.add(edge.end, left: edge.left, right: edge.right)
      }
      index.southPole = 5
      index.finish()
      return index
    }

    /// The country around a point by asking every field whether it holds it, even-odd.
    func owner(_ x: Double, _ y: Double) -> UInt8? {
      for row in 0..<Self.rows {
        for column in 0..<Self.columns {
          let ring = [corners[row][column], corners[row][column + 1], corners[row + 1][column + 1], corners[row + 1][column]]
          var isInside = false
          for (number, start) in ring.enumerated() {
            let end = ring[(number + 1) % 4]
            guard (Double(start.y) > y) != (Double(end.y) > y) else { continue }
            let share = (y - Double(start.y)) / Double(end.y - start.y)
            if x < Double(start.x) + share * Double(end.x - start.x) { isInside.toggle() }
          }
          if isInside { return owners[row][column] }
        }
      }
      return nil
    }
  }

  private static func place(_ x: Double, _ y: Double) -> Coordinate {
    WebMercator.unproject(MapPoint(x: x / Double(Fields.side), y: y / Double(Fields.side)))
  }

  @Test("the country is that of the field that holds the place, in whatever direction its edges run")
  func country() {
    var random = SeededGenerator(seed: 20_261_121, "fields")
    for _ in 0..<8 {
      let fields = Fields(&random)
      let index = fields.index
      for _ in 0..<2000 {
        let (x, y) = (random.double(1...Double(Fields.side) - 1).rounded() + 0.37, random.double(1...Double(Fields.side) - 1).rounded() + 0.41)
        guard let owner = fields.owner(x, y) else { continue }
        #expect(index.country(at: Self.place(x, y)) == owner, "\(x) \(y)")
      }
    }
  }

  @Test("the antimeridian is nothing special, and beyond the last parallel it is as at the pole")
  func ends() {
    var random = SeededGenerator(seed: 20_261_122, "fields")
    let fields = Fields(&random)
    let index = fields.index
    for row in 1..<(Fields.rows - 1) {
      let y = Double(row) / Double(Fields.rows) * Double(Fields.side) + 300.4
      let latitude = Self.place(0, y).latitude
      for longitude in [-180, -179.9999, 179.9999, 180] {
        #expect(index.country(at: Coordinate(latitude: latitude, longitude: longitude)) == fields.owner(0.5, y))
      }
    }
    #expect(index.country(at: Coordinate(latitude: -90, longitude: 12)) == 5)
    #expect(index.country(at: Coordinate(latitude: -86, longitude: -180)) == 5)
    #expect(index.country(at: Coordinate(latitude: 90, longitude: 12)) == CountryIndex.none)
    for (latitude, longitude) in [(Double.nan, 0.0), (0, .infinity), (91, 0), (0, 1e300)] {
      #expect(index.country(at: Coordinate(latitude: latitude, longitude: longitude)) == CountryIndex.none)
    }
  }

  @Test("the nearest coast and the nearest border are those that points along every edge show")
  func nearest() throws {
    var random = SeededGenerator(seed: 20_261_123, "fields")
    var (coasts, borders) = (0, 0)
    for _ in 0..<4 {
      let fields = Fields(&random)
      let index = fields.index
      for _ in 0..<40 {
        let place = Coordinate(latitude: random.double(-70...70), longitude: random.double(-180...180))
        let limit = random.double(100_000...900_000)
        func away(_ isWanted: (UInt8, UInt8) -> Bool) -> Double {
          var least = Double.infinity
          for edge in fields.edges where isWanted(edge.left, edge.right) {
            for step in 0...40 {
              let share = Double(step) / 40
              let x = Double(edge.start.x) + share * Double(edge.end.x - edge.start.x)
              let y = Double(edge.start.y) + share * Double(edge.end.y - edge.start.y)
              least = min(least, Geodesic.wgs84.distance(from: place, to: Self.place(x, y)))
            }
          }
          return least
        }
        func check(_ wanted: CountryIndex.Wanted, _ least: Double, _ count: inout Int) throws {
          let found = index.nearest(wanted, to: place, within: limit)
          // Steps along an edge are some 40 km, so a foot between two of them may be nearer.
          guard least < limit * 0.95 else { return }
          count += 1
          let distance = try #require(found).distance
          #expect(distance < least * 1.03 && distance > least - 25_000, "\(place) \(distance) \(least)")
        }
        try check(.coast, away { ($0 == CountryIndex.none) != ($1 == CountryIndex.none) }, &coasts)
        try check(.country(3), away { $0 == 3 || $1 == 3 }, &borders)
      }
    }
    #expect(coasts > 60 && borders > 30)
    #expect(CountryIndex(side: 0).nearest(.coast, to: Coordinate(latitude: 0, longitude: 0), within: 1e9) == nil)
  }

  @Test("a world without outlines, or with damaged ones, is read as far as it goes")
  func damaged() {
    var random = SeededGenerator(seed: 20_261_124, "outlines")
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    for _ in 0..<2000 {
      var section = number(random.int(0...2)) + number(1 << random.int(4...12)) + number(8000)
      section += (0..<200).map { _ in UInt8(random.once(in: 2) ? random.int(0...3) : random.int(0...255)) }
      var bytes = Array("TVWORLD\0".utf8) + number(WorldBytes.version) + number(1) + Array("LOD2".utf8) + number(28) + number(section.count)
      bytes += section
      bytes.withUnsafeBytes { buffer in
        guard let world = WorldBytes(buffer) else { return }
        let index = CountryIndex(world)
        _ = index.country(at: Coordinate(latitude: random.double(-90...90), longitude: random.double(-180...180)))
        _ = index.nearest(.coast, to: Coordinate(latitude: 3, longitude: 179), within: 400_000)
      }
    }
  }
}

extension SeededGenerator {
  /// A whole number of the range.
  fileprivate mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// True once in so many times, on average.
  fileprivate mutating func once(in times: Int) -> Bool { int(1...times) == 1 }
}
