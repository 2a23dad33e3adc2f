// What a renderer without a plan does: every point, every frame. The reference of the raster's speed, and the oracle of its dots.

import Cells
import MapScene
import TrackGeodesy

/// A bitmap that a track is drawn on leg by leg, with Bresenham's line (IBM Systems Journal 4, 1965).
struct NaiveRaster {
  let width: Int
  let height: Int
  private(set) var bitmap: [UInt8]

  init(_ canvas: CanvasSize) {
    width = canvas.width
    height = canvas.height
    bitmap = [UInt8](repeating: 0, count: width * height)
  }

  func isSet(_ x: Int, _ y: Int) -> Bool { x >= 0 && y >= 0 && x < width && y < height && bitmap[y * width + x] != 0 }

  /// Draws all legs. A leg whose box lies outside is passed over; nothing else is clever.
  mutating func draw(_ shape: TrackShape, _ transform: MapTransform) {
    guard shape.count > 0 else { return }
    // The transform is linear as long as north is up.
    let zero = transform.dot(MapPoint(x: 0, y: 0))
    let scale = transform.dotsPerUnit
    let xs = shape.x
    let ys = shape.y
    var last = (x: xs[0] * scale + zero.x, y: ys[0] * scale + zero.y)
    for index in 1..<max(1, shape.count) {
      let next = (x: xs[index] * scale + zero.x, y: ys[index] * scale + zero.y)
      let isOutside =
        max(last.x, next.x) < -1 || min(last.x, next.x) > Double(width) || max(last.y, next.y) < -1 || min(last.y, next.y) > Double(height)
      if !isOutside, !shape.isBroken(leg: index - 1) {
        line(Int(last.x.rounded()), Int(last.y.rounded()), Int(next.x.rounded()), Int(next.y.rounded()))
      }
      last = next
    }
  }

  private mutating func line(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) {
    let dx = abs(x1 - x0)
    let dy = -abs(y1 - y0)
    let stepX = x0 < x1 ? 1 : -1
    let stepY = y0 < y1 ? 1 : -1
    var error = dx + dy
    var x = x0
    var y = y0
    while true {
      if x >= 0, y >= 0, x < width, y < height { bitmap[y * width + x] = 1 }
      if x == x1, y == y1 { return }
      let twice = 2 * error
      if twice >= dy {
        error += dy
        x += stepX
      }
      if twice <= dx {
        error += dx
        y += stepY
      }
    }
  }
}
