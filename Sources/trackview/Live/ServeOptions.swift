// Owns `ServeOptions`: to whom the viewer gives its position, and who may steer it.

import ArgumentParser
import LiveProtocols

/// Giving positions out, and being steered.
struct ServeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Give the position out: gpsd:[HOST:]PORT, nmea-tcp:[HOST:]PORT, nmea-udp:HOST:PORT, pty[:LINK], nmea-socket:PATH; may be repeated.",
      valueName: "address"))
  var serve: [String] = []

  @Option(help: ArgumentHelp("Fixes a second that are given out.", valueName: "hz"))
  var rate: Double = 1

  @Option(help: ArgumentHelp("A socket through which “trackview ctl” and scripts steer the viewer.", valueName: "path"))
  var control: String?

  /// Whether anything is given out or steered.
  var isWanted: Bool { !serve.isEmpty || control != nil }

  func validate() throws {
    guard rate.isFinite, (0.01...100).contains(rate) else { throw ValidationError("--rate takes 0.01 to 100 fixes a second") }
    _ = try addresses()
    if control == "" { throw ValidationError("--control takes the path of a socket") }
  }

  /// The addresses of `--serve`.
  func addresses() throws -> [OutputAddress] {
    try serve.map { text in
      let address: OutputAddress
      do throws(AddressError) { address = try OutputAddress(parsing: text) } catch { throw ValidationError("--serve: \(error.message)") }
      if case .standardOutput = address {
        throw ValidationError("--serve: the viewer draws on standard output; “trackview feed” writes there")
      }
      return address
    }
  }
}
