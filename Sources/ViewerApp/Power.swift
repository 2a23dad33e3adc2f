// The one transcendental function that this room needs.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `base` to a real power.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
