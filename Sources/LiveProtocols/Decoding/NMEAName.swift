// Owns `NMEAName`: which sentence it is, as far as live sources read it.

import TrackFormats

/// The sentences that live sources read, by the three letters of their formatter, and one maker's.
enum NMEAName: UInt8, Sendable, Hashable {
  case gga, rmc, gll, gns, vtg, gst, zda, gsa, gsv, hdt, hdg, hdm, ths, pgrmv

  /// Whether the sentence is of a moment of its own, whose fix it belongs to.
  var isOfEpoch: Bool {
    switch self {
    case .gga, .rmc, .gll, .gns, .vtg, .gst, .zda, .gsa, .pgrmv: true
    case .gsv, .hdt, .hdg, .hdm, .ths: false
    }
  }

  /// Whether it tells no time, so that it belongs to what stands around it.
  var isTimeless: Bool { self == .vtg || self == .gsa || self == .pgrmv }

  /// The name of a sentence; `nil` where it is not read.
  init?(_ sentence: NMEASentence, in bytes: Span<UInt8>) {
    let start = sentence.range.lowerBound
    guard start + 6 < bytes.count, bytes[start + 6] == 0x2C else { return nil }
    let code = UInt32(bytes[start + 3]) << 16 | UInt32(bytes[start + 4]) << 8 | UInt32(bytes[start + 5])
    switch sentence.kind {
    case .gga: self = .gga
    case .rmc: self = .rmc
    case .gll: self = .gll
    case .gns: self = .gns
    case .vtg: self = .vtg
    case .gst: self = .gst
    case .zda: self = .zda
    case .encapsulated: return nil
    case .proprietary:
      // Some modems name the BeiDou satellites by PQ, which is no talker by the standard.
      if bytes[start + 2] == 0x51 {
        switch code {
        case 0x47_5341: self = .gsa
        case 0x47_5356: self = .gsv
        default: return nil
        }
      } else if bytes.hasBytes("PGRMV", at: start + 1) {
        self = .pgrmv
      } else {
        return nil
      }
    case .other:
      switch code {
      case 0x47_5341: self = .gsa
      case 0x47_5356: self = .gsv
      case 0x48_4454: self = .hdt
      case 0x48_4447: self = .hdg
      case 0x48_444D: self = .hdm
      case 0x54_4853: self = .ths
      default: return nil
      }
    }
  }
}
