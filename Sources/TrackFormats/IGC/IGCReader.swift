// Owns `IGCReader`: the records of an IGC file put together into a flight and its tasks.

import TrackGeodesy
import TrackPlayback

/// Reads the records of one file.
struct IGCReader {
  private let datum: Datum
  private let isDatumGiven: Bool
  private var watch: ReadWatch
  private var lines = IGCLines()
  private var points = TrackPoints()
  private var skipped = SkippedRecords()
  private var headers = IGCHeaders()
  private var extensions = IGCExtensions()
  private var tasks: [TrackBuilder] = []
  private var hasBegun = false
  private var clock = IGCClock()

  init(options: ReadOptions, monitor: ReadMonitor) {
    datum = options.datum ?? .wgs84
    isDatumGiven = options.datum != nil
    watch = ReadWatch(monitor)
    skipped.limit = options.recordLimit
  }

  /// Reads all records.
  mutating func read(_ bytes: Span<UInt8>) throws(FormatError) {
    // A fix with its line end is 37 bytes, or more.
    points.reserveCapacity(bytes.count / 37)
    while let range = lines.next(in: bytes) {
      guard watch.goesOn(bytes: range.lowerBound, points: points.count, part: { points }) else { throw .cancelled }
      let line = bytes.extracting(range)
      guard line.count > 0 else { continue }
      switch line.igcLetter(0) {
      case 0x42: addFix(line, in: bytes, isLast: lines.position > bytes.count)
      case 0x43: addTask(line)
      case 0x48: takeHeader(line)
      case 0x49: extensions = IGCExtensions(line)
      case 0x41...0x5A: break
      default:
        if hasBegun { note(line, "a record, which begins with a letter") }
        continue
      }
      hasBegun = true
    }
  }

  /// The flight, or the tasks where there is no fix.
  consuming func document() throws(FormatError) -> TrackDocument {
    let isStated = isDatumGiven || headers.isWGS84
    var routes = tasks.compactMap { $0.track(datum: datum, isDatumStated: isStated) }
    var tracks: [Track] = []
    if !points.isEmpty {
      tracks = [
        Track(name: headers.name, points: points, datum: datum, isDatumStated: isStated, utcOffset: headers.utcOffset)
      ]
    } else {
      swap(&tracks, &routes)
    }
    guard !tracks.isEmpty else {
      let reason = (skipped.truncation ?? skipped.first.first).map { "; " + $0.text } ?? ""
      throw FormatError(.noCoordinates, line: skipped.first.first?.line, message: "the flight log holds no usable fix\(reason)")
    }
    return TrackDocument(format: IGCFormat.identifier, tracks: tracks, routes: routes, skipped: skipped)
  }

  // MARK: - Fixes

  private mutating func addFix(_ line: Span<UInt8>, in bytes: Span<UInt8>, isLast: Bool) {
    guard let (found, seconds) = IGCPosition.fix(line) else {
      let expected = "a fix: B, time, latitude, longitude, A or V, altitudes"
      guard isLast, line.count < 35 else { return note(line, expected) }
      skipped.truncation = SkippedRecord(line: lines.number, found: TextCleaning.excerpt(line), expected: expected)
      return
    }
    if !clock.isSet { setClock(from: bytes) }
    var position = found
    position.latitude += IGCExtensions.fraction(line, extensions.latitude)
    position.longitude += IGCExtensions.fraction(line, extensions.longitude)
    let time = clock.time(ofDay: seconds) + IGCExtensions.fraction(line, extensions.seconds)
    var fix = Fix(coordinate: datum.toWGS84(position.coordinate), altitude: altitude(line), time: time)
    // The format gives the accuracy for two standard deviations; a fix is to carry one.
    fix.horizontalAccuracy = extensions.accuracy.flatMap { line.igcNumber($0) }.map { Double($0) / 2 }
    fix.speed = IGCExtensions.number(line, extensions.speed).map { $0 / 3.6 }
    fix.course = IGCExtensions.number(line, extensions.course)
    if !points.append(fix) { note(line, "a latitude of at most 90 degrees") }
  }

  /// The receiver's altitude where it has one, else that by air pressure, in metres.
  ///
  /// Nought is what a recorder writes that does not know; it is believed only of a valid fix that has no other.
  private mutating func altitude(_ line: Span<UInt8>) -> Double? {
    let pressure = line.igcSignedNumber(25..<30)
    let receiver = line.igcSignedNumber(30..<35)
    if pressure == nil, receiver == nil {
      skipped.note(.value) {
        SkippedRecord(line: lines.number, found: TextCleaning.excerpt(line, limit: 40), expected: "altitudes of five digits each")
      }
    }
    let isValid = line.igcLetter(24) == 0x41
    if isValid, let receiver, receiver != 0 { return Double(receiver) }
    if let pressure, pressure != 0 { return Double(pressure) }
    if let receiver, receiver != 0 || isValid { return Double(receiver) }
    return isValid ? pressure.map { Double($0) } : nil
  }

  /// The date where it stands behind the first fix, or none.
  private mutating func setClock(from bytes: Span<UInt8>) {
    var rest = lines
    while let range = rest.next(in: bytes) {
      let line = bytes.extracting(range)
      guard line.hasIGCCode("DTE"), let day = IGCHeaders.day(line) else { continue }
      clock.set(day: day)
      return
    }
    clock.set(day: 0)
    skipped.note(.value) {
      SkippedRecord(line: lines.number, found: "fixes without a date", expected: "a record HFDTE before them; 1970-01-01 is taken")
    }
  }

  // MARK: - Headers and tasks

  private mutating func takeHeader(_ line: Span<UInt8>) {
    guard line.hasIGCCode("DTE") else { return headers.take(line) }
    guard let day = IGCHeaders.day(line) else {
      skipped.note(.value) {
        SkippedRecord(line: lines.number, found: TextCleaning.excerpt(line), expected: "HFDTE and the date as DDMMYY")
      }
      return
    }
    clock.set(day: day)
  }

  /// A line of a task: first one of dates, a number and a name, then its points.
  private mutating func addTask(_ line: Span<UInt8>) {
    if let position = IGCPosition(line, at: 1) {
      // Points that are not decided yet are written as nought.
      guard position.latitude != 0 || position.longitude != 0 else { return }
      if tasks.isEmpty { tasks.append(TrackBuilder(name: "Task")) }
      let last = tasks.count - 1
      guard tasks[last].append(Fix(coordinate: datum.toWGS84(position.coordinate))) else { return note(line, Self.taskPoint) }
      if let name = TextCleaning.name(line.extracting(18..<line.count)) { tasks[last].namePoint(name) }
    } else if line.count >= 13, line.igcNumber(1..<13) != nil {
      // Two dates and a time, the number of the task, that of its turn points: 25 columns.
      let name = line.count > 25 ? TextCleaning.name(line.extracting(25..<line.count)) : nil
      tasks.append(TrackBuilder(name: name ?? "Task"))
    } else {
      note(line, Self.taskPoint)
    }
  }

  private static let taskPoint = "a point of a task: C, latitude, longitude, name"

  private mutating func note(_ line: Span<UInt8>, _ expected: String) {
    skipped.note(.record) { SkippedRecord(line: lines.number, found: TextCleaning.excerpt(line), expected: expected) }
  }
}

/// The day and the time of day of the fixes.
struct IGCClock {
  private var day: Double?
  private var dayCount = 0
  private var last: Int?

  /// Whether the day is known, or known to be unknown.
  var isSet: Bool { day != nil }

  /// The fixes that follow are of this day, given by its start in seconds since 1970.
  mutating func set(day: Double) {
    // A recorder that says the date again, or the next one past midnight, means its day; the count starts anew.
    self.day = day
    dayCount = 0
    last = nil
  }

  /// The moment of a time of day: more than half a day back is the next day, and almost a day ahead the day before, where a fix of
  /// before midnight comes late.
  mutating func time(ofDay seconds: Int) -> Double {
    if let last {
      if last - seconds > 43_200 { dayCount += 1 } else if seconds - last > 82_800, dayCount > 0 { dayCount -= 1 }
    }
    last = seconds
    return (day ?? 0) + Double(dayCount * 86_400 + seconds)
  }
}
