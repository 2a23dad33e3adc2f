// What happens to the viewer, and what it asks the program to do.

import Cells
import MapScene
import TrackPlayback

/// Anything the viewer is told.
public enum ViewerEvent: Sendable {
  /// Time has passed.
  case tick
  case key(KeyPress)
  case mouse(MouseEvent)
  case paste(String)
  case resize(columns: Int, rows: Int)
  /// What the terminal turned out to draw well, and its background where it said so.
  case terminal(glyphs: Glyphs, backdrop: Backdrop?)
  /// The clocks where the live source in focus is.
  case zone(ZoneOffsets)
  /// Where the position is given out, in words.
  case outputs([String])
  /// A script asks something of playback.
  case order(PlaybackOrder)
  /// The position set from outside; `nil` lets it go.
  case mock(Fix?)
  /// A live source has something to tell: the first, or that of a number.
  case live(LiveEvent, source: Int = 0)
  /// Maps are opened, tiles arrive.
  case map(MapEvent)
  /// Live sources are watched from now on, where nothing was played: what the person wrote, and the host's time in seconds since 1970 UTC.
  case watch(String, hostTime: Double)
  /// What the person asked to open is being read.
  case opening
  /// The reading has come this far.
  case loading(LoadingState)
  /// More of the tracks that are being read.
  case part([Journey])
  /// The tracks are whole: playback begins, as the options want it.
  case loaded([Journey], ViewerOptions)
  /// The same tracks with what takes longer to work out.
  case refined([Journey])
  /// The rest of the tracks cannot be read, and why.
  case loadingFailed(String)
  /// A screenshot was written, or why not.
  case saved(name: String)
  case failed(message: String)
}

/// A fix of a live source that was taken.
public struct TakenFix: Hashable, Sendable {
  /// The fix, with the time that holds for it.
  public var fix: Fix
  /// Which source it is of; empty where there are no names. Not cleaned.
  public var source: String
  /// Whether it does not go on from the one before.
  public var startsSegment: Bool
}

/// What the viewer asks of the program around it.
public enum ViewerEffect: Hashable, Sendable {
  case quit
  case redraw
  /// Put a text on the clipboard (OSC 52).
  case copy(String)
  /// Write the screen to a file.
  case saveScreen
  /// Ring the bell once: the fix is lost.
  case bell
  /// Begin to record what arrives to a new file, or end it.
  case startRecording, stopRecording
  /// Open what the person typed: a track, or the address of a live source.
  case open(String)
  /// Fixes that were taken, for the recording.
  case record([TakenFix])
}
