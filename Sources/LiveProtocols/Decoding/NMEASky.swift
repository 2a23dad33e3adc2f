// Owns `NMEASky`: GSV and GSA sentences as one view of the sky.

import TrackFormats
import TrackPlayback

/// Puts the satellites together that the GSV sentences of all talkers tell, and marks those that GSA names as used.
struct NMEASky: Sendable {
  /// So many satellites are kept at most; there are some 130 in all, a third of them below the horizon.
  static let satelliteLimit = 160
  /// A set of GSV sentences has so many at most.
  private static let sentenceLimit = 24
  private static let sourceLimit = 24

  /// Who tells: a talker, and which of a satellite's signals.
  private struct Teller: Hashable {
    var talker: UInt16
    var signal: UInt8
  }

  /// A set of sentences on its way.
  private struct Pending {
    var teller: Teller
    var total: Int
    var next: Int
    var satellites: [Satellite]
  }

  private var lists: [(teller: Teller, satellites: [Satellite], age: Int)] = []
  private var pending: Pending?
  private var used: [SatelliteNumbering.Identity] = []
  private var isUsedOfLastView = true
  private(set) var dilution = DilutionOfPrecision()
  /// Whether something was told since the last view was taken.
  private(set) var isChanged = false

  /// The view, if something was told since the last.
  mutating func takeView(time: Double?) -> SkyView? {
    guard isChanged else { return nil }
    isChanged = false
    isUsedOfLastView = true
    return SkyView(time: time, satellites: satellites, dilution: dilution)
  }

  /// All satellites, those of several signals once, with the strongest. Without a GSV, those that GSA names.
  private var satellites: [Satellite] {
    var all: [Satellite] = []
    var places: [Int: Int] = [:]
    for list in lists {
      for satellite in list.satellites {
        if let place = places[satellite.number] {
          all[place].elevation = all[place].elevation ?? satellite.elevation
          all[place].azimuth = all[place].azimuth ?? satellite.azimuth
          if let signal = satellite.signal { all[place].signal = max(signal, all[place].signal ?? 0) }
        } else if all.count < Self.satelliteLimit {
          places[satellite.number] = all.count
          all.append(satellite)
        }
      }
    }
    if lists.isEmpty {
      all = used.map { Satellite(number: $0.number, system: $0.system, systemNumber: $0.systemNumber) }
      for (place, satellite) in all.enumerated() { places[satellite.number] = place }
    }
    for identity in used {
      if let place = places[identity.number] { all[place].isUsed = true }
    }
    return all
  }
}

// MARK: - Sentences

extension NMEASky {
  /// `mode, fix, twelve satellites, PDOP, HDOP, VDOP[, system]`; one receiver has twenty-four satellites.
  /// - Returns: The fix: 1 none, 2 and 3 dimensions; `nil` where it says none of these, or is too short.
  mutating func takeGSA(_ sentence: NMEASentence, _ talker: UInt16, _ bytes: Span<UInt8>) -> FixMode? {
    var fields = NMEAFields(sentence)
    fields.skip(1, bytes)
    let mode = fields.letter(bytes)
    var rest: [Double?] = []
    let end = sentence.fields.upperBound
    while rest.count < 40 {
      let field = fields.next(bytes)
      rest.append(field.isEmpty ? nil : NMEAFields.number(bytes, field))
      if field.upperBound >= end { break }
    }
    guard rest.count >= 15 else { return nil }
    let slots = rest.count >= 27 ? 24 : 12
    if isUsedOfLastView {
      used.removeAll(keepingCapacity: true)
      dilution = DilutionOfPrecision()
      isUsedOfLastView = false
    }
    let systemID = rest.count == slots + 4 ? rest[slots + 3].flatMap { Int(exactly: $0) } : nil
    for case let value? in rest[..<slots] {
      guard used.count < Self.satelliteLimit, let id = Int(exactly: value),
        let identity = SatelliteNumbering.identity(id, talker: talker, systemID: systemID)
      else { continue }
      used.append(identity)
    }
    dilution.position = Self.dilution(rest[slots]) ?? dilution.position
    dilution.horizontal = Self.dilution(rest[slots + 1]) ?? dilution.horizontal
    dilution.vertical = Self.dilution(rest[slots + 2]) ?? dilution.vertical
    isChanged = true
    return mode >= 0x31 && mode <= 0x33 ? FixMode(rawValue: mode - 0x30) : nil
  }

  /// A dilution, if it is one: receivers write 0, 99.99 or nothing where they have none.
  private static func dilution(_ value: Double?) -> Double? { value.flatMap { $0 > 0 && $0 < 99 ? $0 : nil } }

  /// Takes the horizontal dilution that GGA or GNS tells; nothing changes where they leave it out.
  mutating func takeHorizontalDilution(_ value: Double?) {
    if let value { dilution.horizontal = Self.dilution(value) }
  }

  /// `sentences, number, satellites, then each: number, elevation, azimuth, strength[; signal]`
  /// - Returns: Whether it completes a set.
  mutating func takeGSV(_ sentence: NMEASentence, _ talker: UInt16, _ bytes: Span<UInt8>) -> Bool {
    var fields = NMEAFields(sentence)
    let total = fields.number(bytes).flatMap { Int(exactly: $0) } ?? 0
    let number = fields.number(bytes).flatMap { Int(exactly: $0) } ?? 0
    fields.skip(1, bytes)
    guard total >= 1, total <= Self.sentenceLimit, number >= 1, number <= total else {
      pending = nil
      return false
    }
    var values: [Double?] = []
    let end = sentence.fields.upperBound
    while values.count < 40 {
      let field = fields.next(bytes)
      values.append(field.isEmpty ? nil : NMEAFields.number(bytes, field))
      if field.upperBound >= end { break }
    }
    // One value beyond the quadruples is the signal, in hexadecimal; a digit is enough to tell signals apart.
    let signal = values.count % 4 == 1 ? values.last.flatMap { $0 }.flatMap { UInt8(exactly: $0) } ?? 0 : 0
    let teller = Teller(talker: talker, signal: signal)
    if number == 1 {
      pending = Pending(teller: teller, total: total, next: 1, satellites: [])
    } else if pending?.teller.talker != talker || pending?.next != number || pending?.total != total {
      // The signal may change within a set: some receivers end that of one signal with what they hear of another.
      pending = nil
    }
    guard pending != nil else { return false }
    appendSatellites(values, talker)
    pending?.next = number + 1
    guard number == total, let whole = pending else { return false }
    pending = nil
    keep(whole)
    return true
  }

  private mutating func appendSatellites(_ values: [Double?], _ talker: UInt16) {
    var index = 0
    while index + 2 < values.count {
      defer { index += 4 }
      guard let id = values[index].flatMap({ Int(exactly: $0) }),
        let identity = SatelliteNumbering.identity(id, talker: talker, systemID: nil)
      else { continue }
      let strength = index + 3 < values.count ? values[index + 3] : nil
      pending?.satellites.append(
        Satellite(
          number: identity.number, system: identity.system, systemNumber: identity.systemNumber,
          elevation: values[index + 1].flatMap { abs($0) <= 90 ? $0 : nil }, azimuth: MessageLimits.course(values[index + 2]),
          signal: strength.flatMap { $0 >= 0 && $0 < 100 ? $0 : nil }))
    }
  }

  /// Keeps a whole set in place of the one that the same talker told before. A talker that fell silent while the others told three sets
  /// has no satellites any more.
  private mutating func keep(_ set: Pending) {
    isChanged = true
    if let index = lists.firstIndex(where: { $0.teller == set.teller }) {
      lists[index].satellites = set.satellites
      lists[index].age = 0
      for other in lists.indices where other != index { lists[other].age += 1 }
      let count = lists.count
      lists.removeAll { $0.age > 3 * count }
    } else {
      if lists.count == Self.sourceLimit { lists.removeFirst() }
      lists.append((set.teller, set.satellites, 0))
    }
  }
}
