// Several tracks played together, on one clock.
//
//      a.gpx       08:00 ├──────────────┤ 09:00            timed tracks that overlap keep their own time of day;
//      b.fit           08:20 ├───────────────┤ 09:15       each stands at its start before it begins, and at its end after
//                  ├──────── one clock ──────┤
//
//      otherwise all begin at once, as in a race against a ghost

import TrackPlayback

extension Timeline {
  /// Timelines with the same beginning and end: those of timed tracks that overlap by the time of day, others from their starts.
  public static func together(_ timelines: [Timeline]) -> [Timeline] {
    guard timelines.count > 1 else { return timelines }
    if let spans = spans(timelines), let start = spans.map(\.lowerBound).min(), let end = spans.map(\.upperBound).max() {
      return zip(timelines, spans).map { $0.padded(lead: $1.lowerBound - start, tail: end - $1.upperBound) }
    }
    let longest = timelines.map(\.duration).max() ?? 0
    return timelines.map { $0.padded(lead: 0, tail: longest - $0.duration) }
  }

  /// The times of day of all, where each has one and overlaps another.
  private static func spans(_ timelines: [Timeline]) -> [ClosedRange<Double>]? {
    var spans: [ClosedRange<Double>] = []
    for timeline in timelines {
      guard timeline.pace == .recorded, let start = timeline.startTime else { return nil }
      spans.append(start...start + timeline.duration)
    }
    let overlap = spans.indices.allSatisfy { index in
      spans.indices.contains { $0 != index && spans[$0].overlaps(spans[index]) }
    }
    return overlap ? spans : nil
  }
}
