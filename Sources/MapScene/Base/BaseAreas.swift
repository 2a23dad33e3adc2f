// Owns `BaseAreas`: which ground each dot of the view is, and what follows from it for the cells: backgrounds, hatches, outlines.

import BaseMap
import Cells
import TrackGeodesy

/// The grounds of a view, a byte a dot.
struct BaseAreas {
  let width: Int
  let height: Int
  /// Raw values of `Ground`, row by row.
  private(set) var grounds: [UInt8]
  private var water: DotMask
  private var buildings: DotMask
  private var scratch: DotMask

  /// Dots across from which on a lake has a shore: below, it would be a speck.
  private static let smallestShore = 3.0
  /// Dots across from which on a house is drawn.
  private static let smallestHouse = 7.0

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    grounds = [UInt8](repeating: 0, count: width * height)
    water = DotMask(width: width, height: height)
    buildings = water
    scratch = water
  }

  /// Fills the areas of a part, from the ground up.
  mutating func fill(_ view: BasePartView, _ style: MapStyle, _ path: inout BasePath) {
    // Small houses would be specks, and many of them a flicker.
    for (first, last, smallest) in [
      (MapKind.farmland, MapKind.pedestrianArea, 1), (.building, .building, Self.smallestHouse), (.overlayArea, .overlayArea, 0),
    ] {
      view.forEachFeature(first, to: last, smallest: smallest) { feature in
        guard let ground = style.ground(feature.kind) else { return }
        view.forEachRing(feature, &path) { scratch.toggle(ring: $0.dots) }
        paint(ground, within: view.window)
      }
    }
  }

  /// Ends the area whose rings were toggled.
  private mutating func paint(_ ground: Ground, within window: DotMask?) {
    let width = width
    switch ground {
    case .water:
      scratch.drain(within: window) { row, dots in
        water.insert(row: row, dots: dots)
        Self.set(&grounds, row * width, dots, ground)
      }
    case .building:
      scratch.drain(within: window) { row, dots in
        buildings.insert(row: row, dots: dots)
        Self.set(&grounds, row * width, dots, ground)
      }
    default: scratch.drain(within: window) { row, dots in Self.set(&grounds, row * width, dots, ground) }
    }
  }

  private static func set(_ grounds: inout [UInt8], _ base: Int, _ dots: Range<Int>, _ ground: Ground) {
    let raw = ground.rawValue
    grounds.withUnsafeMutableBufferPointer { grounds in
      for x in base + dots.lowerBound..<base + dots.upperBound { grounds[x] = raw }
    }
  }

  /// Draws the edges of water, and of buildings where they are large enough.
  func outline(_ views: [BasePartView], _ style: MapStyle, on canvas: inout DotCanvas, _ path: inout BasePath) {
    if style.outlinesBuildings {
      let look = style.palette.outline(.building)
      var walls = buildings
      walls.subtract(buildings.eroded())
      canvas.plot(walls, Ink(look.foreground, look.attributes, layer: 2))
    }
    // Where two waters meet, and where a tile ends, there is no shore: a dot amid water is none.
    var shore = DotMask(width: width, height: height)
    for view in views {
      var edges = DotMask(width: width, height: height)
      view.forEachFeature(.water, to: .ocean, smallest: Self.smallestShore) { feature in
        view.forEachRing(feature, &path) { path in
          guard var before = path.dots.last else { return }
          for (dot, isCut) in zip(path.dots, path.cuts) {
            if !isCut { edges.insert(from: before, to: dot) }
            before = dot
          }
        }
      }
      if let window = view.window { edges.formIntersection(window) }
      shore.formUnion(edges)
    }
    shore.subtract(water.eroded())
    let look = style.palette.outline(.water)
    canvas.plot(shore, Ink(look.foreground, look.attributes, layer: 3))
  }

  /// The grounds that most dots of the cells of a row are; of two that share a cell alike, the louder. The dots beside a cell count with it.
  private func grounds(row: Int, across: Int, down: Int, into line: inout [Ground]) {
    grounds.withUnsafeBytes { grounds in
      let top = row * down * width
      for column in line.indices {
        let left = column > 0 ? column * across - 1 : 0
        let right = min((column + 1) * across + 1, width)
        let corner = top + left
        // Most cells lie amid one ground: four dots to a row in braille, which are looked at in one.
        if right - left == 4 {
          let first = grounds.loadUnaligned(fromByteOffset: corner, as: UInt32.self)
          var mixed = first ^ UInt32(truncatingIfNeeded: first & 0xFF) &* 0x0101_0101
          for y in 1..<max(1, down) { mixed |= first ^ grounds.loadUnaligned(fromByteOffset: corner + y * width, as: UInt32.self) }
          if mixed == 0 {
            line[column] = Ground(rawValue: grounds[corner]) ?? .none
            continue
          }
        }
        line[column] = most(grounds, from: corner, across: right - left, down: down)
      }
    }
  }

  /// The ground of most of the dots of a rectangle, at most sixteen.
  private func most(_ grounds: UnsafeRawBufferPointer, from corner: Int, across: Int, down: Int) -> Ground {
    // Five bits a ground.
    var counts: UInt64 = 0
    for y in 0..<down {
      for x in 0..<across { counts &+= 1 << (UInt64(grounds[corner + y * width + x]) &* 5) }
    }
    var best = Ground.none
    var most: UInt64 = 0
    while counts != 0 {
      // From the quietest that is there upwards.
      let raw = counts.trailingZeroBitCount / 5
      let count = counts >> UInt64(raw * 5) & 31
      counts &= ~(31 << UInt64(raw * 5))
      if count >= most { (best, most) = (Ground(rawValue: UInt8(raw)) ?? .none, count) }
    }
    return best
  }

  /// The ground of a cell between two that are alike and have a share in it: theirs, so that backgrounds change seldom along a row, which
  /// looks calmer and costs fewer bytes. Water stays as it is.
  private static func steadied(_ line: [Ground], _ column: Int) -> Ground {
    let ground = line[column]
    guard column > 0, column + 1 < line.count, line[column - 1] == line[column + 1] else { return ground }
    let beside = line[column - 1]
    return beside == .water || ground == .water ? ground : beside
  }

  /// Gives each cell the background of its ground, and its hatch where it has one.
  func lay(_ style: MapStyle, _ transform: MapTransform, into picture: inout BasePicture, on canvas: inout DotCanvas) {
    let looks = Ground.allCases.map { style.palette.area($0) }
    let hatches = looks.contains { $0.hatch != .none }
    let (across, down) = (transform.canvas.dotsPerColumn, transform.canvas.dotsPerRow)
    let origin = transform.firstCell
    var line = [Ground](repeating: .none, count: canvas.columns)
    for row in 0..<canvas.rows {
      grounds(row: row, across: across, down: down, into: &line)
      for column in line.indices {
        let ground = Self.steadied(line, column)
        let look = looks[Int(ground.rawValue)]
        picture.backgrounds[row * canvas.columns + column] = look.background
        guard hatches else { continue }
        if style.isFine {
          hatch(column, row, origin, looks, on: &canvas)
        } else if let sign = look.hatch.sign(column: origin.column &+ column, row: origin.row &+ row) {
          picture.signs.append(BaseSign(scalar: sign, column: column, row: row, style: look.hatchStyle))
        }
      }
    }
  }

  /// Sets the one dot of a cell that its hatch has, if that dot's ground has such a hatch.
  private func hatch(
    _ column: Int, _ row: Int, _ origin: (column: Int, row: Int), _ looks: [MapStyle.Area], on canvas: inout DotCanvas
  ) {
    for hatch in [Ground.Hatch.dense, .sparse] {
      guard let dot = hatch.dot(column: origin.column &+ column, row: origin.row &+ row) else { continue }
      let (x, y) = (column * 2 + dot.x, row * 4 + dot.y)
      let look = looks[Int(grounds[y * width + x])]
      guard look.hatch == hatch else { continue }
      canvas.plot(x, y, Ink(look.hatchStyle.foreground, look.hatchStyle.attributes, layer: 1))
    }
  }
}

extension Ground.Hatch {
  /// The dot of a cell of the ground that the hatch sets in braille.
  func dot(column: Int, row: Int) -> (x: Int, y: Int)? {
    switch self {
    case .none: nil
    case .dense: (column &+ row) & 1 == 0 ? (0, 1) : nil
    case .sparse: column & 3 == (row & 1) &* 2 ? (1, 2) : nil
    }
  }

  /// The sign of a cell of the ground where dots are too large for a hatch.
  func sign(column: Int, row: Int) -> UInt32? {
    switch self {
    case .none: nil
    case .dense: (column &+ row) & 1 == 0 ? 0x7E : nil
    case .sparse: column & 3 == (row & 1) &* 2 ? 0x22 : nil
    }
  }
}
