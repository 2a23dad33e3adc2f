// Tests the reader against SwiftProtobuf: every layer, feature, tag, value and geometry.

import SwiftProtobuf
import Testing
import TileSketch
import VectorTileOracle

@testable import BaseMap

@Suite struct OracleTests {
  @Test func sketchesAreReadAsSwiftProtobufReadsThem() throws {
    for (schema, layers) in SketchTiles.all { try compare(TileSketch(layers).bytes, schema) }
  }

  @Test(.enabled(if: tileFixtures != nil, noFixtures)) func realTilesAreReadAsSwiftProtobufReadsThem() throws {
    #expect(realTiles.count > 50)
    for tile in realTiles { try compare(tile.bytes, tile.name) }
  }

  private func compare(_ bytes: [UInt8], _ name: String) throws {
    let oracle = try Oracle_Tile(serializedBytes: bytes)
    let differences = bytes.withUnsafeBufferPointer { buffer -> [String] in
      guard let base = buffer.baseAddress else { return oracle.layers.isEmpty ? [] : ["nothing read"] }
      var differences: [String] = []
      var reader = WireReader(base, ByteRange(start: 0, end: Int32(buffer.count)))
      var index = 0
      while !reader.isAtEnd {
        guard reader.word() == 3 << 3 | Wire.run else { return ["a field that is no layer"] }
        let range = reader.run()
        guard index < oracle.layers.count else { return ["more layers"] }
        differences += Self.differences(base, range, oracle.layers[index])
        index += 1
      }
      if index != oracle.layers.count { differences.append("\(index) layers for \(oracle.layers.count)") }
      return differences
    }
    #expect(differences == [], "\(name)")
  }

  private static func differences(_ base: UnsafePointer<UInt8>, _ range: ByteRange, _ oracle: Oracle_Tile.Layer) -> [String] {
    guard let name = TileLayer.name(base, range), let layer = TileLayer(base, range, name: name) else {
      return ["\(oracle.name): no layer"]
    }
    var differences: [String] = []
    func check(_ isSame: Bool, _ what: String) { if !isSame { differences.append("\(oracle.name): \(what)") } }
    check(layer.name == oracle.name, "name")
    check(layer.version == oracle.version, "version")
    check(layer.extent == oracle.extent, "extent")
    check(layer.keys.map { TileLayer.text(base, $0) } == oracle.keys, "keys")
    check(layer.values.count == oracle.values.count, "values")
    check(layer.features.count == oracle.features.count, "features")
    let values = TileValues(base, layer.values)
    for (index, value) in oracle.values.enumerated() where index < layer.values.count {
      check(isSame(values, index, value), "value \(index)")
    }
    var geometry = TileGeometry()
    for (feature, other) in zip(layer.features, oracle.features) {
      check(numbers(base, feature, field: 2) == other.tags, "tags")
      check(numbers(base, feature, field: 4) == other.geometry, "geometry")
      check(type(base, feature) == UInt32(other.type.rawValue), "type")
      guard let shape = [Oracle_Tile.GeomType.point: TileGeometry.Shape.points, .linestring: .lines, .polygon: .polygons][other.type],
        let commands = run(base, feature, field: 4)
      else { continue }
      let isRead = geometry.read(WireReader(base, commands), shape, isLenient: false, scale: nil)
      check(isRead && parts(geometry) == plainParts(other), "drawing")
    }
    return differences
  }

  private static func isSame(_ values: TileValues, _ index: Int, _ oracle: Oracle_Tile.Value) -> Bool {
    if oracle.hasStringValue { return values.word(index) == oracle.stringValue }
    if oracle.hasBoolValue { return values.isTrue(index) == oracle.boolValue && values.number(index) == nil }
    if oracle.hasFloatValue { return values.number(index) == Double(oracle.floatValue) }
    if oracle.hasDoubleValue { return values.number(index) == oracle.doubleValue }
    if oracle.hasIntValue { return values.number(index) == Double(oracle.intValue) }
    if oracle.hasUintValue { return values.number(index) == Double(oracle.uintValue) }
    if oracle.hasSintValue { return values.number(index) == Double(oracle.sintValue) }
    return values.word(index) == nil
  }

  private static func run(_ base: UnsafePointer<UInt8>, _ feature: ByteRange, field: UInt32) -> ByteRange? {
    var reader = WireReader(base, feature)
    while !reader.isAtEnd {
      let tag = reader.word()
      if tag == field << 3 | Wire.run { return reader.run() }
      reader.skip(tag & 7)
    }
    return nil
  }

  private static func numbers(_ base: UnsafePointer<UInt8>, _ feature: ByteRange, field: UInt32) -> [UInt32] {
    guard let range = run(base, feature, field: field) else { return [] }
    var reader = WireReader(base, range)
    var numbers: [UInt32] = []
    while !reader.isAtEnd { numbers.append(reader.word()) }
    return reader.isBroken ? [] : numbers
  }

  private static func type(_ base: UnsafePointer<UInt8>, _ feature: ByteRange) -> UInt32 {
    var reader = WireReader(base, feature)
    while !reader.isAtEnd {
      let tag = reader.word()
      if tag == 3 << 3 | Wire.varint { return reader.word() }
      reader.skip(tag & 7)
    }
    return 0
  }

  private static func parts(_ geometry: TileGeometry) -> [[LocalPoint]] {
    var start = 0
    return geometry.ends.map { end in
      defer { start = end }
      return Array(geometry.points[start..<end])
    }
  }

  /// The specification's commands, followed plainly; then what adds nothing taken out, one point at a time.
  private static func plainParts(_ feature: Oracle_Tile.Feature) -> [[LocalPoint]] {
    var parts: [[LocalPoint]] = []
    var (x, y) = (0, 0)
    var rest = feature.geometry[...]
    while let header = rest.popFirst() {
      let (command, count) = (header & 7, Int(header >> 3))
      if command == 7 { continue }
      for _ in 0..<count {
        guard let dx = rest.popFirst(), let dy = rest.popFirst() else { return [] }
        x += Int(Int32(bitPattern: dx >> 1) ^ -Int32(bitPattern: dx & 1))
        y += Int(Int32(bitPattern: dy >> 1) ^ -Int32(bitPattern: dy & 1))
        let point = LocalPoint(x: Int32(x), y: Int32(y))
        if command == 1, feature.type != .point || parts.isEmpty { parts.append([point]) } else { parts[parts.count - 1].append(point) }
      }
    }
    return feature.type == .point ? parts : parts.map { thinned($0) }
  }

  private static func thinned(_ part: [LocalPoint]) -> [LocalPoint] {
    var kept: [LocalPoint] = []
    for point in part {
      if kept.last == point { continue }
      if kept.count >= 2 {
        let (a, b) = (kept[kept.count - 2], kept[kept.count - 1])
        let (ux, uy) = (Double(b.x - a.x), Double(b.y - a.y))
        let (vx, vy) = (Double(point.x - b.x), Double(point.y - b.y))
        if ux * vy - uy * vx == 0, ux * vx + uy * vy > 0 { kept.removeLast() }
      }
      kept.append(point)
    }
    return kept
  }
}
