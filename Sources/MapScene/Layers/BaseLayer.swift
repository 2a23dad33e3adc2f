// Owns `BaseLayer`: the names of the base map and the marks of overlays, below everything else that has a text.

import Cells

/// The names that the base map has placed: each as a whole or not at all, never over the track, the marker or another text. The marks of overlays come
/// last, in cells that are still free.
enum BaseLayer: MapLayer {
  static func label(_ picture: inout MapPicture, _ moment: Moment) {
    guard let base = moment.base, base.key.transform == picture.transform else { return }
    for label in base.labels {
      // A street that one drives on keeps its name a row off, and so does the town that one is in.
      for row in label.isLoose || (label.isTown && !label.isCountry) ? [label.row, label.row - 1, label.row + 1] : [label.row] {
        let isElsewhere = row != label.row
        if isElsewhere, base.marks.touch(column: label.column - 1, row: row, width: label.width + 2) { continue }
        guard hasRoom(for: label, row: row, on: picture) else { continue }
        picture.put(label.text, column: label.column, row: row, style: label.style)
        break
      }
    }
    mark(base.marks, on: &picture)
  }

  /// The points of overlays where no name stands: over rings and grids, beneath tracks and markers.
  private static func mark(_ marks: BaseMarks, on picture: inout MapPicture) {
    for cell in marks.cells where picture.canvas.topLayer(column: cell.column, row: cell.row) < CompanionLayer.layer {
      _ = picture.putSign(marks.sign, column: cell.column, row: cell.row, style: marks.style)
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
