// Owns what the tests of the formats share.

import TrackFormats
import TrackPlayback

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads a text as a file without a name.
func read(_ text: String, fileName: String? = nil, order: CoordinateOrder? = nil) throws(FormatError) -> TrackDocument {
  try FormatRegistry.read(Array(text.utf8), options: ReadOptions(fileName: fileName, order: order))
}

/// The error that reading gives, `nil` where there is none.
func readError(_ bytes: [UInt8], fileName: String? = nil) -> FormatError? {
  do throws(FormatError) {
    _ = try FormatRegistry.read(bytes, options: ReadOptions(fileName: fileName))
    return nil
  } catch { return error }
}

/// The error that reading a text gives, `nil` where there is none.
func readError(_ text: String, fileName: String? = nil) -> FormatError? { readError(Array(text.utf8), fileName: fileName) }

extension Track {
  /// The points as `longitude latitude` pairs in the order of the track.
  var pairs: [[Double]] { (0..<points.count).map { [points.longitudes[$0], points.latitudes[$0]] } }
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Whether a message may be printed: one line of visible characters, not too long, no full stop.
func isPresentable(_ text: String) -> Bool {
  !text.isEmpty && text.unicodeScalars.count <= 512 && !text.hasSuffix(".")
    && text.unicodeScalars.allSatisfy { scalar in
      let category = scalar.properties.generalCategory
      return category != .control && category != .format && category != .lineSeparator && category != .paragraphSeparator
    }
}

/// Whether a document keeps what the type promises, whatever it was read from.
func isSound(_ document: TrackDocument) -> Bool {
  !document.tracks.isEmpty
    && (document.tracks + document.routes).allSatisfy { track in
      !track.points.isEmpty && !track.segments.isEmpty
        && track.points.latitudes.allSatisfy { abs($0) <= 90 } && track.points.longitudes.allSatisfy { abs($0) <= 180 }
        && track.segments.last?.range.upperBound == track.points.count
        && track.waypoints.allSatisfy { TextCleaning.cleaned($0.name) == $0.name }
    }
    && document.skipped.first.count <= SkippedRecords.usualLimit
    && document.skipped.first.allSatisfy { isPresentable($0.text) }
}

/// Where bytes either give a sound document or a presentable error, `nil`; else what is wrong.
func fault(of bytes: [UInt8], fileName: String? = nil) -> String? {
  do throws(FormatError) {
    let document = try FormatRegistry.read(bytes, options: ReadOptions(fileName: fileName))
    return isSound(document) ? nil : "unsound document of \(bytes.count) bytes"
  } catch {
    return isPresentable(error.message) ? nil : "message not presentable: \(error.message)"
  }
}

/// The bytes of a file, `nil` where it cannot be read.
func contents(of path: String) -> [UInt8]? {
  guard let file = fopen(path, "rb") else { return nil }
  defer { fclose(file) }
  var result: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&chunk, 1, chunk.count, file)
    if count == 0 { return result }
    result.append(contentsOf: chunk[..<count])
  }
}

/// The names of the files in a folder, in order; empty where there is no such folder.
func fileNames(in folder: String) -> [String] {
  guard let directory = opendir(folder) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names.sorted()
}

/// The folder of the package, found from this file.
let packageFolder: String = {
  var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
  parts.removeLast(3)
  return parts.joined(separator: "/")
}()

/// Where files by others lie: `TRACKVIEW_FIXTURES`, or `shared/fixtures` beside the package; `nil` where they are absent.
let fixturesFolder: String? = {
  let named = getenv("TRACKVIEW_FIXTURES").map { String(cString: $0) }
  let candidates = [named, packageFolder + "/../shared/fixtures"].compactMap { $0 }
  return candidates.first { !fileNames(in: $0).isEmpty }
}()
