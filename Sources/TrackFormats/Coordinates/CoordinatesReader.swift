// Owns `CoordinatesReader`: the lines of a coordinate file put together into a track.

import TrackGeodesy
import TrackPlayback

/// Reads the lines of one file.
struct CoordinatesReader {
  private(set) var points = TrackPoints()
  var name: String?
  var datum: Datum
  var isDatumStated: Bool
  /// The names that wait for their point.
  var pendingPlaces: [(name: String, line: Int)] = []
  var skipped: SkippedRecords
  private(set) var line = 0
  private var waypoints: [Waypoint] = []
  private var segmentStarts: [(name: String?, start: Int)] = [(nil, 0)]
  private var order: CoordinateOrder
  /// Whether the person says the order, so that the file cannot.
  private let isOrderGiven: Bool
  /// Whether the person says the datum, so that the file cannot.
  let isDatumGiven: Bool
  /// Positions that only make sense in the other order, and the first of them.
  private var reversedCount = 0
  private var firstReversed: (line: Int, excerpt: String)?

  init(options: ReadOptions) {
    skipped = SkippedRecords(limit: options.recordLimit)
    order = options.order ?? .longitudeFirst
    isOrderGiven = options.order != nil
    datum = options.datum ?? .wgs84
    isDatumGiven = options.datum != nil
    isDatumStated = isDatumGiven
  }

  /// Reads all lines of a text in UTF-8.
  mutating func read(_ text: Span<UInt8>, monitor: ReadMonitor = .none) throws(FormatError) {
    var watch = ReadWatch(monitor)
    // Lines are 20 to 40 bytes in most files; a wrong guess costs a copy, not more.
    points.reserveCapacity(text.count / 32)
    var position = 0
    while position < text.count {
      line += 1
      let start = position
      if let numbers = CoordinateLine.fast(text, at: &position) {
        accept(numbers) { TextCleaning.excerpt(text.extracting(start..<position)) }
      } else {
        position = CoordinateLine.end(in: text, from: start)
        readThoroughly(text.extracting(start..<position))
      }
      if position < text.count, text[position] == .carriageReturn { position += 1 }
      if position < text.count, text[position] == .lineFeed { position += 1 }
      guard watch.goesOn(bytes: position, points: points.count, part: { points }) else { throw .cancelled }
    }
  }

  /// The track, once all lines are read.
  consuming func document() throws(FormatError) -> TrackDocument {
    for place in pendingPlaces {
      skipped.note(.record) {
        SkippedRecord(line: place.line, found: "the place \"\(place.name)\" without a point", expected: "a coordinate behind it")
      }
    }
    if let firstReversed, reversedCount > points.count {
      let (number, excerpt) = firstReversed
      let which = order == .longitudeFirst ? "latitude" : "longitude"
      throw FormatError(
        .reversedOrder, line: number,
        message: "line \(number), \(excerpt), only makes sense with the \(which) first: read the file with "
          + "--order \(order.reversed.rawValue)")
    }
    guard !points.isEmpty else {
      guard let first = skipped.first.first(where: { $0.extent == .record }) else {
        throw FormatError(.noCoordinates, message: "there is no coordinate in it, only comments and blank lines")
      }
      throw FormatError(.noCoordinates, line: first.line, message: "no line holds a usable coordinate; \(first.text)")
    }
    let track = Track(
      name: name, points: points, segments: segments, waypoints: waypoints, datum: datum, isDatumStated: isDatumStated)
    return TrackDocument(format: CoordinatesFormat.identifier, name: name, tracks: [track], skipped: skipped)
  }

  /// The next point begins a segment.
  mutating func beginSegment(_ name: String?) {
    if segmentStarts.last?.start == points.count { segmentStarts.removeLast() }
    segmentStarts.append((name, points.count))
  }

  private var segments: [TrackSegment] {
    segmentStarts.indices.compactMap { index in
      let start = segmentStarts[index].start
      let end = index + 1 < segmentStarts.count ? segmentStarts[index + 1].start : points.count
      return start < end ? TrackSegment(name: segmentStarts[index].name, range: start..<end) : nil
    }
  }

  /// A line that is not plain: a comment, an unusual position, or none.
  private mutating func readThoroughly(_ text: Span<UInt8>) {
    let content = text.extracting(text.trimmedRange)
    guard content.count > 0 else { return }
    if let comment = CoordinateDirective.comment(in: content) {
      obey(comment)
      return
    }
    let normal = CoordinateLine.normalized(content)
    let style = CoordinateLine.style(of: normal.span)
    if points.isEmpty, let stated = CoordinateLine.headerOrder(normal.span, style: style) {
      // The names of the columns are no broken line, and they know the order better than a default does.
      if !isOrderGiven { order = stated }
      return
    }
    var start = 0
    while let range = CoordinateLine.nextPart(of: normal.span, from: &start, style: style) {
      let part = normal.span.extracting(range)
      switch CoordinateLine.read(part, style: style) {
      case .position(let numbers): accept(numbers) { TextCleaning.excerpt(part) }
      case .fault(let expected):
        let line = line
        // A single position is shown as it stands in the file, one of several in its own words.
        skipped.note(.record) {
          SkippedRecord(line: line, found: TextCleaning.excerpt(style.hasSeveral ? part : content), expected: expected)
        }
      }
    }
  }

  /// Takes two or three numbers, if they can be a position.
  @inline(__always)
  private mutating func accept(_ numbers: PositionNumbers, excerpt: () -> String) {
    let isReversed = order == .latitudeFirst
    let coordinate = Coordinate(
      latitude: isReversed ? numbers.first : numbers.second, longitude: isReversed ? numbers.second : numbers.first)
    guard coordinate.isValid else {
      refuse(coordinate, excerpt: excerpt())
      return
    }
    var altitude = numbers.altitude
    if numbers.hasBadAltitude || !FixLimits.isAltitude(altitude ?? 0) {
      altitude = nil
      let line = line
      skipped.note(.value) { SkippedRecord(line: line, found: excerpt(), expected: "an altitude in metres as its third number") }
    }
    guard points.append(Fix(coordinate: datum.toWGS84(coordinate), altitude: altitude)) else { return }
    if !pendingPlaces.isEmpty { placeNames() }
  }

  private mutating func refuse(_ coordinate: Coordinate, excerpt: String) {
    let line = line
    if Coordinate(latitude: coordinate.longitude, longitude: coordinate.latitude).isValid {
      reversedCount += 1
      if firstReversed == nil { firstReversed = (line, excerpt) }
    }
    skipped.note(.record) {
      SkippedRecord(line: line, found: excerpt, expected: "a longitude from -180 to 180 and a latitude from -90 to 90")
    }
  }

  /// Gives the waiting names to the point that was just read.
  private mutating func placeNames() {
    let index = points.count - 1
    for place in pendingPlaces {
      waypoints.append(
        Waypoint(
          name: place.name, coordinate: points.coordinate(at: index), altitude: points.altitude(at: index), pointIndex: index))
    }
    pendingPlaces.removeAll()
  }
}
