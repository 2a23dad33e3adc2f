// Tracks that come while the viewer is already open.

import Cells
import MapScene
import TrackGeodesy
import TrackPlayback

extension ViewerModel {
  /// More of a track that is still being read: the map shows it, nothing plays yet.
  mutating func take(part journeys: [Journey]) {
    guard loading != nil, !journeys.isEmpty else { return }
    leaveBrowsing()
    replace(journeys)
    if rig.mode != .free { settle() }
  }

  /// The tracks are whole. Unless the person has taken over, the viewer begins as it does with a short file; who has played goes on.
  mutating func begin(_ journeys: [Journey], _ options: ViewerOptions) {
    guard !journeys.isEmpty else { return }
    self.options = options
    loading = nil
    leaveBrowsing()
    replace(journeys)
    if !hasPlayedPart {
      let rate = player.rate
      player = Self.player(journey.timeline, options, isLoading: false, now: now)
      player.setRate(rate, at: now)
    }
    rig.followRegion = options.followRegion ?? CameraRig.usualRegion(of: journey)
    if !hasSeenKey {
      startedAt = now
      let showsOpening = options.showsOpening && options.start == nil && !options.isPaused
      rig.mode = options.center != nil ? .free : showsOpening ? .opening : .following
    } else if rig.mode == .whole {
      rig.mode = .following
    }
    if rig.mode != .free { settle() }
  }

  /// The same tracks with more known of them: playback goes on.
  mutating func refine(_ journeys: [Journey]) {
    guard loading == nil, journeys.count == self.journeys.count else { return }
    replace(journeys)
  }

  /// The reading of what was opened on a map without a track begins.
  mutating func beginLoading() {
    guard isBrowsing, loading == nil else { return }
    loading = LoadingState(text: "", share: nil)
  }

  /// A track takes the place of nothing: it is shown as a whole at first.
  private mutating func leaveBrowsing() {
    guard isBrowsing else { return }
    mock = nil
    showsBounds = false
    rig.mode = .whole
  }

  private mutating func replace(_ journeys: [Journey]) {
    self.journeys = journeys
    focus = min(focus, journeys.count - 1)
    player.setTimeline(journey.timeline, at: now)
    rig.extent = extent
  }

  /// Follows the next of several tracks; the clock goes on.
  mutating func focusNext() {
    if live != nil { return focusNextSource() }
    guard journeys.count > 1 else { return say("there is only one track", "只有一条轨迹") }
    focus = (focus + 1) % journeys.count
    player.setTimeline(journey.timeline, at: now)
    rig.extent = extent
    settle()
    say("following \(journey.title)", "跟随 \(journey.title)")
  }
}
