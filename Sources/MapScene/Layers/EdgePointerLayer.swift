// What lies outside the view: name, distance and direction of the start, the finish and the next place, at the edge towards them.

import Cells
import TrackGeodesy
import TrackPlayback

enum EdgePointerLayer: MapLayer {
  static func label(_ picture: inout MapPicture, _ moment: Moment) {
    let shape = moment.journey.shape
    guard shape.count > 1, !MapPicture.hasStreets(moment) else { return }
    let look = moment.look
    let last = shape.count - 1
    let finish = moment.journey.finishName ?? look.say("finish", "终点")
    if !moment.journey.isLive {
      point(&picture, moment, to: shape.point(last), mark: look.glyphs.finish, name: finish, style: look.theme.finish)
    }
    if let next = moment.journey.nextPlace(after: moment.pose.pointIndex), (next.pointIndex ?? last) < last - 1 {
      point(&picture, moment, to: next.world, mark: look.glyphs.place, name: next.name, style: look.theme.place)
    }
    let start = moment.journey.startName ?? look.say("start", "起点")
    point(&picture, moment, to: shape.point(0), mark: look.glyphs.start, name: start, style: look.theme.start)
  }

  private static func point(
    _ picture: inout MapPicture, _ moment: Moment, to target: MapPoint, mark: String, name: String, style: Style
  ) {
    let dot = picture.transform.dot(target)
    guard picture.cell(of: dot) == nil, picture.rows > 3, picture.columns > 30 else { return }
    let look = moment.look
    let geodesic = Geodesic.wgs84.inverse(from: moment.pose.coordinate, to: WebMercator.unproject(target))
    let arrow = look.glyphs.arrow(geodesic.initialCourse - moment.camera.bearing)
    let place = TextWidth.truncated(name, to: 24)
    let course = look.degrees(geodesic.initialCourse, digits: 0)
    let text = "\(mark) \(place) \(look.units.distance(geodesic.distance)) \(course) \(arrow)"
    let width = TextWidth.columns(of: text)
    let exit = edge(of: picture, towards: dot)
    // The row nearest to where the ray leaves the view, going inwards; across it or beside it, wherever the track is not hidden. Columns in
    // steps of four, and the first place that will do: a text that shifts with every cell of motion is hard to read, and costs a slow link.
    let inwards = exit.row > picture.rows / 2 ? -1 : 1
    let around = exit.column / 4 * 4
    let columns = [around - width / 2, around + 4, around - width - 4].map { min(max($0, 1), picture.columns - width - 1) }
    for hidden in [2, width] {
      for step in 0..<4 {
        let row = exit.row + step * inwards
        for column in columns where picture.inkedCells(column: column, row: row, width: width) <= hidden {
          if picture.putApart(text, column: column, row: row, style: style) { return }
        }
      }
    }
  }

  /// The cell where the straight line from the middle of the view to a dot leaves it.
  private static func edge(of picture: MapPicture, towards dot: DotPoint) -> CellPosition {
    let middle = DotPoint(Double(picture.canvas.width) / 2, Double(picture.canvas.height) / 2)
    let dx = dot.x - middle.x
    let dy = dot.y - middle.y
    let reach = min(dx == 0 ? .infinity : middle.x / abs(dx), dy == 0 ? .infinity : middle.y / abs(dy))
    let share = reach.isFinite ? min(reach, 1) : 1
    let column = Int((middle.x + dx * share) / Double(picture.canvas.set.dotsPerColumn))
    let row = Int((middle.y + dy * share) / Double(picture.canvas.set.dotsPerRow))
    return CellPosition(column: min(max(column, 0), picture.columns - 1), row: min(max(row, 0), picture.rows - 1))
  }
}
