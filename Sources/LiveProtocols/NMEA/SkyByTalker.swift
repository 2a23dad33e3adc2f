// Owns `SkyByTalker`: the satellites sorted by who tells of them, and how they are written as GSA and GSV.

import TrackFormats
import TrackPlayback

/// A view of the sky, sorted by the talkers of NMEA 0183.
struct SkyByTalker {
  /// The satellites that one talker tells of.
  struct Group {
    /// Which talker GSV has.
    let talker: StaticString
    /// GSA's number of the system (NMEA 0183 4.10).
    let systemID: StaticString
    var satellites: [Satellite] = []
  }

  /// Those that see any satellite; GPS is always there.
  let groups: [Group]
  let dilution: DilutionOfPrecision
  /// How many satellites count for the fix; `nil` where nothing is known of the sky.
  let usedCount: Int?
  let isKnown: Bool

  init(_ sky: SkyView?) {
    isKnown = sky != nil
    usedCount = sky?.usedCount
    dilution = sky?.dilution ?? DilutionOfPrecision()
    var all = [
      Group(talker: "GP", systemID: "1"), Group(talker: "GL", systemID: "2"), Group(talker: "GA", systemID: "3"),
      Group(talker: "GB", systemID: "4"), Group(talker: "GI", systemID: "6"),
    ]
    for satellite in sky?.satellites ?? [] { all[Self.group(of: satellite)].satellites.append(satellite) }
    groups = all.enumerated().filter { $0.offset == 0 || !$0.element.satellites.isEmpty }.map(\.element)
  }

  /// GP, or GN where there are several systems.
  var talker: StaticString { groups.count > 1 ? "GN" : "GP" }

  private static func group(of satellite: Satellite) -> Int {
    switch satellite.system {
    case .glonass: 1
    case .galileo: 2
    case .beidou: 3
    case .navic: 4
    case .gps, .sbas, .qzss, .imes: 0
    case nil:
      switch satellite.number {
      case 65...96: 1
      case 301...336: 2
      case 401...463: 3
      default: 0
      }
    }
  }

  /// The number that a sentence of the talker has for a satellite; `nil` where none of three digits is known.
  ///
  /// Galileo, BeiDou and NavIC count from 1 (NMEA 0183 4.10), the others have numbers that no other system has.
  static func number(of satellite: Satellite) -> Int? {
    let number: Int
    switch satellite.system {
    case .galileo, .beidou, .navic: number = satellite.systemNumber ?? satellite.number % 100
    default: number = group(of: satellite) > 1 ? satellite.number % 100 : satellite.number
    }
    return (1...999).contains(number) ? number : nil
  }
}

extension NMEAReportWriter {
  /// The most satellites that GSV tells of for one talker: its nine messages of four.
  private static let viewLimit = 36

  /// One sentence for each system that has satellites in use, twelve satellites in each; at least one.
  mutating func writeGSA(to output: inout [UInt8]) {
    let used = sky.groups.map { group in
      (group, group.satellites.compactMap { $0.isUsed ? SkyByTalker.number(of: $0) : nil })
    }
    let isMixed = sky.groups.count > 1
    var isWritten = false
    for (group, numbers) in used where !numbers.isEmpty {
      for start in stride(from: 0, to: numbers.count, by: 12) {
        writeGSA(group.talker, numbers[start..<min(start + 12, numbers.count)], isMixed ? group.systemID : nil, to: &output)
      }
      isWritten = true
    }
    if !isWritten { writeGSA("GP", [], isMixed ? "1" : nil, to: &output) }
  }

  private mutating func writeGSA(
    _ talker: StaticString, _ numbers: ArraySlice<Int>, _ systemID: StaticString?, to output: inout [UInt8]
  ) {
    line.begin(talker, "GSA,A,")
    line.put(modeDigit)
    for number in numbers {
      line.put(",")
      line.put(number, width: 2)
    }
    for _ in numbers.count..<12 { line.put(",") }
    for dilution in [sky.dilution.position, sky.dilution.horizontal, sky.dilution.vertical] {
      line.put(",")
      // Beyond that there is no telling anything; 99.9 is what receivers without a fix say.
      if let dilution { put(min(dilution, 99.99), below: 100, decimals: 2) }
    }
    if let systemID {
      line.put(",")
      line.put(systemID)
    }
    line.end(into: &output)
  }

  /// Four satellites a sentence, each talker its own; a sky that is known and empty has one sentence of none.
  mutating func writeGSV(to output: inout [UInt8]) {
    guard sky.isKnown else { return }
    for group in sky.groups {
      let satellites = group.satellites.filter { SkyByTalker.number(of: $0) != nil }.prefix(Self.viewLimit)
      let messages = max(1, (satellites.count + 3) / 4)
      for message in 0..<messages {
        line.begin(group.talker, "GSV,")
        line.put(messages, width: 1)
        line.put(",")
        line.put(message + 1, width: 1)
        line.put(",")
        line.put(satellites.count, width: 2)
        for satellite in satellites.dropFirst(message * 4).prefix(4) { put(satellite) }
        line.end(into: &output)
      }
    }
  }

  /// `,number,elevation,azimuth,signal`
  private mutating func put(_ satellite: Satellite) {
    line.put(",")
    line.put(SkyByTalker.number(of: satellite) ?? 0, width: 2)
    line.put(",")
    if let elevation = satellite.elevation, elevation >= 0, elevation <= 90 { line.put(Int(elevation.rounded()), width: 2) }
    line.put(",")
    if let azimuth = satellite.azimuth.flatMap(Self.wrapped) { line.put(Int(azimuth.rounded()) % 360, width: 3) }
    line.put(",")
    if let signal = satellite.signal, signal > 0, signal < 99.5 { line.put(Int(signal.rounded()), width: 2) }
  }
}
