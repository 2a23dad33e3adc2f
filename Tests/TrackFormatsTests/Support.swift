// Owns what the tests of the formats share.

@_exported import TestBasics
import TrackFormats
import TrackPlayback

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
