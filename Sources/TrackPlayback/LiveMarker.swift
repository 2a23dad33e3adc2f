// Owns `LiveMarker`: a marker with a name and a kind that moves as its fixes come in.

import TrackGeodesy

/// What a marker stands for; each kind has its own picture on the map.
public enum MarkerKind: String, Sendable, Hashable, CaseIterable {
  case car, bicycle, person, boat, aircraft
  /// A place, which stands still.
  case place

  /// Whether such a thing moves: others are put where their last fix says, without motion in between.
  public var isMobile: Bool { self != .place }
}

/// A marker on the map: the same one, by its `id`, while it moves.
public struct LiveMarker: Sendable, Identifiable {
  /// Tells it from other markers, as the source names it.
  public let id: String
  /// What it stands for.
  public let kind: MarkerKind
  /// The title, empty for none.
  public var title: String
  /// A line below the title, empty for none.
  public var subtitle: String
  /// The motion through its fixes.
  public private(set) var motion: SmoothMarker

  /// A marker without a place yet.
  public init(id: String, kind: MarkerKind = .car, title: String = "", subtitle: String = "", options: SmoothMarkerOptions = .init()) {
    self.id = id
    self.kind = kind
    self.title = title
    self.subtitle = subtitle
    // What stands still waits for nothing and is put, not driven.
    motion = SmoothMarker(options: kind.isMobile ? options : SmoothMarkerOptions(bufferSize: 1, silence: 0, gapTime: 0, jumpSpeed: 0))
  }

  /// Takes in locations that came together at a moment, in seconds on any clock that does not go back: the last of them counts, since the
  /// one before it in an update of a ``LocationSimulator`` is the previous.
  public mutating func add(_ locations: [Location], at now: Double) {
    if let last = locations.last { motion.add(last.fix, at: now) }
  }

  /// What it shows at a moment; `nil` before the first fix.
  public func pose(at now: Double) -> MarkerPose? { motion.pose(at: now) }
}
