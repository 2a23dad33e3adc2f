// Owns the way to the shared files by others, which are not part of the repository: tests that want them are skipped where they are absent.

@_exported import TestBasics
import TrackGeodesy

/// Files by others, by their paths among them.
enum FixtureFile {
  /// Whether the file is there to be read.
  static func exists(_ name: String) -> Bool { fixture(name) != nil }

  /// The whole file as text; empty where it cannot be read.
  static func text(_ name: String) -> String { fixture(name).flatMap { TestBasics.text(of: $0) } ?? "" }

  /// The lines of numbers, without comments.
  static func rows(_ name: String) -> [[Double]] {
    text(name).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      line.split(separator: " ").compactMap { Double($0.hasPrefix(".") ? "0" + $0 : String($0)) }
    }
  }
}

extension SeededGenerator {
  /// A place anywhere, evenly in degrees.
  mutating func place() -> Coordinate { Coordinate(latitude: double(-90...90), longitude: double(-180...180)) }
}

/// The difference of two angles in degrees, without sign.
func angularDifference(_ first: Double, _ second: Double) -> Double {
  abs((first - second).remainder(dividingBy: 360))
}
