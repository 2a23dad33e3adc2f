// Owns `MapFolder`: the maps that a person keeps, found by what they cover.

public import TrackGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of maps. Its files are opened when they are first asked about; those that are not needed are closed again, and only what they
/// cover is remembered.
public struct MapFolder: Sendable {
  public let path: String
  /// What was wrong with files of it, a sentence each, in the order in which it was found.
  public private(set) var notes: [String] = []

  /// How many files are looked at.
  public static let limit = 500
  /// The endings of the files that are.
  static let endings = [".mbtiles", ".pmtiles", ".geojson", ".geojson.gz"]

  private var files: [File]?

  private struct File {
    let path: String
    var state = State.unknown
  }

  private enum State {
    case unknown
    /// It was opened and closed again; `nil` covers everything.
    case covers(WorldBox?)
    /// It was handed out, or cannot be used.
    case done
  }

  /// A folder, which need not exist.
  public init(path: String) { self.path = path }

  /// Where a person's maps lie (the XDG Base Directory Specification): `$XDG_DATA_HOME/trackview/maps`, or `~/.local/share/trackview/maps`.
  /// - Parameters:
  ///   - dataHome: the variable's value; only an absolute path counts.
  ///   - home: the person's folder.
  /// - Returns: `nil` where neither is known.
  public static func usualPath(dataHome: String?, home: String?) -> String? {
    if let dataHome, dataHome.hasPrefix("/") { return dataHome + "/trackview/maps" }
    guard let home, !home.isEmpty else { return nil }
    return home + "/.local/share/trackview/maps"
  }

  /// Opens the maps that touch a box and were not handed out before, sorted by their names.
  /// - Parameters:
  ///   - box: on any turn of the world; across the antimeridian its x may leave 0…1.
  ///   - firstNumber: the number of the first; the others count on from it.
  ///   - overlayBytes: what GeoJSON among them may take in memory together.
  public mutating func open(touching box: WorldBox, firstNumber: Int, overlayBytes: Int = .max) -> [OpenedMap] {
    var files = self.files ?? list()
    var opened: [OpenedMap] = []
    var room = overlayBytes
    for index in files.indices {
      switch files[index].state {
      case .done: continue
      case .covers(let bounds) where !Self.touches(bounds, box): continue
      case .covers, .unknown: break
      }
      do throws(MapError) {
        let map = try MapOpener.open(path: files[index].path, number: firstNumber + opened.count, overlayBytes: room)
        if Self.touches(map.info.bounds, box) {
          opened.append(map)
          room -= map.overlayBytes
          files[index].state = .done
        } else {
          files[index].state = .covers(map.info.bounds)
        }
      } catch {
        notes.append(error.description)
        files[index].state = .done
      }
    }
    self.files = files
    return opened
  }

  /// Whether something covers a part of a box, on any turn of the world.
  static func touches(_ bounds: WorldBox?, _ box: WorldBox) -> Bool {
    guard let bounds else { return true }
    guard box.minX.isFinite, box.maxX.isFinite else { return false }
    if box.width + bounds.width >= 1 { return bounds.minY <= box.maxY && box.minY <= bounds.maxY }
    let turns = (box.center.x - bounds.center.x).rounded()
    return bounds.turned(by: turns).touches(box)
  }

  /// The files, sorted by name. A folder that is not there has none.
  private mutating func list() -> [File] {
    guard let folder = opendir(path) else {
      if errno != ENOENT, errno != ENOTDIR { notes.append("\(path): cannot be read: \(String(cString: strerror(errno)))") }
      return []
    }
    defer { closedir(folder) }
    var names: [String] = []
    // A folder of a hundred thousand other things is not gone through to its end.
    for _ in 0..<100_000 {
      guard let entry = readdir(folder) else { break }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix("."), Self.endings.contains(where: name.lowercased().hasSuffix) { names.append(name) }
    }
    names.sort()
    if names.count > Self.limit {
      notes.append("\(path): holds \(names.count) maps; the first \(Self.limit) by name are looked at")
      names.removeSubrange(Self.limit...)
    }
    return names.map { File(path: "\(path)/\($0)") }
  }
}
