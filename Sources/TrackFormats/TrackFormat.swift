// Owns `TrackFormat`, what every format has to say and do, and the options that reading takes.

import TrackGeodesy

/// A file format that tracks are read from.
///
/// One format is one folder and one line in ``FormatRegistry``; `docs/adding-a-format.md` goes through it.
public protocol TrackFormat: Sendable {
  /// A short unchanging name in lower-case letters, such as `gpx`.
  static var identifier: String { get }
  /// The name as a person reads it, such as `GPX 1.0 and 1.1`.
  static var title: String { get }
  /// The usual file name extensions, in lower case, without the dot.
  static var fileExtensions: [String] { get }
  /// The media types, the most official first.
  static var mediaTypes: [String] { get }

  /// What its files carry beside positions, as far as it is read.
  static var contents: FormatContents { get }

  /// What is read, what is written and what is left out, in three to ten lines of Markdown, for docs/formats.md.
  static var summary: String { get }

  /// Says whether a file that begins like this may be of the format.
  ///
  /// - Parameter head: The first ``FormatRegistry/headLength`` bytes, or the whole file where it is shorter.
  static func recognizes(_ head: Span<UInt8>) -> Recognition

  /// Reads a whole file.
  ///
  /// Text formats get UTF-8 without a byte order mark where the file comes through ``FormatRegistry``; XML and binary formats get the
  /// bytes as they are.
  ///
  /// A broken record is skipped and counted in the document; what is thrown says that nothing at all could be used.
  /// Time and memory are bounded by a constant multiple of the file's size, whatever is in it.
  /// - Parameter monitor: Is told how far the reading has come, every few hundred kilobytes, and may end it.
  /// - Throws: ``FormatError`` where the file holds nothing usable, or the monitor ended the reading.
  static func read(_ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor) throws(FormatError) -> TrackDocument
}

extension TrackFormat {
  /// Reads a whole file that nobody watches.
  public static func read(_ bytes: Span<UInt8>, options: ReadOptions = ReadOptions()) throws(FormatError) -> TrackDocument {
    try read(bytes, options: options, monitor: .none)
  }
}

/// A format that tracks are also written in.
public protocol WritableTrackFormat: TrackFormat {
  /// Writes a document; stops early once the output has failed.
  ///
  /// Positions are written in WGS 84. What the format cannot hold is left out; ``losses(of:)`` says what that is.
  static func write(_ document: TrackDocument, into output: inout ByteOutput)

  /// What of a document the format cannot hold, each as a few words such as `the times of 1200 points`; empty where nothing is lost.
  static func losses(of document: TrackDocument) -> [String]

  /// What its files carry beside positions when they are written here.
  static var writtenContents: FormatContents { get }
}

extension WritableTrackFormat {
  /// All that is read of it.
  public static var writtenContents: FormatContents { contents }
}

/// How sure a format is of a file.
public enum Recognition: Int, Sendable, Hashable, Comparable {
  /// It is not of this format.
  case no
  /// It can be read, unless another format is certain.
  case possible
  /// It says itself that it is.
  case certain

  /// Whether one is less sure than the other.
  public static func < (one: Recognition, other: Recognition) -> Bool { one.rawValue < other.rawValue }
}

/// Which number comes first in a pair.
public enum CoordinateOrder: String, Sendable, Hashable, CaseIterable {
  /// Longitude, latitude: the GPS simulator's files, GeoJSON, direction services.
  case longitudeFirst = "lon,lat"
  /// Latitude, longitude: as people write it.
  case latitudeFirst = "lat,lon"

  /// The order that is not this one.
  public var reversed: CoordinateOrder { self == .longitudeFirst ? .latitudeFirst : .longitudeFirst }
}

/// What the person who asks for a file knows about it.
public struct ReadOptions: Sendable, Hashable {
  /// The file's name, with or without its folders; only the extension is used, and only where the content leaves a doubt.
  public var fileName: String?
  /// The datum of the coordinates; it goes before whatever the file says.
  public var datum: Datum?
  /// The order of the numbers in formats that have no fixed one; `nil` is the format's own.
  public var order: CoordinateOrder?
  /// What the columns of a table hold, as names parted by commas, such as `time,lat,lon,-,ele`; `nil` is what its header says.
  public var columns: String?
  /// How many skipped records the document describes; all are counted.
  public var recordLimit: Int

  /// Options; what is left out is found out from the file.
  public init(
    fileName: String? = nil, datum: Datum? = nil, order: CoordinateOrder? = nil, columns: String? = nil,
    recordLimit: Int = SkippedRecords.usualLimit
  ) {
    self.fileName = fileName
    self.datum = datum
    self.order = order
    self.columns = columns
    self.recordLimit = recordLimit
  }

  /// The extension of the file's name in lower case, without the dot; `nil` where there is none.
  public var fileExtension: String? {
    guard let fileName else { return nil }
    let base = fileName.split(separator: "/", omittingEmptySubsequences: true).last ?? ""
    guard let dot = base.lastIndex(of: "."), dot != base.startIndex else { return nil }
    let ending = base[base.index(after: dot)...]
    return ending.isEmpty ? nil : ending.lowercased()
  }
}
