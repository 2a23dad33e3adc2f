// Owns `SteadyMath`: the functions that a simulated receiver needs, from operations whose results the IEEE standard fixes to the last bit.

/// Elementary functions that give the same bits on every machine.
///
/// C libraries differ in the last bit of their functions. These use addition, multiplication, division and square root alone, which IEEE 754
/// rounds correctly everywhere, so that one seed gives one sequence. Good to about 1e-15; series and reductions are the usual ones
/// (W. J. Cody and W. Waite, "Software Manual for the Elementary Functions").
enum SteadyMath {
  private static let logarithmOfTwo = 0.693147180559945309417

  /// e to a power; 0 below −700, and the same for all powers from 700 on.
  static func exponential(_ power: Double) -> Double {
    guard power > -700 else { return 0 }
    let power = min(power, 700)
    let exponent = (power / logarithmOfTwo).rounded()
    let rest = power - exponent * logarithmOfTwo
    var term = 1.0
    var sum = 1.0
    for n in 1...16 {
      term *= rest / Double(n)
      sum += term
    }
    return sum * Double(sign: .plus, exponent: Int(exponent), significand: 1)
  }

  /// The natural logarithm of a positive number.
  static func logarithm(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return value > 0 ? 709.8 : -745 }
    var exponent = Double(value.exponent)
    var significand = value.significand
    if significand > 1.4142135623730951 {
      significand /= 2
      exponent += 1
    }
    let share = (significand - 1) / (significand + 1)
    let square = share * share
    var power = share
    var sum = 0.0
    for n in stride(from: 1.0, through: 25, by: 2) {
      sum += power / n
      power *= square
    }
    return exponent * logarithmOfTwo + 2 * sum
  }

  /// Sine and cosine of an angle in degrees.
  static func sineCosine(_ degrees: Double) -> (sine: Double, cosine: Double) {
    guard degrees.isFinite else { return (0, 1) }
    let turned = degrees.remainder(dividingBy: 360)
    let quarter = (turned / 90).rounded()
    let angle = (turned - quarter * 90) * (Double.pi / 180)
    let square = angle * angle
    var sine = 0.0
    var cosine = 0.0
    var term = 1.0
    // The terms of e^{iφ}, by turns of the cosine and of the sine.
    for n in 0..<10 {
      cosine += term
      sine += term * angle / Double(2 * n + 1)
      term *= -square / Double((2 * n + 1) * (2 * n + 2))
    }
    switch quarter {
    case 1: return (cosine, -sine)
    case -1: return (-cosine, sine)
    case 2, -2: return (-sine, -cosine)
    default: return (sine, cosine)
    }
  }

  /// The angle of the vector (x, y) in degrees, −180…180.
  static func angle(_ y: Double, _ x: Double) -> Double {
    let (width, height) = (abs(x), abs(y))
    guard width > 0 || height > 0 else { return 0 }
    let isSteep = height > width
    var angle = arcTangent(isSteep ? width / height : height / width) * (180 / Double.pi)
    if isSteep { angle = 90 - angle }
    if x < 0 { angle = 180 - angle }
    return y < 0 ? -angle : angle
  }

  /// The length of a vector.
  static func length(_ x: Double, _ y: Double, _ z: Double = 0) -> Double { (x * x + y * y + z * z).squareRoot() }

  /// The arc tangent of 0…1 in radians: halved twice, and then the series.
  private static func arcTangent(_ ratio: Double) -> Double {
    var half = ratio
    for _ in 0..<2 { half /= 1 + (1 + half * half).squareRoot() }
    let square = half * half
    var power = half
    var sum = 0.0
    for n in stride(from: 1.0, through: 23, by: 2) {
      sum += power / n
      power *= -square
    }
    return sum * 4
  }
}
