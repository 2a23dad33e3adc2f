// libFuzzer's entry to the file formats: whatever a file holds, no trap, and what comes out keeps what its types promise.

import LibFuzzer
import TrackFormats
import TrackGeodesy
import TrackPlayback

/// What the fuzzer tries: `TRACKVIEW_FUZZ_FORMAT` names a format, or the whole registry.
private enum Target {
  /// An input is a file of one format.
  case format(any TrackFormat.Type)
  /// An input is a file that the registry has to make out: packed, in any encoding, of any format.
  case registry
  /// The first byte of an input says how the rest is read: its low six bits which format (0 leaves that to the registry), the upper
  /// two the datum and the order.
  case firstByte
}

/// Read once, at the start.
private let target: Target = {
  let formats = FormatRegistry.formats
  guard let name = FuzzChoice.name(in: "TRACKVIEW_FUZZ_FORMAT", of: formats.map { $0.identifier } + ["registry"]) else { return .firstByte }
  if let format = formats.first(where: { $0.identifier == name }) { return .format(format) }
  return .registry
}()

/// Called by libFuzzer before anything else. With `TRACKVIEW_FUZZ_FORMAT=list` it prints the names that the variable takes, and ends.
@_cdecl("LLVMFuzzerInitialize")
public func startFuzzing(_ count: UnsafeMutablePointer<CInt>?, _ arguments: FuzzArguments?) -> CInt {
  _ = target
  return 0
}

/// Called by libFuzzer for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFormats(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let bytes = UnsafeBufferPointer(start: start, count: count)
  switch target {
  case .format(let format): read(Array(bytes), format, options(count))
  case .registry: read(Array(bytes), nil, options(count))
  case .firstByte:
    let choice = Int(bytes[0] & 0x3F) % (FormatRegistry.formats.count + 1)
    read(Array(bytes[1...]), choice == 0 ? nil : FormatRegistry.formats[choice - 1], options(Int(bytes[0] >> 6)))
  }
  return 0
}

/// The datum and the order, by two bits: of a whole file, whose bytes are all spoken for, by those of its length.
private func options(_ bits: Int) -> ReadOptions {
  ReadOptions(fileName: "fuzz.txt", datum: bits & 2 == 0 ? nil : .bd09, order: bits & 1 == 0 ? nil : .latitudeFirst)
}

private func read(_ bytes: [UInt8], _ format: (any TrackFormat.Type)?, _ options: ReadOptions) {
  // What is packed may hold a thousand times its own size; the registry bounds it, see its budget.
  let size = format == nil ? Int.max : bytes.count
  do throws(FormatError) {
    let document: TrackDocument
    if let format {
      _ = format.recognizes(bytes.span.extracting(first: min(bytes.count, FormatRegistry.headLength)))
      document = try format.read(bytes.span, options: options)
    } else {
      document = try FormatRegistry.read(bytes, options: options)
    }
    check(document, size)
    for writer in writers(format, bytes.count) { write(document, writer) }
  } catch {
    precondition(isPresentable(error.message), "a message that cannot be printed")
    precondition((error.line ?? 1) >= 1 && (error.byteOffset ?? 0) <= size, "an error that lies outside the file")
  }
}

/// A format writes what it has read; the registry has one of the writers do it.
private func writers(_ format: (any TrackFormat.Type)?, _ count: Int) -> [any WritableTrackFormat.Type] {
  if let format { return [format as? any WritableTrackFormat.Type].compactMap { $0 } }
  let all = FormatRegistry.formats.compactMap { $0 as? any WritableTrackFormat.Type }
  return all.isEmpty ? [] : [all[count % all.count]]
}

/// Writes a document and reads it again: whatever was in it, what is written is a track.
private func write(_ document: TrackDocument, _ format: any WritableTrackFormat.Type) {
  _ = format.losses(of: document)
  var bytes: [UInt8] = []
  do {
    var output = ByteOutput { piece in
      piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
      return true
    }
    format.write(document, into: &output)
    let isWhole = output.finish()
    precondition(isWhole, "an output that failed by itself")
  }
  do throws(FormatError) {
    check(try format.read(bytes.span), .max)
  } catch {
    preconditionFailure("\(format.identifier) does not read what it wrote: \(error.message)")
  }
}

private func check(_ document: TrackDocument, _ size: Int) {
  precondition(!document.tracks.isEmpty, "a document without a track")
  // What comes out of a container is larger than it, within the limits that UnpackBudget sets.
  let size = document.container == nil ? size : .max
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
  precondition(skipped.first.count == min(skipped.count + skipped.valueCount, SkippedRecords.usualLimit), "records that are not counted")
  for record in skipped.first + (skipped.truncation.map { [$0] } ?? []) {
    precondition(isPresentable(record.text), "a record that cannot be printed")
    precondition((record.line ?? 1) >= 1 && (record.byteOffset ?? 0) <= size, "a record that lies outside the file")
  }
}

private func isPresentable(_ text: String) -> Bool {
  !text.isEmpty && text.unicodeScalars.count <= 1024 && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
}
