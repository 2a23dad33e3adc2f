// Owns `KMLContent`: what a KML document holds, as it grows.

import TrackGeodesy
import TrackPlayback

/// A place of a `Point`.
struct KMLPlace {
  var name: String?
  var symbol: String?
  var coordinate: Coordinate
  var altitude: Double?
  var time: Double?
  var folder: Int

  /// The place as a waypoint, `nil` where it has no name.
  var waypoint: Waypoint? {
    name.map { Waypoint(name: $0, coordinate: coordinate, altitude: altitude, time: time, symbol: symbol) }
  }

  var fix: Fix { Fix(coordinate: coordinate, altitude: altitude, time: time) }
}

/// What a KML document holds.
struct KMLContent {
  let datum: Datum
  private(set) var name: String?
  var skipped = SkippedRecords()
  var lines: [KMLLine] = []
  private(set) var outlines: [KMLLine] = []
  var places: [KMLPlace] = []
  private(set) var folderNames: [String?] = [nil]
  /// The first offset from UTC that the time of a place states.
  private(set) var placeOffset: Int?
  /// The containers that are open, as indices of ``folderNames``; 0 is the document itself.
  private var open: [(folder: Int, isDocument: Bool)] = []
  private(set) var pointCount = 0

  init(datum: Datum) {
    self.datum = datum
  }

  mutating func beginContainer(isDocument: Bool) {
    open.append((folderNames.count, isDocument))
    folderNames.append(nil)
  }

  mutating func endContainer() { _ = open.popLast() }

  /// Names the container that is open; the first name of a `Document` is that of the whole.
  mutating func nameContainer(_ text: String?) {
    guard let container = open.last else { return }
    folderNames[container.folder] = folderNames[container.folder] ?? text
    if container.isDocument || open.count == 1 { name = name ?? text }
  }

  mutating func add(_ placemark: borrowing KMLPlacemark) {
    let folder = open.last?.folder ?? 0
    pointCount += placemark.line.points.count + placemark.places.count
    if !placemark.line.points.isEmpty { lines.append(line(placemark.line, of: placemark, folder)) }
    if !placemark.outline.points.isEmpty { outlines.append(line(placemark.outline, of: placemark, folder)) }
    guard !placemark.places.isEmpty else { return }
    placeOffset = placeOffset ?? placemark.utcOffset
    for place in placemark.places {
      places.append(
        KMLPlace(
          name: placemark.name, symbol: placemark.symbol, coordinate: place.coordinate,
          altitude: place.altitude.isNaN ? nil : place.altitude, time: placemark.time.isNaN ? nil : placemark.time, folder: folder))
    }
  }

  private func line(_ line: KMLLine, of placemark: borrowing KMLPlacemark, _ folder: Int) -> KMLLine {
    var line = line
    line.folder = folder
    line.utcOffset = placemark.utcOffset
    line.name = placemark.name
    // GPSBabel calls every line "Path", and the folder around it after the track.
    if line.name == nil || line.name == "Path" { line.name = folderName ?? line.name }
    return line
  }

  /// The name of the nearest `Folder` that is open and has one.
  private var folderName: String? {
    for container in open.reversed() where !container.isDocument {
      if let name = folderNames[container.folder] { return name }
    }
    return nil
  }

  /// The points of the lines so far.
  var points: TrackPoints {
    var all = TrackPoints()
    for line in lines { all.append(contentsOf: line.points) }
    if lines.isEmpty { for place in places { all.append(place.fix) } }
    return all
  }
}
