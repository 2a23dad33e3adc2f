// Owns the writing of coordinate text.

import TrackPlayback

extension CoordinatesFormat: WritableTrackFormat {
  /// Writes `longitude,latitude[,altitude]` a line, with comments that name the track, the datum, segments and places.
  public static func write(_ document: TrackDocument, into output: inout ByteOutput) {
    if let name = document.name ?? (document.tracks.count == 1 ? document.tracks[0].name : nil) { comment("name", name, into: &output) }
    comment("datum", "WGS-84", into: &output)
    var isFirst = true
    for track in document.tracks {
      let places = Dictionary(
        track.waypoints.compactMap { place in place.pointIndex.map { ($0, [place.name]) } }, uniquingKeysWith: { $0 + $1 })
      for segment in track.segments {
        let name = segment.name ?? (document.tracks.count > 1 && segment == track.segments.first ? track.name : nil)
        if !isFirst || name != nil { comment("segment", name, into: &output) }
        isFirst = false
        for index in segment.range {
          guard !output.isFailed else { return }
          for place in places[index] ?? [] { comment("place", place, into: &output) }
          output.put(track.points.longitudes[index])
          output.put(.comma)
          output.put(track.points.latitudes[index])
          if track.points.hasAltitudes, track.points.altitudes[index].isFinite {
            output.put(.comma)
            output.put(track.points.altitudes[index])
          }
          output.put(.lineFeed)
        }
      }
    }
  }

  private static func comment(_ key: String, _ value: String?, into output: inout ByteOutput) {
    output.put("# \(key):\(value.map { " " + TextCleaning.cleaned($0) } ?? "")\n")
  }

  /// What coordinate text does not hold.
  public static func losses(of document: TrackDocument) -> [String] {
    PointLosses.losses(of: document, keepsAltitudes: true, keepsPlaces: true)
  }
}
