// Tests that laps either survive being written or are said to be lost.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import TrackFormats

@Suite struct LapLossTests {
  /// Three laps: two of them go on where the one before ends.
  private static let document: TrackDocument = {
    var points = TrackPoints()
    for index in 0..<6 {
      points.append(Fix(coordinate: Coordinate(latitude: 1 + Double(index) / 1000, longitude: 2), time: 1_700_000_000 + Double(index)))
    }
    let laps = (0..<3).map { TrackSegment(name: "Lap \($0 + 1)", range: $0 * 2..<$0 * 2 + 2, isContinuation: $0 > 0) }
    return TrackDocument(format: "fit", tracks: [Track(name: "ride", points: points, segments: laps)])
  }()

  @Test("A format that is written keeps laps, or says that it loses them")
  func laps() throws {
    let lost = "that 2 segments go on where the one before ends, as laps do"
    for case let format as any WritableTrackFormat.Type in FormatRegistry.formats where format.identifier != "nmea" {
      var bytes: [UInt8] = []
      var output = ByteOutput { piece in
        piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        return true
      }
      format.write(Self.document, into: &output)
      let isWhole = output.finish()
      #expect(isWhole)
      let copy = try FormatRegistry.read(bytes, options: ReadOptions(fileName: "a." + format.fileExtensions[0])).tracks[0]
      let keeps = copy.segments.map(\.isContinuation) == [false, true, true]
      #expect(keeps != format.losses(of: Self.document).contains(lost), "\(format.identifier)")
    }
    #expect(NMEAFormat.losses(of: Self.document).contains("the borders of 3 segments"))
  }
}
