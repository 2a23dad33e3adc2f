// Owns the one import of the C mathematics library, so that the other files name the functions they use without caring which C library it is.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The sine of an angle in radians.
@usableFromInline func sine(_ radians: Double) -> Double { sin(radians) }
/// The cosine of an angle in radians.
@usableFromInline func cosine(_ radians: Double) -> Double { cos(radians) }
/// The angle of the vector (x, y) in radians, −π…π.
@usableFromInline func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
/// The length of the vector (x, y) without overflow.
@usableFromInline func hypotenuse(_ x: Double, _ y: Double) -> Double { hypot(x, y) }
/// The natural logarithm.
@usableFromInline func naturalLogarithm(_ value: Double) -> Double { log(value) }
/// The hyperbolic sine.
@usableFromInline func hyperbolicSine(_ value: Double) -> Double { sinh(value) }
