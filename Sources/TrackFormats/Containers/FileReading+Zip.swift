// Owns the reading of zip archives: which of their files are tracks, and what they are together.

import TrackPlayback

/// A document that was read out of an archive.
private struct Unzipped {
  var name: String
  var document: TrackDocument
}

extension FileReading {
  /// Reads the tracks of an archive into one document, in the archive's order.
  ///
  /// A single file is read whatever it is. In a KMZ that is `doc.kml`, or else the first `.kml`. Otherwise all files count whose content
  /// says that they are tracks; where there is none, those whose content could be one.
  mutating func zipDocument(
    _ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor, depth: Int
  ) throws(FormatError) -> TrackDocument {
    try bytes.withUnsafeBufferPointer { (buffer) throws(FormatError) in
      // The end of the directory before any file: an archive of none, which minizip takes for no archive.
      guard buffer[2] != 5 else { throw FormatError(.unknownFormat, message: "it is a zip archive without a file in it") }
      guard let archive = ZipArchive(buffer) else {
        throw FormatError(.malformed, message: "it begins like a zip archive, and there is no file in it that can be found")
      }
      let entries = try archive.entries()
      guard !entries.isEmpty else { throw FormatError(.unknownFormat, message: "it is a zip archive without a file in it") }
      let chosen = try chosen(entries, in: archive, options)
      guard !chosen.isEmpty else {
        let example = entries[0].name
        throw FormatError(
          .unknownFormat,
          message: "none of the \(entries.count) files in the archive is a track that is read here (the first is \"\(example)\")")
      }
      let total = chosen.reduce(0) { $0 &+ max(1, min($1.packedCount, buffer.count)) }
      var passedOver = entries.count - chosen.count
      var documents: [Unzipped] = []
      var failure: FormatError?
      var done = 0
      for entry in chosen {
        let next = done &+ max(1, min(entry.packedCount, buffer.count))
        let share = monitor.share(Self.scaled(done, buffer.count, total)..<Self.scaled(next, buffer.count, total), of: buffer.count)
        done = next
        do throws(FormatError) {
          documents.append(Unzipped(name: entry.name, document: try document(of: entry, in: archive, options, share, depth, buffer.count)))
        } catch {
          if chosen.count == 1 || [.cancelled, .tooLarge, .outOfMemory].contains(error.code) { throw error }
          failure = failure ?? error
          passedOver += 1
        }
      }
      if documents.isEmpty, let failure { throw failure }
      var result = TrackDocument.joined(documents)
      result.notePassedOver(passedOver, isKMZ: Self.mainKML(entries, options) != nil)
      if archive.isBroken { Unpacking.truncated.note(in: &result.skipped, what: "the zip archive", at: buffer.count) }
      return result
    }
  }

  /// A place in `total` as one in `count`.
  private static func scaled(_ place: Int, _ count: Int, _ total: Int) -> Int {
    min(count, Int(Double(place) / Double(max(1, total)) * Double(count)))
  }

  /// The file of a KMZ that is its document (KML 2.3, annex C: the first file with the extension `.kml`, `doc.kml` by custom).
  private static func mainKML(_ entries: [ZipEntry], _ options: ReadOptions) -> ZipEntry? {
    let documents = entries.filter { $0.name.lowercased().hasSuffix(".kml") }
    if let usual = documents.first(where: { $0.name.lowercased() == "doc.kml" }) { return usual }
    guard options.fileExtension == "kmz" else { return nil }
    return documents.first { $0.isAtRoot } ?? documents.first
  }

  /// The files to read.
  private mutating func chosen(
    _ entries: [ZipEntry], in archive: borrowing ZipArchive, _ options: ReadOptions
  ) throws(FormatError) -> [ZipEntry] {
    if entries.count == 1 { return entries }
    if let main = Self.mainKML(entries, options) { return [main] }
    var certain: [ZipEntry] = []
    var possible: [ZipEntry] = []
    for entry in entries {
      switch try recognition(of: entry, in: archive) {
      case .certain: certain.append(entry)
      case .possible: possible.append(entry)
      case .no: break
      }
    }
    return certain.isEmpty ? possible : certain
  }

  /// What a file in an archive looks like from its beginning.
  private mutating func recognition(of entry: ZipEntry, in archive: borrowing ZipArchive) throws(FormatError) -> Recognition {
    var head = UnpackedBytes()
    do throws(FormatError) {
      _ = try archive.unpack(entry, first: FormatRegistry.headLength, into: &head, budget: &budget)
    } catch {
      if error.code == .tooLarge || error.code == .outOfMemory { throw error }
      // Locked, or packed in another way: its name has to do, so that the error can say so.
      let isNamed = FormatRegistry.formats.contains { format in
        format.fileExtensions.contains { entry.name.lowercased().hasSuffix("." + $0) }
      }
      return isNamed ? .possible : .no
    }
    return head.withSpan { bytes in Container(bytes) != nil ? .certain : FormatRegistry.recognition(of: bytes) }
  }

  /// The document in one file of an archive.
  private mutating func document(
    of entry: ZipEntry, in archive: borrowing ZipArchive, _ options: ReadOptions, _ monitor: ReadMonitor, _ depth: Int, _ count: Int
  ) throws(FormatError) -> TrackDocument {
    var unpacked = UnpackedBytes()
    let what = "\"\(entry.name)\" in the archive"
    let ending = try archive.unpack(entry, into: &unpacked, budget: &budget, monitor: monitor.share(0..<count / 2, of: count))
    var inner = options
    inner.fileName = entry.name
    let reading = monitor.share(count / 2..<count, of: unpacked.count)
    var document = try unwrapped(unpacked, ending, what: what, options: inner, monitor: reading, depth: depth)
    ending.note(in: &document.skipped, what: what, at: nil)
    return document
  }
}

extension TrackDocument {
  /// Several documents as one: their tracks one after another, named for their files where they have no name.
  fileprivate static func joined(_ parts: [Unzipped]) -> TrackDocument {
    guard var result = parts.first?.document else { return TrackDocument(format: "zip", tracks: []) }
    guard parts.count > 1 else { return result }
    result.tracks = []
    result.routes = []
    result.skipped = SkippedRecords()
    for part in parts {
      let file = part.name.split(separator: "/").last.map(String.init) ?? part.name
      let name = part.document.name ?? file
      for var track in part.document.tracks {
        track.name = track.name ?? name
        result.tracks.append(track)
      }
      result.routes += part.document.routes
      result.skipped.append(part.document.skipped, from: file)
    }
    return result
  }

  /// Says that an archive holds more than what was read. A KMZ's pictures and models belong to it and are no loss.
  fileprivate mutating func notePassedOver(_ count: Int, isKMZ: Bool) {
    guard count > 0, !isKMZ else { return }
    skipped.note(.value) {
      SkippedRecord(
        line: nil, found: count == 1 ? "another file in the archive" : "\(count) other files in the archive", expected: "tracks")
    }
  }
}
