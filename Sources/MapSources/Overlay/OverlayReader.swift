// Owns `OverlayReader`: the events of GeoJSON texts sorted into the shapes of an overlay.

internal import BaseMap
internal import TrackFormats

/// Sorts the events of GeoJSON (RFC 7946). Members may come in any order, so a geometry becomes shapes when its object ends.
struct OverlayReader {
  private(set) var shapes = OverlayShapes()
  /// Whether anything was a GeoJSON object.
  private(set) var isGeoJSON = false
  /// Positions that are none, and how many there were.
  private(set) var badPositions = 0
  private(set) var positions = 0
  /// Whether there are more points than are held.
  private(set) var isTooLarge = false
  /// Whether the shapes take more memory than they may.
  private(set) var isTooHeavy = false
  private let byteLimit: Int

  /// - Parameter byteLimit: what the pieces of it all may take.
  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// How many points are held, at eight bytes each.
  static let limit = 5_000_000

  /// What an open array or object is.
  private enum Scope { case objects, geometries, object, properties }

  /// A GeoJSON object that is open.
  private struct Frame {
    var type: GeoJSONType?
    let isGeometry: Bool
    let firstShape: Int
    var hasCoordinates = false
    var name = OverlayName()
  }

  private var scopes: [Scope] = []
  private var frames: [Frame] = []
  private var word = OverlayWord.other
  /// How many arrays and objects are open that mean nothing here.
  private var ignored = 0
  private var coordinates = OverlayCoordinates()

  /// Takes the next events; `false` where there is more than can be held.
  mutating func take(_ events: JSONEvents) -> Bool {
    for event in events {
      if ignored > 0 {
        skip(event)
      } else if coordinates.isOpen {
        takeCoordinate(event)
      } else {
        takeOther(event)
      }
      if isTooLarge || isTooHeavy { return false }
    }
    return true
  }

  private mutating func skip(_ event: JSONEvent) {
    switch event.kind {
    case .objectStart, .arrayStart: ignored += 1
    case .objectEnd, .arrayEnd: ignored -= 1
    default: break
    }
  }

  private mutating func takeCoordinate(_ event: JSONEvent) {
    switch event.kind {
    case .number: coordinates.add(event.number)
    case .arrayStart: coordinates.begin()
    case .arrayEnd: coordinates.end()
    case .objectStart: ignored = 1
    default: break
    }
    if shapes.points.count + coordinates.points.count > Self.limit { isTooLarge = true }
  }

  private mutating func takeOther(_ event: JSONEvent) {
    switch event.kind {
    case .key: word = OverlayWord(event.text)
    case .objectStart: beginObject()
    case .arrayStart: beginArray()
    case .objectEnd, .arrayEnd:
      if let scope = scopes.popLast(), scope == .object { endObject() }
      word = .other
    case .string: takeText(event.text)
    default: break
    }
  }

  private mutating func beginObject() {
    switch (scopes.last, word) {
    case (nil, _), (.objects, _): push(isGeometry: false)
    case (.geometries, _), (.object, .geometry): push(isGeometry: true)
    case (.object, .properties): scopes.append(.properties)
    default: ignored = 1
    }
  }

  private mutating func push(isGeometry: Bool) {
    scopes.append(.object)
    frames.append(Frame(isGeometry: isGeometry, firstShape: shapes.shapes.count))
    word = .other
  }

  private mutating func beginArray() {
    switch (scopes.last, word) {
    case (nil, _), (.object, .features): scopes.append(.objects)
    case (.object, .geometries): scopes.append(.geometries)
    case (.object, .coordinates):
      // They belong to this object and to no other that is open.
      for index in frames.indices { frames[index].hasCoordinates = index == frames.count - 1 }
      coordinates.start()
    default: ignored = 1
    }
  }

  private mutating func takeText(_ text: UnsafeBufferPointer<UInt8>) {
    guard !frames.isEmpty else { return }
    let frame = frames.count - 1
    switch scopes.last {
    case .object where word == .type:
      frames[frame].type = GeoJSONType(text)
      if frames[frame].type != nil { isGeoJSON = true }
    case .properties: frames[frame].name.take(text, word)
    default: break
    }
  }

  private mutating func endObject() {
    guard let frame = frames.popLast() else { return }
    if frame.hasCoordinates, let type = frame.type {
      positions += coordinates.count
      badPositions += coordinates.bad
      coordinates.addShapes(type, to: &shapes)
    }
    if shapes.byteCount > byteLimit { isTooHeavy = true }
    if !frame.isGeometry, let name = frame.name.name { shapes.name(name, from: frame.firstShape) }
  }
}
