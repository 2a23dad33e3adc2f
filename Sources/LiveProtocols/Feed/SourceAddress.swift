// Owns `SourceAddress`: where positions come from, as it stands on the command line in the place of a file.

/// Where positions come from.
///
/// ```
///  gpsd://[HOST][:PORT][/DEVICE]   a gpsd, on 127.0.0.1 and port 2947 unless said otherwise; DEVICE is a path such as /dev/ttyUSB0
///  tcp://HOST:PORT                 a server that sends NMEA, gpsd's JSON, GeoJSON lines or plain lines
///  udp://[HOST]:PORT               datagrams; HOST is the address to listen on, 127.0.0.1 unless said otherwise
///  serial:PATH[?baud=NUMBER]       a serial device
///  stdin:  -                       standard input
/// ```
public enum SourceAddress: Sendable, Hashable, CustomStringConvertible {
  case gpsd(NetworkAddress, device: String?)
  case tcp(NetworkAddress)
  case udp(NetworkAddress)
  case serial(path: String, baud: Int?)
  case standardInput

  /// gpsd's port.
  public static let gpsdPort = 2947
  /// The speeds of a serial line, in bits a second.
  public static let baudRates = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600]

  private static let schemes = ["gpsd://", "tcp://", "udp://", "serial:", "stdin:"]

  /// Whether a text is meant as a source address, right or wrong; anything else is a path.
  public static func isAddress(_ text: String) -> Bool { text == "-" || scheme(of: text) != nil }

  /// Reads an address; `nil` where the text is the path of a file.
  public init?(parsing text: String) throws(AddressError) {
    if text == "-" {
      self = .standardInput
      return
    }
    guard let scheme = Self.scheme(of: text) else { return nil }
    let rest = String(decoding: text.utf8.dropFirst(scheme.utf8.count), as: UTF8.self)
    switch scheme {
    case "gpsd://": self = try Self.gpsd(rest)
    case "tcp://": self = .tcp(try Self.network(rest, scheme: scheme, defaultHost: nil))
    case "udp://": self = .udp(try Self.network(rest, scheme: scheme, defaultHost: NetworkAddress.loopback))
    case "serial:": self = try Self.serial(rest)
    default:
      guard rest.isEmpty else { throw AddressError("stdin: is followed by nothing") }
      self = .standardInput
    }
  }

  /// As it is read again.
  public var description: String {
    switch self {
    case .gpsd(let address, let device): "gpsd://\(address)\(device ?? "")"
    case .tcp(let address): "tcp://\(address)"
    case .udp(let address): "udp://\(address)"
    case .serial(let path, nil): "serial:\(path)"
    case .serial(let path, let baud?): "serial:\(path)?baud=\(baud)"
    case .standardInput: "stdin:"
    }
  }

  // MARK: Parts

  private static func scheme(of text: String) -> String? {
    schemes.first { scheme in
      text.utf8.count >= scheme.utf8.count && zip(text.utf8, scheme.utf8).allSatisfy { byte, small in lowercased(byte) == small }
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private static func gpsd(_ rest: String) throws(AddressError) -> SourceAddress {
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let address = try NetworkAddress(parsing: rest[..<slash], defaultPort: gpsdPort)
    guard address.port > 0 else { throw AddressError("gpsd:// needs a port from 1 to 65535") }
    let device = String(rest[slash...])
    return .gpsd(address, device: device.utf8.count <= 1 ? nil : try OutputAddress.path(device, of: "gpsd", limit: 1000))
  }

  private static func network(_ rest: String, scheme: String, defaultHost: String?) throws(AddressError) -> NetworkAddress {
    let address = try NetworkAddress(parsing: rest.hasSuffix("/") ? rest.dropLast() : rest[...], defaultHost: defaultHost)
    guard address.port > 0 || scheme == "udp://" else { throw AddressError("\(scheme) needs a port from 1 to 65535") }
    return address
  }

  private static func serial(_ rest: String) throws(AddressError) -> SourceAddress {
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var path = try OutputAddress.path(parts.first.map(String.init) ?? "", of: "serial", limit: 4095)
    // serial:///dev/ttyUSB0 is written by those who know URLs.
    while path.hasPrefix("//") { path.removeFirst() }
    guard parts.count > 1 else { return .serial(path: path, baud: nil) }
    let option = parts[1].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard option.count == 2, option[0] == "baud" else {
      throw AddressError("serial: knows only the option baud, as in serial:/dev/ttyUSB0?baud=9600, not \(NetworkAddress.quoted(parts[1]))")
    }
    guard let baud = Int(option[1]), baudRates.contains(baud) else {
      let rates = baudRates.map(String.init).joined(separator: ", ")
      throw AddressError("\(NetworkAddress.quoted(option[1])) is no speed of a serial line: \(rates)")
    }
    return .serial(path: path, baud: baud)
  }
}
