// Owns `NMEAHeading`: the headings that compasses send.

import TrackFormats
import TrackPlayback

/// Reads headings.
enum NMEAHeading {
  /// The heading that a sentence tells, if it does.
  static func heading(_ name: NMEAName, _ sentence: NMEASentence, _ bytes: Span<UInt8>) -> Heading? {
    var fields = NMEAFields(sentence)
    guard let degrees = MessageLimits.course(fields.number(bytes)) else { return nil }
    switch name {
    case .hdt: return Heading(true: degrees)
    case .hdm: return Heading(magnetic: degrees)
    case .ths:
      // A, E, M and S are ways of having one; V is none.
      return fields.letter(bytes) == 0x56 ? nil : Heading(true: degrees)
    case .hdg:
      // The compass plus its deviation is magnetic; that plus the variation is true. East is positive in both.
      let deviation = eastward(&fields, bytes) ?? 0
      let magnetic = MessageLimits.course(degrees + deviation)
      let variation = eastward(&fields, bytes)
      return Heading(magnetic: magnetic, true: MessageLimits.course(variation.map { degrees + deviation + $0 }))
    default: return nil
    }
  }

  /// Degrees and their side, east positive; `nil` where either is missing.
  private static func eastward(_ fields: inout NMEAFields, _ bytes: Span<UInt8>) -> Double? {
    let degrees = MessageLimits.variation(fields.number(bytes))
    let side = fields.letter(bytes)
    guard let degrees, side == 0x45 || side == 0x57 else { return nil }
    return side == 0x45 ? degrees : -degrees
  }
}
