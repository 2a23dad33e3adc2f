// Owns `SatelliteNumbering`: satellites by the numbers that NMEA sentences give them.

import TrackPlayback

/// Which satellite a number in a GSA or GSV sentence means.
///
/// NMEA 0183 counts 1–32 for GPS, 33–64 for SBAS (PRN 120–151), 65–96 for GLONASS, 193 on for QZSS; since version 4.1 each system counts
/// from 1 and its talker or system number tells which it is. Beyond that receivers differ: BeiDou from 201 or 401, Galileo from 101 or 301,
/// NavIC from 501. What comes out are gpsd's numbers: `PRN` unique over all systems, `gnssid` and `svid`.
enum SatelliteNumbering {
  /// A satellite by its numbers.
  struct Identity: Sendable, Hashable {
    /// Unique over all systems.
    var number: Int
    var system: Satellite.System?
    var systemNumber: Int?
  }

  /// - Parameters:
  ///   - id: The number in the sentence.
  ///   - talker: The sentence's talker as two bytes.
  ///   - systemID: The system as NMEA 4.1 numbers it, where the sentence says.
  /// - Returns: `nil` for a number that means no satellite.
  static func identity(_ id: Int, talker: UInt16, systemID: Int?) -> Identity? {
    guard id >= 1, id <= 999 else { return nil }
    let home = system(numbered: systemID) ?? system(of: talker)
    if let home, let own = ownNumber(id, in: home) {
      return Identity(number: offset(of: home) + own, system: home, systemNumber: own)
    }
    for range in ranges where range.ids.contains(id) {
      let own = id - range.offset
      let number = range.system == .sbas ? id : offset(of: range.system) + own
      return Identity(number: number, system: range.system, systemNumber: own)
    }
    return nil
  }

  /// The ranges that mean the same whoever says them.
  private static let ranges: [(ids: ClosedRange<Int>, system: Satellite.System, offset: Int)] = [
    (1...32, .gps, 0), (33...64, .sbas, -87), (65...96, .glonass, 64), (120...158, .sbas, 0), (173...182, .imes, 172),
    (193...200, .qzss, 192), (201...264, .beidou, 200), (301...356, .galileo, 300), (401...464, .beidou, 400), (501...515, .navic, 500),
  ]

  /// A number that a system counts from 1, or from a hundred that only some receivers use.
  private static func ownNumber(_ id: Int, in system: Satellite.System) -> Int? {
    switch system {
    case .glonass: id <= 32 ? id : nil
    case .galileo: id <= 64 ? id : id > 100 && id <= 164 ? id - 100 : nil
    case .beidou: id <= 64 ? id : nil
    case .qzss: id <= 10 ? id : nil
    case .navic: id <= 15 ? id : nil
    case .gps, .sbas, .imes: nil
    }
  }

  /// What is added to a system's own number to make it unique.
  private static func offset(of system: Satellite.System) -> Int {
    switch system {
    case .gps, .sbas: 0
    case .glonass: 64
    case .imes: 172
    case .qzss: 192
    case .galileo: 300
    case .beidou: 400
    case .navic: 500
    }
  }

  /// The systems as NMEA 4.11 numbers them in GSA and GNS; 1 counts GPS and SBAS.
  private static func system(numbered id: Int?) -> Satellite.System? {
    switch id {
    case 1: .gps
    case 2: .glonass
    case 3: .galileo
    case 4: .beidou
    case 5: .qzss
    case 6: .navic
    default: nil
    }
  }

  private static func system(of talker: UInt16) -> Satellite.System? {
    switch talker {
    case 0x4750: .gps  // GP
    case 0x474C: .glonass  // GL
    case 0x4741: .galileo  // GA
    case 0x4742, 0x4244, 0x5051: .beidou  // GB, BD, PQ
    case 0x4751, 0x515A: .qzss  // GQ, QZ
    case 0x4749: .navic  // GI
    default: nil
    }
  }
}
