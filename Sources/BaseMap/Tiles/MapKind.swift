// Owns `MapKind`: what a thing on the map is, whatever schema it came in.

/// What a thing on the map is. The order is that of drawing: areas from the ground up, then lines from the quietest to the loudest, then points.
public enum MapKind: UInt8, Hashable, Sendable, CaseIterable {
  // Areas.
  case farmland, residential, industrial, urban, grass, wood, park, sand, ice, wetland, cemetery, sports, aerodrome
  case water, ocean
  case pedestrianArea, building
  case overlayArea
  // Lines.
  case stream, river, coast
  case districtBorder, regionBorder, countryBorder
  case ferry, pier, wall, aerialway
  case path, track, service, minorRoad, tertiaryRoad, secondaryRoad, primaryRoad, trunkRoad, motorway
  case taxiway, runway
  case tram, rail
  case overlayLine
  // Names of lines: geometry is a line, which is not drawn.
  case roadName, waterName
  // Points; names of water may be points too.
  case continent, country, region, city, town, village, suburb, hamlet
  case peak, airport, station, parkName, pointOfInterest, houseNumber
  case overlayPoint

  /// What its geometry is.
  public enum Shape: UInt8, Hashable, Sendable { case area, line, point }

  /// The shape it is drawn as; ``waterName`` may have points in the place of lines.
  public var shape: Shape {
    if rawValue <= Self.overlayArea.rawValue { return .area }
    return rawValue <= Self.waterName.rawValue ? .line : .point
  }

  /// Whether it is a way for wheels or feet that has a name worth telling.
  public var isRoad: Bool { rawValue >= Self.path.rawValue && rawValue <= Self.motorway.rawValue }
}

/// What else there is to know of a thing.
public struct MapFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let tunnel = MapFlags(rawValue: 1)
  public static let bridge = MapFlags(rawValue: 2)
  /// A slip road, a link.
  public static let link = MapFlags(rawValue: 4)
  /// Water that is not always there.
  public static let intermittent = MapFlags(rawValue: 8)
  public static let disputed = MapFlags(rawValue: 16)
  /// A border at sea.
  public static let maritime = MapFlags(rawValue: 32)
  /// The capital of a country.
  public static let capital = MapFlags(rawValue: 64)
}
