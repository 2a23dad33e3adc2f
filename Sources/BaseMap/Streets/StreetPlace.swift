// Owns `StreetPlace`: the road and the district at a position, from a street map.

public import TrackGeodesy

/// What a street map says of a position: the nearest road that has a name or a number, and the district.
public struct StreetPlace: Hashable, Sendable {
  /// The road's name; `nil` where it has only a number, and without a road.
  public var roadName: MapName?
  /// The road's number, `A 8`; `nil` where it has none, and without a road.
  public var roadReference: String?
  /// Metres to the road's line; `nil` without a road.
  public var roadDistance: Double?
  /// The nearest suburb, village or hamlet; `nil` without one.
  public var district: MapName?
  /// Metres to where the district's name stands; `nil` without one.
  public var districtDistance: Double?

  /// Metres beyond which a road says nothing of a position.
  public static let roadReach = 250.0
  /// Metres beyond which a suburb, a village or a hamlet says nothing of a position.
  public static let districtReach = 3000.0

  public init(
    roadName: MapName? = nil, roadReference: String? = nil, roadDistance: Double? = nil, district: MapName? = nil,
    districtDistance: Double? = nil
  ) {
    self.roadName = roadName
    self.roadReference = roadReference
    self.roadDistance = roadDistance
    self.district = district
    self.districtDistance = districtDistance
  }

  /// Whether it says nothing.
  public var isEmpty: Bool { roadDistance == nil && districtDistance == nil }

  /// The road and the district nearest to a position.
  ///
  /// Distances are plane ones in Web Mercator, scaled by the ground's at the position: good to a per mille within reach. Of things equally
  /// near the first counts. Time is that of reading every point of the pieces' named roads once; nothing else is allocated than the answer.
  /// - Parameters:
  ///   - point: the position in the world; x may lie on another turn of the world than the pieces.
  ///   - pieces: those around the position; a piece of which the position is farther than the reach is passed over if its frame says so.
  ///   - metresPerUnit: ground metres of a world unit at the position; `nil` takes that of its latitude.
  public static func nearest(to point: MapPoint, in pieces: [MapPiece], metresPerUnit: Double? = nil) -> StreetPlace {
    let scale = metresPerUnit ?? WebMercator.metresPerWorldUnit(atLatitude: WebMercator.unproject(point).latitude)
    var answer = StreetPlace()
    guard point.x.isFinite, point.y.isFinite, scale.isFinite, scale > 0 else { return answer }
    var (road, district) = (StreetSearch(reach: roadReach / scale), StreetSearch(reach: districtReach / scale))
    for (number, piece) in pieces.enumerated() where piece.unit > 0 && piece.unit.isFinite {
      let here = LocalPosition(of: point, in: piece)
      if !here.isFar(from: piece, by: road.square.squareRoot()) { road.lookAtRoads(of: piece, number, from: here) }
      if !here.isFar(from: piece, by: district.square.squareRoot()) { district.lookAtDistricts(of: piece, number, from: here) }
    }
    if let found = road.found {
      let piece = pieces[found.piece]
      answer.roadName = piece.name(of: piece.features[found.feature])
      answer.roadReference = piece.reference(of: piece.features[found.feature])
      answer.roadDistance = road.square.squareRoot() * scale
    }
    if let found = district.found {
      answer.district = pieces[found.piece].name(of: pieces[found.piece].features[found.feature])
      answer.districtDistance = district.square.squareRoot() * scale
    }
    return answer
  }
}

/// A position in a piece's own units.
struct LocalPosition {
  let x: Double
  let y: Double

  init(of point: MapPoint, in piece: MapPiece) {
    let middle = piece.origin.x + Double(piece.frame) * piece.unit / 2
    let turn = (point.x - middle).rounded()
    x = (point.x - turn - piece.origin.x) / piece.unit
    y = (point.y - piece.origin.y) / piece.unit
  }

  /// Whether all that a piece was cut to lies farther away than a distance in world units.
  func isFar(from piece: MapPiece, by distance: Double) -> Bool {
    guard piece.frame > 0 else { return false }
    let reach = distance / piece.unit
    let side = Double(piece.frame)
    return x < -reach || y < -reach || x > side + reach || y > side + reach
  }
}
