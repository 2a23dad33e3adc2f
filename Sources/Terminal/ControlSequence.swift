// The parts of one control sequence (ECMA-48, 5.4).

import Cells

/// `CSI`, a private marker, numbers, intermediate bytes, a final byte.
struct ControlSequence: Hashable, Sendable {
  /// `<`, `=`, `>`, `?`, or 0.
  var marker: UInt8 = 0
  /// Each parameter with its sub-parameters; −1 where a number is left out.
  var parameters: [[Int]] = []
  /// `SP` to `/`, or 0; sequences with two have no meaning here.
  var intermediate: UInt8 = 0
  var final: UInt8

  /// Numbers above this are taken for this.
  static let largest = 0x20_0000

  /// Reads the bytes between `CSI` and the final one; `nil` if they are in no legal order.
  init?(_ bytes: [UInt8], final: UInt8) {
    self.final = final
    var at = bytes.startIndex
    if at < bytes.endIndex, (0x3C...0x3F).contains(bytes[at]) {
      marker = bytes[at]
      at += 1
    }
    var current = [-1]
    while at < bytes.endIndex, (0x30...0x3B).contains(bytes[at]) {
      switch bytes[at] {
      case 0x3A: current.append(-1)
      case 0x3B:
        parameters.append(current)
        current = [-1]
      default:
        let digit = Int(bytes[at] - 0x30)
        let last = current.count - 1
        current[last] = min(Self.largest, max(0, current[last]) * 10 + digit)
      }
      at += 1
    }
    if !parameters.isEmpty || current != [-1] { parameters.append(current) }
    if at < bytes.endIndex, (0x20...0x2F).contains(bytes[at]) {
      intermediate = bytes[at]
      at += 1
    }
    guard at == bytes.endIndex else { return nil }
  }

  /// A parameter's number, or the default where it is missing.
  func number(_ index: Int, default standard: Int = 0) -> Int {
    guard index < parameters.count, parameters[index][0] >= 0 else { return standard }
    return parameters[index][0]
  }

  /// A sub-parameter's number, or the default where it is missing.
  func part(_ index: Int, _ part: Int, default standard: Int) -> Int {
    guard index < parameters.count, part < parameters[index].count, parameters[index][part] >= 0 else { return standard }
    return parameters[index][part]
  }

  /// xterm's modifiers: one more than the sum of 1 Shift, 2 Alt, 4 Control, 8 and more others that do not matter here.
  func modifiers(at index: Int) -> KeyModifiers {
    let bits = max(0, number(index, default: 1) - 1)
    return KeyModifiers(rawValue: UInt8(bits & 7))
  }
}
