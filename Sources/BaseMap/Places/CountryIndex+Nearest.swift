// Owns finding the outline nearest to a place.

public import TrackGeodesy

extension CountryIndex {
  /// A place on an outline.
  public struct Shore: Sendable {
    /// The number of its country.
    public let country: Int
    public let place: Coordinate
    /// Geodesic metres to it.
    public let distance: Double
  }

  /// Whose edges count.
  public enum Wanted: Sendable {
    /// Those between a country and the sea.
    case coast
    /// All those of one country, by its number.
    case country(Int)
  }

  /// The nearest point of a coast, or of a country's outline.
  ///
  /// Nearest is meant in the map's plane, with the scale that it has half way between the place and the edge; on the ellipsoid another may be
  /// nearer by a per cent, beyond 80° of latitude by more. Takes microseconds, no memory.
  /// - Parameter limit: metres beyond which nothing is looked for; at most 1,000,000.
  public func nearest(_ wanted: Wanted, to place: Coordinate, within limit: Double) -> Shore? {
    guard let level, place.isValid, limit > 0 else { return nil }
    // A degree of latitude has 110,574 m and more.
    var search = ShoreSearch(level: level, place: place, wanted: wanted, degrees: min(limit, 1_000_000) / 110_500)
    search.run()
    guard let found = search.found, let country = known(found.country) else { return nil }
    let foot = WebMercator.unproject(MapPoint(x: found.x * level.unit, y: found.y * level.unit)).normalized
    let distance = Geodesic.wgs84.distance(from: place, to: foot)
    return distance <= limit ? Shore(country: country, place: foot, distance: distance) : nil
  }
}

/// Looks through the tiles from that of a place outwards, ring by ring, no farther than where something nearer could be.
private struct ShoreSearch {
  let level: WorldLevel
  let place: Coordinate
  let wanted: CountryIndex.Wanted
  /// The place in steps of the whole world.
  let x: Double
  let y: Double
  /// The square of the distance to what was found, or of the limit, in degrees of latitude.
  private var square: Double
  /// The number plus one of the country, and the place, in steps of the whole world.
  private(set) var found: (country: Int, x: Double, y: Double)?

  init(level: WorldLevel, place: Coordinate, wanted: CountryIndex.Wanted, degrees: Double) {
    self.level = level
    self.place = place
    self.wanted = wanted
    let point = WebMercator.project(place)
    x = point.x / level.unit
    y = point.y / level.unit
    square = degrees * degrees
  }

  mutating func run() {
    let home = (column: Int(x) / level.frame, row: min(max(Int(y) / level.frame, 0), level.tiles - 1))
    for ring in 0...(level.tiles / 2) {
      var isNear = false
      for row in (home.row - ring)...(home.row + ring) where row >= 0 && row < level.tiles {
        let isWhole = row == home.row - ring || row == home.row + ring
        for column in stride(from: home.column - ring, through: home.column + ring, by: isWhole ? 1 : max(1, 2 * ring)) {
          if look(in: column, row) { isNear = true }
        }
      }
      if !isNear { return }
    }
  }

  /// Looks through a tile; its column may lie on another turn of the world.
  /// - Returns: whether it is near enough for something to lie there.
  private mutating func look(in column: Int, _ row: Int) -> Bool {
    let tile = Tile(level, column: column, row: row)
    let beside = max(0, max(tile.west - x, x - tile.west - tile.side))
    let gap = max(
      max(tile.south - place.latitude, place.latitude - tile.north), beside * tile.scale(at: max(tile.farthest, abs(place.latitude))))
    guard gap <= 0 || gap * gap < square else { return false }
    var (_, blocks) = level.tile(column: ((column % level.tiles) + level.tiles) % level.tiles, row: row)
    let smallest = tile.scale(at: max(tile.farthest, abs(place.latitude)))
    while let (kind, content) = blocks.block() {
      Outlines.forEach(kind, content) { start, end, left, right in
        guard let country = owner(left, right) else { return }
        let (fromX, fromY) = (tile.west + Double(start.x) - x, tile.top + Double(start.y) - y)
        let (dx, dy) = (Double(end.x - start.x), Double(end.y - start.y))
        let length = dx * dx + dy * dy
        let share = length > 0 ? min(max(-(fromX * dx + fromY * dy) / length, 0), 1) : 0
        let (footX, footY) = (fromX + share * dx, fromY + share * dy)
        let plane = footX * footX + footY * footY
        // Most are too far even at the smallest scale of the map between here and there.
        guard plane * smallest * smallest < square else { return }
        let scale = tile.scale(at: (place.latitude + tile.latitude(y + footY)) / 2)
        guard plane * scale * scale < square else { return }
        square = plane * scale * scale
        found = (country, x + footX, y + footY)
      }
    }
    return true
  }

  /// The number plus one of the country of an edge that counts; `nil` for one that does not.
  private func owner(_ left: Int, _ right: Int) -> Int? {
    switch wanted {
    case .coast: (left == 0) != (right == 0) ? max(left, right) : nil
    case .country(let number): left == number + 1 || right == number + 1 ? number + 1 : nil
    }
  }

  /// Where a tile lies, and how large things are in it.
  private struct Tile {
    /// Its north-western corner and its side, in steps of the whole world.
    let west: Double
    let top: Double
    let side: Double
    /// Its parallels.
    let north: Double
    let south: Double
    /// Degrees of latitude to a step at the equator.
    private let degrees: Double

    init(_ level: WorldLevel, column: Int, row: Int) {
      west = Double(column * level.frame)
      top = Double(row * level.frame)
      side = Double(level.frame)
      // What lies beyond the map counts as in its first and last row.
      north = row == 0 ? 90 : WebMercator.unproject(MapPoint(x: 0, y: top * level.unit)).latitude
      south = row == level.tiles - 1 ? -90 : WebMercator.unproject(MapPoint(x: 0, y: (top + side) * level.unit)).latitude
      degrees = 360 * level.unit
    }

    /// The farthest parallel from the equator that the map has there.
    var farthest: Double { min(max(abs(north), abs(south)), WebMercator.maximumLatitude) }

    /// Degrees of latitude to a step.
    func scale(at latitude: Double) -> Double { degrees * cosine(Angle.radians(latitude)) }

    /// The latitude of a row of steps, to a tenth of a degree.
    func latitude(_ y: Double) -> Double { north + (south - north) * (y - top) / side }
  }
}
