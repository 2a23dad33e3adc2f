// Owns what a viewer of a map alone opens when it is asked to: a track, or live sources.

import LiveProtocols
import Terminal
import ViewerApp

/// What was asked for, ready to be read.
enum Opening {
  case track(TrackLoader)
  case live(LiveInputs)
}

extension EventLoop {
  /// Opens what the person typed; what is wrong with it is said.
  mutating func open(_ text: String) {
    guard loader == nil, inputs == nil else { return }
    do {
      switch try opening(text) {
      case .track(let loader):
        self.loader = loader
        _ = update(&model, .opening, at: now)
        loader.start()
      case .live(let inputs):
        self.inputs = inputs
        _ = update(&model, .watch(inputs.title, hostTime: WallClock.seconds), at: now)
        inputs.start(network: serving?.network)
      }
    } catch {
      let words = (error as? ProgramError)?.description ?? "\(error)"
      _ = update(&model, .failed(message: words), at: now)
    }
  }
}
