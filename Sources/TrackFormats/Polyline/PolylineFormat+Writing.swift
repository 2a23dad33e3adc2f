// Owns the writing of encoded polylines.

import TrackPlayback

extension PolylineFormat {
  /// Writes each segment as a line with five decimals, names as comments before them.
  public static func write(_ document: TrackDocument, into output: inout ByteOutput) {
    if let name = document.name ?? (document.tracks.count == 1 ? document.tracks[0].name : nil) { comment("name", name, into: &output) }
    for track in document.tracks {
      for segment in track.segments {
        let name = segment.name ?? (document.tracks.count > 1 && segment == track.segments.first ? track.name : nil)
        if let name { comment("segment", name, into: &output) }
        var (latitude, longitude): (Int64, Int64) = (0, 0)
        for index in segment.range {
          guard !output.isFailed else { return }
          // Coordinates in tracks are valid, so the products stay far below what an Int64 holds.
          let place = track.points.coordinate(at: index)
          let (nextLatitude, nextLongitude) = (Int64((place.latitude * 1e5).rounded()), Int64((place.longitude * 1e5).rounded()))
          PolylineCode.append(nextLatitude - latitude, to: &output)
          PolylineCode.append(nextLongitude - longitude, to: &output)
          (latitude, longitude) = (nextLatitude, nextLongitude)
        }
        output.put(.lineFeed)
      }
    }
  }

  private static func comment(_ key: String, _ value: String, into output: inout ByteOutput) {
    output.put("# \(key): \(TextCleaning.cleaned(value))\n")
  }

  /// What polylines do not hold.
  public static func losses(of document: TrackDocument) -> [String] {
    ["all decimals of the positions but five (a metre)"] + PointLosses.losses(of: document, keepsAltitudes: false, keepsPlaces: false)
  }
}
