// Owns `GeoJSONPositions` and `GeoJSONShape`: coordinates as columns, and what of them belongs together.

/// Positions as they stand in the file, one array a number.
///
/// A position that is none stays as NaN, so that the n-th time still belongs to the n-th position.
struct GeoJSONPositions {
  private(set) var longitudes: [Double] = []
  private(set) var latitudes: [Double] = []
  /// Empty, or one element a position.
  private(set) var altitudes: [Float] = []
  /// What stands behind the altitude; empty, or one element a position.
  private(set) var fourths: [Double] = []

  var count: Int { longitudes.count }

  @inline(__always)
  mutating func append(longitude: Double, latitude: Double, altitude: Double, fourth: Double) {
    if !altitude.isNaN, altitudes.isEmpty { altitudes = Array(repeating: .nan, count: count) }
    if !fourth.isNaN, fourths.isEmpty { fourths = Array(repeating: .nan, count: count) }
    if !altitude.isNaN || !altitudes.isEmpty { altitudes.append(Float(altitude)) }
    if !fourth.isNaN || !fourths.isEmpty { fourths.append(fourth) }
    longitudes.append(longitude)
    latitudes.append(latitude)
  }

  /// Forgets the positions from one on.
  mutating func truncate(to count: Int) {
    let surplus = self.count - count
    guard surplus > 0 else { return }
    longitudes.removeLast(surplus)
    latitudes.removeLast(surplus)
    if !altitudes.isEmpty { altitudes.removeLast(surplus) }
    if !fourths.isEmpty { fourths.removeLast(surplus) }
  }

  func altitude(at index: Int) -> Double { altitudes.isEmpty ? .nan : Double(altitudes[index]) }

  func fourth(at index: Int) -> Double { fourths.isEmpty ? .nan : fourths[index] }
}

/// The coordinates of one geometry.
struct GeoJSONShape {
  var family: GeoJSONFamily?
  /// How deeply the positions are nested, as ``GeoJSONType/level``; 0 where there is none.
  var level = 0
  /// The positions of each line or ring; of several points all in one; of a single point nothing.
  var parts: [Range<Int>] = []
  /// Where its positions begin; a single point stands there.
  var start: Int
  /// Where its coordinates stand in the file.
  var byteOffset: Int
}

/// A quantity of each position of a feature, in the order of the positions.
struct GeoJSONSeries {
  var quantity: GeoJSONWord
  var values: [Double] = []
  /// Where each line of several ends in `values`; empty where they stand in one array.
  var partEnds: [Int] = []
  var byteOffset: Int

  /// The values for positions in parts of given lengths, NaN where there are none; `nil` where their number does not fit.
  func aligned(to counts: [Int]) -> [Double]? {
    let total = counts.reduce(0, +)
    let own = partEnds.indices.map { partEnds[$0] - ($0 == 0 ? 0 : partEnds[$0 - 1]) }
    if values.count == total, own.isEmpty || own == counts { return values }
    guard own.count == counts.count, zip(own, counts).contains(where: { $0 == $1 }) else { return nil }
    var result: [Double] = []
    result.reserveCapacity(total)
    var start = 0
    for (length, count) in zip(own, counts) {
      result += length == count ? Array(values[start..<start + length]) : Array(repeating: .nan, count: count)
      start += length
    }
    return result
  }
}
