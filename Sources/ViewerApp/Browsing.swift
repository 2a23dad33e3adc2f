// Owns the viewer of a map without a track: look around, then open or start something.

import BaseMap
import Cells
import MapScene
import TrackGeodesy
import TrackPlayback

extension ViewerModel {
  /// A viewer of a map where nothing is played.
  ///
  /// It shows `options.center`, else the first map that is opened as a whole, else the world.
  public init(browsing options: ViewerOptions, look: Presentation, columns: Int, rows: Int, now: Double) {
    var options = options
    options.showsOpening = false
    options.isPaused = true
    self.init(journeys: [Self.emptyJourney(title: "")], look: look, options: options, columns: columns, rows: rows, now: now)
    showsBounds = options.center == nil
    rig.camera = Self.world(canvas)
    rig.mode = .free
    lookAtCenter()
    lookAround(shownFrame)
    refreshBase()
  }

  /// Whether there is only a map, and no track.
  public var isBrowsing: Bool { live == nil && !hasTrack }

  /// The place in the middle of the view.
  var middle: Coordinate {
    let center = rig.camera.center
    return WebMercator.unproject(MapPoint(x: center.x - center.x.rounded(.down), y: min(max(center.y, 0), 1)))
  }

  /// What a map without a track is called, and where it is looked at; `nil` where something is played or live.
  var browsing: Moment.Browsing? {
    guard isBrowsing else { return nil }
    let titles = base.titles
    let title = titles.isEmpty ? look.language.pick("the world", "世界") : titles.joined(separator: ", ")
    return Moment.Browsing(title: title, middle: middle)
  }

  /// Puts the first view where the person wants it.
  mutating func lookAtCenter() {
    guard let center = options.center, center.isValid else { return }
    rig.camera = Camera(region: options.region, around: WebMercator.project(center), canvas: canvas)
    rig.mode = .free
    if case .fixed(let bearing) = options.orientation { rig.camera.bearing = bearing }
  }

  /// Shows a map that was just opened as a whole, where nothing else says what to look at.
  mutating func showBounds(of info: MapInfo) {
    guard showsBounds, isBrowsing, let camera = camera(showing: info) else { return }
    showsBounds = false
    rig.camera = camera
  }

  /// `0` without a track: the first map as a whole, else the world.
  mutating func showWholeMap() {
    let infos = base.overlays.map(\.info) + base.maps
    rig.camera = infos.compactMap { camera(showing: $0) }.first ?? Self.world(canvas)
    rig.mode = .free
  }

  /// The whole of a map, near enough that it has tiles for the view.
  private func camera(showing info: MapInfo) -> Camera? {
    guard let bounds = base.bounds(of: info.number), bounds.width < 0.9 else { return nil }
    let fitted = Camera(fitting: bounds, canvas: canvas)
    let nearest = Camera(region: 100, around: bounds.center, canvas: canvas)
    let farthest = TileChoice.dotsAcross * Double(1 << min(info.zooms.lowerBound, TileID.deepest))
    let scale = min(max(fitted.dotsPerUnit, farthest), nearest.dotsPerUnit)
    return Camera(center: bounds.center, dotsPerUnit: scale)
  }

  /// Keys of playback do nothing here.
  /// - Returns: whether there is nothing to play.
  mutating func browsingCommand() -> Bool {
    guard isBrowsing else { return false }
    say("nothing is played: o opens a track", "没有轨迹：按 o 打开")
    return true
  }

  /// `o`: asks what to open.
  mutating func askForTrack() {
    guard isBrowsing, loading == nil else { return say("a track is open: o opens one on a map alone", "已打开轨迹：仅在无轨迹的地图上可用 o") }
    mock = nil
    overlay = .none
    prompt = PositionPrompt(asks: .track)
  }

  /// What was typed at `o` is opened.
  mutating func openTyped() -> [ViewerEffect] {
    guard let text = prompt?.text else { return [] }
    prompt = nil
    let name = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    guard !name.isEmpty else { return [] }
    return [.open(name)]
  }

  /// Live sources take the place of nothing.
  mutating func watch(_ address: String, hostTime: Double) {
    guard isBrowsing else { return }
    mock = nil
    loading = nil
    journeys = [Self.emptyJourney(title: address)]
    focus = 0
    live = LiveSession(address: address, hostOffset: hostTime - now)
    hasSeenKey = false
    rig.mode = .free
  }
}
