// Owns the options of what lies beneath and of where the view begins.

import ArgumentParser
import MapScene
import TrackGeodesy
import ViewerApp

/// Which maps lie beneath, and where they are looked at.
struct MapOptions: ParsableArguments {
  @Option(
    name: .customLong("map"),
    help: ArgumentHelp(
      "A map beneath: an MBTiles, PMTiles or GeoJSON file, online, or the address of a TileJSON or of tiles; may be repeated.",
      valueName: "map"))
  var maps: [String] = []

  @Option(help: ArgumentHelp("Megabytes of maps kept in memory (default 24); above 64 also for GeoJSON.", valueName: "MB"))
  var mapCache: PositiveNumber?

  @Flag(help: "Nothing beneath, not even the world.")
  var noMap = false

  @Option(parsing: .unconditional, help: ArgumentHelp("Where the view begins: 43.77,11.25, across --region metres.", valueName: "place"))
  var center: CenterChoice?

  @Option(parsing: .unconditional, help: ArgumentHelp("What points up: degrees from north, or heading.", valueName: "bearing"))
  var bearing: BearingChoice?

  func validate() throws {
    if noMap, !maps.isEmpty { throw ValidationError("--map and --no-map exclude each other") }
    for map in maps where map.isEmpty { throw ValidationError("--map needs a file or an address") }
  }

  /// Whether there is something to look at without a track.
  var isLookedAt: Bool { !maps.isEmpty || center != nil }

  /// The viewer's options with these.
  func applied(to options: ViewerOptions, _ settings: Settings) -> ViewerOptions {
    var options = options
    options.center = center?.coordinate
    options.orientation = (bearing ?? settings.bearing)?.orientation ?? .fixed(0)
    options.detail = noMap ? .none : .full
    if let megabytes = (mapCache ?? settings.mapCache)?.value { options.mapCache = Int(min(megabytes, 1e6) * 1_048_576) }
    return options
  }
}

/// A place to look at: whatever `m` takes as well.
struct CenterChoice: ExpressibleByArgument, Hashable {
  let coordinate: Coordinate

  init?(argument: String) {
    guard let typed = TypedPosition(argument) else { return nil }
    coordinate = typed.coordinate
  }
}

/// What points up: `90`, `-45`, `heading`.
struct BearingChoice: ExpressibleByArgument, Hashable {
  let orientation: Orientation

  init?(argument: String) {
    if argument == "heading" {
      orientation = .heading
      return
    }
    guard let degrees = Double(argument), degrees.isFinite, abs(degrees) <= 360 else { return nil }
    orientation = .fixed(Angle.normalized360(degrees))
  }
}
