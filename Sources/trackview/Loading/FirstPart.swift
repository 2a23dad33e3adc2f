// Waiting for enough of a track to open the viewer with.

import CPlatform
import MapScene
import Terminal
import ViewerApp

/// What the viewer opens with: everything, or the beginning of a long file.
struct FirstPart {
  let journeys: [Journey]
  /// How far the reading has come, where this is not everything.
  let loading: LoadingState?

  /// Seconds that a file has to be read whole before its beginning is shown instead.
  static let patience = 0.06

  /// Waits for the whole of a short file, or the beginning of a long one; shows a progress line where there is nothing yet.
  static func wait(for loader: TrackLoader, _ environment: Environment) throws(ProgramError) -> FirstPart {
    cp_note_interrupts()
    let bar = ProgressBar(environment: environment)
    defer {
      bar.finish()
      cp_forget_interrupts()
    }
    let origin = MonotonicClock.seconds
    var part: FirstPart?
    while true {
      for news in loader.takeNews() {
        switch news {
        case .done(let journeys), .refined(let journeys): return FirstPart(journeys: journeys, loading: nil)
        case .failed(let error): throw error
        case .progress(let progress): bar.show(progress)
        case .part(let journeys, let progress): part = FirstPart(journeys: journeys, loading: progress.state)
        }
      }
      let elapsed = MonotonicClock.seconds - origin
      if let part, elapsed >= patience { return part }
      if cp_noted_interrupt() != 0 {
        loader.cancel()
        bar.finish()
        throw .cancelled
      }
      _ = cp_wait(loader.descriptor, -1, part == nil ? 0.1 : patience - elapsed)
    }
  }

  /// Waits for the whole, where the beginning is of no use.
  static func whole(of loader: TrackLoader, _ beginning: FirstPart, _ environment: Environment) throws(ProgramError) -> [Journey] {
    if beginning.loading == nil { return beginning.journeys }
    while true {
      for news in loader.takeNews() {
        switch news {
        case .done(let journeys), .refined(let journeys): return journeys
        case .failed(let error): throw error
        case .progress, .part: break
        }
      }
      _ = cp_wait(loader.descriptor, -1, 1)
    }
  }
}

extension LoadProgress {
  /// The same for the viewer.
  var state: LoadingState { LoadingState(text: text, share: share) }
}

/// Standard input that is a track, while the keys come from the terminal.
enum StandardInput {
  /// The descriptor that the track comes through.
  nonisolated(unsafe) private(set) static var track: Int32 = STDIN_FILENO

  /// Moves the track to a descriptor of its own and puts the terminal in its place. Call it once, before anything reads.
  static func keepForTrack() throws(ProgramError) {
    if isatty(STDIN_FILENO) != 0 { throw ProgramError("standard input is the terminal: pipe a track into it", status: EX_USAGE) }
    let kept = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard kept >= 0, terminal >= 0, dup2(terminal, STDIN_FILENO) >= 0 else {
      throw ProgramError("there is no terminal to take keys from; “trackview snapshot -” prints a frame without one")
    }
    close(terminal)
    track = kept
  }
}
