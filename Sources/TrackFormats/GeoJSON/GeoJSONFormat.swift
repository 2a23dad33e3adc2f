// Owns `GeoJSONFormat`: GeoJSON in all its forms.

import TrackPlayback

/// GeoJSON (RFC 7946, and GeoJSON 2008 as far as it says WGS 84), through RapidJSON.
///
/// - Every geometry, in features, collections or bare. A feature of lines is a track, each line a segment. Points are named places; a
///   file of nothing but points is a track, in the order of their times where all have one (loggers write so). The rings of areas are
///   segments where there is neither line nor point. What togeojson marks as a route (`_gpxType`) stands beside the tracks.
/// - Several texts in a file: a sequence (RFC 8142), one a line, or one behind another; an array of features.
/// - Times: `coordTimes`, `times` and `timestamps` in the properties or in `coordinateProperties`, as text or as seconds, milliseconds or
///   microseconds since 1970, nested as the lines are or not; else the fourth number of positions, where all such numbers of a line are
///   seconds or milliseconds between 1980 and 2100. Heart rates and the like as togeojson names them (`heart`, `cads`, `powers`, `atemps`,
///   `speeds`, `courses`). Points have theirs as plain properties.
/// - A longitude may go once around the world beyond ±180° and is wrapped.
/// - Of a `crs`, WGS 84, CGCS2000, ETRS89, NAD83 and the datums GCJ-02 and BD-09 are taken; files in any other are refused.
/// - The members may come in any order. A text that breaks off, or stops being JSON, gives what came before.
public enum GeoJSONFormat: TrackFormat {
  /// `geojson`
  public static let identifier = "geojson"
  /// The name as a person reads it.
  public static let title = "GeoJSON"
  /// `.geojson` and its sequences, and `.json`.
  public static let fileExtensions = ["geojson", "json", "geojsonl", "geojsons", "ndjson", "jsonl"]
  /// `application/geo+json`
  public static let mediaTypes = ["application/geo+json", "application/geo+json-seq", "application/vnd.geo+json"]
  /// What the files carry beside positions.
  public static let contents: FormatContents = [.times, .altitudes, .speeds, .courses, .accuracies, .sensors, .segments, .places, .routes]
  /// What is read, written and left out; for docs/formats.md.
  public static let summary = """
    GeoJSON (RFC 7946), also as a sequence (RFC 8142), one feature a line, or an array of features.

    - Read: every geometry; a feature of lines is a track, each line a segment. Points are places, or a track where there is nothing else, \
    in the order of their times. Rings only where there is neither.
    - Times from `coordTimes`, `times`, `timestamps`, `coordinateProperties`, or a fourth number that can be one; heart rate, cadence, \
    power, temperature, speed and course under the names that togeojson gives them.
    - A `crs` may be WGS 84, CGCS2000, ETRS89, NAD83, GCJ-02 or BD-09; a file in any other is refused.
    - Left out: all other properties.
    - Written as a feature collection with `coordTimes` and `coordinateProperties`, routes marked `"_gpxType": "rte"`.
    """

  /// Certain where the root, or the first of its features, says that it is of a type of GeoJSON.
  public static func recognizes(_ head: Span<UInt8>) -> Recognition {
    let json = JSONHead(head)
    guard json.root != nil else { return .no }
    let members: Set<JSONHead.Word> = [.features, .geometry, .geometries, .coordinates]
    let hasMember = !json.members.isDisjoint(with: members)
    if json.hasFeature { return .certain }
    if let type = json.type { return GeoJSONType(rawValue: type) != nil ? .certain : .no }
    return hasMember ? .possible : .no
  }

  /// Reads a file; see ``TrackFormat/read(_:options:monitor:)``.
  public static func read(
    _ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor
  ) throws(FormatError) -> TrackDocument {
    let sink = JSONTrackSink(GeoJSONReader(options: options), monitor: monitor)
    var start = JSONTexts.start(in: bytes, from: 0)
    var lines = LineCounter()
    while start < bytes.count {
      let outcome = JSONReader.read(bytes, from: start, into: sink)
      sink.reader.endText()
      switch outcome.ending {
      case .complete: start = JSONTexts.start(in: bytes, from: outcome.byteOffset)
      case .empty: start = bytes.count
      case .stopped: throw .cancelled
      case .tooDeep: throw FormatError(.refused, byteOffset: outcome.byteOffset, message: JSONRefusal.depth)
      case .tooLong: throw FormatError(.tooLarge, message: JSONRefusal.length)
      case .truncated, .malformed:
        let record = SkippedRecord(
          line: lines.line(of: outcome.byteOffset, in: bytes), byteOffset: outcome.byteOffset, found: outcome.ending.found,
          expected: "the rest of the JSON text")
        // A broken text among several is a record; where none follows it, the file breaks off.
        if let next = JSONTexts.nextStart(in: bytes, behind: outcome.byteOffset) {
          sink.reader.content.skipped.note(.record) { record }
          start = JSONTexts.start(in: bytes, from: next)
        } else {
          sink.reader.content.skipped.truncation = record
          start = bytes.count
        }
      }
    }
    return try sink.reader.content.document()
  }
}

/// Why JSON is refused, whatever is in it.
enum JSONRefusal {
  static let depth = "its arrays and objects are nested more than \(JSONReader.depthLimit) deep, as no track needs them"
  static let length = "it is longer than 4 GiB, which is more than is read at once"
}
