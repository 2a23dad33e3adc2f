// Tests that docs/formats.md is what the registry says, and that what the formats say of themselves is so.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import TrackFormats

@Suite struct FormatDocumentationTests {
  @Test("docs/formats.md is made from the registry: run with TRACKVIEW_WRITE_DOCS=1 to write it again")
  func documentation() {
    expectDocument("docs/formats.md", toBe: FormatRegistry.markdown())
  }

  @Test("Every format says what is read, written and left out, in a few lines")
  func summaries() {
    for format in FormatRegistry.formats {
      let lines = format.summary.split(separator: "\n", omittingEmptySubsequences: false)
      #expect((3...10).contains(lines.count), "\(format.identifier) has \(lines.count) lines")
      #expect(format.summary.contains("- Read: "), "\(format.identifier) does not say what is read")
      let isWritable = format is any WritableTrackFormat.Type
      #expect(format.summary.contains("- Written") == isWritable, "\(format.identifier) does not say how it is written, or that it is")
    }
  }

  @Test("What the sample of a format turns out to hold is what the format says it carries")
  func samples() throws {
    for sample in FormatSamples.all {
      let document = try FormatRegistry.read(sample.bytes, options: ReadOptions(fileName: sample.fileName))
      let format = try #require(FormatRegistry.formats.first { $0.identifier == document.format })
      #expect(format.contents.isSuperset(of: document.contents), "\(format.identifier) carries \(document.contents.titles), and says less")
    }
  }

  @Test("A document of everything, written and read again, is left with what the format says it carries")
  func written() throws {
    for case let format as any WritableTrackFormat.Type in FormatRegistry.formats {
      nonisolated(unsafe) var bytes: [UInt8] = []
      var output = ByteOutput { piece in
        for index in piece.indices { bytes.append(piece[index]) }
        return true
      }
      format.write(Self.everything, into: &output)
      let isWhole = output.finish()
      #expect(isWhole)
      let document = try format.read(bytes.span)
      #expect(format.contents.isSuperset(of: format.writtenContents))
      #expect(document.contents == format.writtenContents, "\(format.identifier) keeps \(document.contents.titles)")
    }
  }

  /// A document with something of every kind.
  private static let everything: TrackDocument = {
    func points(_ latitude: Double) -> TrackPoints {
      var points = TrackPoints()
      for index in 0..<4 {
        var fix = Fix(coordinate: Coordinate(latitude: latitude + Double(index) * 0.01, longitude: 8), time: 1_700_000_000 + Double(index))
        (fix.altitude, fix.speed, fix.course, fix.horizontalAccuracy) = (500 + Double(index), 5, 10, 4)
        fix.sensors = SensorValues(heartRate: 120, cadence: 80, power: 200, temperature: 20)
        points.append(fix)
      }
      return points
    }
    let place = Waypoint(name: "gate", coordinate: Coordinate(latitude: 47.01, longitude: 8), pointIndex: 1)
    let segments = [TrackSegment(name: "one", range: 0..<2), TrackSegment(name: "two", range: 2..<4)]
    return TrackDocument(
      format: "gpx", tracks: [Track(name: "ride", points: points(47), segments: segments, waypoints: [place])],
      routes: [Track(name: "plan", points: points(48))])
  }()

  @Test("The desktop entry names the media types of all formats, but for those of any text")
  func desktop() throws {
    let entry = try #require(contents(of: packageFolder + "/docs/packaging/trackview.desktop"))
    let line = try #require(String(decoding: entry, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("MimeType=") })
    let named = Set(line.dropFirst("MimeType=".count).split(separator: ";").map(String.init))
    let wanted = Set(FormatRegistry.formats.flatMap { $0.mediaTypes }).subtracting(["text/plain", "application/json"])
    #expect(wanted.isSubset(of: named), "\(wanted.subtracting(named).sorted()) missing")
  }
}

extension FormatContents {
  /// The kinds in it, in words.
  fileprivate var titles: String { Self.columns.filter { contains($0.contents) }.map(\.title).joined(separator: ", ") }
}

extension TrackDocument {
  /// What is in it, of its tracks and routes.
  fileprivate var contents: FormatContents {
    var contents: FormatContents = routes.isEmpty ? [] : .routes
    for track in tracks {
      let points = track.points
      let columns: [(FormatContents, Bool)] = [
        (.times, points.hasTimes), (.altitudes, points.hasAltitudes), (.speeds, !points.speeds.isEmpty),
        (.courses, !points.courses.isEmpty), (.accuracies, !points.accuracies.isEmpty),
        (.sensors, ![points.heartRates, points.cadences, points.powers, points.temperatures].allSatisfy(\.isEmpty)),
        (.segments, track.segments.count > 1), (.places, !track.waypoints.isEmpty),
      ]
      for (kind, isThere) in columns where isThere { contents.insert(kind) }
    }
    return contents
  }
}
