// Owns `BaseLayer`: the names of the base map, below everything else that has a text.

import Cells

/// The names that the base map has placed: each as a whole or not at all, never over the track, the marker or another text.
enum BaseLayer: MapLayer {
  static func label(_ picture: inout MapPicture, _ moment: Moment) {
    guard let base = moment.base, base.key.transform == picture.transform else { return }
    for label in base.labels {
      // A street that one drives on keeps its name a row off, and so does the town that one is in.
      for row in label.isLoose || (label.isTown && !label.isCountry) ? [label.row, label.row - 1, label.row + 1] : [label.row] {
        guard hasRoom(for: label, row: row, on: picture) else { continue }
        picture.put(label.text, column: label.column, row: row, style: label.style)
        break
      }
    }
  }

  /// Whether a name hides nothing there, and a blank column is left to either side.
  private static func hasRoom(for label: BaseLabel, row: Int, on picture: MapPicture) -> Bool {
    let left = max(0, label.column - 1)
    let right = min(picture.columns, label.column + label.width + 1)
    return picture.isFree(column: left, row: row, width: right - left)
      && picture.inkedCells(column: label.column, row: row, width: label.width) == 0
  }
}
