// Which part of the screen stands where, from 200×60 down to 40×12. Each part yields before the map does.

import Cells

/// The rectangles of a screen; a part that found no room is `nil`.
public struct ScreenLayout: Hashable, Sendable {
  public let width: Int
  public let height: Int
  public private(set) var title: Rect?
  public private(set) var map: Rect
  public private(set) var side: Rect?
  public private(set) var compass: Rect?
  public private(set) var fix: Rect?
  public private(set) var overview: Rect?
  public private(set) var separator: Rect?
  public private(set) var profile: Rect?
  public private(set) var timeline: Rect
  public private(set) var hint: Rect?
  public private(set) var status: Rect

  /// Smaller than this, only a few words are shown.
  public static let smallest = (columns: 40, rows: 12)
  /// Narrower than this there is no side panel, and the status bar holds little more than the position.
  public static let narrow = 76
  /// Columns of the side panel, its line included.
  static let sideWidth = 23

  public var isTooSmall: Bool { width < Self.smallest.columns || height < Self.smallest.rows }

  /// - Parameters:
  ///   - showsPanels: whether the person wants the side panel.
  ///   - sensorRows: lines that the track's sensors need there.
  ///   - showsTime: whether there is a timeline and a profile; without a track there is not.
  public init(width: Int, height: Int, showsPanels: Bool = true, sensorRows: Int = 0, showsTime: Bool = true) {
    self.width = width
    self.height = height
    var bottom = height
    func take(_ rows: Int) -> Rect {
      bottom -= rows
      return Rect(column: 0, row: max(0, bottom), width: width, height: min(rows, height))
    }
    status = take(1)
    hint = height >= 16 ? take(1) : nil
    timeline = take(showsTime ? 1 : 0)
    profile = showsTime && height >= 14 ? take(height >= 48 ? 3 : 1) : nil
    separator = showsTime && height >= 30 ? take(1) : nil
    let top = height >= 14 ? 1 : 0
    title = top == 1 ? Rect(column: 0, row: 0, width: width, height: 1) : nil
    let rows = max(0, bottom - top)
    let hasSide = showsPanels && width >= Self.narrow && rows >= 17
    map = Rect(column: 0, row: top, width: hasSide ? width - Self.sideWidth : width, height: rows)
    if hasSide { placeSide(top: top, rows: rows, sensorRows: sensorRows) }
  }

  private mutating func placeSide(top: Int, rows: Int, sensorRows: Int) {
    let column = width - Self.sideWidth
    side = Rect(column: column, row: top, width: Self.sideWidth, height: rows)
    // The ring, its line of numbers; then speed and progress; what is left shows the whole route.
    let ring = rows >= 26 ? 13 : 11
    var row = top
    func take(_ height: Int) -> Rect {
      defer { row += height }
      return Rect(column: column + 1, row: row, width: Self.sideWidth - 1, height: height)
    }
    compass = take(ring + (rows >= 26 ? 2 : 1))
    row += 1
    fix = take(min(3 + sensorRows, max(3, top + rows - row)))
    let left = top + rows - row - 1
    if left >= 5 {
      row += 1
      overview = take(left)
    }
  }

  /// The line in which words are typed or told where there is no hint line.
  public var words: Rect { hint ?? (timeline.isEmpty ? status : timeline) }

  /// The canvas of the map for a glyph set.
  public func mapCanvas(_ set: GlyphSet) -> CanvasSize { CanvasSize(columns: map.width, rows: map.height, set: set) }

  /// The part of the profile or timeline that stands for playback time.
  public func timeSpan(labelWidth: Int) -> Range<Int> { 1..<max(2, width - labelWidth) }
}
