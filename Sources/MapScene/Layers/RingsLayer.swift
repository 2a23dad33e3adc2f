// Two dotted range rings around the marker at round distances, and the disc of its accuracy.

import Cells
import TrackGeodesy
import TrackPlayback

enum RingsLayer: MapLayer {
  private static let layer: UInt8 = 2

  /// Radii of the rings: a round length of at most 20 dots, and its double.
  private static func radii(_ picture: MapPicture, _ moment: Moment) -> [Double] {
    guard picture.metresHigh < 6_000, !MapPicture.hasStreets(moment) else { return [] }
    let room = moment.look.glyphs.dots == .braille ? 20.0 : 10
    let inner = moment.look.units.roundDistance(atMost: room * picture.metresPerDot).metres
    return [inner, inner * 2]
  }

  /// The middle of the marker's cell: rings that followed every dot would be redrawn with each tick, for nothing that an eye could measure.
  private static func center(_ picture: MapPicture, _ moment: Moment) -> DotPoint {
    let dot = picture.transform.dot(moment.markerPoint)
    func middle(_ position: Double, _ size: Int) -> Double {
      ((position + 0.5) / Double(size)).rounded(.down) * Double(size) + Double(size - 1) / 2
    }
    return DotPoint(middle(dot.x, picture.canvas.set.dotsPerColumn), middle(dot.y, picture.canvas.set.dotsPerRow))
  }

  static func paint(_ picture: inout MapPicture, _ moment: Moment) {
    guard moment.hasPosition else { return }
    let style = moment.look.theme.ring
    let ink = Ink(style.foreground, style.attributes, layer: layer)
    let center = center(picture, moment)
    for radius in radii(picture, moment) {
      picture.canvas.circle(center: center, radius: radius / picture.metresPerDot, ink, spacing: 6)
    }
    if let accuracy = moment.accuracy, accuracy / picture.metresPerDot > (moment.live == nil ? 8 : 5.5) {
      picture.canvas.circle(center: picture.transform.dot(moment.markerPoint), radius: accuracy / picture.metresPerDot, ink, spacing: 1.5)
    }
  }

  static func label(_ picture: inout MapPicture, _ moment: Moment) {
    guard moment.hasPosition else { return }
    let center = center(picture, moment)
    for radius in radii(picture, moment) {
      // At half past one on the dial, where neither the course nor the scale is likely to be.
      let reach = radius / picture.metresPerDot * 0.7071
      guard let cell = picture.cell(of: DotPoint(center.x + reach, center.y - reach)) else { continue }
      picture.putApart(moment.look.units.distance(radius), column: cell.column + 1, row: cell.row, style: moment.look.theme.ring)
    }
  }
}
