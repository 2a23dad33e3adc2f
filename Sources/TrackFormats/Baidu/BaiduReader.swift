// Owns `BaiduReader`: the routes of an answer of Baidu's direction services.

import TrackGeodesy
import TrackPlayback

/// Puts the steps of an answer together into routes.
struct BaiduReader: JSONTrackReader {
  /// What the innermost open array or object is.
  private enum Scope {
    case root, result, routes, route
    /// The array of steps, or one of transit's schemes around it.
    case steps
    /// The alternatives of one step.
    case alternatives
    case step
    /// A position in an object of `lng` and `lat`.
    case startLocation, endLocation
  }

  private enum Word {
    case status, message, result, routes, steps, scheme, tag
    case path, instruction, road, startLocation, endLocation, longitude, latitude
    case other

    init(_ name: UnsafeBufferPointer<UInt8>) {
      self = Self.table[Array(name.prefix(32))] ?? .other
    }

    private static let names: [(Word, [String])] = [
      (.status, ["status"]), (.message, ["message", "msg"]), (.result, ["result"]), (.routes, ["routes"]), (.steps, ["steps"]),
      (.scheme, ["scheme", "schemes"]), (.tag, ["tag"]), (.path, ["path"]), (.instruction, ["instruction", "instructions"]),
      (.road, ["road_name", "name"]), (.startLocation, ["start_location", "stepOriginLocation", "step_origin_location"]),
      (.endLocation, ["end_location", "stepDestinationLocation", "step_destination_location"]), (.longitude, ["lng"]),
      (.latitude, ["lat"]),
    ]
    private static let table: [[UInt8]: Word] = {
      var table: [[UInt8]: Word] = [:]
      for (word, names) in names {
        for name in names { table[Array(name.utf8)] = word }
      }
      return table
    }()
  }

  /// A step on its way.
  private struct Step {
    var points: [Coordinate] = []
    var hasPath = false
    var instruction: String?
    var road: String?
    var start = Coordinate(latitude: .nan, longitude: .nan)
    var end = Coordinate(latitude: .nan, longitude: .nan)
  }

  let datum: Datum
  var skipped = SkippedRecords()
  private var status = 0.0
  private var message: String?
  private var hasRoutes = false
  private var routes: [TrackBuilder] = []
  private var step = Step()
  /// How many alternatives of the step under way were seen.
  private var alternative = 0
  private var last: Coordinate?
  private var scopes: [Scope] = []
  private var word = Word.other
  private var ignoredDepth = 0

  init(options: ReadOptions) {
    datum = options.datum ?? .bd09
    skipped.limit = options.recordLimit
  }

  /// How many points there are so far.
  var pointCount: Int { routes.reduce(0) { $0 + $1.points.count } }
  /// The points of the first route so far.
  var firstPoints: TrackPoints { routes.first?.points ?? TrackPoints() }

  /// Takes the next events of the answer.
  mutating func take(_ events: JSONEvents) {
    for event in events {
      if ignoredDepth > 0 {
        switch event.kind {
        case .objectStart, .arrayStart: ignoredDepth += 1
        case .objectEnd, .arrayEnd: ignoredDepth -= 1
        default: break
        }
        continue
      }
      switch event.kind {
      case .key: word = Word(event.text)
      case .objectStart: beginObject()
      case .arrayStart: beginArray()
      case .objectEnd, .arrayEnd: end()
      case .string: takeText(event)
      case .number: takeNumber(event.number)
      case .null, .true, .false: break
      }
    }
  }

  private mutating func beginObject() {
    switch (scopes.last, word) {
    case (nil, _): scopes.append(.root)
    case (.root, .result): scopes.append(.result)
    case (.routes, _):
      scopes.append(.route)
      routes.append(TrackBuilder())
      last = nil
    case (.steps, .scheme): scopes.append(.route)
    case (.steps, _): beginStep()
    case (.alternatives, _) where alternative == 0: beginStep()
    case (.step, .startLocation): scopes.append(.startLocation)
    case (.step, .endLocation): scopes.append(.endLocation)
    default: ignoredDepth = 1
    }
  }

  private mutating func beginStep() {
    scopes.append(.step)
    step = Step()
    alternative += 1
    word = .other
  }

  private mutating func beginArray() {
    switch (scopes.last, word) {
    case (.result, .routes):
      hasRoutes = true
      scopes.append(.routes)
    case (.route, .steps): scopes.append(.steps)
    case (.route, .scheme):
      // The schemes of a transit route are its ways to go, nearly always one; the steps are members of each.
      scopes.append(.steps)
    case (.steps, _):
      scopes.append(.alternatives)
      alternative = 0
    default: ignoredDepth = 1
    }
  }

  private mutating func end() {
    guard let scope = scopes.popLast() else { return }
    if scope == .step { endStep() }
    // The elements of arrays have no names; that of the array still counts.
    word = scope == .route && scopes.last == .steps ? .scheme : .other
  }
}

// MARK: - Values

extension BaiduReader {
  private mutating func takeText(_ event: JSONEvent) {
    let text = Span(_unsafeElements: event.text)
    switch (scopes.last, word) {
    case (.root, .message): message = TextCleaning.name(text)
    case (.route, .tag) where !routes.isEmpty: routes[routes.count - 1].name = TextCleaning.name(text)
    case (.step, .path): readPath(text, at: event.offset)
    case (.step, .instruction): step.instruction = Self.plainText(text)
    case (.step, .road): step.road = TextCleaning.name(text)
    default: if let number = DecimalParser.parse(text) { takeNumber(number) }
    }
  }

  private mutating func takeNumber(_ number: Double) {
    switch (scopes.last, word) {
    case (.root, .status): status = number
    case (.startLocation, .longitude): step.start.longitude = number
    case (.startLocation, .latitude): step.start.latitude = number
    case (.endLocation, .longitude): step.end.longitude = number
    case (.endLocation, .latitude): step.end.latitude = number
    default: break
    }
  }

  /// Reads `longitude,latitude;longitude,latitude;…`.
  private mutating func readPath(_ path: Span<UInt8>, at byteOffset: Int) {
    step.hasPath = true
    var position = 0
    while position < path.count {
      let start = position
      var end = position
      while end < path.count, path[end] != .semicolon { end += 1 }
      position = end + 1
      let pair = path.extracting(start..<end)
      if pair.trimmedRange.isEmpty { continue }
      if let coordinate = Self.coordinate(pair) {
        step.points.append(coordinate)
      } else {
        skipped.note(.record) {
          SkippedRecord(
            line: nil, byteOffset: byteOffset + 1 + start, found: TextCleaning.excerpt(pair), expected: "a longitude and a latitude")
        }
      }
    }
  }

  private static func coordinate(_ pair: Span<UInt8>) -> Coordinate? {
    var index = pair.trimmedRange.lowerBound
    guard let longitude = DecimalParser.scan(pair, at: &index), index < pair.count, pair[index] == .comma else { return nil }
    guard let latitude = DecimalParser.parse(pair.extracting(droppingFirst: index + 1)) else { return nil }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    return coordinate.isValid ? coordinate : nil
  }

  /// An instruction without its tags and the few entities that stand in such texts.
  static func plainText(_ html: Span<UInt8>) -> String? {
    var text: [UInt8] = []
    var index = 0
    while index < html.count, text.count < TextCleaning.nameLimit * 4 {
      if html[index] == .less, let end = tagEnd(html, from: index) {
        index = end
        continue
      }
      let entity = entities.first { html.hasBytes($0.name, at: index) }
      text.append(entity?.byte ?? html[index])
      index += entity?.name.utf8CodeUnitCount ?? 1
    }
    return TextCleaning.name(text.span)
  }

  private static let entities: [(name: StaticString, byte: UInt8)] = [
    ("&nbsp;", .space), ("&amp;", 0x26), ("&lt;", .less), ("&gt;", .greater), ("&quot;", 0x22),
  ]

  /// Behind a tag that begins at `start`; `nil` where it is a mere sign.
  private static func tagEnd(_ html: Span<UInt8>, from start: Int) -> Int? {
    var index = start + 1
    while index < html.count, index < start + 256 {
      if html[index] == .greater { return index + 1 }
      if html[index] == .less { return nil }
      index += 1
    }
    return nil
  }
}

// MARK: - Routes

extension BaiduReader {
  private mutating func endStep() {
    guard !routes.isEmpty else { return }
    let route = routes.count - 1
    var points = step.points
    if !step.hasPath { points = [step.start, step.end].filter(\.isValid) }
    guard !points.isEmpty else { return }
    let name = step.instruction ?? step.road
    // Where steps meet, the position is there already, and it is where the new step begins.
    if let first = points.first, first == last { points.removeFirst() } else { last = nil }
    if last != nil, let name { namePoint(name, of: route) }
    for (index, point) in points.enumerated() {
      guard routes[route].append(Fix(coordinate: datum.toWGS84(point))) else { continue }
      if index == 0, last == nil, let name { namePoint(name, of: route) }
      last = point
    }
  }

  private mutating func namePoint(_ name: String, of route: Int) {
    guard routes[route].waypoints.count < Self.nameLimit else { return }
    routes[route].namePoint(name)
  }

  /// No more names than this are kept for a route.
  private static let nameLimit = 4096

  /// The routes, once all is read.
  mutating func document() throws(FormatError) -> TrackDocument {
    if status != 0 {
      let code = status == status.rounded() && abs(status) < 1e9 ? String(Int(status)) : "\(status)"
      throw FormatError(.noCoordinates, message: "Baidu's service answered with status \(code)" + (message.map { ": \($0)" } ?? ""))
    }
    var tracks = routes.compactMap { $0.track(datum: datum, isDatumStated: true) }
    guard !tracks.isEmpty else {
      let what = hasRoutes ? "its routes have no paths (ask for them with steps_info=1)" : "there is no route in it"
      throw FormatError(.noCoordinates, message: "it is an answer of Baidu's direction service, but \(what)")
    }
    let first = tracks.removeFirst()
    return TrackDocument(format: BaiduFormat.identifier, tracks: [first], routes: tracks, skipped: skipped)
  }
}
