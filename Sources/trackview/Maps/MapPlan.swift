// Owns `MapPlan`: which maps a person wants, by the command line, the settings and the folder of maps.

import BaseMap
import MapSources
import OnlineMaps
import ViewerApp

/// The maps that are wanted, those further down above the others.
struct MapPlan {
  /// A map that was opened before the screen, or is opened in the background.
  enum Entry {
    case opened(OpenedMap)
    /// A file that the settings name: what is wrong with it is said, and the rest goes on.
    case file(String, number: Int)
    case online(OnlineAddress, WebProxies, number: Int)
    /// A map that the settings name and that cannot be asked for, and why.
    case failed(String)
  }

  var entries: [Entry] = []
  /// Where a person keeps maps; `nil` where none are wanted of it.
  var folder: String?
  /// Where tiles of the network are kept.
  var cacheFolder: String?

  /// Bytes of memory that are left for overlays beside those that are opened.
  private(set) var overlayRoom = 0

  /// Maps of the folder are numbered from 0, those of the settings and the command line from here: they lie above.
  static let firstNamed = 10_000
  /// Maps that can be named.
  static let limit = 64

  /// Opens what the command line names, so that a mistake is said before the screen is taken.
  /// - Throws: what is wrong with a map that the command line names.
  init(_ options: MapOptions, _ settings: Settings, _ environment: Environment) throws(ProgramError) {
    guard !options.noMap else { return }
    overlayRoom = options.applied(to: ViewerOptions(), settings).overlayBytes
    folder = MapFolder.usualPath(dataHome: environment["XDG_DATA_HOME"], home: environment["HOME"])
    cacheFolder = environment.folder("XDG_CACHE_HOME", else: ".cache").map { $0 + "/trackview/tiles" }
    guard settings.maps.count + options.maps.count <= Self.limit else {
      throw ProgramError("at most \(Self.limit) maps can be named", status: EX_USAGE)
    }
    var number = Self.firstNamed
    for text in settings.maps {
      entries.append(Self.entry(text, number: number, environment))
      number += 1
    }
    do throws(MapError) {
      for text in options.maps {
        if let address = OnlineAddress(text) {
          try address.check()
          entries.append(.online(address, try ProxyVariables.proxies(for: address, environment), number: number))
        } else {
          let map = try MapOpener.open(path: text, number: number, overlayBytes: overlayRoom)
          overlayRoom -= map.overlayBytes
          entries.append(.opened(map))
        }
        number += 1
      }
    } catch {
      throw ProgramError(error.description)
    }
  }

  /// A map that the settings name.
  private static func entry(_ text: String, number: Int, _ environment: Environment) -> Entry {
    guard let address = OnlineAddress(text) else { return .file(text, number: number) }
    do throws(MapError) {
      return .online(address, try ProxyVariables.proxies(for: address, environment), number: number)
    } catch {
      return .failed(error.description)
    }
  }

  /// Whether there is a map of the network.
  var isOnline: Bool { entries.contains { if case .online = $0 { true } else { false } } }

  /// Whether there is nothing to be opened or looked for.
  var isEmpty: Bool { entries.isEmpty && folder == nil }
}
