// Owns `FileReading`: one file read through whatever it is packed in, to a document.

/// The reading of one file: containers unwrapped, text decoded, the format found, the document read.
struct FileReading {
  /// How many bytes may still come out of containers.
  var budget: UnpackBudget

  /// Reads a file that may be packed; `depth` says how many containers it lies in.
  mutating func document(
    _ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor, depth: Int = 0
  ) throws(FormatError) -> TrackDocument {
    guard let container = Container(bytes) else { return try FormatRegistry.plainDocument(bytes, options: options, monitor: monitor) }
    guard depth < Container.depthLimit else {
      throw FormatError(.refused, message: "it is packed more than \(Container.depthLimit) times over")
    }
    var document: TrackDocument
    var inner = options
    inner.fileName = container.innerName(options.fileName)
    switch container {
    case .gzip: document = try gzipDocument(bytes, options: inner, monitor: monitor, depth: depth)
    case .zip: document = try zipDocument(bytes, options: inner, monitor: monitor, depth: depth)
    }
    document.container = container.rawValue
    return document
  }

  private mutating func gzipDocument(
    _ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor, depth: Int
  ) throws(FormatError) -> TrackDocument {
    let what = "the gzip data"
    var unpacked = UnpackedBytes()
    let (status, consumed) = Gzip.unpack(
      bytes, into: &unpacked, limit: budget.left, monitor: monitor.share(0..<bytes.count / 2, of: bytes.count))
    budget.spend(unpacked.count)
    let ending = try Unpacking(status, what: what)
    let reading = monitor.share(bytes.count / 2..<bytes.count, of: unpacked.count)
    var document = try unwrapped(unpacked, ending, what: what, options: options, monitor: reading, depth: depth)
    ending.note(in: &document.skipped, what: what, at: consumed)
    if case .complete = ending, Gzip.hasRest(bytes, from: consumed) {
      document.skipped.note(.value) {
        SkippedRecord(line: nil, byteOffset: consumed, found: "bytes behind the gzip data", expected: "the end of the file")
      }
    }
    return document
  }

  /// The document in what was unpacked, however much that is.
  mutating func unwrapped(
    _ unpacked: borrowing UnpackedBytes, _ ending: Unpacking, what: String, options: ReadOptions, monitor: ReadMonitor, depth: Int
  ) throws(FormatError) -> TrackDocument {
    do throws(FormatError) {
      return try unpacked.withSpan { (inner) throws(FormatError) in
        try document(inner, options: options, monitor: monitor, depth: depth + 1)
      }
    } catch {
      var failure = error
      // An offset of what is packed is none of the file.
      failure.byteOffset = nil
      switch (ending, error.code) {
      case (.complete, _), (_, .cancelled), (_, .tooLarge), (_, .outOfMemory): throw failure
      case (.wrongChecksum, _): throw FormatError(error.code, line: error.line, message: "\(error.message); \(what) is damaged")
      case (_, .empty), (_, .blank): throw FormatError(.malformed, message: "nothing of \(what) can be unpacked")
      default: throw FormatError(error.code, line: error.line, message: "\(error.message); \(what) breaks off")
      }
    }
  }
}
