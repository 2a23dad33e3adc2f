// The marker: an arrow turned to the course, with a clear space around it, above everything else.
//
//          tip                the outline, before it is turned, in dots:
//          /\                 tip (0, −6.5), right (4.4, 5), notch (0, 2.4), left (−4.4, 5)
//         /  \
//        / /\ \
//        ‾    ‾

import Cells
import TrackGeodesy
import TrackPlayback

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The layer of the marker; public so that it can be drawn without the furniture.
public enum MarkerLayer: MapLayer {
  static let layer: UInt8 = 30
  private static let outline = [DotPoint(0, -6.5), DotPoint(4.4, 5), DotPoint(0, 2.4), DotPoint(-4.4, 5)]

  /// Draws it on the map's dots.
  public static func paint(_ picture: inout MapPicture, _ moment: Moment) {
    guard moment.look.glyphs.dots != .ascii, moment.hasPosition, !picture.isSpeck(moment) else { return }
    let look = moment.look.theme
    let ink = Ink(look.marker.foreground, look.marker.attributes, layer: layer)
    let at = picture.transform.dot(moment.markerPoint)
    // Fewer, larger dots need a smaller arrow for the same size on the screen.
    let scale = moment.look.glyphs.dots == .braille ? 1.0 : 0.62
    guard !moment.isMocked else { return paintHeld(&picture, at: at, scale: scale, ink) }
    if moment.hasLostSignal {
      // An open ring: it was here.
      picture.canvas.thickLine(at, at, radius: 5 * scale, nil)
      return picture.canvas.circle(center: at, radius: 4 * scale, ink)
    }
    guard let course = moment.heading, !moment.isStanding else {
      picture.canvas.thickLine(at, at, radius: 3.4 * scale, nil)
      return picture.canvas.thickLine(at, at, radius: 2.2 * scale, ink)
    }
    let polygon = turned(outline, by: course - moment.camera.bearing, scale: scale, around: at)
    picture.canvas.clear(polygon: polygon, margin: 1.6 * scale)
    picture.canvas.fill(polygon: polygon, ink)
    // The outline too: a thin arrow must not fall between the dots.
    for (index, point) in polygon.enumerated() { picture.canvas.line(point, polygon[(index + 1) % polygon.count], ink) }
  }

  /// A marker that is held by hand: a cross with a ring around it.
  private static func paintHeld(_ picture: inout MapPicture, at: DotPoint, scale: Double, _ ink: Ink) {
    let (near, far) = (2.0 * scale, 6.0 * scale)
    picture.canvas.thickLine(at, at, radius: far + 1, nil)
    for (x, y) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)] {
      picture.canvas.line(DotPoint(at.x + near * x, at.y + near * y), DotPoint(at.x + far * x, at.y + far * y), ink)
    }
    for step in 0..<16 {
      let angle = Double(step) * .pi / 8
      let dot = DotPoint(at.x + (near + far) / 2 * sin(angle), at.y - (near + far) / 2 * cos(angle))
      picture.canvas.line(dot, dot, ink)
    }
    picture.canvas.line(at, at, ink)
  }

  static func label(_ picture: inout MapPicture, _ moment: Moment) {
    guard moment.hasPosition, let cell = picture.cell(of: picture.transform.dot(moment.markerPoint)) else { return }
    if picture.isSpeck(moment) {
      let sign = moment.look.glyphs.plain.contains(.symbols) ? "^" : "▲"
      let style = moment.look.theme.marker
      let title = TextWidth.truncated(TextWidth.clean(moment.journey.title), to: min(28, picture.columns / 2))
      let width = TextWidth.columns(of: title)
      if picture.put("\(sign) \(title)", column: cell.column, row: cell.row, style: style) { return }
      if picture.put("\(title) \(sign)", column: cell.column - width - 1, row: cell.row, style: style) { return }
      picture.put(sign, column: cell.column, row: cell.row, style: style)
    } else if moment.look.glyphs.dots == .ascii {
      let arrow = moment.isStanding ? nil : moment.heading.map { moment.look.glyphs.arrow($0 - moment.camera.bearing) }
      let glyph = moment.isMocked ? "X" : moment.hasLostSignal ? "?" : arrow ?? moment.look.glyphs.start
      picture.put(glyph, column: cell.column, row: cell.row, style: moment.look.theme.marker.adding(.reverse))
    } else {
      picture.reserve(Rect(column: cell.column - 3, row: cell.row - 1, width: 7, height: 3))
    }
  }

  private static func turned(_ points: [DotPoint], by degrees: Double, scale: Double, around center: DotPoint) -> [DotPoint] {
    let angle = degrees * .pi / 180
    let (s, c) = (sin(angle) * scale, cos(angle) * scale)
    return points.map { DotPoint(center.x + $0.x * c - $0.y * s, center.y + $0.x * s + $0.y * c) }
  }
}

extension Moment {
  /// Whether the live source that is shown as it is now stands, and whether its signal is lost.
  var isStanding: Bool { live.map { $0.isAtEdge && $0.state == .stopped } ?? false }
  var hasLostSignal: Bool { live.map { $0.isAtEdge && $0.state == .noSignal } ?? false }

  /// Where the marker faces, true degrees: its course, turned by the offset that the person set.
  public var heading: Double? { pose.course.map { Angle.normalized360($0 + look.headingOffset) } }
}
