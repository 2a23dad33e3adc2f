// Owns `LiveTrail`: the way of the live source in focus, the newest part bright and wide, fading with age.
//
//      ⠢⠄⠢⠄⠢⠄ ─ ─ ─ ────── ━━━━━━ ██████ ➤        without colour the steps differ by width and dashes
//      older   80 s  40 s   20 s   10 s

import Cells
import TrackGeodesy
import TrackPlayback

/// The way of a live source: by age, in the steps of `Theme.trailAges`.
enum LiveTrail {
  /// A trail has at most so many legs; receivers of ten fixes a second need 800.
  private static let mostLegs = 2_000

  static func paint(_ picture: inout MapPicture, _ moment: Moment, _ live: LivePicture) {
    guard let box = moment.journey.shape.bounds else { return }
    let newest = moment.pose.pointIndex
    let trail = trailStart(moment, live)..<newest
    for turn in picture.transform.turns(of: box) {
      paintHistory(&picture, moment, before: trail.lowerBound, turn: Double(turn))
      if !live.isAtEdge { paintAhead(&picture, moment, turn: Double(turn)) }
      paintTrail(&picture, moment, live, trail, turn: Double(turn))
    }
  }

  /// Seconds that have passed at the live edge since the newest point.
  private static func silence(_ live: LivePicture) -> Double { live.isAtEdge ? max(0, live.age ?? 0) : 0 }

  /// The first point of the trail.
  private static func trailStart(_ moment: Moment, _ live: LivePicture) -> Int {
    let span = (Theme.trailAges.last ?? 0) - silence(live)
    let newest = moment.pose.pointIndex
    guard span > 0 else { return newest }
    return max(moment.journey.timeline.index(at: moment.frame.position - span), newest - mostLegs, 0)
  }

  /// What is older than the trail: thin, every other dot.
  private static func paintHistory(_ picture: inout MapPicture, _ moment: Moment, before leg: Int, turn: Double) {
    guard leg > 0 else { return }
    var marks = DotMarks(width: picture.canvas.width, height: picture.canvas.height)
    TrackLayer.mark(moment.journey.shape, on: &marks, picture.transform, turn: turn, leg: leg)
    picture.canvas.lay(marks, thin: nil, wide: ink(moment.look.theme, step: Theme.trailAges.count), isFaded: true)
  }

  /// What came after the moment that is looked back at.
  private static func paintAhead(_ picture: inout MapPicture, _ moment: Moment, turn: Double) {
    let style = moment.look.theme.ahead
    let ahead = Ink(style.foreground, style.attributes, layer: TrackLayer.aheadLayer)
    var marks = DotMarks(width: picture.canvas.width, height: picture.canvas.height)
    TrackLayer.mark(moment.journey.shape, on: &marks, picture.transform, turn: turn, leg: moment.pose.pointIndex)
    picture.canvas.lay(marks, thin: ahead, wide: nil)
    if let leg = TrackLayer.legUnderPlayhead(moment, picture.transform, turn: turn) { picture.canvas.line(leg.here, leg.end, ahead) }
  }

  private static func paintTrail(_ picture: inout MapPicture, _ moment: Moment, _ live: LivePicture, _ legs: Range<Int>, turn: Double) {
    let shape = moment.journey.shape
    let transform = picture.transform
    let offsets = moment.journey.timeline.offsets
    let now = moment.frame.position + silence(live)
    var view = transform.visibleBox(margin: 8)
    view.minX -= turn
    view.maxX -= turn
    func dot(_ point: Int) -> DotPoint { transform.dot(x: shape.x[point] + turn, y: shape.y[point]) }
    shape.forEachStretch(legs: legs, touching: view, tolerance: 0.7 / transform.dotsPerUnit) { first, last in
      paintLeg(&picture.canvas, dot(first), dot(last), step: step(age: now - offsets[last]), moment.look)
    }
    if let leg = TrackLayer.legUnderPlayhead(moment, transform, turn: turn) {
      paintLeg(&picture.canvas, leg.start, leg.here, step: step(age: silence(live)), moment.look)
    }
  }

  /// Which step of the trail something of an age in seconds is.
  static func step(age: Double) -> Int { Theme.trailAges.firstIndex { age < $0 } ?? Theme.trailAges.count }

  static func ink(_ theme: Theme, step: Int) -> Ink {
    let style = theme.trail[min(step, theme.trail.count - 1)]
    return Ink(style.foreground, style.attributes, layer: TrackLayer.travelledLayer)
  }

  /// A leg of the trail: three dots wide, two, one, and dashed.
  private static func paintLeg(_ canvas: inout DotCanvas, _ from: DotPoint, _ to: DotPoint, step: Int, _ look: Presentation) {
    let ink = ink(look.theme, step: step)
    switch step {
    case 0: canvas.thickLine(from, to, radius: canvas.set == .braille ? 1.5 : 0.9, ink)
    case 1: TrackLayer.wideLine(&canvas, from, to, ink)
    case 2: canvas.line(from, to, ink)
    case 3: canvas.line(from, to, ink, dash: (on: 4, off: 2))
    default: canvas.line(from, to, ink, dash: (on: 1, off: 2))
    }
  }
}
