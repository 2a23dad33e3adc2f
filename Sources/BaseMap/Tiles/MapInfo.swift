// Owns `MapInfo`: what there is to know of a map before any of it is drawn, and the names of its tiles.

public import TrackGeodesy

/// A map that was opened.
public struct MapInfo: Hashable, Sendable {
  /// Its number; each map of a session has its own.
  public var number: Int
  /// What it is called: its file's name, or what it says itself. Not cleaned.
  public var title: String
  /// What it covers; `nil` where it does not say, which is taken for everything. x may leave 0…1 across the antimeridian.
  public var bounds: WorldBox?
  /// The zooms that hold tiles.
  public var zooms: ClosedRange<Int>
  /// Words that must be on the screen while it is shown, without markup, such as `© OpenStreetMap contributors`. Not cleaned.
  public var credits: [String]
  /// Whether its tiles come over the network.
  public var isOnline: Bool

  public init(number: Int, title: String, bounds: WorldBox?, zooms: ClosedRange<Int>, credits: [String], isOnline: Bool = false) {
    self.number = number
    self.title = title
    self.bounds = bounds
    self.zooms = zooms
    self.credits = credits
    self.isOnline = isOnline
  }
}

/// One tile of one map.
public struct TileKey: Hashable, Sendable {
  /// The number of the map: ``MapInfo/number``.
  public var map: Int
  public var id: TileID

  public init(map: Int, id: TileID) {
    self.map = map
    self.id = id
  }
}

/// What became of a tile that was asked for.
public enum TileAnswer: Sendable {
  /// What it holds.
  case piece(MapPiece)
  /// There is no such tile: nothing is there, which is usual beyond what a map covers.
  case missing
  /// It cannot be had or read, and why in one sentence; it may be asked for again.
  case failed(String)
}
