// Owns the one import of the C mathematics library in this module.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The angle of the vector (x, y) in radians, −π…π.
func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
/// The cosine of an angle in radians.
func cosine(_ radians: Double) -> Double { cos(radians) }
