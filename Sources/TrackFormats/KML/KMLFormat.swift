// Owns `KMLFormat`: Google's and the OGC's Keyhole Markup Language; and `KMLSink`, which collects it.

import TrackGeodesy
import TrackPlayback

/// KML 2.0 to 2.3 (OGC 07-147r2 and 12-007r2; Google's namespaces and none likewise), through expat.
///
/// - Each placemark with `LineString`, `LinearRing`, `gx:Track` or `Track`, alone or in a `MultiGeometry` or `gx:MultiTrack`, is a
///   track, and each of these lines a segment. It is named by its placemark, else by the nearest folder with a name.
/// - `gx:Track`: the n-th `when` belongs to the n-th `gx:coord`, and what is left over is skipped. An empty `gx:coord` is a moment
///   without a place and passed over. `gx:SimpleArrayData` named as heart rate, cadence, power, temperature, speed (m/s), course or
///   accuracy (m) in the ways of Google, My Tracks and OpenTracks are read; angles are not.
/// - `Point`s are waypoints, with the time of their `TimeStamp` or the begin of their `TimeSpan`; they go with the first track of
///   their folder, else with the first route of it, else with the first track of the document. In a document without lines the timed
///   points of a folder, two or more, are a track in the order of their times; without these the points are one in the order of the file.
/// - Where some lines are timed, those without times stand beside them as routes.
/// - A folder of points that repeats a line point by point, as GPSBabel writes tracks, gives the line its times.
/// - Polygons are areas: only where there is nothing else their outer rings are played.
/// - Coordinates may have blanks beside their commas. Altitudes that are 0 throughout a line are unknown. Times may be days, months
///   or years.
/// - Left out: styles, descriptions, links to other files, overlays, tours, models, updates, the times of whole lines.
/// - Encodings, stray bytes and documents that break off: as in GPX. A KMZ is unpacked before it gets here.
public enum KMLFormat: TrackFormat {
  /// `kml`
  public static let identifier = "kml"
  /// The name as a person reads it.
  public static let title = "KML"
  /// `.kml`, and `.kmz` for one in a zip.
  public static let fileExtensions = ["kml", "kmz"]
  /// `application/vnd.google-earth.kml+xml`
  public static let mediaTypes = ["application/vnd.google-earth.kml+xml", "application/vnd.google-earth.kmz"]
  /// What the files carry beside positions.
  public static let contents: FormatContents = [.times, .altitudes, .speeds, .courses, .accuracies, .sensors, .segments, .places, .routes]
  /// What is read, written and left out; for docs/formats.md.
  public static let summary = """
    KML 2.0 to 2.3, and KMZ.

    - Read: `LineString`, `LinearRing`, `gx:Track` and their collections, each placemark a track, each line a segment; points are places, \
    or a track where there is no line, in the order of their times; heart rate, cadence, power, temperature, speed, course and accuracy in \
    `gx:SimpleArrayData` as Google, My Tracks and OpenTracks name them. Where some lines have times, the others are routes. Rings of \
    polygons only where there is nothing else.
    - An altitude that is 0 throughout a line is unknown.
    - Left out: styles, descriptions, links to other files, overlays, tours, models.
    - Written as KML 2.2: `gx:Track` with times, `LineString` without; values at points only beside times.
    """

  /// Certain where the root element is `kml`.
  public static func recognizes(_ head: Span<UInt8>) -> Recognition {
    XMLProlog.rootName(head) == "kml" ? .certain : .no
  }

  /// Reads a document; see ``TrackFormat/read(_:options:monitor:)``.
  public static func read(
    _ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor
  ) throws(FormatError) -> TrackDocument {
    let reading = XMLTrackDocument(format: "KML", root: "kml", content: "placemark with a line or point")
    return try reading.read(bytes, monitor: monitor) { KMLSink(options) }
  }
}

/// Passes the elements of a document on to a ``KMLReader``.
final class KMLSink: XMLSink, XMLTrackSink {
  /// Behind a pointer of our own, because a property of a class is checked for overlapping access each time, a tenth of the whole.
  private let reader: UnsafeMutablePointer<KMLReader>
  private let isDatumStated: Bool

  init(_ options: ReadOptions) {
    reader = UnsafeMutablePointer<KMLReader>.allocate(capacity: 1)
    reader.initialize(to: KMLReader(datum: options.datum ?? .wgs84))
    reader.pointee.content.skipped.limit = options.recordLimit
    isDatumStated = options.datum != nil
  }

  deinit {
    reader.deinitialize(count: 1)
    reader.deallocate()
  }

  override func start(_ name: UnsafePointer<CChar>, _ attributes: UnsafePointer<UnsafePointer<CChar>?>, at cursor: XMLCursor) {
    reader.pointee.start(name, attributes, at: cursor)
  }

  override func end(at cursor: XMLCursor) { reader.pointee.end(at: cursor) }

  override func text(_ bytes: UnsafeBufferPointer<UInt8>) { reader.pointee.text(bytes) }

  var refusal: XMLRefusal? { reader.pointee.refusal }

  var skipped: SkippedRecords {
    get { reader.pointee.content.skipped }
    set { reader.pointee.content.skipped = newValue }
  }

  var pointCount: Int { reader.pointee.pointCount }
  var points: TrackPoints { reader.pointee.points }

  func finish(isCut: Bool) -> TrackDocument? {
    reader.pointee.finish()
    return reader.pointee.content.document(isDatumStated: isDatumStated)
  }

  func absence() -> FormatError? { nil }
}
