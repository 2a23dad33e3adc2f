// The scale bar: a round length, drawn to scale at the bottom left.

import Cells
import TrackGeodesy

enum ScaleLayer: MapLayer {
  static func label(_ picture: inout MapPicture, _ moment: Moment) {
    guard let text = text(on: picture, moment) else { return }
    picture.put(text, column: 1, row: picture.rows - 1, style: moment.look.theme.faint)
  }

  /// Columns that it takes; 0 where there is none.
  static func width(on picture: MapPicture, _ moment: Moment) -> Int { text(on: picture, moment).map { TextWidth.columns(of: $0) } ?? 0 }

  private static func text(on picture: MapPicture, _ moment: Moment) -> String? {
    let glyphs = moment.look.glyphs
    let perColumn = picture.metresPerDot * Double(picture.canvas.set.dotsPerColumn)
    let room = Double(min(24, picture.columns / 3))
    let length = moment.look.units.roundDistance(atMost: room * perColumn)
    let columns = Int((length.metres / perColumn).rounded())
    guard columns >= 2, picture.rows >= 4 else { return nil }
    let bar = glyphs.scaleLeft + String(repeating: glyphs.horizontal, count: max(0, columns - 2)) + glyphs.scaleRight
    return "\(bar) \(length.label)"
  }
}
