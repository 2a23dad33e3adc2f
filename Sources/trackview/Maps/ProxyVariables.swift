// Owns `ProxyVariables`: the proxies that the environment names.

import MapSources
import OnlineMaps

/// The proxies for maps of the network, by the variables that curl and others go by.
enum ProxyVariables {
  /// The variables for http and for https, the first that is set counts. `HTTP_PROXY` is not among them: to a program that a web server runs (CGI) it is
  /// the header `Proxy` of whoever asks.
  private static let http = ["http_proxy", "all_proxy", "ALL_PROXY"]
  private static let https = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
  private static let exceptions = ["no_proxy", "NO_PROXY"]

  /// The proxies for what is asked for a map. A variable that is empty counts as unset.
  /// - Throws: what is wrong with a variable that would count. Its value, in which a password may stand, is not told.
  static func proxies(for address: OnlineAddress, _ environment: Environment) throws(MapError) -> WebProxies {
    let exceptions = Self.exceptions.lazy.compactMap { environment[$0] }.first ?? ""
    // What is asked for over https does not lead to http.
    return WebProxies(
      http: address.isSecure ? nil : try proxy(http, environment), https: try proxy(https, environment),
      exceptions: ProxyExceptions(exceptions))
  }

  private static func proxy(_ names: [String], _ environment: Environment) throws(MapError) -> WebProxy? {
    for name in names {
      guard let value = environment[name] else { continue }
      do throws(MapError) {
        return try WebProxy(value)
      } catch {
        throw MapError("online map: \(name) \(error)")
      }
    }
    return nil
  }
}
