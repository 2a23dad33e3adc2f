// Owns what of a KML document is to be played.

import TrackGeodesy
import TrackPlayback

extension KMLContent {
  /// However many timed points make a track, their names are kept where there are no more than this, or one point in ten has one.
  static let nameCount = 100

  /// The document: its lines; else its timed points, folder by folder; else its points; else its polygons' outlines.
  func document(isDatumStated: Bool) -> TrackDocument? {
    if !lines.isEmpty { return linesAsTracks(isDatumStated) }
    if let document = timedPlacesAsTracks(isDatumStated) { return document }
    if !places.isEmpty { return document([track(of: groundedPlaces, named: name, isDatumStated)]) }
    return document(outlines.compactMap { $0.track(datum: datum, isDatumStated: isDatumStated) })
  }

  private func document(_ tracks: [Track], routes: [Track] = []) -> TrackDocument? {
    tracks.isEmpty
      ? nil : TrackDocument(format: KMLFormat.identifier, name: name, tracks: tracks, routes: routes, skipped: skipped)
  }

  /// The lines. Where some are timed those are the recordings, and the others stand beside them as routes.
  ///
  /// A place goes with the first track of its folder, else with the first route of it, else with the first track of the document.
  private func linesAsTracks(_ isDatumStated: Bool) -> TrackDocument? {
    let hasTimes = lines.contains { $0.points.hasTimes }
    func isRoute(_ line: KMLLine) -> Bool { hasTimes && !line.points.hasTimes }
    let firstTrack = lines.firstIndex { !isRoute($0) } ?? 0
    var firstOfFolder: [Int: Int] = [:]
    for wantsRoute in [false, true] {
      for (index, line) in lines.enumerated() where isRoute(line) == wantsRoute && firstOfFolder[line.folder] == nil {
        firstOfFolder[line.folder] = index
      }
    }
    var waypoints: [[Waypoint]] = Array(repeating: [], count: lines.count)
    for place in groundedPlaces {
      if let waypoint = place.waypoint { waypoints[firstOfFolder[place.folder] ?? firstTrack].append(waypoint) }
    }
    var tracks: [Track] = []
    var routes: [Track] = []
    for (index, line) in lines.enumerated() {
      guard let track = line.track(datum: datum, isDatumStated: isDatumStated)?.adding(waypoints[index]) else { continue }
      if isRoute(line) { routes.append(track) } else { tracks.append(track) }
    }
    return document(tracks, routes: routes)
  }

  /// A track for each folder that holds at least two points with times, in the order of these; `nil` where there is none.
  private func timedPlacesAsTracks(_ isDatumStated: Bool) -> TrackDocument? {
    var timed: [Int: [KMLPlace]] = [:]
    var loose: [KMLPlace] = []
    for place in groundedPlaces {
      if place.time != nil { timed[place.folder, default: []].append(place) } else { loose.append(place) }
    }
    var tracks: [Track] = []
    for folder in timed.keys.sorted() {
      guard let group = timed[folder], group.count > 1 else {
        loose += timed[folder, default: []]
        continue
      }
      tracks.append(track(of: Self.ordered(group), named: folderNames[folder] ?? name, isDatumStated))
    }
    guard !tracks.isEmpty else { return nil }
    tracks[0] = tracks[0].adding(loose.compactMap(\.waypoint))
    return document(tracks)
  }

  /// Places in the order of their times; those of one moment stay in the order of the file.
  private static func ordered(_ places: [KMLPlace]) -> [KMLPlace] {
    func time(_ index: Int) -> Double { places[index].time ?? 0 }
    if places.indices.dropFirst().allSatisfy({ time($0 - 1) <= time($0) }) { return places }
    let order = places.indices.sorted { time($0) == time($1) ? $0 < $1 : time($0) < time($1) }
    return order.map { places[$0] }
  }

  /// Places as the points of a track, which they name.
  private func track(of places: [KMLPlace], named name: String?, _ isDatumStated: Bool) -> Track {
    var points = TrackPoints()
    var waypoints: [Waypoint] = []
    let nameCount = places.count { $0.name != nil }
    let areNamesKept = nameCount <= Self.nameCount || nameCount <= places.count / 10
    points.reserveCapacity(places.count)
    for place in places {
      guard points.append(place.fix), areNamesKept, var waypoint = place.waypoint else { continue }
      waypoint.pointIndex = points.count - 1
      waypoints.append(waypoint)
    }
    return Track(
      name: name, points: points.withoutZeroAltitudes, waypoints: waypoints, datum: datum, isDatumStated: isDatumStated,
      utcOffset: placeOffset)
  }

  /// The places, their altitudes unknown where each that is known is 0.
  private var groundedPlaces: [KMLPlace] {
    if places.contains(where: { ($0.altitude ?? 0) != 0 }) { return places }
    return places.map { place in
      var place = place
      place.altitude = nil
      return place
    }
  }
}
