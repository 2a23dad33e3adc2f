// Small pictures of some layers of the map, for the tests of layers.

import Cells
import TestSupport
import TrackGeodesy
import TrackPlayback

@testable import MapScene

/// A picture of some layers only.
func picture(_ layers: [any MapLayer.Type], _ moment: Moment, columns: Int, rows: Int) -> MapPicture {
  var picture = MapPicture(columns: columns, rows: rows, set: moment.look.glyphs.dots, camera: moment.camera)
  for layer in layers.reversed() { layer.paint(&picture, moment) }
  for layer in layers { layer.label(&picture, moment) }
  return picture
}

func frame(_ layers: [any MapLayer.Type], _ moment: Moment, columns: Int, rows: Int) -> CellGrid {
  var grid = CellGrid(width: columns, height: rows)
  picture(layers, moment, columns: columns, rows: rows).compose(into: &grid, column: 0, row: 0)
  return grid
}

/// A camera so many metres high over the marker of a moment.
func close(
  _ journey: Journey, at seconds: Double, metres: Double, columns: Int, rows: Int, set: GlyphSet = .braille, bearing: Double = 0
) -> Moment {
  let canvas = CanvasSize(columns: columns, rows: rows, set: set)
  let look = Presentation(glyphs: Glyphs(set))
  var moment = Moment.of(journey, at: seconds, canvas: canvas, look: look)
  moment.camera = Camera(region: metres, around: moment.markerPoint, canvas: canvas)
  moment.camera.bearing = bearing
  return moment
}
