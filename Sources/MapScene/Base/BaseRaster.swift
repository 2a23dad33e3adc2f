// Owns the areas and lines of the base map as dots and backgrounds.
//
//      parts ──► areas: a ground a dot ──► backgrounds, hatches     (a cell is what most of its dots are)
//        │             └──► shores, walls ──┐
//        └──► lines: clear, stroke ─────────┴──► the canvas

import BaseMap
import Cells
import TrackGeodesy

/// Draws the areas and lines of a scene.
enum BaseRaster {
  /// O(points in view + dots).
  static func draw(_ scene: BaseScene, _ transform: MapTransform, _ look: Presentation, into picture: inout BasePicture) {
    let canvasSize = transform.canvas
    guard canvasSize.width > 0, canvasSize.height > 0, scene.detail != .none else { return }
    let metresPerDot = transform.metresPerDot
    let style = MapStyle(theme: look.theme, dots: look.glyphs.dots, metresPerDot: metresPerDot)
    let metresAColumn = metresPerDot * Double(canvasSize.dotsPerColumn)
    let views = scene.parts.filter { MapStyle.shows(accuracy: $0.piece.accuracy, metresAColumn: metresAColumn) }.compactMap {
      BasePartView($0, transform, metresPerDot: metresPerDot)
    }
    guard !views.isEmpty else { return }
    // Out of the picture while it is drawn on, so that nothing is copied.
    var canvas = DotCanvas(set: picture.canvas.set, columns: 0, rows: 0)
    swap(&canvas, &picture.canvas)
    var path = BasePath()
    var areas = BaseAreas(width: canvas.width, height: canvas.height)
    for view in views { areas.fill(view, style, &path) }
    areas.outline(views, style, on: &canvas, &path)
    if scene.detail != .lines { areas.lay(style, transform, into: &picture, on: &canvas) }
    BaseLines(views: views, style: style).draw(on: &canvas, &path)
    swap(&canvas, &picture.canvas)
  }
}
