// Owns the quick way in: a command line of tracks and nothing else needs no parser.

import ArgumentParser

extension ViewCommand {
  /// What a command line without options means, exactly as the parser would give it; `nil` where the parser has to look.
  ///
  /// The parser asks the Swift runtime which protocols its many types conform to, and each question goes through every type of the program: a third of
  /// the time to the first frame (docs/decisions/0020-quick-start.md).
  static func plain(_ arguments: [String], commands: [String]) -> ViewCommand? {
    guard let first = arguments.first, first != "help", !commands.contains(first) else { return nil }
    for argument in arguments where argument.isEmpty || argument.hasPrefix("-") && argument != "-" { return nil }
    var command = ViewCommand()
    command.routes = arguments
    command.fps = 60
    command.record = nil
    command.reading = .usual
    command.playback = .usual
    command.display = .usual
    command.map = .usual
    command.serve = .usual
    return command
  }
}

extension ReadingOptions {
  /// Without any option.
  fileprivate static var usual: ReadingOptions {
    var options = ReadingOptions()
    options.datum = nil
    options.order = nil
    options.columns = nil
    return options
  }
}

extension TimingOptions {
  /// Without any option.
  fileprivate static var usual: TimingOptions {
    var options = TimingOptions()
    options.speed = nil
    options.start = nil
    options.end = nil
    options.paused = false
    options.loop = false
    options.interval = nil
    options.groundSpeed = nil
    return options
  }
}

extension PlaybackOptions {
  /// Without any option.
  fileprivate static var usual: PlaybackOptions {
    var options = PlaybackOptions()
    options.timing = .usual
    options.distanceFilter = nil
    options.region = nil
    options.followRegion = nil
    options.delay = 0
    return options
  }
}

extension DisplayOptions {
  /// Without any option.
  fileprivate static var usual: DisplayOptions {
    var options = DisplayOptions()
    options.units = nil
    options.coords = nil
    options.glyphs = nil
    options.color = nil
    options.background = nil
    options.north = nil
    options.headingOffset = 0
    options.utc = false
    options.language = nil
    return options
  }
}

extension ServeOptions {
  /// Without any option.
  fileprivate static var usual: ServeOptions {
    var options = ServeOptions()
    options.serve = []
    options.rate = 1
    options.control = nil
    return options
  }
}

extension MapOptions {
  /// Without any option.
  fileprivate static var usual: MapOptions {
    var options = MapOptions()
    options.maps = []
    options.mapCache = nil
    options.noMap = false
    options.center = nil
    options.bearing = nil
    return options
  }
}
