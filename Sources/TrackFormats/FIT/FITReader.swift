// Owns `FITReader`: the way through the messages of a FIT file.

import TrackGeodesy
import TrackPlayback

/// Goes through a FIT file, or several one after another, and gathers their tracks.
struct FITReader {
  private let datum: Datum
  private let isDatumStated: Bool
  private var watch: ReadWatch
  private var skipped = SkippedRecords()
  private var tracks: [Track] = []

  // Of the file under way.
  private var definitions = FITDefinitions()
  private var content = FITContent()
  /// The last time of a message, which compressed ones count from.
  private var lastTimestamp: UInt32?

  init(options: ReadOptions, monitor: ReadMonitor) {
    datum = options.datum ?? .wgs84
    isDatumStated = options.datum != nil
    watch = ReadWatch(monitor)
    skipped.limit = options.recordLimit
  }

  /// Reads the files that follow one another in the bytes.
  mutating func read(_ bytes: Span<UInt8>) throws(FormatError) -> TrackDocument {
    guard FITHeader(bytes, at: 0) != nil else {
      throw FormatError(.malformed, byteOffset: 0, message: "it does not begin with the header of a FIT file")
    }
    var start = 0
    var firstEmpty: FITContent?
    while start < bytes.count, let header = FITHeader(bytes, at: start) {
      content = FITContent()
      definitions = FITDefinitions()
      lastTimestamp = nil
      start = try readFile(bytes, at: start, header)
      if let track = content.track(datum: datum, isDatumStated: isDatumStated) {
        tracks.append(track)
      } else if firstEmpty == nil {
        firstEmpty = content
      }
    }
    if start < bytes.count { noteRest(bytes, from: start) }
    guard !tracks.isEmpty else { throw (firstEmpty ?? content).emptiness(truncation: skipped.truncation) }
    return TrackDocument(format: FITFormat.identifier, tracks: tracks, skipped: skipped)
  }

  /// Reads one file; returns where the next may begin.
  private mutating func readFile(_ bytes: Span<UInt8>, at start: Int, _ header: FITHeader) throws(FormatError) -> Int {
    if let stated = header.checksum, stated != 0 {
      let sum = FITChecksum.of(bytes.extracting(start..<start + 12))
      if sum != stated { noteChecksum(found: sum, stated: stated, at: start + 12, of: "header") }
    }
    let extent = FITExtent(bytes, at: start, header)
    if let checksum = extent.checksum {
      let sum = FITChecksum.of(bytes.extracting(start..<checksum))
      let stated = FITChecksum.stated(bytes, at: checksum)
      if sum != stated { noteChecksum(found: sum, stated: stated, at: checksum, of: "file") }
    }
    try readMessages(bytes, from: extent.messages.lowerBound, to: extent.messages.upperBound)
    if let fault = extent.fault { breakOff(at: fault.offset, found: fault.found, expected: fault.expected) }
    return extent.next
  }

  /// Goes through the messages of one file.
  private mutating func readMessages(_ bytes: Span<UInt8>, from start: Int, to end: Int) throws(FormatError) {
    let raw = bytes.bytes
    var position = start
    while position < end {
      guard watch.goesOn(bytes: position, points: content.points.count, part: { content.points }) else { throw .cancelled }
      let header = bytes[position]
      if header & 0xC0 == 0x40 {
        guard let next = define(bytes, at: position, end: end) else { return }
        position = next
        continue
      }
      let isCompressed = header & 0x80 != 0
      let local = Int(isCompressed ? header >> 5 & 0x03 : header & 0x0F)
      let layout = definitions.layouts[local]
      let body = position &+ 1
      guard let message = layout.message, layout.size <= end &- body else {
        let fault: Fault = layout.message == nil ? .undefined(local) : .cutShort
        guard let next = recover(bytes, from: position, end: end, fault) else { return }
        position = next
        continue
      }
      let time = time(of: layout, raw, at: body, compressed: isCompressed ? header & 0x1F : nil)
      if message == FITProfile.record {
        if content.points.isEmpty { content.points.reserveCapacity((end &- position) / (layout.size &+ 1)) }
        addRecord(raw, layout, at: body, time: time, offset: position)
      } else if FITProfile.isLookedInto(message) {
        content.take(message, of: local, definitions, bytes, at: body, time: time, datum: datum)
      }
      position = body &+ layout.size
    }
  }

  /// The time of a message: its own, or the last one with the low five bits of the header ("FIT Protocol", compressed timestamp).
  @inline(__always)
  private mutating func time(of layout: FITLayout, _ raw: RawSpan, at body: Int, compressed: UInt8?) -> Double? {
    if let value = raw.value(of: layout.timestamp, at: body), let stamp = UInt32(exactly: value) {
      lastTimestamp = stamp
      return FITProfile.time(stamp)
    }
    guard let compressed, let last = lastTimestamp else { return nil }
    // The low bits count to 31 and start again: the new time is the first behind the last one that ends in them.
    let stamp = last &+ ((UInt32(compressed) &- last) & 0x1F)
    lastTimestamp = stamp
    return FITProfile.time(stamp)
  }

  /// Adds a record as a point, where it has a position.
  @inline(__always)
  private mutating func addRecord(_ raw: RawSpan, _ layout: FITLayout, at body: Int, time: Double?, offset: Int) {
    guard let latitude = raw.value(of: layout.latitude, at: body), let longitude = raw.value(of: layout.longitude, at: body) else {
      content.count(raw, layout, at: body, time: time)
      return
    }
    let place = Coordinate(latitude: FITProfile.degrees(latitude), longitude: FITProfile.degrees(longitude))
    var fix = Fix(coordinate: datum.toWGS84(place), time: time)
    if let altitude = raw.value(of: layout.enhancedAltitude, at: body) ?? raw.value(of: layout.altitude, at: body) {
      fix.altitude = altitude / 5 - 500
    }
    if let speed = raw.value(of: layout.enhancedSpeed, at: body) ?? raw.value(of: layout.speed, at: body) { fix.speed = speed / 1000 }
    fix.horizontalAccuracy = raw.value(of: layout.accuracy, at: body)
    fix.sensors = SensorValues(raw, layout, at: body)
    if !content.points.append(fix) { notePosition(place, at: offset) }
  }
}

extension SensorValues {
  /// What the sensors say in a record.
  @inline(__always)
  init(_ raw: RawSpan, _ layout: FITLayout, at body: Int) {
    self.init()
    heartRate = raw.value(of: layout.heartRate, at: body)
    if let whole = raw.value(of: layout.cadence, at: body) {
      cadence = whole + (raw.value(of: layout.fractionalCadence, at: body) ?? 0) / 128
    }
    power = raw.value(of: layout.power, at: body)
    temperature = raw.value(of: layout.temperature, at: body)
  }
}

// MARK: - What is wrong

extension FITReader {
  /// Why the way through the messages is lost.
  private enum Fault {
    case undefined(Int)
    case cutShort
    case badByteOrder(UInt8)

    var found: String {
      switch self {
      case .undefined(let local): "a message of the local type \(local), which is not defined"
      case .cutShort: "the end of the data in the middle of a message"
      case .badByteOrder(let order): "a definition with the byte order \(order)"
      }
    }

    var expected: String {
      switch self {
      case .undefined: "a message of a type that is defined"
      case .cutShort: "the rest of the message"
      case .badByteOrder: "0 (little-endian) or 1 (big-endian)"
      }
    }
  }

  private mutating func define(_ bytes: Span<UInt8>, at position: Int, end: Int) -> Int? {
    switch definitions.define(bytes, at: position, end: end) {
    case .taken(let next): next
    case .cutShort: recover(bytes, from: position, end: end, .cutShort)
    case .badByteOrder(let order): recover(bytes, from: position, end: end, .badByteOrder(order))
    }
  }

  /// Where the messages go on behind bytes that are none; `nil`, and the break noted, where they do not.
  private mutating func recover(_ bytes: Span<UInt8>, from position: Int, end: Int, _ fault: Fault) -> Int? {
    guard let next = (position + 1..<end).first(where: { isRun(bytes, at: $0, end: end) }) else {
      breakOff(at: position, found: fault.found, expected: fault.expected)
      return nil
    }
    skipped.note(.record) {
      SkippedRecord(
        line: nil, byteOffset: position, found: "\(fault.found), and \(next - position) bytes that are no messages",
        expected: fault.expected)
    }
    return next
  }

  /// Whether three records stand here that are of a known type and go on in time, the first within a day: chance does not make that.
  private func isRun(_ bytes: Span<UInt8>, at start: Int, end: Int) -> Bool {
    var last = lastTimestamp ?? FITProfile.firstAbsoluteTime
    var position = start
    for step in 0..<3 {
      guard position < end, bytes[position] & 0xF0 == 0 else { return false }
      let layout = definitions.layouts[Int(bytes[position])]
      guard layout.message == FITProfile.record, layout.size < end - position,
        let stamp = bytes.bytes.value(of: layout.timestamp, at: position + 1).flatMap({ UInt32(exactly: $0) }),
        stamp >= last, stamp - last < (step > 0 ? 3600 : lastTimestamp == nil ? .max : 86_400)
      else { return false }
      last = stamp
      position += 1 + layout.size
    }
    return true
  }

  /// Keeps the first break of the file.
  private mutating func breakOff(at offset: Int, found: String, expected: String) {
    if skipped.truncation == nil {
      skipped.truncation = SkippedRecord(line: nil, byteOffset: offset, found: found, expected: expected)
    }
  }

  /// Names what follows the last file, unless it is only filled up with zeros.
  private mutating func noteRest(_ bytes: Span<UInt8>, from start: Int) {
    guard !bytes.isZero(from: start) else { return }
    skipped.note(.record) {
      SkippedRecord(
        line: nil, byteOffset: start, found: "\(bytes.count - start) bytes behind the checksum", expected: "the end of the file")
    }
  }

  private mutating func noteChecksum(found: UInt16, stated: UInt16, at offset: Int, of part: String) {
    skipped.note(.value) {
      SkippedRecord(
        line: nil, byteOffset: offset, found: "the checksum \(FITChecksum.text(stated))",
        expected: "\(FITChecksum.text(found)), as the \(part) adds up")
    }
  }

  private mutating func notePosition(_ place: Coordinate, at offset: Int) {
    skipped.note(.record) {
      SkippedRecord(
        line: nil, byteOffset: offset, found: "the latitude \(place.latitude)°", expected: "a latitude from -90° to 90°")
    }
  }
}
