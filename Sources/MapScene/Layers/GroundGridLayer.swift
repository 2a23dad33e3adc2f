// A grid of points fixed to the ground, so that motion is seen even on a straight road.

import Cells
import TrackGeodesy

enum GroundGridLayer: MapLayer {
  /// The spacing: the largest round length of at most this many dots.
  private static let widest = 50.0

  static func label(_ picture: inout MapPicture, _ moment: Moment) {
    let theme = moment.look.theme
    guard picture.metresPerDot < 2_000, !MapPicture.hasStreets(moment) else { return }
    let unit = referenceUnit(moment)
    let wanted = widest * picture.metresPerDot * (moment.look.glyphs.dots == .braille ? 1 : 0.5)
    let step = moment.look.units.roundDistance(atMost: wanted).metres / unit
    let view = picture.transform.visibleBox(margin: 0)
    guard step > 0, view.width / step < 200, view.height / step < 200 else { return }
    let columns = multiples(of: step, from: view.minX, to: view.maxX)
    let rows = multiples(of: step, from: view.minY, to: view.maxY)
    if picture.metresHigh > 6_000, picture.transform.isNorthUp { labelEdges(&picture, moment, columns, rows) }
    for x in columns {
      for y in rows where isDrawn(x, y, step) {
        let dot = picture.transform.dot(MapPoint(x: x, y: y))
        guard let cell = picture.cell(of: dot), picture.canvas.isEmpty(column: cell.column, row: cell.row) else { continue }
        picture.put(moment.look.glyphs.gridPoint, column: cell.column, row: cell.row, style: theme.grid)
      }
    }
  }

  /// Every other point of the grid, as on a chessboard: as good for the eye, and half as much to send when the map moves.
  private static func isDrawn(_ x: Double, _ y: Double, _ step: Double) -> Bool {
    Int((x / step).rounded() + (y / step).rounded()) % 2 == 0
  }

  private static func multiples(of step: Double, from low: Double, to high: Double) -> [Double] {
    let first = (low / step).rounded(.up)
    let count = max(0, Int((high / step).rounded(.down) - first) + 1)
    return (0..<count).map { (first + Double($0)) * step }
  }

  /// The longitude of every column at the top, the latitude of every row at the left. The lines are a round number of metres apart, not of degrees:
  /// the digits are as many as place the line to a fifth of a cell.
  private static func labelEdges(_ picture: inout MapPicture, _ moment: Moment, _ columns: [Double], _ rows: [Double]) {
    guard picture.columns >= 60, columns.count > 1 else { return }
    let digits = digits(resolving: 360 * Double(picture.canvas.set.dotsPerColumn) / picture.transform.dotsPerUnit)
    func text(_ degrees: Double, _ positive: String, _ negative: String) -> String {
      DecimalText.fixed(abs(degrees), digits: digits) + moment.look.glyphs.degree + (degrees < 0 ? negative : positive)
    }
    for x in columns {
      let longitude = WebMercator.unproject(MapPoint(x: x, y: moment.camera.center.y)).longitude
      guard let cell = picture.cell(of: DotPoint(picture.transform.dot(MapPoint(x: x, y: rows.first ?? 0)).x, 0)) else { continue }
      let label = text(Angle.normalized180(longitude), "E", "W")
      quietly(label, column: cell.column - TextWidth.columns(of: label) / 2, row: 0, &picture, moment)
    }
    for y in rows {
      let latitude = WebMercator.unproject(MapPoint(x: moment.camera.center.x, y: y)).latitude
      guard let cell = picture.cell(of: DotPoint(0, picture.transform.dot(MapPoint(x: columns[0], y: y)).y)) else { continue }
      quietly(text(latitude, "N", "S"), column: 0, row: cell.row, &picture, moment)
    }
  }

  /// As many digits of degrees as it takes for half of the last to be less than a fifth of a cell.
  private static func digits(resolving cell: Double) -> Int {
    var (digits, last) = (0, 1.0)
    while digits < 6, last / 2 > cell / 5 { (digits, last) = (digits + 1, last / 10) }
    return digits
  }

  /// Puts a text only where it hides nothing.
  private static func quietly(_ text: String, column: Int, row: Int, _ picture: inout MapPicture, _ moment: Moment) {
    guard picture.inkedCells(column: column, row: row, width: TextWidth.columns(of: text)) == 0 else { return }
    picture.putApart(text, column: column, row: row, style: moment.look.theme.grid)
  }

  /// Metres a world unit where the journey begins, so that the grid does not crawl while the camera moves north or south.
  private static func referenceUnit(_ moment: Moment) -> Double {
    let points = moment.journey.track.points
    return WebMercator.metresPerWorldUnit(atLatitude: points.isEmpty ? 0 : points.coordinate(at: 0).latitude)
  }
}
