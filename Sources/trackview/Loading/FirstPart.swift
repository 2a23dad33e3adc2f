// Waiting for enough of a track to open the viewer with.

import CPlatform
import MapScene
import Terminal
import ViewerApp

/// What the viewer opens with: everything, or the beginning of a long file.
struct FirstPart {
  var journeys: [Journey]
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
      let news = loader.takeNews()
      if let whole = try whole(in: news) { return FirstPart(journeys: whole, loading: nil) }
      for news in news {
        switch news {
        case .progress(let progress): bar.show(progress)
        case .part(let journeys, let progress): part = FirstPart(journeys: journeys, loading: progress.state)
        case .done, .refined, .failed: break
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
      if let whole = try whole(in: loader.takeNews()) { return whole }
      _ = cp_wait(loader.descriptor, -1, 1)
    }
  }

  /// The whole, if it is among the news: where what was worked out later has come along with it, that, which will not be told again.
  static func whole(in news: [LoadNews]) throws(ProgramError) -> [Journey]? {
    var whole: [Journey]?
    for news in news {
      switch news {
      case .done(let journeys), .refined(let journeys): whole = journeys
      case .failed(let error): throw error
      case .progress, .part: break
      }
    }
    return whole
  }
}

extension LoadProgress {
  /// The same for the viewer.
  var state: LoadingState { LoadingState(text: text, share: share) }
}
