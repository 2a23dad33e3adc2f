// Owns `NorthLayer`: which way north is, while it is not up.

import Cells

/// An arrow to the north with its letter, at the top right, on a map that is turned.
enum NorthLayer: MapLayer {
  static func label(_ picture: inout MapPicture, _ moment: Moment) {
    guard !picture.transform.isNorthUp, picture.rows > 3 else { return }
    let look = moment.look
    let text = look.glyphs.arrow(-moment.camera.bearing) + look.say("N", "北")
    let column = picture.columns - TextWidth.columns(of: text) - 1
    // Below what else stands in that corner.
    for row in 0..<3 where picture.put(text, column: column, row: row, style: look.theme.north) { return }
  }
}
