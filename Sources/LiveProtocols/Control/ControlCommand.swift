// Owns `ControlCommand`: what is to be done, whoever asks for it: a control socket or a script.

import TrackPlayback

/// Where to seek.
public enum SeekTarget: Sendable, Hashable {
  /// Seconds from the start of the route.
  case position(Double)
  /// Seconds ahead; negative is back.
  case relative(Double)
  /// A share of the duration, 0…1.
  case share(Double)

  /// The position in seconds that is meant.
  /// - Parameters:
  ///   - position: where playback is, in seconds.
  ///   - duration: the length of the route in seconds.
  public func position(from position: Double, duration: Double) -> Double {
    switch self {
    case .position(let seconds): seconds
    case .relative(let seconds): position + seconds
    case .share(let share): share * duration
    }
  }

  /// Reads `90`, `90s`, `1:30`, `1:02:03`, `50%`, `+10`, `-10`; `nil` for anything else.
  public init?(_ text: String) {
    guard (1...32).contains(text.utf8.count) else { return nil }
    if text.hasSuffix("%") {
      guard let percent = ControlNumber.plain(String(text.dropLast())), (0...100).contains(percent) else { return nil }
      self = .share(percent / 100)
      return
    }
    let sign = text.utf8.first
    let isRelative = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    guard let seconds = Self.seconds(isRelative ? String(text.dropFirst()) : text) else { return nil }
    self = isRelative ? .relative(sign == UInt8(ascii: "-") ? -seconds : seconds) : .position(seconds)
  }

  /// Seconds written as `90`, `90s`, `1:30` or `1:02:03`; not negative, below 10⁹.
  static func seconds(_ text: String) -> Double? {
    let digits = text.hasSuffix("s") ? text.dropLast() : text[...]
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      guard let value = ControlNumber.plain(String(part)), part.utf8.first != UInt8(ascii: "+"), value.sign == .plus else { return nil }
      guard index == 0 || value < 60 else { return nil }
      seconds = seconds * 60 + value
    }
    return seconds < 1e9 ? seconds : nil
  }
}

/// What is to be done.
public enum ControlCommand: Sendable, Hashable {
  /// The location is this one until it is released. The place is WGS 84 and valid.
  case setLocation(Fix)
  /// The location stays where it is until it is released.
  case hold
  case release
  case pause
  case resume
  case toggle
  case seek(SeekTarget)
  /// 0.01…10,000 times.
  case speed(Double)
  /// Fixes a second, 0.01…100.
  case rate(Double)
  /// So many points ahead or back, paused.
  case step(Int)
  case loop(Bool)
  /// No fix for so many seconds.
  case lose(Double)
  case quit
}

/// Numbers as people and scripts write them.
enum ControlNumber {
  /// A decimal number such as `-12.5` or `1e3`; no `nan`, `inf` or `0x`.
  static func plain(_ text: String) -> Double? {
    let bytes = text.utf8
    guard (1...40).contains(bytes.count), bytes.allSatisfy(isNumberByte), let value = Double(text), value.isFinite else { return nil }
    return value
  }

  private static func isNumberByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte | 0x20 == UInt8(ascii: "e")
  }
}
