// libFuzzer's entry to the file formats: whatever a file holds, no trap, and what comes out keeps what its types promise.

import TrackFormats
import TrackGeodesy
import TrackPlayback

/// Called by libFuzzer. The first byte says how the rest is read: its low six bits which format (0 leaves that to the
/// registry), the upper two the datum and the order.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFormats(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
  let options = ReadOptions(
    fileName: "fuzz.txt", datum: start[0] & 0x80 == 0 ? nil : .bd09, order: start[0] & 0x40 == 0 ? nil : .latitudeFirst)
  let choice = Int(start[0] & 0x3F) % (FormatRegistry.formats.count + 1)
  do throws(FormatError) {
    if choice == 0 {
      check(try FormatRegistry.read(bytes, options: options), count)
    } else {
      let format = FormatRegistry.formats[choice - 1]
      _ = format.recognizes(bytes.span)
      check(try format.read(bytes.span, options: options), count)
    }
  } catch {
    precondition(isPresentable(error.message), "a message that cannot be printed")
    precondition((error.line ?? 1) >= 1 && (error.byteOffset ?? 0) <= count, "an error that lies outside the file")
  }
  return 0
}

private func check(_ document: TrackDocument, _ size: Int) {
  precondition(!document.tracks.isEmpty, "a document without a track")
  for track in document.tracks + document.routes {
    precondition(!track.points.isEmpty && track.points.count <= size, "points out of nothing")
    for index in 0..<track.points.count {
      precondition(track.points.coordinate(at: index).isValid, "a point that lies nowhere")
    }
    for name in [track.name] + track.segments.map(\.name) + track.waypoints.map(\.name) {
      guard let name else { continue }
      precondition(TextCleaning.cleaned(name) == name && !name.isEmpty, "a name that is not clean")
    }
  }
  let skipped = document.skipped
  precondition(skipped.first.count == min(skipped.count + skipped.valueCount, SkippedRecords.limit), "records that are not counted")
  for record in skipped.first + (skipped.truncation.map { [$0] } ?? []) {
    precondition(isPresentable(record.text), "a record that cannot be printed")
    precondition((record.line ?? 1) >= 1 && (record.byteOffset ?? 0) <= size, "a record that lies outside the file")
  }
}

private func isPresentable(_ text: String) -> Bool {
  !text.isEmpty && text.unicodeScalars.count <= 1024 && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
}
