// Owns `Settings`: what a person always wants, from the file `trackview/config` in the folder of settings.
//
//      # a comment
//      map = ~/maps/florence.pmtiles      may be repeated; relative to the file's folder
//      units = nautical                   what the option of the same name takes

import ArgumentParser
import Cells
import MapScene
import TrackGeodesy

/// The person's own defaults; the command line wins over them.
struct Settings {
  /// Maps as written, with paths made whole.
  var maps: [String] = []
  var mapCache: PositiveNumber?
  var glyphs: GlyphSet?
  var color: ColorChoice?
  var background: BackdropChoice?
  var units: UnitSystem?
  var coords: CoordinateFormat?
  var language: Language?
  var north: NorthReference?
  var bearing: BearingChoice?

  /// No sensible file of settings is longer.
  private static let limit = 1 << 16

  /// Reads the file; without one, nothing is set.
  /// - Throws: what is wrong with it, with the file and the line.
  static func read(_ environment: Environment) throws(ProgramError) -> Settings {
    guard let folder = environment.folder("XDG_CONFIG_HOME", else: ".config") else { return Settings() }
    let path = folder + "/trackview/config"
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return Settings() }
      throw ProgramError("\(path): cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var count = 0
    while count < bytes.count {
      let part = bytes.withUnsafeMutableBytes { buffer in
        buffer.baseAddress.map { Glibc.read(descriptor, $0 + count, buffer.count - count) } ?? 0
      }
      if part < 0, errno == EINTR { continue }
      guard part >= 0 else { throw ProgramError("\(path): cannot be read: \(String(cString: strerror(errno)))") }
      if part == 0 { break }
      count += part
    }
    guard count <= limit else { throw ProgramError("\(path): too long for settings") }
    return try Settings(String(decoding: bytes[..<count], as: UTF8.self), path: path, home: environment["HOME"])
  }

  init() {}

  /// - Parameters:
  ///   - path: where the text stands, for messages and relative paths.
  ///   - home: what `~` stands for.
  init(_ text: String, path: String, home: String?) throws(ProgramError) {
    var number = 0
    // What some editors write before the first line.
    let text = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      let line = line.trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      let place = "\(path): line \(number)"
      guard let equals = line.firstIndex(of: "=") else {
        throw ProgramError("\(place): “\(line)” is no setting; settings look like units = metric")
      }
      try set(String(line[..<equals].trimmed), String(line[line.index(after: equals)...].trimmed), place, path, home)
    }
  }

  private mutating func set(_ name: String, _ value: String, _ place: String, _ path: String, _ home: String?) throws(ProgramError) {
    func parsed<Value: ExpressibleByArgument>(_ kind: Value.Type, _ takes: String) throws(ProgramError) -> Value {
      if let value = Value(argument: value) { return value }
      throw ProgramError("\(place): \(name) takes \(takes), not “\(value)”")
    }
    switch name {
    case "map":
      if value.isEmpty { throw ProgramError("\(place): map takes a file, online or an address") }
      maps.append(Self.whole(value, path, home))
    case "map-cache": mapCache = try parsed(PositiveNumber.self, "a number of megabytes")
    case "glyphs": glyphs = try parsed(GlyphSet.self, "braille, half or ascii")
    case "color": color = try parsed(ColorChoice.self, "auto, none, 16, 256 or direct")
    case "background": background = try parsed(BackdropChoice.self, "auto, dark or light")
    case "units": units = try parsed(UnitSystem.self, "metric, imperial or nautical")
    case "coords": coords = try parsed(CoordinateFormat.self, "dd, dm or dms")
    case "language": language = try parsed(Language.self, "en or zh")
    case "north": north = try parsed(NorthReference.self, "magnetic or true")
    case "bearing": bearing = try parsed(BearingChoice.self, "degrees or heading")
    default:
      throw ProgramError(
        "\(place): there is no setting “\(name)”; there are map, map-cache, glyphs, color, background, units, coords, language, north, bearing"
      )
    }
  }

  /// A path as the program takes it: `~` is the home folder, and what is relative lies beside the settings.
  private static func whole(_ value: String, _ path: String, _ home: String?) -> String {
    if let home, value == "~" || value.hasPrefix("~/") { return home + value.dropFirst() }
    if value.hasPrefix("/") || value == "online" || value.contains("://") || value.isEmpty { return value }
    return path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/" + value
  }
}

extension Environment {
  /// A folder of the person's own, by the rules of XDG: the variable where it names a whole path, else below the home folder.
  func folder(_ variable: String, else usual: String) -> String? {
    if let named = self[variable], named.hasPrefix("/") { return named }
    return self["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/" + usual : nil }
  }
}

extension Substring {
  /// Without the blanks at both ends.
  fileprivate var trimmed: Substring {
    var part = self
    while let first = part.first, first.isWhitespace { part.removeFirst() }
    while let last = part.last, last.isWhitespace { part.removeLast() }
    return part
  }
}
