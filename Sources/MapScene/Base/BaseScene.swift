// Owns what lies beneath the track: the parts of maps that are in view, and the picture that is made of them.

public import BaseMap
public import Cells
public import TrackGeodesy

/// How much of the base map is shown; the key `b` goes round.
public enum BaseDetail: String, Hashable, Sendable, CaseIterable {
  /// Areas, lines and names.
  case full
  /// Lines and outlines, no filled areas.
  case lines
  /// Areas and lines, no names.
  case unnamed
  /// Nothing.
  case none
}

/// A piece of a map and how much of it is drawn.
public struct BasePart: Sendable {
  public var piece: MapPiece
  /// The part of the world, on the same turn as the piece, that is drawn; `nil`: all of the piece. It is set where the piece stands in for
  /// others that are not there: an upper tile, or the embedded world beneath a map that does not reach as far.
  public var window: WorldBox?
  /// Whole turns of the world by which the piece is moved.
  public var turn: Int

  public init(piece: MapPiece, window: WorldBox? = nil, turn: Int = 0) {
    self.piece = piece
    self.window = window
    self.turn = turn
  }
}

/// Everything that lies beneath the track at the moment, from the lowest to the highest.
public struct BaseScene: Sendable {
  public var parts: [BasePart]
  public var detail: BaseDetail
  /// Words that must be on the screen.
  public var credits: [String]
  /// Whether streets are shown: furniture that makes up for their absence goes away.
  public var hasStreets: Bool
  /// Changes whenever the parts do: two scenes of the same version have the same parts.
  public var version: Int

  public init(parts: [BasePart] = [], detail: BaseDetail = .full, credits: [String] = [], hasStreets: Bool = false, version: Int = 0) {
    self.parts = parts
    self.detail = detail
    self.credits = credits
    self.hasStreets = hasStreets
    self.version = version
  }
}

/// A name that found its place on the base map.
public struct BaseLabel: Hashable, Sendable {
  /// Cleaned, at most a few words.
  public var text: String
  /// Columns that it takes.
  public var width: Int
  public var column: Int
  public var row: Int
  public var style: Style
  /// Tells labels of one thing apart from others from frame to frame.
  public var identity: Int
  /// How loud it is among names: the lowest are placed first.
  public var priority: Int
  /// Whether it may stand a row higher or lower where the track needs its own.
  public var isLoose: Bool
  /// Whether it keeps away from others like it.
  public var isTown: Bool
  /// Whether it names a country: that stays where it is.
  public var isCountry: Bool { isTown && priority < NameStyle.countries }

  public init(
    text: String, width: Int, column: Int, row: Int, style: Style, identity: Int, priority: Int = 0, isLoose: Bool = false,
    isTown: Bool = false
  ) {
    self.text = text
    self.width = width
    self.column = column
    self.row = row
    self.style = style
    self.identity = identity
    self.priority = priority
    self.isLoose = isLoose
    self.isTown = isTown
  }
}

/// A sign that stands for the ground of a cell, one column wide.
public struct BaseSign: Hashable, Sendable {
  public var scalar: UInt32
  public var column: Int
  public var row: Int
  public var style: Style
}

/// The base map as dots, backgrounds and names: made anew only when the camera moves by a cell or the scene changes.
public struct BasePicture: Sendable {
  /// What it was made for; a picture of an equal key is the same picture.
  public struct Key: Hashable, Sendable {
    public var transform: MapTransform
    public var version: Int
    public var detail: BaseDetail
    public var theme: Theme
    public var glyphs: Glyphs
    public var language: Language

    public init(transform: MapTransform, scene: BaseScene, look: Presentation) {
      self.transform = transform
      version = scene.version
      detail = scene.detail
      theme = look.theme
      glyphs = look.glyphs
      language = look.language
    }
  }

  public let key: Key
  /// Lines, outlines and hatches.
  public internal(set) var canvas: DotCanvas
  /// The background of each cell, row by row.
  public internal(set) var backgrounds: [Color]
  /// Signs of the ground where dots are too large for a hatch; the canvas hides them.
  public internal(set) var signs: [BaseSign] = []
  /// The names that found room, loudest first.
  public internal(set) var labels: [BaseLabel] = []
  /// The points of overlays.
  public internal(set) var marks = BaseMarks()
  /// Names as they are written, for the picture that comes next.
  var writtenNames: [Int: WrittenName] = [:]
  public internal(set) var credits: [String]
  public internal(set) var hasStreets: Bool

  /// Draws a scene: O(what is in view).
  /// - Parameter previous: the picture before, whose names keep their places where they can.
  public init(_ scene: BaseScene, transform: MapTransform, look: Presentation, previous: BasePicture? = nil) {
    key = Key(transform: transform, scene: scene, look: look)
    let columns = transform.canvas.width / max(1, transform.canvas.dotsPerColumn)
    let rows = transform.canvas.height / max(1, transform.canvas.dotsPerRow)
    canvas = DotCanvas(set: look.glyphs.dots, columns: columns, rows: rows)
    backgrounds = [Color](repeating: .standard, count: columns * rows)
    credits = scene.credits
    hasStreets = scene.hasStreets
    guard scene.detail != .none else { return }
    BaseRaster.draw(scene, transform, look, into: &self)
    if scene.detail == .unnamed {
      BaseNames.mark(scene, transform, look, into: &self)
    } else {
      BaseNames.place(scene, transform, look, previous: previous, into: &self)
    }
  }
}
