// Owns the position set by hand: the prompt in which it is typed, the click and the keys that move it.

import Cells
import MapScene
import TrackGeodesy
import TrackPlayback

/// The line in which a position is typed, or what is to be opened.
struct PositionPrompt: Hashable, Sendable {
  /// What is asked for.
  enum Question: Hashable, Sendable { case position, track }

  var asks = Question.position
  /// What has been typed so far.
  var text = ""
  /// Whether Enter found no position in it.
  var isFaulty = false

  /// Scalars of text that are kept: of a position, of a path.
  static let limit = 100
  static let pathLimit = 2_000

  mutating func add(_ typed: String) {
    let blanks = String(typed.map { $0.isWhitespace ? " " : $0 })
    text = String(
      String.UnicodeScalarView((text + TextWidth.printable(blanks)).unicodeScalars.prefix(asks == .position ? Self.limit : Self.pathLimit)))
    isFaulty = false
  }

  mutating func removeLast() {
    if !text.isEmpty { text.removeLast() }
    isFaulty = false
  }
}

extension ViewerModel {
  /// The accuracy that a mock states where it has none of its own, metres: as in `MockLocationProxy`.
  static let mockAccuracy = 5.0

  /// Holds the marker at a place, or, with `nil`, lets it go back to where playback or the receiver is. A place that is not valid changes nothing.
  public mutating func setMock(_ fix: Fix?) {
    guard let fix else {
      mock = nil
      prompt = nil
      return settle()
    }
    guard fix.coordinate.isValid else { return }
    var held = fix
    held.speed = fix.speed ?? 0
    held.course = fix.course ?? shownFrame.pose.course
    held.horizontalAccuracy = fix.horizontalAccuracy ?? Self.mockAccuracy
    mock = held
    if rig.mode == .opening {
      rig.mode = .following
      settle()
    }
  }

  /// `m`: takes the marker by hand where it is, or lets it go again.
  mutating func toggleMock() {
    guard mock == nil else {
      setMock(nil)
      return say("the marker goes on by itself", "标记恢复自行移动")
    }
    if isBrowsing {
      setMock(Fix(coordinate: middle))
    } else {
      guard hasPosition else { return say("no position yet", "尚无位置") }
      hold()
    }
    prompt = PositionPrompt()
    overlay = .none
  }

  /// A key while the prompt is open; it takes all but those that end or redraw the program.
  mutating func type(_ key: KeyPress) -> [ViewerEffect] {
    switch key.key {
    case .escape: prompt = nil
    case .enter where prompt?.asks == .track: return openTyped()
    case .enter: enterPosition()
    case .backspace, .delete: prompt?.removeLast()
    case .character(let scalar) where key.modifiers.contains(.control):
      if scalar == "u" { prompt = prompt.map { PositionPrompt(asks: $0.asks) } }
      if scalar == "l" { return [.redraw] }
    case .character(let scalar): prompt?.add(String(scalar))
    case .left, .right, .up, .down: nudge(key)
    default: break
    }
    return []
  }

  private mutating func enterPosition() {
    guard let text = prompt?.text, text.contains(where: { $0 != " " }) else {
      prompt = nil
      return
    }
    guard let typed = TypedPosition(text) else {
      prompt?.isFaulty = true
      return
    }
    setMock(Fix(coordinate: typed.coordinate))
    bringIntoView()
    prompt = nil
    let place = "\(look.latitude(typed.coordinate.latitude)) \(look.longitude(typed.coordinate.longitude))"
    say("the marker is at \(place)   m lets it go", "标记位于 \(place)   按 m 放开")
  }

  /// A typed place far away is not left outside the view.
  private mutating func bringIntoView() {
    guard let mock, rig.mode != .following else { return }
    let dot = MapTransform(rig.camera, canvas: canvas).dot(journey.shape.place(mock.coordinate, near: shownFrame.pose.pointIndex))
    guard dot.x < 0 || dot.y < 0 || dot.x >= Double(canvas.width) || dot.y >= Double(canvas.height) else { return }
    rig.mode = .following
    settle()
  }

  /// Moves the mock by a cell of the screen, with Shift by a dot.
  private mutating func nudge(_ key: KeyPress) {
    guard let mock else { return }
    let isFine = key.modifiers.contains(.shift)
    let across = Double(isFine ? 1 : canvas.dotsPerColumn)
    let down = Double(isFine ? 1 : canvas.dotsPerRow)
    let transform = MapTransform(rig.camera, canvas: canvas)
    var dot = transform.dot(journey.shape.place(mock.coordinate, near: shownFrame.pose.pointIndex))
    switch key.key {
    case .left: dot.x -= across
    case .right: dot.x += across
    case .up: dot.y -= down
    default: dot.y += down
    }
    moveMock(to: dot, by: transform)
  }

  /// Puts the mock where a cell of the map is; nothing where no mock is set.
  mutating func clickMock(at cell: CellPosition) {
    guard mock != nil else { return }
    let dot = DotPoint(
      (Double(cell.column - layout.map.column) + 0.5) * Double(canvas.dotsPerColumn) - 0.5,
      (Double(cell.row - layout.map.row) + 0.5) * Double(canvas.dotsPerRow) - 0.5)
    moveMock(to: dot, by: MapTransform(rig.camera, canvas: canvas))
  }

  private mutating func moveMock(to dot: DotPoint, by transform: MapTransform) {
    let world = transform.world(dot)
    let place = WebMercator.unproject(MapPoint(x: world.x - world.x.rounded(.down), y: min(max(world.y, 0), 1)))
    guard place.isValid else { return }
    var moved = Fix(coordinate: place)
    moved.course = mock?.course
    setMock(moved)
  }

  /// A frame with the mock in the place of its position.
  func mocked(_ frame: PlaybackFrame) -> PlaybackFrame {
    guard let mock else { return frame }
    var frame = frame
    frame.pose.coordinate = mock.coordinate
    frame.pose.altitude = mock.altitude
    frame.pose.course = mock.course
    frame.pose.speed = mock.speed
    frame.pose.accuracy = mock.horizontalAccuracy
    frame.pose.isInGap = false
    return frame
  }
}

/// The line that stands where hints do while a position is typed.
///
///      put the marker at ▏39.9073,116.39         Enter sets  Esc closes  arrows nudge
///      open: ▏rides/monday.gpx                   Enter opens  Esc closes
enum PromptLine {
  /// - Returns: where the cursor stands.
  static func draw(_ prompt: PositionPrompt, look: Presentation, into grid: inout CellGrid, rect: Rect) -> CellPosition {
    grid.fill(rect)
    var column = rect.column + 1
    func put(_ text: String, _ style: Style) {
      column += grid.put(text, column: column, row: rect.row, style: style, limit: max(0, rect.maxColumn - column))
    }
    let pick = look.language.pick
    let isTrack = prompt.asks == .track
    put(isTrack ? pick("open: ", "打开：") : pick("put the marker at: ", "将标记放到："), look.theme.strong)
    // Of a long text the end is of interest.
    let room = max(8, rect.width / 2)
    var shown = prompt.text
    while TextWidth.columns(of: shown) > room { shown.removeFirst() }
    put(shown, look.theme.text)
    let cursor = CellPosition(column: min(column, rect.maxColumn - 1), row: rect.row)
    put(" ", look.theme.marker.adding(.reverse))
    if prompt.isFaulty {
      put(pick("  no position", "  不是坐标"), look.theme.warning)
    } else if prompt.text.isEmpty {
      put(isTrack ? pick("a file, or gpsd://", "文件或 gpsd://") : pick("latitude, longitude", "纬度, 经度"), look.theme.faint)
    }
    let keys =
      isTrack
      ? pick("   Enter open   Esc close", "   回车 打开   Esc 关闭")
      : pick("   Enter set   Esc close   arrows, click move", "   回车 放置   Esc 关闭   方向键、点击 移动")
    put(keys, look.theme.key)
    return cursor
  }
}
