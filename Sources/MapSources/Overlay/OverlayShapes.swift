// Owns `OverlayShapes`: areas, lines and points of an overlay, unwrapped at the antimeridian and cut to handy lengths.

internal import BaseMap

/// An area, a stretch of a line, or a point.
struct OverlayShape {
  var kind: MapKind
  /// Index among the names; −1 without one.
  var name: Int32 = -1
  /// Its rings or its line, among ``OverlayShapes/parts``.
  var parts: Range<Int32>
  var box: OverlayBox
}

/// All shapes of an overlay.
struct OverlayShapes {
  private(set) var shapes: [OverlayShape] = []
  private(set) var parts: [Range<Int32>] = []
  private(set) var points: [LocalPoint] = []
  private(set) var names: [MapName] = []
  private var nameBytes = 0

  /// About how many bytes the pieces of all these will take, and no more than they will.
  var byteCount: Int { shapes.count * 24 + parts.count * 8 + points.count * 8 + nameBytes }

  /// Lines are cut into stretches of so many points, so that only what is in view is drawn.
  static let stretch = 256

  /// Adds a point.
  mutating func addPoint(_ point: LocalPoint) {
    begin()
    append(point)
    end(.overlayPoint)
  }

  /// Adds a line, in stretches; one of a single place is none. Neighbours go the shorter way around the world.
  mutating func addLine(_ line: ArraySlice<LocalPoint>) {
    var shift: Int64 = 0
    var before: LocalPoint?
    begin()
    for point in line {
      if let last = before {
        if last == point { continue }
        shift += OverlayPlane.step(last.x, point.x) - (Int64(point.x) - Int64(last.x))
      }
      before = point
      let x = Int64(point.x) + shift
      // Around the world more than once: from here on, a line of its own.
      guard let x = OverlayPlane.held(x) else {
        endLine()
        begin()
        append(point)
        shift = 0
        continue
      }
      append(LocalPoint(x: x, y: point.y))
      if points.count - start >= Self.stretch {
        let last = points[points.count - 1]
        endLine()
        begin()
        append(last)
      }
    }
    endLine()
  }

  /// Adds an area: its outer ring, then its holes.
  mutating func addArea(_ rings: [ArraySlice<LocalPoint>]) {
    begin()
    var outer: OverlayBox?
    for ring in rings {
      guard let ring = Self.ring(ring, near: outer) else {
        if outer == nil { return }
        continue
      }
      var own = OverlayBox()
      for point in ring {
        append(point)
        own.form(with: point)
      }
      endPart()
      outer = outer ?? own
    }
    if outer != nil { end(.overlayArea) }
  }

  /// Names all shapes from one on; of several areas, the largest.
  mutating func name(_ name: MapName, from first: Int) {
    guard first < shapes.count else { return }
    names.append(name)
    nameBytes += name.byteCount
    let areas = shapes[first...].indices.filter { shapes[$0].kind == .overlayArea }
    let largest = areas.max { shapes[$0].box.extent < shapes[$1].box.extent }
    for index in first..<shapes.count where shapes[index].kind != .overlayArea || index == largest {
      shapes[index].name = Int32(names.count - 1)
    }
  }

  // MARK: - The shape that is being made

  /// Where its points begin, where the points of its part begin, and where its parts begin.
  private var start = 0
  private var partStart = 0
  private var firstPart = 0
  private var box = OverlayBox()

  private mutating func begin() {
    start = points.count
    partStart = start
    firstPart = parts.count
    box = OverlayBox()
  }

  private mutating func append(_ point: LocalPoint) {
    points.append(point)
    box.form(with: point)
  }

  private mutating func endPart() {
    parts.append(Int32(partStart)..<Int32(points.count))
    partStart = points.count
  }

  private mutating func endLine() {
    if points.count - start >= 2 {
      end(.overlayLine)
    } else {
      points.removeSubrange(start...)
    }
  }

  /// Ends the shape and moves it by whole turns to where its middle lies in the world.
  private mutating func end(_ kind: MapKind) {
    let turn = OverlayPlane.turn
    if partStart < points.count { endPart() }
    let middle = (Int64(box.minX) + Int64(box.maxX)) / 2
    let turns = middle < 0 ? 1 : middle >= Int64(turn) ? -1 : 0
    if turns != 0 {
      let step = Int32(turns) * turn
      for index in start..<points.count { points[index].x += step }
      box.minX += step
      box.maxX += step
    }
    shapes.append(OverlayShape(kind: kind, parts: Int32(firstPart)..<Int32(parts.count), box: box))
  }

  /// A ring without its repeated end and its repeated points, unwrapped where it then closes (around a pole it does not), and moved by whole
  /// turns to where it lies next to another; `nil` where it has no area.
  private static func ring(_ ring: ArraySlice<LocalPoint>, near other: OverlayBox?) -> [LocalPoint]? {
    var plain: [LocalPoint] = []
    plain.reserveCapacity(ring.count)
    for point in ring where plain.last != point { plain.append(point) }
    if plain.count > 1, plain.first == plain.last { plain.removeLast() }
    guard plain.count >= 3 else { return nil }
    var result = unwrapped(plain) ?? plain
    guard let other else { return result }
    let center = (result.reduce(Int64.max) { min($0, Int64($1.x)) } + result.reduce(Int64.min) { max($0, Int64($1.x)) }) / 2
    let away = (Int64(other.minX) + Int64(other.maxX)) / 2 - center
    let half = Int64(OverlayPlane.turn / 2)
    let step = away > half ? Int64(OverlayPlane.turn) : away < -half ? -Int64(OverlayPlane.turn) : 0
    if step != 0 {
      for index in result.indices {
        guard let x = OverlayPlane.held(Int64(result[index].x) + step) else { return nil }
        result[index].x = x
      }
    }
    return result
  }

  private static func unwrapped(_ ring: [LocalPoint]) -> [LocalPoint]? {
    var result = ring
    var x = Int64(ring[0].x)
    for index in 1..<ring.count {
      x += OverlayPlane.step(ring[index - 1].x, ring[index].x)
      guard let held = OverlayPlane.held(x) else { return nil }
      result[index].x = held
    }
    return x + OverlayPlane.step(ring[ring.count - 1].x, ring[0].x) == Int64(ring[0].x) ? result : nil
  }
}
