// Owns `SkyView` and `Satellite`: the satellites that a receiver sees.

/// A satellite as a receiver sees it; `nil` is "not said".
public struct Satellite: Sendable, Hashable {
  /// The systems, with gpsd's `gnssid` as raw values.
  public enum System: UInt8, Sendable, Hashable, CaseIterable {
    case gps = 0
    case sbas = 1
    case galileo = 2
    case beidou = 3
    case imes = 4
    case qzss = 5
    case glonass = 6
    case navic = 7
  }

  /// Its number as NMEA counts and gpsd's `PRN` says: 1–32 GPS, 33–64 SBAS, 65–96 GLONASS, …
  public var number: Int
  /// Its system, and its number within that.
  public var system: System?
  public var systemNumber: Int?
  /// Degrees above the horizon, and clockwise from true north.
  public var elevation: Double?
  public var azimuth: Double?
  /// The signal's strength in dB-Hz.
  public var signal: Double?
  /// Whether it counts for the fix.
  public var isUsed: Bool

  /// A satellite; what is left out is unknown.
  public init(
    number: Int, system: System? = nil, systemNumber: Int? = nil, elevation: Double? = nil, azimuth: Double? = nil, signal: Double? = nil,
    isUsed: Bool = false
  ) {
    self.number = number
    self.system = system
    self.systemNumber = systemNumber
    self.elevation = elevation
    self.azimuth = azimuth
    self.signal = signal
    self.isUsed = isUsed
  }
}

/// By how much the satellites' positions thin the accuracy out; `nil` is "not said".
public struct DilutionOfPrecision: Sendable, Hashable {
  public var horizontal: Double?
  public var vertical: Double?
  public var position: Double?
  public var time: Double?
  public var geometric: Double?
  /// East–west and north–south.
  public var longitude: Double?
  public var latitude: Double?

  /// Nothing said.
  public init() {}
}

/// The satellites that a receiver sees: gpsd's SKY, or the GSA and GSV sentences of one epoch.
public struct SkyView: Sendable, Hashable {
  /// Which receiver; empty where the source does not name it.
  public var source: String
  /// The moment in seconds since 1970 UTC, if it is said.
  public var time: Double?
  public var satellites: [Satellite]
  public var dilution: DilutionOfPrecision

  /// A view of the sky.
  public init(
    source: String = "", time: Double? = nil, satellites: [Satellite] = [], dilution: DilutionOfPrecision = DilutionOfPrecision()
  ) {
    self.source = source
    self.time = time
    self.satellites = satellites
    self.dilution = dilution
  }

  /// How many count for the fix.
  public var usedCount: Int { satellites.count { $0.isUsed } }
}
