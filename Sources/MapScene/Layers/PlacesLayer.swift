// Named places of the file, the start and the finish, and posts every so many kilometres.

import Cells
import TrackGeodesy
import TrackPlayback

/// Where the track begins and ends.
enum EndsLayer: MapLayer {
  static func label(_ picture: inout MapPicture, _ moment: Moment) {
    let shape = moment.journey.shape
    guard shape.count > 0, !picture.isSpeck(moment) else { return }
    let look = moment.look
    let start = picture.transform.dot(shape.point(0))
    let finish = picture.transform.dot(shape.point(shape.count - 1))
    // A loop ends where it begins: one mark, the start's, unless a name tells them apart.
    let isLoop = abs(start.x - finish.x) < 3 && abs(start.y - finish.y) < 3
    let name = moment.journey.startName ?? look.say("start", "起点")
    picture.putLabel(name, mark: look.glyphs.start, at: start, markStyle: look.theme.start, style: look.theme.place)
    guard !isLoop, !moment.journey.isPartial else { return }
    let end = moment.journey.finishName ?? look.say("finish", "终点")
    picture.putLabel(end, mark: look.glyphs.finish, at: finish, markStyle: look.theme.finish, style: look.theme.place)
  }
}

/// Names on the way, the next ones first.
enum PlacesLayer: MapLayer {
  static func label(_ picture: inout MapPicture, _ moment: Moment) {
    guard !picture.isSpeck(moment) else { return }
    let look = moment.look
    let last = moment.journey.shape.count - 1
    let here = moment.pose.pointIndex
    let onTheWay = moment.journey.places.filter { place in place.pointIndex.map { $0 > 0 && $0 < last - 1 } ?? true }
    let ordered = onTheWay.filter { ($0.pointIndex ?? 0) >= here } + onTheWay.filter { ($0.pointIndex ?? 0) < here }.reversed()
    for place in ordered.prefix(300) {
      let dot = picture.transform.dot(place.world)
      picture.putLabel(place.name, mark: look.glyphs.place, at: dot, markStyle: look.theme.place, style: look.theme.place)
    }
    posts(&picture, moment)
  }

  /// A post at every round distance along the track, a view's width apart or more.
  private static func posts(_ picture: inout MapPicture, _ moment: Moment) {
    let timeline = moment.journey.timeline
    let unit = moment.look.units == .metric ? 1000.0 : moment.look.units == .imperial ? 1609.344 : 1852
    var step = unit
    while step / picture.metresPerDot < 40 { step *= step / unit == 2 || step / unit == 20 || step / unit == 200 ? 2.5 : 2 }
    guard timeline.length > step, timeline.length / step < 500 else { return }
    for index in 1...Int(timeline.length / step) {
      let distance = Double(index) * step
      let pose = timeline.pose(at: timeline.offset(atDistance: distance))
      let dot = picture.transform.dot(moment.journey.shape.place(pose.coordinate, near: pose.pointIndex))
      guard let cell = picture.cell(of: dot) else { continue }
      picture.putApart("\(Int((distance / unit).rounded()))", column: cell.column + 2, row: cell.row, style: moment.look.theme.faint)
    }
  }
}

/// Beads on the track where the marker will be in 10, 20, 30 … seconds: close together is slow.
enum BeadsLayer: MapLayer {
  static func label(_ picture: inout MapPicture, _ moment: Moment) {
    guard picture.metresHigh < 1300, !MapPicture.hasStreets(moment) else { return }
    let timeline = moment.journey.timeline
    let beat = 10.0
    let first = (moment.frame.position / beat).rounded(.down) + 1
    for index in 0..<12 {
      let time = (first + Double(index)) * beat
      guard time <= timeline.duration else { return }
      let pose = timeline.pose(at: time)
      let dot = picture.transform.dot(moment.journey.shape.place(pose.coordinate, near: pose.pointIndex))
      guard let cell = picture.cell(of: dot) else { continue }
      picture.put(moment.look.glyphs.bead, column: cell.column, row: cell.row, style: moment.look.theme.strong)
    }
  }
}
