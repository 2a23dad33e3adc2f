// Owns how each kind of sentence is read into an epoch.

import TrackPlayback

extension NMEAAccumulator {
  /// Metres a second in a knot: 1852 m an hour.
  private static let knot = 1852.0 / 3600
  private static let foot = 0.3048

  /// What the position of a sentence came to.
  private enum Position {
    case found(Double, Double)
    case absent
    case bad
  }

  /// Takes a position into the epoch.
  /// - Returns: Whether there was one.
  private mutating func place(_ position: Position, _ rank: NMEAEpoch.Rank, _ fault: inout NMEAFault?) -> Bool {
    switch position {
    case .found(let latitude, let longitude):
      epoch.place(latitude, longitude, rank)
      return true
    case .absent: return false
    case .bad:
      fault = NMEAFault(expected: Self.badPosition)
      return false
    }
  }

  /// Latitude and longitude with their letters; both or none.
  @inline(__always)
  private static func position(_ fields: inout NMEAFields, _ bytes: Span<UInt8>) -> Position {
    let latitude = fields.angle(bytes, limit: 90, positive: 0x4E, negative: 0x53)
    let longitude = fields.angle(bytes, limit: 180, positive: 0x45, negative: 0x57)
    switch (latitude, longitude) {
    case (.value(let latitude), .value(let longitude)): return .found(latitude, longitude)
    case (.absent, .absent): return .absent
    default: return .bad
    }
  }

  private static let badTime = "a time of day as hhmmss.ss"
  private static let badPosition = "a latitude as ddmm.mmmm,N or S and a longitude as dddmm.mmmm,E or W"

  /// The time of a sentence begins its epoch; `nil` where it is no time.
  @inline(__always)
  private mutating func begin(_ time: NMEAValue, _ kind: NMEASentence.Kind, _ ended: inout NMEAFix?, _ fault: inout NMEAFault?) -> Bool {
    switch time {
    case .value(let seconds): ended = begin(seconds, kind)
    case .absent: ended = begin(nil, kind)
    case .bad:
      fault = NMEAFault(expected: Self.badTime)
      return false
    }
    return true
  }

  /// `time, latitude, N, longitude, E, quality, satellites, HDOP, altitude, M, geoid, M, age, station`
  @inline(__always)
  mutating func takeGGA(_ sentence: NMEASentence, _ bytes: Span<UInt8>, _ fault: inout NMEAFault?) -> NMEAFix? {
    var fields = NMEAFields(sentence)
    var ended: NMEAFix?
    guard begin(fields.timeOfDay(bytes), .gga, &ended, &fault) else { return nil }
    let position = Self.position(&fields, bytes)
    let quality = fields.next(bytes)
    // An empty quality is none; a number of several digits is kept from being taken for 0.
    guard quality.count > 1 || (quality.count == 1 && bytes[quality.lowerBound] != 0x30) else { return ended }
    guard place(position, .gga, &fault) else { return ended }
    fields.skip(2, bytes)
    takeAltitude(&fields, bytes, hasUnit: true, &fault)
    return ended
  }

  /// Metres above the sea, or feet where the unit says so.
  @inline(__always)
  private mutating func takeAltitude(_ fields: inout NMEAFields, _ bytes: Span<UInt8>, hasUnit: Bool, _ fault: inout NMEAFault?) {
    let field = fields.next(bytes)
    guard !field.isEmpty, epoch.altitude == nil else { return }
    guard var metres = NMEAFields.number(bytes, field), FixLimits.isAltitude(metres) else {
      fault = NMEAFault(expected: "an altitude in metres", isValueOnly: true)
      return
    }
    if hasUnit, fields.letter(bytes) | 0x20 == 0x66 { metres *= Self.foot }
    epoch.altitude = metres
  }

  /// `time, status, latitude, N, longitude, E, knots, course, date, variation, E, mode, status`
  @inline(__always)
  mutating func takeRMC(_ sentence: NMEASentence, _ bytes: Span<UInt8>, _ fault: inout NMEAFault?) -> NMEAFix? {
    var fields = NMEAFields(sentence)
    var ended: NMEAFix?
    guard begin(fields.timeOfDay(bytes), .rmc, &ended, &fault) else { return nil }
    let status = fields.letter(bytes)
    let position = Self.position(&fields, bytes)
    let knots = fields.number(bytes)
    let course = fields.number(bytes)
    let date = fields.next(bytes)
    fields.skip(2, bytes)
    guard Self.isValid(status, mode: fields.letter(bytes)) else {
      // A receiver that has no fix shows the date of its battery's clock, or none.
      epoch.isVoid = true
      return ended
    }
    guard place(position, .rmc, &fault) else { return ended }
    epoch.isActive = true
    if let knots, knots >= 0 { epoch.speed = knots * Self.knot }
    if let course { epoch.course = course }
    if !date.isEmpty { takeDate(bytes, date, &fault) }
    return ended
  }

  /// Valid by status, or a simulation, whose status is void by the standard.
  @inline(__always)
  private static func isValid(_ status: UInt8, mode: UInt8) -> Bool {
    (status == 0x41 && mode != 0x4E) || mode == 0x53
  }

  @inline(__always)
  private mutating func takeDate(_ bytes: Span<UInt8>, _ field: Range<Int>, _ fault: inout NMEAFault?) {
    guard let day = NMEAFields.date(bytes, field) else {
      fault = NMEAFault(expected: "a date as ddmmyy", isValueOnly: true)
      return
    }
    if !epoch.hasWholeYear { epoch.day = day }
  }

  /// `latitude, N, longitude, E, time, status, mode`
  mutating func takeGLL(_ sentence: NMEASentence, _ bytes: Span<UInt8>, _ fault: inout NMEAFault?) -> NMEAFix? {
    var fields = NMEAFields(sentence)
    var ended: NMEAFix?
    let position = Self.position(&fields, bytes)
    guard begin(fields.timeOfDay(bytes), .gll, &ended, &fault) else { return nil }
    let status = fields.letter(bytes)
    // Old receivers end the sentence here, or before.
    guard status == 0 || Self.isValid(status, mode: fields.letter(bytes)) else { return ended }
    _ = place(position, .gll, &fault)
    return ended
  }

  /// `time, latitude, N, longitude, E, modes, satellites, HDOP, altitude, geoid, age, station, status`
  mutating func takeGNS(_ sentence: NMEASentence, _ bytes: Span<UInt8>, _ fault: inout NMEAFault?) -> NMEAFix? {
    var fields = NMEAFields(sentence)
    var ended: NMEAFix?
    guard begin(fields.timeOfDay(bytes), .gns, &ended, &fault) else { return nil }
    let position = Self.position(&fields, bytes)
    // One letter for each satellite system; N is "no fix" of that one.
    let modes = fields.next(bytes)
    var hasFix = false
    for index in modes where bytes[index] != 0x4E { hasFix = true }
    guard hasFix else { return ended }
    guard place(position, .gns, &fault) else { return ended }
    fields.skip(2, bytes)
    takeAltitude(&fields, bytes, hasUnit: false, &fault)
    return ended
  }

  /// `time, day, month, year, zone hours, zone minutes`
  mutating func takeZDA(_ sentence: NMEASentence, _ bytes: Span<UInt8>, _ fault: inout NMEAFault?) -> NMEAFix? {
    var fields = NMEAFields(sentence)
    let time = fields.timeOfDay(bytes)
    let numbers = (fields.number(bytes), fields.number(bytes), fields.number(bytes))
    guard case .value(let seconds) = time else {
      if time == .bad { fault = NMEAFault(expected: Self.badTime) }
      return nil
    }
    guard let day = numbers.0, let month = numbers.1, let year = numbers.2 else { return nil }
    guard year <= 9999, month <= 12, day <= 31, min(year, month, day) >= 1,
      let date = NMEAFields.days(year: Int(year), month: Int(month), day: Int(day))
    else {
      fault = NMEAFault(expected: "a date as dd,mm,yyyy")
      return nil
    }
    if epoch.isOpen, let day = NMEAClock.day(of: epoch.timeOfDay, beside: seconds, on: date) {
      epoch.day = day
      epoch.hasWholeYear = true
      return nil
    }
    let ended = finish()
    _ = clock.moment(seconds, day: date)
    return ended
  }

  /// VTG, see ``NMEAFields/velocity(_:)``.
  mutating func takeVTG(_ sentence: NMEASentence, _ bytes: Span<UInt8>) {
    // It tells no time: it belongs to the epoch under way, and RMC goes before it.
    guard epoch.isOpen, epoch.speed == nil || epoch.course == nil else { return }
    var fields = NMEAFields(sentence)
    guard let velocity = fields.velocity(bytes) else { return }
    if epoch.course == nil { epoch.course = velocity.course }
    guard epoch.speed == nil else { return }
    if let knots = velocity.knots, knots >= 0 {
      epoch.speed = knots * Self.knot
    } else if let kilometres = velocity.kilometres, kilometres >= 0 {
      epoch.speed = kilometres / 3.6
    }
  }

  /// `time, RMS, major, minor, orientation, latitude, longitude, altitude`, all but the time in metres or degrees.
  mutating func takeGST(_ sentence: NMEASentence, _ bytes: Span<UInt8>) -> NMEAFix? {
    var fields = NMEAFields(sentence)
    guard case .value(let time) = fields.timeOfDay(bytes) else { return nil }
    let ended = begin(time, .gst)
    fields.skip(4, bytes)
    guard let north = fields.number(bytes), let east = fields.number(bytes) else { return ended }
    // The distance root mean square holds 63 to 68 % of positions, by how round the error ellipse is.
    let radius = (north * north + east * east).squareRoot()
    if radius.isFinite { epoch.accuracy = radius }
    return ended
  }
}
