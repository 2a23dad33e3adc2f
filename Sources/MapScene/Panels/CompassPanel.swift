// The compass: a ring that turns under a fixed line, letters and numbers upright, true and magnetic heading below.
//
//                 ┃             fixed line: the way the marker faces
//            330 0┃ 30
//         300  ⡠⠒ N ⠒⢄  60      ring, turned by minus the heading; a long tick every 30°
//         270 ⡇W  ┼  E⢸ 90      crosshair, fixed

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

public enum CompassPanel {
  /// The ring in all of `rect` but its last rows, which hold the numbers.
  public static func draw(_ moment: Moment, into grid: inout CellGrid, rect: Rect) {
    let words = rect.height >= 15 ? 2 : 1
    let ring = Rect(column: rect.column, row: rect.row, width: rect.width, height: rect.height - words)
    let reading = moment.compass
    // Where the compass is invalid, what was shown stays.
    let shown = moment.look.north == .magnetic ? reading?.magneticHeading : reading?.trueHeading
    drawRing(heading: shown, moment.look, into: &grid, rect: ring)
    drawNumbers(reading, moment.look, into: &grid, column: rect.column, row: rect.maxRow - 1, width: rect.width)
    if words == 2, let doubt = reading.flatMap({ doubt($0, moment.look) }) {
      grid.put(" " + doubt, column: rect.column, row: rect.maxRow - 2, style: moment.look.theme.warning, limit: rect.width)
    }
  }

  /// What is wrong with a reading, in at most 21 columns; `nil` where nothing is.
  private static func doubt(_ reading: CompassReading, _ look: Presentation) -> String? {
    switch reading.status {
    case .invalid: return look.say("compass invalid", "罗盘无效")
    case .uncalibrated: return look.say("compass uncalibrated", "罗盘未校准")
    case .valid, .unknown: break
    }
    guard reading.isModelUnreliable else { return nil }
    return look.say("magnetic: doubtful", "磁方向不可靠")
  }

  private static func drawNumbers(
    _ reading: CompassReading?, _ look: Presentation, into grid: inout CellGrid, column: Int, row: Int, width: Int
  ) {
    guard let reading else {
      grid.put(" " + look.say("no heading yet", "尚无方向"), column: column, row: row, style: look.theme.faint, limit: width)
      return
    }
    let first = look.north == .magnetic ? reading.magneticHeading : reading.trueHeading
    let second = look.north == .magnetic ? reading.trueHeading : reading.magneticHeading
    let magnetic = look.say("mag", "磁") + (reading.isModelUnreliable ? "?" : "")
    let names = look.north == .magnetic ? (magnetic, look.say("true", "真")) : (look.say("true", "真"), magnetic)
    let left = " \(look.degrees(first)) \(names.0) \(look.direction(first))"
    grid.put(left, column: column, row: row, style: look.theme.strong, limit: width)
    let full = "\(look.degrees(second)) \(names.1)"
    let room = width - TextWidth.columns(of: left) - 1
    let right = TextWidth.columns(of: full) <= room ? full : look.degrees(second)
    let at = column + width - TextWidth.columns(of: right)
    if at > column + TextWidth.columns(of: left) { grid.put(right, column: at, row: row, style: look.theme.faint) }
  }

  /// The ring as large as the rectangle allows: a tick every 2° where there is room for 180 of them, else every 5°, 10° or 30°.
  public static func drawRing(heading: Double?, _ look: Presentation, into grid: inout CellGrid, rect: Rect) {
    let set = look.glyphs.dots
    var canvas = DotCanvas(set: set, columns: rect.width, rows: rect.height)
    let center = DotPoint((Double(canvas.width) - 1) / 2, (Double(canvas.height) - 1) / 2)
    let column = Double(set.dotsPerColumn)
    let row = Double(set.dotsPerRow)
    let radius = min(Double(canvas.width) / 2 - 4 * column, Double(canvas.height) / 2 - 1.75 * row)
    guard radius >= 4 else { return }
    let heading = heading.flatMap { $0.isFinite ? $0 : nil }
    // A dot of a small ring is four degrees wide: turning by less than one would be sent, but not seen.
    let step = radius < 24 ? 1.0 : 0.5
    let turn = ((heading ?? 0) / step).rounded() * step
    drawTicks(on: &canvas, center, radius, turn: turn, look)
    canvas.draw(into: &grid, column: rect.column, row: rect.row)
    func put(_ text: String, x: Double, y: Double, _ style: Style) {
      let width = Double(TextWidth.columns(of: text))
      let at = Int(((x + 0.5) / column - width / 2).rounded())
      grid.put(text, column: rect.column + at, row: rect.row + Int((y + 0.5) / row), style: style)
    }
    for degrees in stride(from: 0, to: 360, by: 30) {
      let angle = (Double(degrees) - turn) * .pi / 180
      let style = degrees == 0 ? look.theme.north : look.theme.faint
      put("\(degrees)", x: center.x + (radius + 2.6 * column) * sin(angle), y: center.y - (radius + 1.1 * row) * cos(angle), style)
    }
    let letters = look.language == .english ? ["N", "E", "S", "W"] : ["北", "东", "南", "西"]
    for (index, letter) in letters.enumerated() {
      let angle = (Double(index) * 90 - turn) * .pi / 180
      let reach = radius * 0.6
      put(letter, x: center.x + reach * sin(angle), y: center.y - reach * cos(angle), index == 0 ? look.theme.north : look.theme.strong)
    }
    let middle = rect.column + rect.width / 2
    put(look.glyphs.cross, x: center.x, y: center.y, look.theme.line)
    grid.put(look.glyphs.heavyVertical, column: middle, row: rect.row, style: look.theme.accent)
    if rect.height > 12 { grid.put(look.glyphs.heavyVertical, column: middle, row: rect.row + 1, style: look.theme.accent) }
    if heading == nil { put(look.say("invalid", "无效"), x: center.x, y: center.y + 2 * row, look.theme.warning) }
  }

  private static func drawTicks(on canvas: inout DotCanvas, _ center: DotPoint, _ radius: Double, turn: Double, _ look: Presentation) {
    let step = radius >= 44 ? 2 : radius >= 24 ? 5 : radius >= 11 ? 10 : 30
    let quiet = Ink(look.theme.ring.foreground, look.theme.ring.attributes, layer: 1)
    let bright = Ink(look.theme.strong.foreground, look.theme.strong.attributes, layer: 2)
    let red = Ink(look.theme.north.foreground, look.theme.north.attributes, layer: 3)
    for degrees in stride(from: 0, to: 360, by: step) {
      let angle = (Double(degrees) - turn) * .pi / 180
      let isLong = degrees % 30 == 0
      let depth = isLong ? max(2, radius * 0.2) : max(1, radius * 0.08)
      let from = DotPoint(center.x + radius * sin(angle), center.y - radius * cos(angle))
      let to = DotPoint(center.x + (radius - depth) * sin(angle), center.y - (radius - depth) * cos(angle))
      canvas.line(from, to, isLong ? bright : quiet)
    }
    // The red dot between the ring and its 0.
    let angle = -turn * .pi / 180
    let reach = radius + (look.glyphs.dots == .braille ? 2.4 : 1.2)
    let at = DotPoint(center.x + reach * sin(angle), center.y - reach * cos(angle))
    canvas.thickLine(at, at, radius: 0.9, red)
  }
}

extension Moment {
  /// The compass at this moment: that of a live source's device where it has one, else the course; `nil` while nothing has moved yet.
  public var compass: CompassReading? {
    if let live, live.isAtEdge, !isMocked, let reading = deviceCompass(live) { return reading }
    return heading.map {
      CompassReading(
        trueHeading: $0, at: pose.coordinate, altitude: pose.altitude ?? 0, decimalYear: CompassReading.decimalYear(clock.utc))
    }
  }

  /// What the compass of a live source's device shows.
  private func deviceCompass(_ live: LivePicture) -> CompassReading? {
    guard let newest = live.heading else { return nil }
    var compass = CompassModel(north: look.north == .magnetic ? .magnetic : .true, headingOffset: look.headingOffset)
    // The place and the moment, for the declination.
    compass.update(Fix(coordinate: pose.coordinate, altitude: pose.altitude, time: clock.utc))
    if let held = live.validHeading { compass.update(held) }
    compass.update(newest)
    return CompassReading(compass)
  }
}
