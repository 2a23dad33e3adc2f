// Owns `MapPiece`: a piece of a map, ready to be drawn, wherever it came from.
//
//     feature ──► parts ──► points        world point = origin + (x, y) · unit
//        │
//        └──────► names

public import TrackGeodesy

/// A place of a piece, in its own units.
public struct LocalPoint: Hashable, Sendable {
  public var x: Int32
  public var y: Int32
  @inlinable
  public init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }
}

/// What a thing is called; texts as the source gives them, not cleaned for a terminal.
public struct MapName: Hashable, Sendable {
  /// The name on the spot.
  public var local: String
  /// In English or Latin letters, where it is known and differs.
  public var english: String?
  /// In simplified Chinese (or in Chinese characters), where it is known and differs.
  public var chinese: String?

  public init(local: String, english: String? = nil, chinese: String? = nil) {
    self.local = local
    self.english = english
    self.chinese = chinese
  }

  /// About how many bytes of memory it takes.
  public var byteCount: Int { 64 + local.utf8.count + (english?.utf8.count ?? 0) + (chinese?.utf8.count ?? 0) }
}

/// A thing on the map.
public struct MapFeature: Hashable, Sendable {
  public var kind: MapKind
  public var flags: MapFlags
  /// How important its name is among its kind: 0 the most, 255 the least. For cities from population or the source's rank.
  public var rank: UInt8
  /// Indices of its ``MapPiece/parts``: the rings of an area (even-odd rule over all of them), the lines of a line, one part of all its points.
  public var parts: Range<Int32>
  /// Index of its name among ``MapPiece/names``; −1 without one.
  public var name: Int32
  /// Index of its road number (A 8, G6) or house number among ``MapPiece/names``; −1 without one.
  public var reference: Int32

  public init(kind: MapKind, flags: MapFlags = [], rank: UInt8 = 128, parts: Range<Int32>, name: Int32 = -1, reference: Int32 = -1) {
    self.kind = kind
    self.flags = flags
    self.rank = rank
    self.parts = parts
    self.name = name
    self.reference = reference
  }
}

/// A piece of a map: usually what one tile holds. Geometry is clipped to ``frame``; an edge of an area that runs along the frame is where it
/// was cut, not an outline (``isCut(_:_:)``). Rings are closed without repeating their first point.
public struct MapPiece: Sendable {
  /// Where local (0, 0) lies in the world; x within 0…1 but for overlays across the antimeridian.
  public var origin: MapPoint
  /// World units of one local unit.
  public var unit: Double
  /// The extent in local units: 0…frame on both axes. 0 where nothing was cut.
  public var frame: Int32
  /// Metres by which its lines and areas may lie off; 0 where they are as exact as anybody looks, as in tiles and GeoJSON. Its points are exact.
  public var accuracy: Double
  /// Sorted by kind, in drawing order.
  public var features: [MapFeature]
  /// Ranges of ``points``.
  public var parts: [Range<Int32>]
  public var points: [LocalPoint]
  public var names: [MapName]

  public init(
    origin: MapPoint, unit: Double, frame: Int32, accuracy: Double = 0, features: [MapFeature] = [], parts: [Range<Int32>] = [],
    points: [LocalPoint] = [], names: [MapName] = []
  ) {
    self.origin = origin
    self.unit = unit
    self.frame = frame
    self.accuracy = accuracy
    self.features = features
    self.parts = parts
    self.points = points
    self.names = names
  }

  /// Where a local point lies in the world.
  @inlinable
  public func world(_ point: LocalPoint) -> MapPoint {
    MapPoint(x: origin.x + Double(point.x) * unit, y: origin.y + Double(point.y) * unit)
  }

  /// Whether an edge of an area runs along the frame, where the area was cut: it is filled to, and not drawn as an outline.
  @inlinable
  public func isCut(_ a: LocalPoint, _ b: LocalPoint) -> Bool {
    frame > 0 && (a.x == b.x && (a.x == 0 || a.x == frame) || a.y == b.y && (a.y == 0 || a.y == frame))
  }

  /// A feature's name; `nil` without one.
  @inlinable
  public func name(of feature: MapFeature) -> MapName? {
    feature.name >= 0 && Int(feature.name) < names.count ? names[Int(feature.name)] : nil
  }

  /// A feature's number; `nil` without one.
  @inlinable
  public func reference(of feature: MapFeature) -> String? {
    feature.reference >= 0 && Int(feature.reference) < names.count ? names[Int(feature.reference)].local : nil
  }

  /// About how many bytes of memory it takes.
  public var byteCount: Int {
    128 + features.count * 24 + parts.count * 8 + points.count * 8 + names.reduce(0) { $0 + $1.byteCount }
  }
}
