// Owns `FormatContents`: which kinds of things a format carries.

/// What the files of a format can tell, beside positions, as far as it is read or written here.
///
/// Whether a document loses something all the same, ``WritableTrackFormat/losses(of:)`` says. The table in docs/formats.md is made from this.
public struct FormatContents: OptionSet, Sendable, Hashable {
  /// The bits, one for each kind of thing.
  public let rawValue: UInt16

  /// What the bits stand for.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The moment of a point.
  public static let times = FormatContents(rawValue: 1 << 0)
  /// The elevation of a point.
  public static let altitudes = FormatContents(rawValue: 1 << 1)
  /// The speed over ground at a point.
  public static let speeds = FormatContents(rawValue: 1 << 2)
  /// The course over ground at a point.
  public static let courses = FormatContents(rawValue: 1 << 3)
  /// How far the position of a point may be off.
  public static let accuracies = FormatContents(rawValue: 1 << 4)
  /// Heart rate, cadence, power or temperature at a point.
  public static let sensors = FormatContents(rawValue: 1 << 5)
  /// The division of a track into segments.
  public static let segments = FormatContents(rawValue: 1 << 6)
  /// Named places.
  public static let places = FormatContents(rawValue: 1 << 7)
  /// Planned routes beside the tracks.
  public static let routes = FormatContents(rawValue: 1 << 8)

  /// Each kind with the word that heads its column in docs/formats.md.
  static let columns: [(contents: FormatContents, title: String)] = [
    (.times, "times"), (.altitudes, "elevation"), (.speeds, "speed"), (.courses, "course"), (.accuracies, "accuracy"),
    (.sensors, "sensors"), (.segments, "segments"), (.places, "places"), (.routes, "routes"),
  ]
}
