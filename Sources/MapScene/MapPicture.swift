// The map being drawn: dots and placed texts, composed into cells at the end.

public import BaseMap
import Cells
import TrackGeodesy
import TrackPlayback

/// One moment of a journey: what all layers and panels are drawn from.
public struct Moment: Sendable {
  public var journey: Journey
  public var frame: PlaybackFrame
  public var camera: Camera
  public var look: Presentation
  public var clock: Clock
  /// The speed as the person set it: `1×`.
  public var rateText: String
  /// A and B of the loop, as fractions of the duration.
  public var loopMarks: [LoopMark]

  /// Whether the position was set by hand.
  public var isMocked = false

  /// Tracks that play along, each at the same moment of the common clock.
  public var companions: [Companion] = []

  /// Where the marker is, by the embedded world; `nil` where that is not known.
  public var place: NamedPlace?

  /// The road and the district at the marker, by a street map; `nil` without one.
  public var street: StreetPlace?

  /// What lies beneath; `nil` where nothing does.
  public var base: BasePicture?

  /// What there is to know of live sources; `nil` where a file is played.
  public var live: LivePicture?

  /// A map that is looked at without a track; `nil` where something is played or live.
  public var browsing: Browsing?

  /// A map without a track.
  public struct Browsing: Hashable, Sendable {
    /// What the map is called; safe for a terminal.
    public var title: String
    /// The middle of the view.
    public var middle: Coordinate

    public init(title: String, middle: Coordinate) {
      self.title = title
      self.middle = middle
    }
  }

  /// Another track and where its marker is.
  public struct Companion: Sendable {
    public var journey: Journey
    public var pose: Pose
    /// Which of all tracks it is, from 0; its colour goes by that.
    public var number: Int
    public init(journey: Journey, pose: Pose, number: Int) {
      self.journey = journey
      self.pose = pose
      self.number = number
    }
  }

  /// One end of an A–B loop on the timeline.
  public struct LoopMark: Hashable, Sendable {
    public var name: String
    public var fraction: Double
    public init(name: String, fraction: Double) {
      self.name = name
      self.fraction = fraction
    }
  }

  public init(
    journey: Journey, frame: PlaybackFrame, camera: Camera, look: Presentation, clock: Clock, rateText: String, loopMarks: [LoopMark] = []
  ) {
    self.journey = journey
    self.frame = frame
    self.camera = camera
    self.look = look
    self.clock = clock
    self.rateText = rateText
    self.loopMarks = loopMarks
  }

  /// Where the marker is and how it moves.
  public var pose: Pose { frame.pose }
  /// Metres within which the position holds: as recorded, or what the simulation states of its own fixes.
  public var accuracy: Double? { pose.accuracy ?? (journey.isSimulated ? Self.simulatedAccuracy : nil) }
  /// The accuracy of simulated fixes, metres.
  static let simulatedAccuracy = 5.0
  /// Whether there is a position at all: a live source may not have said one yet.
  public var hasPosition: Bool { isMocked || !journey.track.points.isEmpty }
  /// The marker in the world.
  var markerPoint: MapPoint { journey.shape.place(pose.coordinate, near: pose.pointIndex) }
}

/// A part of the map. Dots are painted from the quietest layer to the loudest, so that loud ones may clear a space for themselves; texts are
/// placed from the loudest to the quietest, so that quiet ones give way.
protocol MapLayer: Sendable {
  static func paint(_ picture: inout MapPicture, _ moment: Moment)
  static func label(_ picture: inout MapPicture, _ moment: Moment)
}

extension MapLayer {
  static func paint(_ picture: inout MapPicture, _ moment: Moment) {}
  static func label(_ picture: inout MapPicture, _ moment: Moment) {}
}

/// The canvas and the texts of a map while it is drawn.
public struct MapPicture {
  /// The dots of all layers so far.
  public internal(set) var canvas: DotCanvas
  let transform: MapTransform
  let camera: Camera
  let metresPerDot: Double
  /// What lies beneath; only a picture of this very transform and size is taken.
  var base: BasePicture? {
    didSet { if let base, !base.fits(transform, columns: columns, rows: rows) { self.base = nil } }
  }
  let columns: Int
  let rows: Int
  private var taken: [Bool]
  private(set) var texts: [(text: String, column: Int, row: Int, style: Style)] = []

  /// An empty map of so many cells.
  public init(columns: Int, rows: Int, set: GlyphSet, camera: Camera) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    self.camera = camera
    canvas = DotCanvas(set: set, columns: columns, rows: rows)
    transform = MapTransform(camera, canvas: CanvasSize(columns: columns, rows: rows, set: set))
    metresPerDot = camera.metresPerDot
    taken = [Bool](repeating: false, count: self.columns * self.rows)
  }

  /// Whether streets make furniture needless that only fills the ground.
  static func hasStreets(_ moment: Moment) -> Bool { moment.base.map { $0.hasStreets && $0.key.detail != .none } ?? false }

  /// Whether the whole journey is a speck on a map of a country: its sign and its name then stand for all of it.
  func isSpeck(_ moment: Moment) -> Bool {
    guard metresPerDot >= 1_000, !moment.isMocked, !moment.hasLostSignal, let box = moment.journey.shape.bounds else { return false }
    return max(box.width, box.height) * transform.dotsPerUnit < 6
  }

  /// Ground metres from the top of the map to its bottom.
  var metresHigh: Double { metresPerDot * Double(canvas.height) }

  /// The cell of a dot; `nil` outside the map.
  func cell(of dot: DotPoint) -> CellPosition? {
    guard dot.x >= -0.5, dot.y >= -0.5, dot.x < Double(canvas.width) - 0.5, dot.y < Double(canvas.height) - 0.5 else { return nil }
    return CellPosition(column: Int(dot.x.rounded()) / canvas.set.dotsPerColumn, row: Int(dot.y.rounded()) / canvas.set.dotsPerRow)
  }

  /// Whether a run of cells lies inside the map and holds no text yet.
  func isFree(column: Int, row: Int, width: Int) -> Bool {
    guard row >= 0, row < rows, column >= 0, column + width <= columns else { return false }
    return !taken[(row * columns + column)..<(row * columns + column + width)].contains(true)
  }

  /// Whether a run of cells is free and a blank is left between it and the texts to either side. A name and its own sign are one.
  /// - Parameter sign: the cell of its sign, which may stand beside it.
  func isApart(column: Int, row: Int, width: Int, sign: CellPosition? = nil) -> Bool {
    guard isFree(column: column, row: row, width: width) else { return false }
    var (left, right) = (column, column + width)
    if let sign, sign.row == row {
      if sign.column == left - 1 { left -= 1 }
      if sign.column == right { right += 1 }
    }
    return [left - 1, right].allSatisfy { !(0..<columns).contains($0) || isFree(column: $0, row: row, width: 1) }
  }

  /// How many cells of a run hold dots, which a text there would hide.
  func inkedCells(column: Int, row: Int, width: Int) -> Int {
    (column..<column + max(0, width)).count { !canvas.isEmpty(column: $0, row: row) }
  }

  /// Keeps a rectangle free of texts that come later.
  mutating func reserve(_ rect: Rect) {
    let area = rect.intersection(Rect(column: 0, row: 0, width: columns, height: rows))
    guard !area.isEmpty else { return }
    for row in area.row..<area.maxRow { for column in area.column..<area.maxColumn { taken[row * columns + column] = true } }
  }

  /// Puts a text on cells that are free.
  /// - Returns: whether there was room.
  @discardableResult
  mutating func put(_ text: String, column: Int, row: Int, style: Style) -> Bool {
    let width = TextWidth.columns(of: text)
    guard width > 0, isFree(column: column, row: row, width: width) else { return false }
    reserve(Rect(column: column, row: row, width: width, height: 1))
    texts.append((text, column, row, style))
    return true
  }

  /// Puts a text where a blank is left between it and those to either side.
  /// - Returns: whether there was room.
  @discardableResult
  mutating func putApart(_ text: String, column: Int, row: Int, style: Style) -> Bool {
    isApart(column: column, row: row, width: TextWidth.columns(of: text)) && put(text, column: column, row: row, style: style)
  }

  /// Puts a text of one column on a cell that is free: the quick way for thousands.
  /// - Returns: whether there was room.
  mutating func putSign(_ sign: String, column: Int, row: Int, style: Style) -> Bool {
    guard row >= 0, row < rows, column >= 0, column < columns, !taken[row * columns + column] else { return false }
    taken[row * columns + column] = true
    texts.append((sign, column, row, style))
    return true
  }

  /// Puts a mark on a spot and its name beside it, a blank away from all other texts and where it hides the fewest dots: right, left,
  /// above, below.
  /// - Returns: whether the name found room.
  @discardableResult
  mutating func putLabel(_ name: String, mark: String, at dot: DotPoint, markStyle: Style, style: Style) -> Bool {
    guard let spot = cell(of: dot) else { return false }
    put(mark, column: spot.column, row: spot.row, style: markStyle)
    let text = TextWidth.truncated(name, to: min(28, columns / 2))
    let width = TextWidth.columns(of: text)
    guard width > 0 else { return true }
    let right = spot.column + 1
    let left = spot.column - width
    let candidates = [
      (right, spot.row), (left, spot.row), (right, spot.row - 1), (right, spot.row + 1), (left, spot.row - 1), (left, spot.row + 1),
      (spot.column - width / 2, spot.row - 1), (spot.column - width / 2, spot.row + 1),
    ]
    var best: (column: Int, row: Int, cost: Int)?
    for (index, candidate) in candidates.enumerated() where isApart(column: candidate.0, row: candidate.1, width: width, sign: spot) {
      let cost = inkedCells(column: candidate.0, row: candidate.1, width: width) * 3 + index
      if cost < best?.cost ?? .max { best = (candidate.0, candidate.1, cost) }
    }
    guard let best else { return false }
    return put(text, column: best.column, row: best.row, style: style)
  }

  /// Draws what lies beneath, dots, then texts over them, into a grid.
  public func compose(into grid: inout CellGrid, column: Int, row: Int) {
    base?.draw(beneath: canvas, into: &grid, column: column, row: row)
    canvas.draw(into: &grid, column: column, row: row)
    for text in texts { grid.put(text.text, column: column + text.column, row: row + text.row, style: text.style) }
    base?.tint(&grid, column: column, row: row)
  }
}

/// Draws the map of a moment.
public enum MapView {
  /// All layers, loudest first.
  static let layers: [any MapLayer.Type] = [
    MarkerLayer.self, CreditsLayer.self, NorthLayer.self, CompanionMarkerLayer.self, LiveMarkersLayer.self, ScaleLayer.self, EndsLayer.self,
    PlacesLayer.self, BeadsLayer.self, EdgePointerLayer.self,
    TrackLayer.self,
    CompanionLayer.self, RingsLayer.self, BaseLayer.self, GroundGridLayer.self,
  ]

  /// Fills a rectangle of the grid with the map.
  /// - Parameter reserved: a part of the grid that the map's texts keep out of.
  public static func draw(_ moment: Moment, into grid: inout CellGrid, rect: Rect, reserved: Rect? = nil) {
    guard !rect.isEmpty else { return }
    var picture = MapPicture(columns: rect.width, rows: rect.height, set: moment.look.glyphs.dots, camera: moment.camera)
    picture.base = moment.base
    for layer in layers.reversed() { layer.paint(&picture, moment) }
    if let reserved {
      picture.reserve(
        Rect(column: reserved.column - rect.column, row: reserved.row - rect.row, width: reserved.width, height: reserved.height))
    }
    for layer in layers { layer.label(&picture, moment) }
    picture.compose(into: &grid, column: rect.column, row: rect.row)
  }
}
