// The options that viewer and snapshot share, and what they make of them.

import ArgumentParser
import Cells
import MapScene
import TrackFormats
import TrackGeodesy
import TrackPlayback
import ViewerApp

/// How a file is read.
struct ReadingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Datum of the positions, where the file does not say: wgs84, gcj02, bd09.", valueName: "datum"))
  var datum: Datum?

  @Option(help: ArgumentHelp("Order of plain coordinates: lon,lat (the default) or lat,lon.", valueName: "order"))
  var order: CoordinateOrder?

  @Option(help: ArgumentHelp("What the columns of a table hold: time,lat,lon,-,ele,…", valueName: "names"))
  var columns: String?

  /// The same for the readers.
  /// - Parameter recordLimit: how many skipped records are described.
  func options(recordLimit: Int = SkippedRecords.usualLimit) -> ReadOptions {
    ReadOptions(datum: datum, order: order, columns: columns, recordLimit: recordLimit)
  }
}

/// When the points of a track are reached, and which part of it is played: the same for the viewer and for a feed.
struct TimingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Speed: 0.01 to 10000 times the true one.", valueName: "x"))
  var speed: PositiveNumber?

  @Option(help: ArgumentHelp("Begin there: 90, 1:30, 1:02:03 or 50%.", valueName: "time"))
  var start: TimePoint?

  @Option(help: ArgumentHelp("End there.", valueName: "time"))
  var end: TimePoint?

  @Flag(help: "Begin paused.")
  var paused = false

  @Flag(help: "Begin again at the end.")
  var loop = false

  @Option(help: ArgumentHelp("Seconds from point to point, for tracks without times (default 1).", valueName: "s"))
  var interval: PositiveNumber?

  @Option(help: ArgumentHelp("Constant speed over ground instead: 20m/s, 50km/h, 30mph, 12kn.", valueName: "speed"))
  var groundSpeed: GroundSpeed?

  func validate() throws {
    if interval != nil, groundSpeed != nil { throw ValidationError("--interval and --ground-speed exclude each other") }
  }

  /// How fast it is played.
  var rate: PlaybackRate { PlaybackRate(speed?.value ?? 1) }

  /// How a timeline is laid out.
  var timelineOptions: TimelineOptions {
    var options = TimelineOptions()
    if let interval { options.pace = .interval(interval.value) }
    if let groundSpeed { options.pace = .groundSpeed(groundSpeed.metresPerSecond) }
    return options
  }
}

/// How it is played.
struct PlaybackOptions: ParsableArguments {
  @OptionGroup var timing: TimingOptions

  @Option(help: ArgumentHelp("Pass over points within so many metres of the last one delivered, or none.", valueName: "m"))
  var distanceFilter: DistanceFilter?

  @Option(help: ArgumentHelp("Metres around the start in the first seconds.", valueName: "m"))
  var region: PositiveNumber?

  @Option(help: ArgumentHelp("Metres around the marker while the map follows it.", valueName: "m"))
  var followRegion: PositiveNumber?

  @Option(help: ArgumentHelp("Seconds to wait before playing.", valueName: "s"))
  var delay: Double = 0

  func validate() throws {
    guard delay >= 0, delay <= 86_400 else { throw ValidationError("--delay takes 0 to 86400 seconds") }
  }

  /// Options that were made for the beginning of a timeline, for the whole of it.
  func viewerOptions(_ timeline: Timeline, like options: ViewerOptions) -> ViewerOptions {
    var options = options
    options.start = timing.start?.seconds(of: timeline.duration)
    options.end = timing.end?.seconds(of: timeline.duration)
    return options
  }

  /// The viewer's options for a timeline.
  func viewerOptions(for timeline: Timeline) throws(ProgramError) -> ViewerOptions {
    var options = ViewerOptions()
    options.rate = timing.rate
    options.start = timing.start?.seconds(of: timeline.duration)
    options.end = timing.end?.seconds(of: timeline.duration)
    if let start = options.start, let end = options.end, end <= start { throw ProgramError("--end lies before --start", status: EX_USAGE) }
    options.isPaused = timing.paused
    options.isLooping = timing.loop
    options.region = min(region?.value ?? 1000, 4e7)
    options.followRegion = followRegion.map { min($0.value, 4e7) }
    options.delay = delay
    return options
  }

  /// How the timeline is laid out.
  var timelineOptions: TimelineOptions {
    var options = timing.timelineOptions
    options.distanceFilter = distanceFilter?.metres
    return options
  }
}

/// How it is shown.
struct DisplayOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Units: metric (the default), imperial, nautical.", valueName: "units"))
  var units: UnitSystem?

  @Option(help: ArgumentHelp("Positions: dd (degrees, the default), dm (minutes), dms (seconds).", valueName: "form"))
  var coords: CoordinateFormat?

  @Option(help: ArgumentHelp("Glyphs: braille, half, ascii; else chosen by locale and terminal.", valueName: "set"))
  var glyphs: GlyphSet?

  @Option(help: ArgumentHelp("Colours: auto (the default), none, 16, 256, direct.", valueName: "depth"))
  var color: ColorChoice?

  @Option(help: ArgumentHelp("Background: auto (the default), dark, light.", valueName: "backdrop"))
  var background: BackdropChoice?

  @Option(help: ArgumentHelp("North of the compass ring: magnetic (the default) or true.", valueName: "north"))
  var north: NorthReference?

  @Option(help: ArgumentHelp("Degrees added to the heading.", valueName: "degrees"))
  var headingOffset: Double = 0

  @Flag(help: "The clock of timed tracks in UTC, not in the time zone of the place.")
  var utc = false

  /// Whose clock is shown.
  func clock(_ environment: Environment) -> LocalClock.Choice { utc ? .utc : .local(environment) }

  @Option(help: ArgumentHelp("Language: en or zh; else by locale.", valueName: "language"))
  var language: Language?

  func validate() throws {
    guard headingOffset.isFinite, abs(headingOffset) <= 360 else { throw ValidationError("--heading-offset takes −360 to 360 degrees") }
  }

  /// The same, with the person's own defaults where nothing else is said.
  func with(_ settings: Settings) -> DisplayOptions {
    var options = self
    options.units = units ?? settings.units
    options.coords = coords ?? settings.coords
    options.glyphs = glyphs ?? settings.glyphs
    options.color = color ?? settings.color
    options.background = background ?? settings.background
    options.north = north ?? settings.north
    options.language = language ?? settings.language
    return options
  }

  /// How many colours are used; `nil`: the terminal decides.
  var depth: ColorDepth? { (color ?? .auto).depth }

  /// - Parameter depth: what the terminal can show.
  func presentation(_ environment: Environment, depth: ColorDepth) -> Presentation {
    let backdrop: Backdrop
    switch background ?? .auto {
    case .auto: backdrop = environment.backdrop ?? .dark
    case .dark: backdrop = .dark
    case .light: backdrop = .light
    }
    let set = glyphs ?? environment.glyphs
    // Without UTF-8 nothing but ASCII arrives whole; the Linux console's font has lines and blocks, but few other symbols.
    let isConsole = environment.terminal == "linux"
    var plain: Set<Glyphs.Kind> = environment.isUTF8 || glyphs != nil ? [] : Set(Glyphs.Kind.allCases)
    if isConsole { plain.formUnion([.symbols, .arrows]) }
    var words = language ?? environment.language
    if set == .ascii || isConsole { words = .english }
    return Presentation(
      theme: Theme(depth: depth, backdrop: backdrop), glyphs: Glyphs(set, plain: plain), units: units ?? .metric,
      coordinates: coords ?? .dd,
      language: words, north: north ?? .magnetic, headingOffset: headingOffset)
  }
}

extension CoordinateOrder: ExpressibleByArgument {}
