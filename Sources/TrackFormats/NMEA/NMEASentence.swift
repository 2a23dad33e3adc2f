// Owns `NMEASentence`: where one sentence of NMEA 0183 lies, what it is, and whether its checksum is right.

/// A sentence in a buffer: `$GPRMC,…*hh`. It holds places only, so that a million of them allocate nothing.
///
///     $ GP RMC , 123519,A,4807.038,N, … * 6A
///     │ │  │     └─ fields ───────────┘   └ checksum: exclusive or of the bytes between $ and *
///     │ │  └ formatter (kind)
///     │ └ talker
///     └ range.lowerBound
///
/// Source: the public descriptions of NMEA 0183, above all E. S. Raymond, "NMEA Revealed" (gpsd.gitlab.io/gpsd/NMEA.html).
public struct NMEASentence: Sendable, Hashable {
  /// What a sentence tells.
  public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    /// Position, time, quality and altitude.
    case gga
    /// Position, time, date, speed and course.
    case rmc
    /// Position and time.
    case gll
    /// Speed and course.
    case vtg
    /// Position of several satellite systems, with time and altitude.
    case gns
    /// Time and date with the whole year.
    case zda
    /// The standard deviations of the position.
    case gst
    /// Another sentence of a talker: satellites, headings, depths.
    case other
    /// A manufacturer's own, `$P…`.
    case proprietary
    /// Bits in an envelope, `!AIVDM` and its like.
    case encapsulated
  }

  /// What became of the checksum.
  public enum Checksum: Sendable, Hashable {
    /// There is none.
    case absent
    /// It is that of the bytes.
    case right
    /// The bytes give another one than what stands there.
    case wrong(stated: UInt8, computed: UInt8)
    /// The sentence ends behind `*`, or another one begins in the middle of it.
    case brokenOff
  }

  /// What it tells.
  public let kind: Kind
  /// The two letters of the talker, the first in the upper byte; 0 where it has none.
  public let talker: UInt16
  /// All of it, from `$` or `!` to the checksum, without the line's end.
  public let range: Range<Int>
  /// What lies behind the first comma, without the checksum.
  public let fields: Range<Int>
  /// What became of the checksum.
  public let checksum: Checksum

  /// Whether it may be used: its checksum is right or absent.
  public var isSound: Bool { checksum == .right || checksum == .absent }
}

extension NMEASentence.Kind {
  /// The kind that the three letters of a formatter name.
  @inline(__always)
  init(formatter first: UInt8, _ second: UInt8, _ third: UInt8) {
    switch UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third) {
    case 0x47_4741: self = .gga
    case 0x52_4D43: self = .rmc
    case 0x47_4C4C: self = .gll
    case 0x56_5447: self = .vtg
    case 0x47_4E53: self = .gns
    case 0x5A_4441: self = .zda
    case 0x47_5354: self = .gst
    default: self = .other
    }
  }

  /// Whether such a sentence gives a position.
  public var hasPosition: Bool { self == .gga || self == .rmc || self == .gll || self == .gns }
}
