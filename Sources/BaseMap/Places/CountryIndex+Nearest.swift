// Owns finding the outline nearest to a place.

import TrackGeodesy

extension CountryIndex {
  /// A place on an outline.
  struct Shore {
    let country: UInt8
    let place: Coordinate
    /// Geodesic metres to it.
    let distance: Double
  }

  /// Whose edges count.
  enum Wanted {
    /// Those between a country and the sea.
    case coast
    /// All those of one country.
    case country(UInt8)
  }

  /// The nearest point of a coast, or of a country's outline.
  ///
  /// Nearest is meant in the map's plane, with the scale that it has half way between the place and the edge; on the ellipsoid another may be
  /// nearer by a per cent, beyond 80° of latitude by more.
  /// - Parameter limit: metres beyond which nothing is looked for; at most 1,000,000.
  func nearest(_ wanted: Wanted, to place: Coordinate, within limit: Double) -> Shore? {
    guard place.isValid, !isEmpty, limit > 0 else { return nil }
    // A degree of latitude has 110,574 m and more.
    var search = ShoreSearch(index: self, place: place, wanted: wanted, degrees: min(limit, 1_000_000) / 110_500)
    search.run()
    guard let found = search.found else { return nil }
    let point = MapPoint(x: found.x / Double(side), y: found.y / Double(side))
    let foot = WebMercator.unproject(point)
    let distance = Geodesic.wgs84.distance(from: place, to: foot)
    return distance <= limit ? Shore(country: found.country, place: foot, distance: distance) : nil
  }
}

/// Looks through the bands from that of a place outwards, and in each no farther east and west than something nearer could be.
private struct ShoreSearch {
  let index: CountryIndex
  let place: Coordinate
  let wanted: CountryIndex.Wanted
  let x: Double
  let y: Double
  /// The square of the distance to what was found, or of the limit, in degrees of latitude.
  var square: Double
  var found: (country: UInt8, x: Double, y: Double)?

  init(index: CountryIndex, place: Coordinate, wanted: CountryIndex.Wanted, degrees: Double) {
    self.index = index
    self.place = place
    self.wanted = wanted
    (x, y) = index.steps(place)
    square = degrees * degrees
  }

  mutating func run() {
    let home = index.band(y)
    for step in 0..<CountryIndex.bandCount {
      let isSouthNear = home + step < CountryIndex.bandCount && look(in: home + step)
      let isNorthNear = step > 0 && home - step >= 0 && look(in: home - step)
      if !isNorthNear && !isSouthNear { return }
    }
  }

  /// Looks through a band.
  /// - Returns: whether it is near enough for something to lie there.
  private mutating func look(in band: Int) -> Bool {
    let (north, south) = (index.bandLatitudes[band], index.bandLatitudes[band + 1])
    let gap = max(0, max(south - place.latitude, place.latitude - north))
    guard gap * gap < square else { return false }
    // Degrees of latitude to a step, half way.
    let scale = 360 / Double(index.side) * cosine(Angle.radians((place.latitude + (south + north) / 2) / 2))
    let width = min((square - gap * gap).squareRoot() / scale, Double(index.side))
    let side = Double(index.side)
    scan(band, around: x, width: width, scale: scale)
    if x + width > side { scan(band, around: x - side, width: width, scale: scale) }
    if x - width < 0 { scan(band, around: x + side, width: width, scale: scale) }
    return true
  }

  private mutating func scan(_ band: Int, around x: Double, width: Double, scale: Double) {
    var next = index.firstEdge(in: band, beyond: x - width - Double(index.reach) - 1)
    let end = Int(index.bandStarts[band + 1])
    while next < end, Double(index.bandWests[next]) <= x + width {
      let edge = Int(index.bandEdges[next])
      next += 1
      guard let country = owner(edge) else { continue }
      let (start, end) = (index.points[edge], index.points[edge + 1])
      let (fromX, fromY) = (Double(start.x) - x, Double(start.y) - y)
      let (dx, dy) = (Double(end.x) - Double(start.x), Double(end.y) - Double(start.y))
      let length = dx * dx + dy * dy
      let share = length > 0 ? min(max(-(fromX * dx + fromY * dy) / length, 0), 1) : 0
      let (footX, footY) = (fromX + share * dx, fromY + share * dy)
      let away = (footX * footX + footY * footY) * scale * scale
      guard away < square else { continue }
      square = away
      found = (country, Double(start.x) + share * dx, Double(start.y) + share * dy)
    }
  }

  /// The country of an edge that counts; `nil` for one that does not.
  private func owner(_ edge: Int) -> UInt8? {
    let (left, right) = (index.left[edge], index.right[edge])
    switch wanted {
    case .country(let country): return left == country || right == country ? country : nil
    case .coast:
      if left == CountryIndex.none { return right == CountryIndex.none ? nil : right }
      return right == CountryIndex.none ? left : nil
    }
  }
}
