// Owns `LivePicture`: what layers and panels need to know of live sources at one moment.

import TrackGeodesy
import TrackPlayback

/// What is shown of live sources at one moment, beside the journey of the one in focus.
public struct LivePicture: Sendable {
  /// What the source in focus is doing.
  public var state: LiveState
  /// Seconds since its last fix came in; `nil` before the first.
  public var age: Double?
  /// Seconds by which what is shown lies behind the newest fix; `nil` at the live edge.
  public var behind: Double?
  /// The search for a fix that is good enough, where one was made.
  public var acquisition: AcquisitionPicture?
  /// The recording, where there is one.
  public var recording: RecordingPicture?
  /// Whether the position is set by hand.
  public var isMocked = false
  /// Whether the source says that software made its fixes up.
  public var isSimulated = false
  /// How the connection to the source is.
  public var link = LinkPicture.connected
  /// The satellites of the source in focus.
  public var sky: SkyView?
  /// Where its device points; not the course. With it the last that was valid.
  public var heading: Heading?
  public var validHeading: Heading?
  /// How many of its fixes came, were taken, and were not.
  public var counts = FixCounts()
  /// How many of all sources' fixes came, were taken, and were not; `nil` where there is one source.
  public var totalCounts: FixCounts?
  /// How many sources there are.
  public var sourceCount = 1
  /// The name of the source in focus; not cleaned. Empty where it has none.
  public var sourceName = ""
  /// The markers of the other sources.
  public var markers: [LiveMarkerPicture] = []

  /// A picture; what is left out is unknown or not there.
  public init(state: LiveState = .searching, age: Double? = nil, behind: Double? = nil) {
    self.state = state
    self.age = age
    self.behind = behind
  }

  /// Whether what is shown is what is happening, rather than what has been.
  public var isAtEdge: Bool { behind == nil }
}

/// How the connection to a source is.
public enum LinkPicture: Hashable, Sendable {
  case connected
  case connecting
  /// It is gone, for a reason (not cleaned), and is tried again in so many seconds.
  case waiting(seconds: Double, reason: String)
  /// It has ended and is not tried again: standard input, a file.
  case ended
}

/// How far the search for a fix is, as the screen shows it.
public struct AcquisitionPicture: Hashable, Sendable {
  public var status: FixAcquisition.Status
  /// The best fix's accuracy in metres and age in seconds, where known.
  public var bestAccuracy: Double?
  public var bestAge: Double?
  /// By how many seconds the source's clock differs from the host's, where age is counted from arrival.
  public var clockDifference: Double?
  /// The name of the best fix's place; not cleaned.
  public var placeName: String?

  /// - Parameter now: the host's time in seconds since 1970 UTC, as ``FixAcquisition`` gets it.
  public init(_ acquisition: FixAcquisition, at now: Double) {
    status = acquisition.status
    bestAccuracy = acquisition.best?.horizontalAccuracy
    bestAge = acquisition.ageOfBest(at: now)
    clockDifference = acquisition.clockDifference
    placeName = acquisition.place.name
  }

  public init(status: FixAcquisition.Status, bestAccuracy: Double? = nil, bestAge: Double? = nil, clockDifference: Double? = nil) {
    self.status = status
    self.bestAccuracy = bestAccuracy
    self.bestAge = bestAge
    self.clockDifference = clockDifference
  }
}

/// A recording under way, or one that cannot go on.
public struct RecordingPicture: Hashable, Sendable {
  /// How many points were written.
  public var pointCount: Int
  /// Why nothing is written at the moment: the disk is full; not cleaned.
  public var problem: String?

  public init(pointCount: Int, problem: String? = nil) {
    self.pointCount = pointCount
    self.problem = problem
  }
}

/// A marker of a source other than the one in focus.
public struct LiveMarkerPicture: Sendable {
  /// Its title; not cleaned. Empty for none.
  public var title: String
  public var kind: MarkerKind
  /// The place on the map, on any turn of the world.
  public var world: MapPoint
  /// Degrees from true north; `nil` where unknown.
  public var course: Double?
  public var state: LiveState
  /// Where it was before, the newest first; see `Theme.trailAges` for how they fade. Empty for none.
  public var trail: [TrailPoint] = []

  /// A place where it was.
  public struct TrailPoint: Hashable, Sendable {
    public var world: MapPoint
    /// Seconds before now.
    public var age: Double
    /// Whether nothing leads from here to the next newer place.
    public var isBroken: Bool
    public init(world: MapPoint, age: Double, isBroken: Bool = false) {
      self.world = world
      self.age = age
      self.isBroken = isBroken
    }
  }

  public init(title: String, kind: MarkerKind = .car, world: MapPoint, course: Double? = nil, state: LiveState = .moving) {
    self.title = title
    self.kind = kind
    self.world = world
    self.course = course
    self.state = state
  }
}
