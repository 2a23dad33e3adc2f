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

  /// Says whether a file that begins like this may be of the format.
  ///
  /// - Parameter head: The first ``FormatRegistry/headLength`` bytes, or the whole file where it is shorter.
  static func recognizes(_ head: Span<UInt8>) -> Recognition

  /// Reads a whole file.
  ///
  /// A broken record is skipped and counted in the document; what is thrown says that nothing at all could be used.
  /// Time and memory are bounded by a constant multiple of the file's size, whatever is in it.
  /// - Throws: ``FormatError`` where the file holds nothing usable.
  static func read(_ bytes: Span<UInt8>, options: ReadOptions) throws(FormatError) -> TrackDocument
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

  /// Options; what is left out is found out from the file.
  public init(fileName: String? = nil, datum: Datum? = nil, order: CoordinateOrder? = nil) {
    self.fileName = fileName
    self.datum = datum
    self.order = order
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
