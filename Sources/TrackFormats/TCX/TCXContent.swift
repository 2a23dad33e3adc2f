// Owns `TCXContent`: what a TCX document holds, as it grows, and what of it is to be played; and `TCXSink`, which fills it.

import TrackGeodesy
import TrackPlayback

/// What a TCX document holds.
struct TCXContent {
  let datum: Datum
  var name: String?
  var skipped = SkippedRecords()
  /// The activity or course whose element is open.
  var current: TCXActivity?
  private var done: [TCXActivity] = []
  /// The activities without positions: how many, and the first of them in words.
  private var placeless: (count: Int, first: String)?
  /// The folder of version 1 that activities stand in, which is their sport.
  private var folderSport: String?

  init(datum: Datum) {
    self.datum = datum
  }

  var pointCount: Int { done.reduce(current?.points.count ?? 0) { $0 + $1.points.count } }

  var points: TrackPoints {
    var all = TrackPoints()
    for activity in done { all.append(contentsOf: activity.points) }
    if let current { all.append(contentsOf: current.points) }
    return all
  }

  mutating func enterFolder(_ name: UnsafeBufferPointer<UInt8>) {
    for sport in ["Running", "Biking", "Other", "MultiSport"] where name.elementsEqual(sport.utf8) { folderSport = sport }
  }

  mutating func begin(_ kind: TCXActivity.Kind, sport: String?) {
    closeCurrent()
    current = TCXActivity(kind: kind, sport: sport ?? (kind == .activity ? folderSport : nil))
  }

  mutating func beginLap(at start: String?) {
    current?.beginLap()
    guard let start, current?.start.isNaN == true, let time = TimestampParser.parse(Array(start.utf8).span) else { return }
    current?.start = time
  }

  mutating func beginTrack(isInLap: Bool) { current?.beginTrack(isInLap: isInLap) }

  @inline(__always)
  mutating func add(_ point: TCXPoint) { current?.add(point, datum: datum) }

  /// A course's named place.
  mutating func addPlace(_ point: TCXPoint) {
    let fix = point.fix(datum: datum)
    guard let name = point.name ?? point.pointType else { return }
    current?.places.append(
      Waypoint(name: name, coordinate: fix.coordinate, altitude: fix.altitude, time: fix.time, symbol: point.pointType))
  }

  mutating func setIdentifier(_ text: String?, _ bytes: Span<UInt8>) {
    current?.id = text
    if let time = TimestampParser.parse(bytes) { current?.start = time }
  }

  /// The first offset that a time states is that of the whole activity.
  mutating func setOffset(_ offset: Int) {
    if current != nil, current?.utcOffset == nil { current?.utcOffset = offset }
  }

  /// The activity or course under way is complete.
  mutating func end(at cursor: XMLCursor) {
    let before = placeless?.count ?? 0
    let words = closeCurrent()
    guard let words, (placeless?.count ?? 0) > before else { return }
    skipped.note(.record) {
      SkippedRecord(
        line: cursor.line, byteOffset: cursor.byteOffset, found: "an activity without positions (\(words))", expected: "positions")
    }
  }

  /// Puts the activity under way with the others; returns what it holds where it has no positions.
  @discardableResult
  private mutating func closeCurrent() -> String? {
    guard let activity = current else { return nil }
    current = nil
    if !activity.points.isEmpty {
      done.append(activity)
    } else if activity.kind != .course, activity.summary.positionCount == 0 {
      let words = placeless == nil || skipped.first.count < skipped.limit ? activity.description : ""
      if placeless == nil { placeless = (0, words) }
      placeless?.count += 1
      return words
    }
    return nil
  }
}

// MARK: - What is played

extension TCXContent {
  /// The activities and courses with positions: activities are tracks, and courses beside them are routes.
  mutating func document(isDatumStated: Bool) -> TrackDocument? {
    closeCurrent()
    var tracks: [Track] = []
    var routes: [Track] = []
    for activity in done {
      guard let track = activity.track(datum: datum, isDatumStated: isDatumStated) else { continue }
      if activity.kind == .course { routes.append(track) } else { tracks.append(track) }
    }
    if tracks.isEmpty { swap(&tracks, &routes) }
    guard !tracks.isEmpty else { return nil }
    return TrackDocument(format: TCXFormat.identifier, name: name, tracks: tracks, routes: routes, skipped: skipped)
  }

  /// What the document holds instead of positions.
  func absence() -> FormatError? {
    guard let placeless else { return nil }
    let message =
      placeless.count == 1
      ? "it is an indoor activity without positions: \(placeless.first)"
      : "it holds \(placeless.count) indoor activities without positions, the first: \(placeless.first)"
    return FormatError(.noPositions, message: message)
  }
}

/// Passes the elements of a document on to a ``TCXReader``.
final class TCXSink: XMLSink, XMLTrackSink {
  /// Behind a pointer of our own, because a property of a class is checked for overlapping access each time, a tenth of the whole.
  private let reader: UnsafeMutablePointer<TCXReader>
  private let isDatumStated: Bool

  init(_ options: ReadOptions) {
    // Courses drawn in China may be in another datum, but none says so: WGS 84 is what the format means.
    reader = UnsafeMutablePointer<TCXReader>.allocate(capacity: 1)
    reader.initialize(to: TCXReader(datum: options.datum ?? .wgs84))
    reader.pointee.content.skipped.limit = options.recordLimit
    isDatumStated = options.datum != nil
  }

  deinit {
    reader.deinitialize(count: 1)
    reader.deallocate()
  }

  override func start(_ name: UnsafePointer<CChar>, _ attributes: UnsafePointer<UnsafePointer<CChar>?>, at cursor: XMLCursor) {
    reader.pointee.start(name, attributes, at: cursor)
  }

  override func end(at cursor: XMLCursor) { reader.pointee.end(at: cursor) }

  override func text(_ bytes: UnsafeBufferPointer<UInt8>) { reader.pointee.text(bytes) }

  var refusal: XMLRefusal? { reader.pointee.refusal }

  var skipped: SkippedRecords {
    get { reader.pointee.content.skipped }
    set { reader.pointee.content.skipped = newValue }
  }

  var pointCount: Int { reader.pointee.content.pointCount }
  var points: TrackPoints { reader.pointee.content.points }

  func finish(isCut: Bool) -> TrackDocument? { reader.pointee.content.document(isDatumStated: isDatumStated) }

  func absence() -> FormatError? { reader.pointee.content.absence() }
}
