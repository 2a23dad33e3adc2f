// Owns `SkyPanel`: the satellites in view, where they stand and how strong they are.
//
//           N                 G12 ▇▇▇▇▇▇▇▇▇▇▇ 44       filled: used for the fix
//       ⡠⠔⠒⠒⠢⢄   5            G 5 ▇▇▇▇▇▇▇▇ 31
//     W ⡇12  · ⢸ E            R71 ┈┈┈┈┈┈ 22            hollow: seen, not used
//       ⠑⠤⣀⣀⠤⠊
//           S                 8 used of 12   HDOP 0.9   VDOP 1.4   PDOP 1.7

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

/// The satellites of the source in focus.
public enum SkyPanel {
  /// The strongest signal that a bar can show, dB-Hz.
  static let strongest = 55.0
  /// Fewer columns than this hold the disc or the bars, not both.
  static let bothFrom = 44

  /// Fills a rectangle: the sky as a disc at the left, signals as bars at the right, sums below. What does not fit is left out: first the
  /// disc, then the bars of the weakest.
  public static func draw(_ moment: Moment, into grid: inout CellGrid, rect: Rect) {
    let look = moment.look
    guard let sky = moment.live?.sky, rect.height >= 2, rect.width >= 12 else {
      let text = " " + look.say("nothing is told of satellites", "没有卫星信息")
      grid.put(text, column: rect.column, row: rect.row, style: look.theme.faint, limit: rect.width)
      return
    }
    let satellites = ordered(sky.satellites)
    let room = Rect(column: rect.column, row: rect.row, width: rect.width, height: rect.height - 1)
    drawSums(sky, look, into: &grid, rect: Rect(column: rect.column, row: rect.maxRow - 1, width: rect.width, height: 1))
    let hasDisc = room.height >= 7 && rect.width >= bothFrom
    guard hasDisc else { return drawBars(satellites, look, into: &grid, rect: room) }
    // A cell is about twice as high as wide.
    let disc = min(rect.width * 6 / 10, room.height * 2 + 4)
    drawDisc(satellites, moment, into: &grid, rect: Rect(column: rect.column, row: rect.row, width: disc, height: room.height))
    drawBars(
      satellites, look, into: &grid,
      rect: Rect(column: rect.column + disc + 1, row: rect.row, width: rect.width - disc - 1, height: room.height))
  }

  /// Those used first, each by strength; at most 200.
  static func ordered(_ satellites: [Satellite]) -> [Satellite] {
    Array(
      satellites.prefix(200).sorted { one, other in
        if one.isUsed != other.isUsed { return one.isUsed }
        let (first, second) = (one.signal ?? -1, other.signal ?? -1)
        return first != second ? first > second : one.number < other.number
      })
  }

  /// `G12`, `R 5`, `C33`: the system's letter as RINEX has it, and the number in it.
  static func name(_ satellite: Satellite) -> String {
    let letters: [Satellite.System: String] = [
      .gps: "G", .sbas: "S", .galileo: "E", .beidou: "C", .imes: "I", .qzss: "J", .glonass: "R", .navic: "N",
    ]
    let letter = satellite.system.flatMap { letters[$0] } ?? " "
    let number = satellite.system == nil ? satellite.number : satellite.systemNumber ?? satellite.number
    return letter + TextWidth.padded(String(min(max(number, 0), 999)), to: 2, leading: true)
  }

  // MARK: Sums

  private static func drawSums(_ sky: SkyView, _ look: Presentation, into grid: inout CellGrid, rect: Rect) {
    func figure(_ name: String, _ value: Double?) -> String? {
      value.map { "\(name) \($0.isFinite && abs($0) < 1000 ? DecimalText.fixed($0, digits: 1) : DecimalText.missing)" }
    }
    let used = look.say("\(sky.usedCount) used of \(sky.satellites.count)", "使用 \(sky.usedCount)，可见 \(sky.satellites.count)")
    let dilution = sky.dilution
    let parts = [
      used, figure("HDOP", dilution.horizontal), figure("VDOP", dilution.vertical), figure("PDOP", dilution.position),
      figure("TDOP", dilution.time), figure("GDOP", dilution.geometric),
    ].compactMap { $0 }
    var column = rect.column
    for (index, part) in parts.enumerated() {
      let text = (index == 0 ? " " : "   ") + part
      guard column + TextWidth.columns(of: text) <= rect.maxColumn else { return }
      column += grid.put(text, column: column, row: rect.row, style: index == 0 ? look.theme.strong : look.theme.text)
    }
  }

  // MARK: Bars

  private static func drawBars(_ satellites: [Satellite], _ look: Presentation, into grid: inout CellGrid, rect: Rect) {
    guard rect.width >= 10, rect.height >= 1 else { return }
    // Two columns of bars where there are more satellites than rows.
    let columns = satellites.count > rect.height && rect.width >= 34 ? 2 : 1
    let width = rect.width / columns
    for (index, satellite) in satellites.prefix(rect.height * columns).enumerated() {
      let place = Rect(
        column: rect.column + index / rect.height * width, row: rect.row + index % rect.height, width: width - 1, height: 1)
      drawBar(satellite, look, into: &grid, rect: place)
    }
  }

  /// `G12 ▇▇▇▇▇▇▇ 44`, filled where it is used.
  private static func drawBar(_ satellite: Satellite, _ look: Presentation, into grid: inout CellGrid, rect: Rect) {
    let style = satellite.isUsed ? look.theme.strong : look.theme.faint
    grid.put(name(satellite), column: rect.column, row: rect.row, style: style, limit: rect.width)
    let room = rect.width - 8
    guard let signal = satellite.signal, signal.isFinite, room > 0 else {
      grid.put(DecimalText.missing, column: rect.column + 4, row: rect.row, style: look.theme.faint, limit: max(0, rect.width - 4))
      return
    }
    let share = min(max(signal / strongest, 0), 1)
    let length = Int((share * Double(room)).rounded())
    let glyph = satellite.isUsed ? look.glyphs.barUsed : look.glyphs.barSeen
    grid.put(
      String(repeating: glyph, count: length), column: rect.column + 4, row: rect.row,
      style: satellite.isUsed ? look.theme.accent : look.theme.faint)
    let number = DecimalText.fixed(min(max(signal, 0), 99), digits: 0)
    grid.put(number, column: rect.column + 4 + length + (length > 0 ? 1 : 0), row: rect.row, style: style)
  }

  // MARK: Disc

  /// The sky as it stands above: the horizon outside, the zenith in the middle, a ring at 45° (at 30° and 60° where there is room).
  private static func drawDisc(_ satellites: [Satellite], _ moment: Moment, into grid: inout CellGrid, rect: Rect) {
    let look = moment.look
    let set = look.glyphs.dots
    var canvas = DotCanvas(set: set, columns: rect.width, rows: rect.height)
    let column = Double(set.dotsPerColumn)
    let row = Double(set.dotsPerRow)
    let center = DotPoint((Double(canvas.width) - 1) / 2, (Double(canvas.height) - 1) / 2)
    let radius = min(Double(canvas.width) / 2 - 3 * column, Double(canvas.height) / 2 - row)
    guard radius >= 3 else { return }
    let ring = Ink(look.theme.ring.foreground, look.theme.ring.attributes, layer: 1)
    canvas.circle(center: center, radius: radius, ring, spacing: 1.5)
    for elevation in radius >= 24 ? [30.0, 60] : [45.0] {
      canvas.circle(center: center, radius: radius * (90 - elevation) / 90, ring, spacing: 4)
    }
    canvas.draw(into: &grid, column: rect.column, row: rect.row)
    func cell(_ x: Double, _ y: Double) -> CellPosition {
      CellPosition(column: rect.column + Int(((x + 0.5) / column).rounded(.down)), row: rect.row + Int(((y + 0.5) / row).rounded(.down)))
    }
    drawLetters(look, center, radius, column, row, cell, into: &grid)
    var taken: Set<CellPosition> = []
    for satellite in satellites {
      guard let elevation = satellite.elevation, let azimuth = satellite.azimuth, (0...90).contains(elevation), azimuth.isFinite,
        abs(azimuth) <= 720
      else { continue }
      let reach = radius * (90 - elevation) / 90
      let angle = azimuth * .pi / 180
      put(satellite, at: cell(center.x + reach * sin(angle), center.y - reach * cos(angle)), &taken, look, into: &grid, rect: rect)
    }
  }

  private static func drawLetters(
    _ look: Presentation, _ center: DotPoint, _ radius: Double, _ column: Double, _ row: Double,
    _ cell: (Double, Double) -> CellPosition, into grid: inout CellGrid
  ) {
    let letters = look.language == .english ? ["N", "E", "S", "W"] : ["北", "东", "南", "西"]
    for (index, letter) in letters.enumerated() {
      let angle = Double(index) * .pi / 2
      let outside = index % 2 == 0 ? row * 0.8 : column * 1.6
      let at = cell(center.x + (radius + outside) * sin(angle), center.y - (radius + outside) * cos(angle))
      grid.put(letter, column: at.column, row: at.row, style: index == 0 ? look.theme.north : look.theme.strong)
    }
    let middle = cell(center.x, center.y)
    grid.put(look.glyphs.cross, column: middle.column, row: middle.row, style: look.theme.line)
  }

  /// The number of a satellite where it stands, used ones in reverse; moved by a row where another stands, left out where that is full too.
  private static func put(
    _ satellite: Satellite, at place: CellPosition, _ taken: inout Set<CellPosition>, _ look: Presentation, into grid: inout CellGrid,
    rect: Rect
  ) {
    let text = name(satellite).filter { $0 != " " }
    let width = TextWidth.columns(of: text)
    let start = min(max(rect.column, place.column - width / 2), max(rect.column, rect.maxColumn - width))
    for row in [place.row, place.row + 1, place.row - 1] where row >= rect.row && row < rect.maxRow {
      let cells = (start - 1...start + width).map { CellPosition(column: $0, row: row) }
      guard taken.isDisjoint(with: cells) else { continue }
      taken.formUnion(cells.dropFirst().dropLast())
      let style = satellite.isUsed ? look.theme.strong.adding(.reverse) : look.theme.faint
      grid.put(satellite.isUsed ? text : text.lowercased(), column: start, row: row, style: style)
      return
    }
  }
}
