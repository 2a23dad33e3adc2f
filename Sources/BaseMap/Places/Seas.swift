// Owns `Seas`: what the water at a position is called.

import TrackGeodesy

/// The name of an ocean or a sea.
public struct SeaName: Hashable, Sendable {
  /// `North Atlantic Ocean`.
  public let english: String
  /// `北大西洋`.
  public let chinese: String
}

/// The oceans and seas of ``SeaTable``, ready to be asked.
struct Seas: Sendable {
  static let shared = Seas(table: SeaTable.text)

  /// One sea: its name and where its corners lie in `corners`.
  private struct Sea: Sendable {
    let name: SeaName
    let corners: Range<Int>
    let west: Double
    let east: Double
    let south: Double
    let north: Double
  }

  private struct Corner: Sendable {
    let x: Double
    let y: Double
  }

  private var seas: [Sea] = []
  private var corners: [Corner] = []

  /// How many names there are.
  var count: Int { seas.count }

  /// Reads a table; a line that cannot be read is left out.
  init(table: String) {
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: ";")
      guard fields.count == 3 else { continue }
      let ring = fields[2].split(separator: ",").compactMap { pair -> Corner? in
        let numbers = pair.split(separator: " ").compactMap { Double($0) }
        return numbers.count == 2 ? Corner(x: numbers[0], y: numbers[1]) : nil
      }
      guard let first = ring.first, ring.count >= 3 else { continue }
      var (west, east, south, north) = (first.x, first.x, first.y, first.y)
      for corner in ring {
        (west, east) = (min(west, corner.x), max(east, corner.x))
        (south, north) = (min(south, corner.y), max(north, corner.y))
      }
      seas.append(
        Sea(
          name: SeaName(english: String(fields[0]), chinese: String(fields[1])), corners: corners.count..<(corners.count + ring.count),
          west: west, east: east, south: south, north: north))
      corners += ring
    }
  }

  /// The name of a sea by its number; `nil` beyond.
  func name(_ number: Int) -> SeaName? { seas.indices.contains(number) ? seas[number].name : nil }

  /// The number of the sea at a position, whether there is land or not; `nil` for what is none.
  func number(at place: Coordinate) -> Int? {
    guard place.isValid else { return nil }
    let y = min(max(place.latitude, -89.999), 89.999)
    let x = min(max(place.longitude, -179.999), 179.999)
    return seas.indices.first { holds(seas[$0], x, y) || holds(seas[$0], x + 360, y) }
  }

  /// Even-odd, with a ray to the east.
  private func holds(_ sea: Sea, _ x: Double, _ y: Double) -> Bool {
    guard x >= sea.west, x <= sea.east, y >= sea.south, y <= sea.north else { return false }
    var isInside = false
    var previous = corners[sea.corners.upperBound - 1]
    for index in sea.corners {
      let corner = corners[index]
      if (corner.y > y) != (previous.y > y), x < (previous.x - corner.x) * (y - corner.y) / (previous.y - corner.y) + corner.x {
        isInside.toggle()
      }
      previous = corner
    }
    return isInside
  }
}
