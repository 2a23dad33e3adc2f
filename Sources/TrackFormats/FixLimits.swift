// Owns `FixLimits`: what a value of a fix can be at all.

/// The bounds beyond which a value in a file is a mistake and not a measurement.
package enum FixLimits {
  /// Whether a number can be an altitude in metres: finite, and no farther out than a quarter of the way to the Moon.
  package static func isAltitude(_ metres: Double) -> Bool { abs(metres) <= 1e8 }
}
