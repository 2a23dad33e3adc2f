// A viewer under test: events in, frames out, the clock an argument.

import BaseMap
import Cells
import MapScene
import TestSupport
import TrackGeodesy
import TrackPlayback

@testable import ViewerApp

/// A model with its own clock. Nothing lies beneath the track unless a test wants it: drawing the world costs more than all the rest.
struct Rehearsal {
  var model: ViewerModel
  var now = 1_000.0
  var effects: [ViewerEffect] = []

  init(
    _ journey: Journey = TestJourney.corner(), columns: Int = 80, rows: Int = 24, look: Presentation = Presentation(),
    _ adjust: (inout ViewerOptions) -> Void = { $0.showsOpening = false }
  ) {
    var options = ViewerOptions()
    options.startedAt = 1_777_760_000
    options.detail = .none
    adjust(&options)
    model = ViewerModel(journey: journey, look: look, options: options, columns: columns, rows: rows, now: now)
  }

  /// A map without a track.
  init(
    browsing maps: [MapInfo], columns: Int = 80, rows: Int = 24, look: Presentation = Presentation(),
    _ adjust: (inout ViewerOptions) -> Void = { _ in }
  ) {
    var options = ViewerOptions()
    adjust(&options)
    model = ViewerModel(browsing: options, look: look, columns: columns, rows: rows, now: now)
    for map in maps { send(.map(.opened(map))) }
  }

  /// Answers what is wanted until nothing is, as a source of maps would that has everything.
  /// - Returns: the tiles that were fetched.
  @discardableResult
  mutating func fetch(rounds: Int = 20, _ answer: (TileKey) -> TileAnswer = { .piece(FakeMap.piece($0.id)) }) -> [TileKey] {
    var fetched: [TileKey] = []
    for _ in 0..<rounds {
      guard let key = model.wantedTiles.first else { break }
      fetched.append(key)
      send(.map(.answer(key, answer(key))))
    }
    return fetched
  }

  mutating func send(_ event: ViewerEvent) { effects += update(&model, event, at: now) }
  mutating func press(_ key: KeyPress) { send(.key(key)) }
  mutating func press(_ text: String) { for scalar in text.unicodeScalars { press(KeyPress(scalar)) } }
  mutating func mouse(_ kind: MouseEvent.Kind, _ column: Int, _ row: Int) { send(.mouse(MouseEvent(kind, column: column, row: row))) }

  /// Lets time pass, in steps as an event loop would.
  mutating func wait(_ seconds: Double, step: Double = 0.1) {
    let end = now + seconds
    while now < end {
      now = min(end, now + step)
      send(.tick)
    }
  }

  var frame: CellGrid { view(model) }
  var position: Double { model.player.position(at: now) }
  var state: PlaybackState { model.player.state(at: now) }
  var layout: ScreenLayout { model.layout }

  /// The marker's place on the map, in dots.
  var marker: DotPoint {
    let pose = model.player.frame(at: now).pose
    return MapTransform(model.rig.camera, canvas: model.canvas).dot(model.journey.shape.place(pose.coordinate, near: pose.pointIndex))
  }
  var showsMarker: Bool {
    marker.x >= 0 && marker.y >= 0 && marker.x < Double(model.canvas.width) && marker.y < Double(model.canvas.height)
  }

  /// Metres that the shorter side of the map shows.
  var region: Double { model.rig.camera.metresPerDot * Double(min(model.canvas.width, model.canvas.height)) }
}
