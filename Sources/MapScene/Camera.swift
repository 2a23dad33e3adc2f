// Where the map is looked at from, and how the world becomes dots.

import Cells
import TrackGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A view of the map: what lies in the middle, how large, and which way is up.
public struct Camera: Hashable, Sendable {
  /// World coordinates of the middle; x may leave 0…1 with a track that crosses the antimeridian.
  public var center: MapPoint
  /// Dots to one world unit (the whole equator).
  public private(set) var dotsPerUnit: Double
  /// The compass direction that points up, degrees.
  public var bearing: Double

  /// From the whole world on a few dots to a decimetre a dot.
  public static let scaleLimits = 32.0...4.0e8

  public init(center: MapPoint, dotsPerUnit: Double, bearing: Double = 0) {
    self.center = center
    self.dotsPerUnit = Self.clamped(dotsPerUnit)
    self.bearing = bearing
  }

  /// Shows a square of so many metres around a place, as large as the canvas allows.
  public init(region metres: Double, around center: MapPoint, canvas: CanvasSize) {
    let unit = WebMercator.metresPerWorldUnit(atLatitude: WebMercator.unproject(center).latitude)
    let dots = Double(max(1, min(canvas.width, canvas.height)))
    self.init(center: center, dotsPerUnit: dots * unit / max(metres, 1e-3))
  }

  /// Shows a whole box with a margin around it.
  public init(fitting box: WorldBox, canvas: CanvasSize, margin: Double = 0.06) {
    let room = 1 - 2 * margin
    let across = Double(max(1, canvas.width)) * room / max(box.width, 1e-12)
    let down = Double(max(1, canvas.height)) * room / max(box.height, 1e-12)
    self.init(center: box.center, dotsPerUnit: min(across, down))
  }

  private static func clamped(_ scale: Double) -> Double {
    scale.isFinite ? min(max(scale, scaleLimits.lowerBound), scaleLimits.upperBound) : scaleLimits.lowerBound
  }

  /// Ground metres a dot at the middle of the view.
  public var metresPerDot: Double {
    WebMercator.metresPerWorldUnit(atLatitude: WebMercator.unproject(center).latitude) / dotsPerUnit
  }

  /// The same middle, `factor` times as large.
  public func zoomed(by factor: Double) -> Camera { Camera(center: center, dotsPerUnit: dotsPerUnit * factor, bearing: bearing) }

  /// `factor` times as large, while the world stays where it is under one dot of the canvas.
  public func zoomed(by factor: Double, keeping dot: DotPoint, canvas: CanvasSize) -> Camera {
    let fixed = MapTransform(self, canvas: canvas).world(dot)
    var next = zoomed(by: factor)
    // From the fixed place to the middle of the canvas, turned back into the world; the view then snaps by half a cell at most.
    let x = (Double(canvas.width) / 2 - 0.5 - dot.x) / next.dotsPerUnit
    let y = (Double(canvas.height) / 2 - 0.5 - dot.y) / next.dotsPerUnit
    let angle = bearing * .pi / 180
    next.center = MapPoint(x: fixed.x + x * cos(angle) - y * sin(angle), y: fixed.y + x * sin(angle) + y * cos(angle))
    return next.kept()
  }

  /// Moved by so many dots of the screen.
  public func panned(x: Double, y: Double) -> Camera {
    let angle = bearing * .pi / 180
    var next = self
    next.center.x += (x * cos(angle) - y * sin(angle)) / dotsPerUnit
    next.center.y += (x * sin(angle) + y * cos(angle)) / dotsPerUnit
    return next.kept()
  }

  /// The poles are the end of the map.
  private func kept() -> Camera {
    var next = self
    next.center.y = min(max(center.y, 0), 1)
    return next
  }

  /// Follows a place with whole-cell steps: nothing moves while it stays within the dead zone around the middle; beyond it the view moves by
  /// as many cells as it takes. Whole cells keep the picture steady, and cost a slow link least.
  public func following(_ place: MapPoint, canvas: CanvasSize, deadZone: (columns: Int, rows: Int) = (2, 1)) -> Camera {
    let dot = MapTransform(self, canvas: canvas).dot(place)
    /// Dots by which the cell of a position lies beyond the dead zone; in the same cells that everything is drawn in, so that what stands
    /// around the marker does not move when the map does.
    func excess(_ position: Double, _ size: Int, _ cell: Int, _ zone: Int) -> Double {
      let offset = ((position + 0.5) / Double(cell)).rounded(.down) - Double((size / cell - 1) / 2)
      let over = abs(offset) - Double(zone)
      return over > 0 ? (offset > 0 ? over : -over) * Double(cell) : 0
    }
    let across = excess(dot.x, canvas.width, canvas.dotsPerColumn, deadZone.columns)
    let down = excess(dot.y, canvas.height, canvas.dotsPerRow, deadZone.rows)
    if abs(across) > Double(canvas.width) || abs(down) > Double(canvas.height) {
      return Camera(center: place, dotsPerUnit: dotsPerUnit, bearing: bearing)
    }
    return across == 0 && down == 0 ? self : panned(x: across, y: down)
  }
}

/// The size of a dot canvas, and of its cells.
public struct CanvasSize: Hashable, Sendable {
  public var width: Int
  public var height: Int
  public var dotsPerColumn: Int
  public var dotsPerRow: Int

  public init(columns: Int, rows: Int, set: GlyphSet) {
    dotsPerColumn = set.dotsPerColumn
    dotsPerRow = set.dotsPerRow
    width = max(0, columns) * dotsPerColumn
    height = max(0, rows) * dotsPerRow
  }
}

/// From world coordinates to dots, the origin snapped to whole cells so that a moving camera shifts the picture by cells.
public struct MapTransform: Hashable, Sendable {
  public let dotsPerUnit: Double
  public let canvas: CanvasSize
  private let originX: Double
  private let originY: Double
  private let cosine: Double
  private let sine: Double

  public init(_ camera: Camera, canvas: CanvasSize) {
    dotsPerUnit = camera.dotsPerUnit
    self.canvas = canvas
    // A quarter turn is exact: what is level stays level.
    let bearing = camera.bearing.isFinite ? camera.bearing.truncatingRemainder(dividingBy: 360) : 0
    let isQuarter = bearing.truncatingRemainder(dividingBy: 90) == 0
    cosine = isQuarter ? cos(bearing * .pi / 180).rounded() : cos(bearing * .pi / 180)
    sine = isQuarter ? sin(bearing * .pi / 180).rounded() : sin(bearing * .pi / 180)
    let x = (camera.center.x * cosine + camera.center.y * sine) * dotsPerUnit
    let y = (-camera.center.x * sine + camera.center.y * cosine) * dotsPerUnit
    func snapped(_ value: Double, _ size: Int, _ cell: Int) -> Double {
      ((value - Double(size) / 2) / Double(cell)).rounded() * Double(cell)
    }
    originX = snapped(x, canvas.width, canvas.dotsPerColumn)
    originY = snapped(y, canvas.height, canvas.dotsPerRow)
  }

  /// Whether the world's axes are those of the canvas.
  var isNorthUp: Bool { sine == 0 && cosine == 1 }
  /// How far a square of side 1 reaches on the canvas's axes, 1 to √2: more where the view is turned.
  var spread: Double { abs(sine) + abs(cosine) }

  /// The whole cells by which a picture made for another transform has to be moved to lie as this one shows it; `nil` where scale, turn or
  /// size differ, or nothing of it would be left.
  func shift(from other: MapTransform) -> (columns: Int, rows: Int)? {
    guard dotsPerUnit == other.dotsPerUnit, cosine == other.cosine, sine == other.sine, canvas == other.canvas else { return nil }
    let columns = ((other.originX - originX) / Double(max(1, canvas.dotsPerColumn))).rounded()
    let rows = ((other.originY - originY) / Double(max(1, canvas.dotsPerRow))).rounded()
    guard abs(columns) <= Double(canvas.width), abs(rows) <= Double(canvas.height) else { return nil }
    return (Int(columns), Int(rows))
  }

  /// Ground metres a dot at the middle of the canvas.
  var metresPerDot: Double {
    let middle = world(DotPoint(Double(canvas.width) / 2, Double(canvas.height) / 2))
    return WebMercator.metresPerWorldUnit(atLatitude: WebMercator.unproject(middle).latitude) / dotsPerUnit
  }

  /// The number of the canvas's first cell among those of the ground: what is fixed to it moves with the map.
  var firstCell: (column: Int, row: Int) {
    func cell(_ origin: Double, _ size: Int) -> Int { size > 0 && abs(origin) < 1e15 ? Int(origin) / size : 0 }
    return (cell(originX, canvas.dotsPerColumn), cell(originY, canvas.dotsPerRow))
  }

  /// Dot coordinates of a world point; the canvas covers 0..<width, 0..<height.
  @inline(__always)
  public func dot(_ point: MapPoint) -> DotPoint { dot(x: point.x, y: point.y) }

  @inline(__always)
  func dot(x: Double, y: Double) -> DotPoint {
    DotPoint((x * cosine + y * sine) * dotsPerUnit - originX - 0.5, (y * cosine - x * sine) * dotsPerUnit - originY - 0.5)
  }

  /// World coordinates of a dot.
  public func world(_ dot: DotPoint) -> MapPoint {
    let x = (dot.x + 0.5 + originX) / dotsPerUnit
    let y = (dot.y + 0.5 + originY) / dotsPerUnit
    return MapPoint(x: x * cosine - y * sine, y: x * sine + y * cosine)
  }

  /// The box of the world that the canvas can show, widened by a margin in dots.
  public func visibleBox(margin: Double = 2) -> WorldBox {
    let right = Double(canvas.width) + margin
    let bottom = Double(canvas.height) + margin
    let corners = [DotPoint(-margin, -margin), DotPoint(right, -margin), DotPoint(-margin, bottom), DotPoint(right, bottom)].map(world)
    var box = WorldBox(minX: corners[0].x, minY: corners[0].y, maxX: corners[0].x, maxY: corners[0].y)
    for corner in corners { box.form(with: WorldBox(minX: corner.x, minY: corner.y, maxX: corner.x, maxY: corner.y)) }
    return box
  }

  /// Whether a box, moved by some turns of the world, may be in view.
  func shows(_ box: WorldBox, turn: Double) -> Bool {
    var view = visibleBox(margin: 8)
    view.minX -= turn
    view.maxX -= turn
    return box.touches(view)
  }

  /// The whole turns of the world by which a box must be moved to be seen: usually only 0; more when the map is zoomed far out or the
  /// view lies beyond the antimeridian.
  public func turns(of box: WorldBox) -> ClosedRange<Int> {
    let view = visibleBox()
    let first = (view.minX - box.maxX).rounded(.up)
    let last = (view.maxX - box.minX).rounded(.down)
    guard abs(first) < 1e6, abs(last) < 1e6, first <= last else { return 0...0 }
    // At most seventeen copies, those nearest to the middle of the view.
    let surplus = max(0, last - first - 16)
    return Int(first + (surplus / 2).rounded(.down))...Int(last - (surplus / 2).rounded(.up))
  }
}
