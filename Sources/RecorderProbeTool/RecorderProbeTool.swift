// Owns the program that the tests of the recorder kill: it records fixes until it is told to stop, or is no more.

import LiveFeeds
import TrackGeodesy
import TrackPlayback

@main
enum RecorderProbeTool {
  static func main() {}
}
