// Owns the step from a source's datum to WGS 84.

import TrackGeodesy

extension Datum {
  /// A coordinate of this datum in WGS 84.
  func toWGS84(_ coordinate: Coordinate) -> Coordinate {
    self == .wgs84 ? coordinate : Datum.convert(coordinate, from: self, to: .wgs84)
  }

  /// The datum that a text names, whatever its case and hyphens: `WGS-84`, `gcj02`, `BD 09`; `nil` where it names none.
  static func named(_ text: String) -> Datum? {
    let letters = text.unicodeScalars.filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    switch String(String.UnicodeScalarView(letters)).lowercased() {
    case "wgs84": return .wgs84
    case "gcj02": return .gcj02
    case "bd09", "bd09ll": return .bd09
    default: return nil
    }
  }
}
