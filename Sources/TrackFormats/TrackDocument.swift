// Owns `TrackDocument`, what a file turned out to hold.

import TrackPlayback

/// What a file holds: tracks, and what had to be left out.
public struct TrackDocument: Sendable, Hashable {
  /// The identifier of the format that it was read as.
  public var format: String
  /// What the file was packed in, `gzip` or `zip`; `nil` where it was not. Places in ``skipped`` are then those of the unpacked file.
  public var container: String?
  /// The document's own name, if it gives one; cleaned for display.
  public var name: String?
  /// The tracks to play, none of them empty, at least one. A document that only has routes or waypoints gives those.
  public var tracks: [Track]
  /// Planned routes that stand beside recorded tracks. Empty where the routes are what there is to play.
  public var routes: [Track]
  /// What was skipped, and whether the file broke off.
  public var skipped: SkippedRecords

  /// A document.
  public init(
    format: String, name: String? = nil, tracks: [Track], routes: [Track] = [], skipped: SkippedRecords = SkippedRecords()
  ) {
    self.format = format
    self.name = name
    self.tracks = tracks
    self.routes = routes
    self.skipped = skipped
  }
}
