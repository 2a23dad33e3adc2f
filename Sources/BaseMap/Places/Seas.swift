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
      guard let ring = Self.ring(fields[2].utf8) else { continue }
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

  /// Reads corners, `29.05 41.1,33 41.3`, of numbers with no more than six digits, two of them behind a point; `nil` for anything else.
  private static func ring(_ text: Substring.UTF8View) -> [Corner]? {
    var numbers: [Double] = []
    var (value, scale, isNegative, digits) = (0, 0, false, 0)
    func end() {
      // One more than the digits behind the point.
      let unit = [1.0, 1, 10, 100][min(scale, 3)]
      numbers.append(Double(isNegative ? -value : value) / unit)
      (value, scale, isNegative, digits) = (0, 0, false, 0)
    }
    for byte in text {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard digits < 6, scale < 3 else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
        digits += 1
        if scale > 0 { scale += 1 }
      case UInt8(ascii: "."):
        guard scale == 0 else { return nil }
        scale = 1
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: " "), UInt8(ascii: ","):
        guard digits > 0, (byte == UInt8(ascii: " ")) == (numbers.count % 2 == 0) else { return nil }
        end()
      default: return nil
      }
    }
    guard digits > 0, numbers.count % 2 == 1 else { return nil }
    end()
    return stride(from: 0, to: numbers.count, by: 2).map { Corner(x: numbers[$0], y: numbers[$0 + 1]) }
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
