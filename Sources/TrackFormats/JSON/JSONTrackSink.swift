// Owns `JSONTrackSink`: the way of JSON's events to the reader of a format, and the question whether to go on.

import TrackPlayback

/// What reads the tracks of a format out of JSON's events.
protocol JSONTrackReader {
  /// Takes the next events.
  mutating func take(_ events: JSONEvents)
  /// How many points there are so far.
  var pointCount: Int { get }
  /// Some of them, to be shown while the rest is read.
  var firstPoints: TrackPoints { get }
}

/// Passes batches on to the reader and asks whoever watches.
final class JSONTrackSink<Reader: JSONTrackReader>: JSONSink {
  var reader: Reader
  private var watch: ReadWatch

  init(_ reader: Reader, monitor: ReadMonitor) {
    self.reader = reader
    watch = ReadWatch(monitor)
  }

  override func take(_ events: JSONEvents) -> Bool {
    reader.take(events)
    return watch.goesOn(bytes: events.end, points: reader.pointCount) { reader.firstPoints }
  }
}
