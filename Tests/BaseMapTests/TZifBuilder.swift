// Owns making TZif files, whole ones and ones that lie.

/// A TZif file in the making: RFC 9636 section 3.
struct TZifBuilder {
  var version = UInt8(ascii: "2")
  var transitions: [(moment: Int64, period: UInt8)] = []
  var periods: [(offset: Int32, isDaylightSaving: Bool, name: UInt8)] = []
  var names = "LMT\0CET\0CEST\0"
  var footer: String? = "CET-1CEST,M3.5.0,M10.5.0/3"
  var leapSeconds = 0

  /// A zone with local mean time to 1894, CET, and the summer of 1981.
  static var zurich: TZifBuilder {
    var builder = TZifBuilder()
    builder.transitions = [(-2_385_246_586, 1), (354_675_600, 2), (370_400_400, 1)]
    builder.periods = [(2048, false, 0), (3600, false, 4), (7200, true, 8)]
    return builder
  }

  func bytes() -> [UInt8] {
    var bytes = block(timeSize: 4)
    guard version != 0 else { return bytes }
    bytes += block(timeSize: 8)
    if let footer { bytes += Array("\n\(footer)\n".utf8) }
    return bytes
  }

  private func block(timeSize: Int) -> [UInt8] {
    var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
    for count in [0, 0, leapSeconds, transitions.count, periods.count, names.utf8.count] { bytes += Self.number(Int64(count), 4) }
    for transition in transitions { bytes += Self.number(transition.moment, timeSize) }
    for transition in transitions { bytes.append(transition.period) }
    for period in periods { bytes += Self.number(Int64(period.offset), 4) + [period.isDaylightSaving ? 1 : 0, period.name] }
    bytes += Array(names.utf8)
    return bytes + [UInt8](repeating: 0, count: leapSeconds * (timeSize + 4))
  }

  private static func number(_ value: Int64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (Int64($0) * 8)) }
  }
}
