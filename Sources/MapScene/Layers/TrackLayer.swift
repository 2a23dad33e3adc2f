// The track itself: a two-sided ribbon at street scale, a line above; what is travelled is filled, what is ahead is open.
//
//      ▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪
//      ▪▪▪▪▪▪▪▪ ➤                    ribbon: all dots within `outer` of the line, less those within `inner` of it where it is ahead
//      ▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪

import Cells
import TrackGeodesy
import TrackPlayback

/// The layer of the track; public so that it can be measured alone.
public enum TrackLayer: MapLayer {
  /// Ink layers of the track on the canvas; the marker lies above.
  static let aheadLayer: UInt8 = 10
  static let travelledLayer: UInt8 = 12

  /// Draws it on the map's dots.
  public static func paint(_ picture: inout MapPicture, _ moment: Moment) {
    let box = moment.journey.shape.bounds
    guard let box, !picture.isSpeck(moment) else { return }
    if let live = moment.live { return LiveTrail.paint(&picture, moment, live) }
    if let ribbon = Ribbon(metresHigh: picture.metresHigh, set: picture.canvas.set, rivals: isAmongStreets(moment)) {
      ribbon.paint(&picture, moment)
    } else {
      for turn in picture.transform.turns(of: box) { paintLine(&picture, moment, turn: Double(turn)) }
    }
  }

  /// Whether only its shape tells the track from the streets beneath.
  private static func isAmongStreets(_ moment: Moment) -> Bool { moment.look.theme.depth == .none && MapPicture.hasStreets(moment) }

  /// The whole track as a line, a dot wide ahead and two where travelled, so that they differ without colour.
  static func paintLine(_ picture: inout MapPicture, _ moment: Moment, turn: Double) {
    let look = moment.look.theme
    let ahead = Ink(look.ahead.foreground, look.ahead.attributes, layer: aheadLayer)
    let travelled = Ink(look.travelled.foreground, look.travelled.attributes, layer: travelledLayer)
    let transform = picture.transform
    let shape = moment.journey.shape
    if shape.count >= TrackPyramid.fewestPoints {
      var marks = DotMarks(width: picture.canvas.width, height: picture.canvas.height)
      mark(shape, on: &marks, transform, turn: turn, leg: moment.pose.pointIndex)
      picture.canvas.lay(marks, thin: ahead, wide: travelled)
      if let leg = legUnderPlayhead(moment, transform, turn: turn) {
        picture.canvas.line(leg.here, leg.end, ahead)
        wideLine(&picture.canvas, leg.start, leg.here, travelled)
      }
      return
    }
    draw(legsOf: moment, travelled: false, on: &picture.canvas, transform, turn: turn) { canvas, from, to, _ in canvas.line(from, to, ahead)
    }
    draw(legsOf: moment, travelled: true, on: &picture.canvas, transform, turn: turn) { canvas, from, to, _ in
      wideLine(&canvas, from, to, travelled)
    }
  }

  /// Marks a shape before and beyond a leg, by its cells where it has them and leg by leg elsewhere.
  static func mark(_ shape: TrackShape, on marks: inout DotMarks, _ transform: MapTransform, turn: Double, leg: Int) {
    let dot = 1 / (transform.dotsPerUnit * transform.spread)
    if let level = shape.pyramid?.level(forDot: dot) { return level.mark(&marks, transform, turn: turn, leg: leg) }
    var rest = 0..<shape.count
    if let growing = shape.stretches {
      for stretch in growing.stretches where transform.shows(stretch.box, turn: turn) {
        if let level = stretch.pyramid?.level(forDot: dot) {
          level.mark(&marks, transform, turn: turn, leg: leg - stretch.legs.lowerBound)
        } else {
          mark(legsOf: shape, on: &marks, transform, turn: turn, leg: leg, within: stretch.legs)
        }
      }
      rest = growing.legCount..<max(growing.legCount, shape.count)
    }
    mark(legsOf: shape, on: &marks, transform, turn: turn, leg: leg, within: rest)
  }

  /// Marks the visible legs before and beyond the one under the playhead: the dots of `draw(legsOf:…)`, each line walked once.
  static func mark(
    legsOf shape: TrackShape, on marks: inout DotMarks, _ transform: MapTransform, turn: Double, leg: Int, within range: Range<Int>
  ) {
    var view = transform.visibleBox(margin: 8)
    view.minX -= turn
    view.maxX -= turn
    let tolerance = 0.7 / transform.dotsPerUnit
    for (legs, flat, steep) in [
      (0..<max(0, leg), DotMarks.Mark.low, DotMarks.Mark.broad), (min(leg + 1, shape.count)..<shape.count, .thin, .thin),
    ] {
      // Most stretches begin where the one before ended.
      var (last, end) = (-1, DotPoint(0, 0))
      shape.forEachStretch(legs: legs.clamped(to: range), touching: view, tolerance: tolerance) { from, to in
        let start = from == last ? end : transform.dot(x: shape.x[from] + turn, y: shape.y[from])
        (last, end) = (to, transform.dot(x: shape.x[to] + turn, y: shape.y[to]))
        marks.line(start, end, flat: flat, steep: steep)
      }
    }
  }

  /// A line two dots wide.
  static func wideLine(_ canvas: inout DotCanvas, _ from: DotPoint, _ to: DotPoint, _ ink: Ink) {
    let steep = abs(to.y - from.y) > abs(to.x - from.x)
    canvas.line(from, to, ink)
    canvas.line(
      DotPoint(from.x + (steep ? 1 : 0), from.y + (steep ? 0 : 1)), DotPoint(to.x + (steep ? 1 : 0), to.y + (steep ? 0 : 1)), ink)
  }

  /// The leg under the playhead, as the dots of its start, of the marker and of its end; `nil` where there is none or it is broken.
  static func legUnderPlayhead(
    _ moment: Moment, _ transform: MapTransform, turn: Double
  ) -> (start: DotPoint, here: DotPoint, end: DotPoint)? {
    let shape = moment.journey.shape
    let index = moment.pose.pointIndex
    guard index >= 0, index + 1 < shape.count, !shape.isBroken(leg: index) else { return nil }
    // A mock stands elsewhere; the track is drawn as if there were none.
    let marker =
      moment.isMocked
      ? shape.place(moment.journey.timeline.pose(at: moment.frame.position).coordinate, near: index) : moment.markerPoint
    return (
      transform.dot(x: shape.x[index] + turn, y: shape.y[index]), transform.dot(x: marker.x + turn, y: marker.y),
      transform.dot(x: shape.x[index + 1] + turn, y: shape.y[index + 1])
    )
  }

  /// Visits the visible stretches before or after the playhead as pairs of dots with the index of the point they end at, the leg under the
  /// playhead cut in two there.
  static func draw(
    legsOf moment: Moment, travelled: Bool, on canvas: inout DotCanvas, _ transform: MapTransform, turn: Double,
    _ body: (inout DotCanvas, DotPoint, DotPoint, Int) -> Void
  ) {
    let shape = moment.journey.shape
    let index = moment.pose.pointIndex
    var view = transform.visibleBox(margin: 8)
    view.minX -= turn
    view.maxX -= turn
    let legs = travelled ? 0..<max(0, index) : min(index + 1, shape.count)..<max(index + 1, shape.count)
    func dot(_ point: Int) -> DotPoint { transform.dot(x: shape.x[point] + turn, y: shape.y[point]) }
    shape.forEachStretch(legs: legs, touching: view, tolerance: 0.7 / transform.dotsPerUnit) { body(&canvas, dot($0), dot($1), $1) }
    guard let leg = legUnderPlayhead(moment, transform, turn: turn) else { return }
    if travelled { body(&canvas, leg.start, leg.here, index + 1) } else { body(&canvas, leg.here, leg.end, index + 1) }
  }
}

/// The widths of the ribbon at street scale.
struct Ribbon {
  var outer: Double
  var inner: Double

  /// No ribbon above 1,300 m of view, where the sides would close up. Among streets without colours, which are up to two dots wide, its sides are
  /// two dots, and up to 4,000 m of view it is one.
  init?(metresHigh: Double, set: GlyphSet, rivals isAmongStreets: Bool = false) {
    guard metresHigh < (isAmongStreets ? 4000 : 1300) else { return nil }
    let close = metresHigh < 650 && set == .braille
    let wall = isAmongStreets && set == .braille && metresHigh < 1300 ? 1.0 : 0
    outer = (close ? 2.3 : 1.5) + wall
    inner = close ? 1.45 : 0.6
  }

  func paint(_ picture: inout MapPicture, _ moment: Moment) {
    let look = moment.look.theme
    let transform = picture.transform
    let ahead = Ink(look.ahead.foreground, look.ahead.attributes, layer: TrackLayer.aheadLayer)
    TrackLayer.draw(legsOf: moment, travelled: false, on: &picture.canvas, transform, turn: 0) { canvas, from, to, _ in
      canvas.thickLine(from, to, radius: outer, ahead)
    }
    TrackLayer.draw(legsOf: moment, travelled: false, on: &picture.canvas, transform, turn: 0) { canvas, from, to, _ in
      canvas.thickLine(from, to, radius: inner, nil)
    }
    let trail = look.trail.map { Ink($0.foreground, $0.attributes, layer: TrackLayer.travelledLayer) }
    let offsets = moment.journey.timeline.offsets
    let now = moment.frame.position
    TrackLayer.draw(legsOf: moment, travelled: true, on: &picture.canvas, transform, turn: 0) { canvas, from, to, end in
      let age = now - offsets[end]
      let step = Theme.trailAges.firstIndex { age < $0 } ?? trail.count - 1
      canvas.thickLine(from, to, radius: outer, trail[step])
    }
  }
}
