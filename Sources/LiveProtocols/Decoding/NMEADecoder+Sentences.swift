// Owns how each kind of sentence is read into a live epoch.

import TrackFormats
import TrackPlayback

extension NMEADecoder {
  /// Metres a second in a knot: 1852 m an hour.
  private static let knot = 1852.0 / 3600
  private static let foot = 0.3048

  /// Reads a sentence of an epoch; one that makes no sense changes nothing.
  mutating func read(_ name: NMEAName, _ sentence: NMEASentence, _ bytes: Span<UInt8>, into messages: inout [ReceiverMessage]) {
    switch name {
    case .gga: readGGA(sentence, bytes, into: &messages)
    case .rmc: readRMC(sentence, bytes, into: &messages)
    case .gll: readGLL(sentence, bytes, into: &messages)
    case .gns: readGNS(sentence, bytes, into: &messages)
    case .zda: readZDA(sentence, bytes, into: &messages)
    case .gst: readGST(sentence, bytes, into: &messages)
    case .vtg: readVTG(sentence, bytes)
    case .gsa: readGSA(sentence, bytes)
    case .pgrmv: readVelocity(sentence, bytes)
    case .gsv, .hdt, .hdg, .hdm, .ths: break
    }
  }

  /// The time of a sentence begins its epoch; `false` where it is no time.
  private mutating func begin(_ time: NMEAValue, _ name: NMEAName, into messages: inout [ReceiverMessage]) -> Bool {
    switch time {
    case .value(let seconds): begin(seconds, name, into: &messages)
    case .absent: begin(nil as Double?, name, into: &messages)
    case .bad: return false
    }
    return true
  }

  /// Latitude and longitude with their letters; `nil` where either is absent or none.
  private static func position(_ fields: inout NMEAFields, _ bytes: Span<UInt8>) -> (latitude: Double, longitude: Double)? {
    let latitude = fields.angle(bytes, limit: 90, positive: 0x4E, negative: 0x53)
    let longitude = fields.angle(bytes, limit: 180, positive: 0x45, negative: 0x57)
    guard case .value(let north) = latitude, case .value(let east) = longitude else { return nil }
    return (north, east)
  }

  /// `time, latitude, N, longitude, E, quality, satellites, HDOP, altitude, M, geoid, M, age, station`
  private mutating func readGGA(_ sentence: NMEASentence, _ bytes: Span<UInt8>, into messages: inout [ReceiverMessage]) {
    var fields = NMEAFields(sentence)
    guard begin(fields.timeOfDay(bytes), .gga, into: &messages) else { return }
    let position = Self.position(&fields, bytes)
    let quality = fields.letter(bytes)
    guard let status = Self.quality(quality) else { return }
    epoch.quality = status
    let count = fields.number(bytes).flatMap { Int(exactly: $0) }
    let dilution = fields.number(bytes)
    guard let position else { return }
    epoch.place(position.latitude, position.longitude, .gga)
    epoch.satelliteCount = count
    sky.takeHorizontalDilution(dilution)
    takeAltitude(&fields, bytes, hasUnits: true)
  }

  /// Metres above the sea, or feet where the unit says so, and of the geoid above the ellipsoid.
  private mutating func takeAltitude(_ fields: inout NMEAFields, _ bytes: Span<UInt8>, hasUnits: Bool) {
    let height = fields.number(bytes)
    let isFeet = hasUnits && fields.letter(bytes) | 0x20 == 0x66
    let separation = fields.number(bytes)
    if epoch.altitude == nil { epoch.altitude = MessageLimits.altitude(height.map { isFeet ? $0 * Self.foot : $0 }) }
    if epoch.separation == nil, let separation, abs(separation) < 1000 { epoch.separation = separation }
  }

  /// `time, status, latitude, N, longitude, E, knots, course, date, variation, E, mode, status`
  private mutating func readRMC(_ sentence: NMEASentence, _ bytes: Span<UInt8>, into messages: inout [ReceiverMessage]) {
    var fields = NMEAFields(sentence)
    guard begin(fields.timeOfDay(bytes), .rmc, into: &messages) else { return }
    let status = fields.letter(bytes)
    let position = Self.position(&fields, bytes)
    let knots = fields.number(bytes)
    let course = fields.number(bytes)
    let date = fields.next(bytes)
    let variation = fields.number(bytes)
    let side = fields.letter(bytes)
    let mode = fields.letter(bytes)
    let day = date.isEmpty ? nil : NMEAFields.date(bytes, date)
    if mode == 0x53 { epoch.letter = .simulated }
    guard Self.isValid(status, mode: mode) else {
      epoch.isVoid = true
      epoch.claimedDay = day
      return
    }
    guard let position else { return }
    epoch.place(position.latitude, position.longitude, .rmc)
    epoch.isActive = true
    takeLetter(mode)
    if let speed = MessageLimits.speed(knots.map { $0 * Self.knot }) { epoch.speed = speed }
    if let course { epoch.course = course }
    // Receivers without a model of the field write 0.0.
    if let variation = MessageLimits.variation(variation), variation != 0, side == 0x45 || side == 0x57 {
      epoch.variation = side == 0x45 ? variation : -variation
    }
    if let day, !epoch.hasWholeYear { epoch.day = day }
  }

  /// Valid by status, or a simulation, whose status is void by the standard.
  private static func isValid(_ status: UInt8, mode: UInt8) -> Bool {
    (status == 0x41 && mode != 0x4E) || mode == 0x53
  }

  /// `latitude, N, longitude, E, time, status, mode`
  private mutating func readGLL(_ sentence: NMEASentence, _ bytes: Span<UInt8>, into messages: inout [ReceiverMessage]) {
    var fields = NMEAFields(sentence)
    let position = Self.position(&fields, bytes)
    guard begin(fields.timeOfDay(bytes), .gll, into: &messages) else { return }
    let status = fields.letter(bytes)
    let mode = fields.letter(bytes)
    // Old receivers end the sentence before the status.
    guard status == 0 || Self.isValid(status, mode: mode), let position else { return }
    epoch.place(position.latitude, position.longitude, .gll)
    takeLetter(mode)
  }

  /// `time, latitude, N, longitude, E, modes, satellites, HDOP, altitude, geoid, age, station, status`
  private mutating func readGNS(_ sentence: NMEASentence, _ bytes: Span<UInt8>, into messages: inout [ReceiverMessage]) {
    var fields = NMEAFields(sentence)
    guard begin(fields.timeOfDay(bytes), .gns, into: &messages) else { return }
    let position = Self.position(&fields, bytes)
    // One letter for each satellite system; N is "no fix" of that one.
    let modes = fields.next(bytes)
    var mode: UInt8 = 0
    for index in modes where mode == 0 && bytes[index] != 0x4E { mode = bytes[index] }
    let count = fields.number(bytes).flatMap { Int(exactly: $0) }
    let dilution = fields.number(bytes)
    guard mode != 0, let position else { return }
    epoch.place(position.latitude, position.longitude, .gns)
    if epoch.satelliteCount == nil { epoch.satelliteCount = count }
    sky.takeHorizontalDilution(dilution)
    takeLetter(mode)
    takeAltitude(&fields, bytes, hasUnits: false)
  }

  /// `time, day, month, year, zone hours, zone minutes`
  private mutating func readZDA(_ sentence: NMEASentence, _ bytes: Span<UInt8>, into messages: inout [ReceiverMessage]) {
    var fields = NMEAFields(sentence)
    guard case .value(let seconds) = fields.timeOfDay(bytes), let day = fields.number(bytes).flatMap({ Int(exactly: $0) }),
      let month = fields.number(bytes).flatMap({ Int(exactly: $0) }), let year = fields.number(bytes).flatMap({ Int(exactly: $0) }),
      let date = NMEAFields.days(year: year, month: month, day: day)
    else { return }
    if epoch.isOpen, let day = NMEAClock.day(of: epoch.timeOfDay, beside: seconds, on: date) {
      epoch.day = day
      epoch.hasWholeYear = true
      return
    }
    close(into: &messages)
    _ = clock.moment(seconds, day: date)
  }

  /// VTG, see ``NMEAFields/velocity(_:)``.
  private mutating func readVTG(_ sentence: NMEASentence, _ bytes: Span<UInt8>) {
    guard epoch.isOpen else { return }
    var fields = NMEAFields(sentence)
    guard let velocity = fields.velocity(bytes) else { return }
    if epoch.course == nil { epoch.course = velocity.course }
    if epoch.magneticCourse == nil, velocity.course != nil {
      epoch.magneticCourse = MessageLimits.course(NMEAFields.number(bytes, velocity.magneticCourse))
    }
    if epoch.speed == nil {
      epoch.speed = MessageLimits.speed(velocity.knots.map { $0 * Self.knot } ?? velocity.kilometres.map { $0 / 3.6 })
    }
  }

  /// `time, RMS, major, minor, orientation, latitude, longitude, altitude`, all but the time in metres or degrees.
  private mutating func readGST(_ sentence: NMEASentence, _ bytes: Span<UInt8>, into messages: inout [ReceiverMessage]) {
    var fields = NMEAFields(sentence)
    guard case .value(let time) = fields.timeOfDay(bytes) else { return }
    begin(time, .gst, into: &messages)
    fields.skip(4, bytes)
    guard let north = MessageLimits.magnitude(fields.number(bytes)), let east = MessageLimits.magnitude(fields.number(bytes)) else {
      return
    }
    epoch.deviation = (north, east, MessageLimits.magnitude(fields.number(bytes)))
  }

  private mutating func readGSA(_ sentence: NMEASentence, _ bytes: Span<UInt8>) {
    guard let mode = sky.takeGSA(sentence, Self.talker(sentence, bytes), bytes) else { return }
    epoch.mode = max(epoch.mode, mode)
  }

  /// `east, north, up` in metres a second, of one maker.
  private mutating func readVelocity(_ sentence: NMEASentence, _ bytes: Span<UInt8>) {
    guard epoch.isOpen else { return }
    var fields = NMEAFields(sentence)
    fields.skip(2, bytes)
    epoch.climb = MessageLimits.climb(fields.number(bytes))
  }
}

// MARK: - Letters

extension NMEADecoder {
  /// The fix that GGA's quality means; `nil` where there is none. Several digits are no quality.
  private static func quality(_ digit: UInt8) -> FixStatus? {
    switch digit {
    case 0x31: .normal
    case 0x32: .differential
    case 0x33: .militaryPrecise
    case 0x34: .rtkFixed
    case 0x35: .rtkFloat
    case 0x36: .deadReckoning
    case 0x37: .time
    case 0x38: .simulated
    case 0, 0x30: nil
    default: .unknown
    }
  }

  /// Takes the mode letter of a sentence that has a fix; the first that says more than "autonomous" stays.
  private mutating func takeLetter(_ letter: UInt8) {
    let status: FixStatus =
      switch letter {
      case 0x41: .normal  // autonomous
      case 0x44, 0x50: .differential  // differential, precise
      case 0x45: .deadReckoning  // estimated
      case 0x46: .rtkFloat
      case 0x52: .rtkFixed
      case 0x4D, 0x53: .simulated  // by hand, simulator
      default: .unknown
      }
    if epoch.letter == .unknown || epoch.letter == .normal, status != .unknown { epoch.letter = status }
  }
}
