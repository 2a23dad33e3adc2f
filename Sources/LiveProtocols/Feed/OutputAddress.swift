// Owns `OutputAddress`: where positions are given out, as `--serve` and `trackview feed` take it.

/// Where positions are given out.
///
/// ```
///  gpsd:[HOST:]PORT       a server that speaks as gpsd does          gpsd:2947   gpsd:[::1]:0
///  nmea-tcp:[HOST:]PORT   a server of NMEA 0183 sentences            nmea-tcp:10110
///  nmea-udp:HOST:PORT     datagrams of NMEA 0183 sentences           nmea-udp:127.0.0.1:10110
///  pty[:LINK]             a pseudo-terminal, as a serial receiver    pty:/run/gps0
///  nmea-socket:PATH       a stream socket in the file system         nmea-socket:/run/gps.sock
///  stdout:nmea|json|gpx   standard output
/// ```
///
/// Servers listen on 127.0.0.1 unless a host is written; on port 0 they take any that is free.
public enum OutputAddress: Sendable, Hashable, CustomStringConvertible {
  /// What is written to standard output.
  public enum TextForm: String, Sendable, Hashable, CaseIterable { case nmea, json, gpx }

  case gpsd(NetworkAddress)
  case nmeaTCP(NetworkAddress)
  case nmeaUDP(NetworkAddress)
  case pty(link: String?)
  case nmeaSocket(path: String)
  case standardOutput(TextForm)

  /// The kinds, as they are written before the first colon.
  public static let kinds = ["gpsd", "nmea-tcp", "nmea-udp", "pty", "nmea-socket", "stdout"]

  /// Reads an address as it stands on the command line.
  public init(parsing text: String) throws(AddressError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let kind = parts.first.map(String.init) ?? ""
    let rest = parts.count > 1 ? String(parts[1]) : nil
    switch (kind, rest) {
    case ("gpsd", let rest?): self = .gpsd(try NetworkAddress(parsing: rest))
    case ("nmea-tcp", let rest?): self = .nmeaTCP(try NetworkAddress(parsing: rest))
    case ("nmea-udp", let rest?): self = .nmeaUDP(try Self.destination(rest))
    case ("pty", let rest):
      self = .pty(link: try rest.map { path throws(AddressError) in try Self.path(path, of: kind, limit: 4095) })
    case ("nmea-socket", let rest?): self = .nmeaSocket(path: try Self.path(rest, of: kind, limit: Self.socketPathLimit))
    case ("stdout", let rest?):
      guard let form = TextForm(rawValue: rest) else {
        throw AddressError("stdout: takes nmea, json or gpx, not \(NetworkAddress.quoted(rest))")
      }
      self = .standardOutput(form)
    case (let kind, nil) where Self.kinds.contains(kind):
      throw AddressError("\(kind) needs a colon and what follows it: \(Self.forms)")
    default:
      throw AddressError("\(NetworkAddress.quoted(text)) is no output: \(Self.forms)")
    }
  }

  /// As it is read again.
  public var description: String {
    switch self {
    case .gpsd(let address): "gpsd:\(address)"
    case .nmeaTCP(let address): "nmea-tcp:\(address)"
    case .nmeaUDP(let address): "nmea-udp:\(address)"
    case .pty(nil): "pty"
    case .pty(let link?): "pty:\(link)"
    case .nmeaSocket(let path): "nmea-socket:\(path)"
    case .standardOutput(let form): "stdout:\(form.rawValue)"
    }
  }

  /// Whether other machines can reach it, or it goes to them.
  public var leavesThisMachine: Bool {
    switch self {
    case .gpsd(let address), .nmeaTCP(let address), .nmeaUDP(let address): !address.isLoopback
    case .pty, .nmeaSocket, .standardOutput: false
    }
  }

  /// The bytes that a socket's path may have (`sun_path` of Linux, less the zero at its end).
  public static let socketPathLimit = 107

  private static let forms =
    "gpsd:[HOST:]PORT, nmea-tcp:[HOST:]PORT, nmea-udp:HOST:PORT, pty[:LINK], nmea-socket:PATH, stdout:nmea|json|gpx"

  /// Where datagrams go: a host must be said, and a port that is one.
  private static func destination(_ text: String) throws(AddressError) -> NetworkAddress {
    let address = try NetworkAddress(parsing: text, defaultHost: nil)
    guard address.port > 0 else { throw AddressError("nmea-udp: needs the port that the datagrams go to, 1 to 65535") }
    return address
  }

  /// A path that the system can take.
  static func path(_ text: String, of kind: String, limit: Int) throws(AddressError) -> String {
    guard !text.isEmpty else { throw AddressError("\(kind): needs a path") }
    guard text.utf8.count <= limit else { throw AddressError("\(kind): the path has more than \(limit) bytes") }
    guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      throw AddressError("\(kind): the path has control characters")
    }
    return text
  }
}
