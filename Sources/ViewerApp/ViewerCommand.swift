// Everything a person can ask the viewer to do; keys, mouse and (later) scripts all end here.

/// One thing the viewer does when asked.
public enum ViewerCommand: Hashable, Sendable {
  case togglePause
  case stepForward, stepBack
  case faster, slower, twiceAsFast, halfAsFast, normalSpeed
  /// Seconds of playback, signed.
  case seek(Double)
  case toStart, toEnd
  case nextMark, previousMark
  case loopRange, toggleLoop, reverse
  case zoomIn, zoomOut
  /// Cells of the screen, to the right and down.
  case pan(Int, Int)
  case wholeRoute, follow
  /// What points up: north, or where the marker heads; how much lies beneath.
  case orientation, baseMap
  /// Opens a track where only a map is shown.
  case open
  /// Follows the next of several tracks.
  case nextTrack
  /// Takes the marker by hand, or lets it go.
  case mock
  /// The search for a good fix, the satellites, the recording of a live source.
  case acquisition, sky, recording
  case units, coordinates, copyPosition
  case bigCompass, panels, information, help
  case screenshot
  case redraw, quit
}
