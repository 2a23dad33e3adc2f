// Tracks that play along: thin lines below the track that is followed, and smaller markers with their names.

import Cells
import TrackGeodesy
import TrackPlayback

/// The lines of the other tracks: all of a track in its colour, as thin as what is still to come.
enum CompanionLayer: MapLayer {
  static let layer: UInt8 = 8

  static func paint(_ picture: inout MapPicture, _ moment: Moment) {
    for companion in moment.companions {
      let style = moment.look.theme.companion(companion.number)
      let ink = Ink(style.foreground, style.attributes, layer: layer)
      let shape = companion.journey.shape
      guard let box = shape.bounds else { continue }
      for turn in picture.transform.turns(of: box) { paint(shape, ink, turn: Double(turn), &picture) }
    }
  }

  private static func paint(_ shape: TrackShape, _ ink: Ink, turn: Double, _ picture: inout MapPicture) {
    let transform = picture.transform
    var view = transform.visibleBox(margin: 2)
    view.minX -= turn
    view.maxX -= turn
    if shape.pyramid?.level(forDot: 1 / (transform.dotsPerUnit * transform.spread)) != nil {
      var marks = DotMarks(width: picture.canvas.width, height: picture.canvas.height)
      TrackLayer.mark(shape, on: &marks, transform, turn: turn, leg: 0)
      return picture.canvas.lay(marks, thin: ink, wide: ink)
    }
    shape.forEachStretch(legs: 0..<shape.count, touching: view, tolerance: 0.7 / transform.dotsPerUnit) { first, last in
      picture.canvas.line(
        transform.dot(x: shape.x[first] + turn, y: shape.y[first]), transform.dot(x: shape.x[last] + turn, y: shape.y[last]), ink)
    }
  }
}

/// Where the other tracks are now.
enum CompanionMarkerLayer: MapLayer {
  static let layer: UInt8 = 28

  static func paint(_ picture: inout MapPicture, _ moment: Moment) {
    guard moment.look.glyphs.dots != .ascii else { return }
    let scale = moment.look.glyphs.dots == .braille ? 1.0 : 0.62
    for companion in moment.companions {
      let style = moment.look.theme.companion(companion.number)
      let at = picture.transform.dot(companion.place(near: moment))
      picture.canvas.thickLine(at, at, radius: 3.2 * scale, nil)
      picture.canvas.thickLine(at, at, radius: 2 * scale, Ink(style.foreground, style.attributes.union(.bold), layer: layer))
    }
  }

  static func label(_ picture: inout MapPicture, _ moment: Moment) {
    for companion in moment.companions {
      let style = moment.look.theme.companion(companion.number)
      let at = picture.transform.dot(companion.place(near: moment))
      // In ASCII the mark is all there is of it; elsewhere the dots are, and only the name is put.
      let isDrawn = moment.look.glyphs.dots != .ascii
      picture.putLabel(
        companion.journey.title, mark: isDrawn ? "" : moment.look.glyphs.start, at: at, markStyle: style, style: style)
    }
  }
}

extension Moment.Companion {
  /// Where its marker is, on the turn of the world nearest to the marker that is followed.
  fileprivate func place(near moment: Moment) -> MapPoint {
    let point = journey.shape.place(pose.coordinate, near: pose.pointIndex)
    return MapPoint(x: TrackShape.nearest(point.x, to: moment.markerPoint.x), y: point.y)
  }
}

extension Theme {
  /// The style of a track that plays along.
  fileprivate func companion(_ number: Int) -> Style { companions[number % companions.count] }
}
