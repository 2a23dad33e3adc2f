// Owns `LiveRoutes`: which of the routes on the command line are live sources.

import ArgumentParser
import LiveProtocols

/// The live sources among what stands on the command line.
struct LiveRoutes {
  /// Their addresses; empty where files are played. `-` is not among them: it is live only if what comes through it is.
  let addresses: [SourceAddress]

  /// How many sources can be watched together.
  static let limit = 16

  var isLive: Bool { !addresses.isEmpty }

  /// - Throws: where an address makes no sense, or files stand beside it.
  init(_ routes: [String]) throws {
    var addresses: [SourceAddress] = []
    for route in routes where route != "-" {
      do throws(AddressError) {
        if let address = try SourceAddress(parsing: route) { addresses.append(address) }
      } catch {
        throw ValidationError(error.message)
      }
    }
    if !addresses.isEmpty, addresses.count < routes.count {
      let file = routes.first { $0 == "-" || !SourceAddress.isAddress($0) } ?? ""
      throw ValidationError("live sources and files are not shown together: leave out either \(addresses[0]) or \(file)")
    }
    guard addresses.count <= Self.limit else { throw ValidationError("at most \(Self.limit) live sources can be watched together") }
    self.addresses = addresses
  }
}
