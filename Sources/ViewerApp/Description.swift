// A moment in words: for screen readers, logs, and terminals that can draw nothing.

import Cells
import MapScene
import TrackGeodesy
import TrackPlayback

/// Says what is on the screen.
public enum Description {
  /// One fact a line.
  public static func words(of moment: Moment) -> [String] {
    let look = moment.look
    let pose = moment.pose
    let journey = moment.journey
    let say = look.language.pick
    if let browsing = moment.browsing, !moment.hasPosition { return words(of: browsing, moment) }
    var lines = ["\(journey.title): \(look.units.distance(journey.timeline.length)), \(journey.track.points.count) \(say("points", "点"))"]
    lines.append("\(say("position", "位置")): \(look.latitude(pose.coordinate.latitude)) \(look.longitude(pose.coordinate.longitude))")
    if let words = PlaceText.choices(moment.place, street: moment.street, look).first { lines.append("\(say("place", "地点")): \(words)") }
    if let altitude = pose.altitude { lines.append("\(say("altitude", "海拔")): \(look.units.altitude(altitude))") }
    lines.append("\(say("speed", "速度")): \(look.units.speed(pose.speed))")
    if let compass = moment.compass {
      lines.append(
        "\(say("heading", "方向")): \(look.degrees(compass.trueHeading)) \(say("true", "真")), \(look.degrees(compass.magneticHeading)) \(say("magnetic", "磁"))"
      )
    }
    if let sensors = SensorText.line(moment) { lines.append("\(say("sensors", "传感器")): \(sensors)") }
    if let turn = HintLine.turn(moment) { lines.append(turn) }
    if let place = HintLine.place(moment) { lines.append(place) }
    lines.append(
      "\(say("progress", "进度")): \(look.units.distance(pose.distance)), \(look.clock(moment.frame.position)) / \(look.clock(moment.frame.duration)), \(moment.rateText), \(state(moment))"
    )
    for other in moment.companions {
      let away = look.units.distance(Geodesic.wgs84.distance(from: pose.coordinate, to: other.pose.coordinate))
      lines.append("\(say("beside", "同行")): \(other.journey.title), \(say("\(away) away", "相距 \(away)"))")
    }
    if let credits = moment.base?.credits { lines += credits.map { "\(say("map data", "地图数据")): \($0)" } }
    return lines.map(TextWidth.printable)
  }

  /// A map without a track.
  private static func words(of browsing: Moment.Browsing, _ moment: Moment) -> [String] {
    let look = moment.look
    let say = look.language.pick
    let middle = "\(look.latitude(browsing.middle.latitude)) \(look.longitude(browsing.middle.longitude))"
    var lines = ["\(say("map", "地图")): \(browsing.title)", "\(say("middle", "中心")): \(middle)"]
    if let place = moment.place.flatMap({ PlaceText.words($0, look) }) { lines.append("\(say("place", "地点")): \(place)") }
    if let credits = moment.base?.credits { lines += credits.map { "\(say("map data", "地图数据")): \($0)" } }
    return lines.map(TextWidth.printable)
  }

  /// The same in one line, for a terminal that only prints.
  public static func line(of moment: Moment) -> String {
    let look = moment.look
    let pose = moment.pose
    var parts = [
      look.clock(moment.frame.position), look.latitude(pose.coordinate.latitude), look.longitude(pose.coordinate.longitude),
    ]
    if let altitude = pose.altitude { parts.append(look.units.altitude(altitude)) }
    parts.append(look.units.speed(pose.speed))
    if let compass = moment.compass { parts.append(look.degrees(compass.trueHeading)) }
    if let place = moment.journey.lastPlace(before: pose.pointIndex) { parts.append(place.name) }
    return TextWidth.printable(parts.joined(separator: "  "))
  }

  private static func state(_ moment: Moment) -> String {
    let say = moment.look.language.pick
    switch moment.frame.state {
    case .paused: return say("paused", "已暂停")
    case .ended: return say("at the end", "已到终点")
    default: return moment.frame.isReversed ? say("playing backwards", "倒放中") : say("playing", "播放中")
    }
  }
}
