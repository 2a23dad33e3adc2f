// Owns `ReceiverProtocol`: what a live source may speak.

/// What a live source speaks.
public enum ReceiverProtocol: String, Sendable, Hashable, CaseIterable {
  /// NMEA 0183 sentences.
  case nmea
  /// gpsd's JSON reports, a line each.
  case gpsd
  /// GeoJSON objects, a line each, with or without record separators.
  case geoJSON = "geojson"
  /// `lat lon`, `id lat lon`, `id lat lon time`.
  case lines
}
