// The whole route, small, with the rectangle that the map shows.

import Cells
import TrackGeodesy
import TrackPlayback

public enum OverviewPanel {
  public static func draw(_ moment: Moment, mapCanvas: CanvasSize, into grid: inout CellGrid, rect: Rect) {
    let look = moment.look
    guard let box = moment.journey.shape.bounds, rect.height >= 3 else { return }
    let rows = rect.height - 1
    let canvas = CanvasSize(columns: rect.width - 2, rows: rows, set: look.glyphs.dots)
    var small = moment
    small.camera = Camera(fitting: box, canvas: canvas, margin: 0.04)
    var picture = MapPicture(columns: rect.width - 2, rows: rows, set: look.glyphs.dots, camera: small.camera)
    TrackLayer.paintLine(&picture, small, turn: 0)
    drawView(of: moment, mapCanvas, on: &picture)
    let ink = Ink(look.theme.marker.foreground, look.theme.marker.attributes, layer: MarkerLayer.layer)
    let at = picture.transform.dot(small.markerPoint)
    picture.canvas.thickLine(at, at, radius: look.glyphs.dots == .braille ? 1.5 : 0.8, ink)
    picture.compose(into: &grid, column: rect.column + 1, row: rect.row)
    let across = box.width * WebMercator.metresPerWorldUnit(atLatitude: WebMercator.unproject(box.center).latitude)
    let down = box.height * WebMercator.metresPerWorldUnit(atLatitude: WebMercator.unproject(box.center).latitude)
    let size = "\(look.units.distance(across)) \(look.glyphs.times) \(look.units.distance(down))"
    grid.put(" " + size, column: rect.column, row: rect.maxRow - 1, style: look.theme.faint, limit: rect.width)
  }

  /// The outline of what the map shows, where it is large enough to be seen and does not hold the whole.
  private static func drawView(of moment: Moment, _ mapCanvas: CanvasSize, on picture: inout MapPicture) {
    let view = MapTransform(moment.camera, canvas: mapCanvas)
    let style = moment.look.theme.ring
    let ink = Ink(style.foreground, style.attributes, layer: 20)
    let right = Double(mapCanvas.width)
    let bottom = Double(mapCanvas.height)
    let corners = [DotPoint(0, 0), DotPoint(right, 0), DotPoint(right, bottom), DotPoint(0, bottom)].map {
      picture.transform.dot(view.world($0))
    }
    // A view that is turned is turned here; the route stays north-up.
    func extent(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
    let across = extent(corners.map(\.x))
    let down = extent(corners.map(\.y))
    guard across + down > 5, across < Double(picture.canvas.width), down < Double(picture.canvas.height) else { return }
    for (index, corner) in corners.enumerated() { picture.canvas.line(corner, corners[(index + 1) % 4], ink) }
  }
}
