// Owns `FormatRegistry`: the list of formats, and how a file finds its own.

/// The formats, and the one way to read a file of any of them.
public enum FormatRegistry {
  /// Every format. A new one is one line here; the order settles ties, and is that of the help.
  public static let formats: [any TrackFormat.Type] = [
    CoordinatesFormat.self,
    GPXFormat.self,
    FITFormat.self,
    TCXFormat.self,
    KMLFormat.self,
    GeoJSONFormat.self,
    CSVFormat.self,
    IGCFormat.self,
    PLTFormat.self,
    PolylineFormat.self,
    BaiduFormat.self,
    GPSDFormat.self,
    NMEAFormat.self,
  ]

  /// How many bytes of a file a format sees before it has to say whether it reads it.
  public static let headLength = 65_536

  /// Reads a file: its content says what it is, and its extension only where the content does not.
  ///
  /// It may be packed with gzip, or in a zip archive, whose tracks are then read into one document; text may be in UTF-8, UTF-16,
  /// GB18030 or Windows-1252.
  /// - Parameters:
  ///   - bytes: The whole file; it may be mapped rather than read.
  ///   - options: What the person says about it.
  ///   - monitor: Is told how far the reading has come, and may end it.
  /// - Throws: ``FormatError`` with one sentence, where nothing in it can be used.
  public static func read(
    _ bytes: Span<UInt8>, options: ReadOptions = ReadOptions(), monitor: ReadMonitor = .none
  ) throws(FormatError) -> TrackDocument {
    var reading = FileReading(budget: UnpackBudget(packedCount: bytes.count))
    return try reading.document(bytes, options: options, monitor: monitor)
  }

  /// Reads a file that is in memory; see ``read(_:options:monitor:)``.
  ///
  /// - Throws: ``FormatError``, as that does.
  public static func read(
    _ bytes: [UInt8], options: ReadOptions = ReadOptions(), monitor: ReadMonitor = .none
  ) throws(FormatError) -> TrackDocument {
    try read(bytes.span, options: options, monitor: monitor)
  }

  /// Reads a file that is not packed.
  static func plainDocument(_ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor) throws(FormatError) -> TrackDocument {
    guard let decoded = TextDecoding.decoded(bytes) else { return try utf8Document(bytes, options: options, monitor: monitor) }
    do throws(FormatError) {
      var document = try utf8Document(decoded.span, options: options, monitor: monitor.share(0..<bytes.count, of: decoded.count))
      document.skipped.forgetByteOffsets()
      return document
    } catch {
      var failure = error
      failure.byteOffset = nil
      throw failure
    }
  }

  /// Reads text in UTF-8, XML or a binary file.
  private static func utf8Document(_ bytes: Span<UInt8>, options: ReadOptions, monitor: ReadMonitor) throws(FormatError) -> TrackDocument {
    let kind = ContentKind(bytes)
    switch kind {
    case .empty: throw FormatError(.empty, message: "the file is empty")
    case .blank: throw FormatError(.blank, message: "the file holds nothing but white space")
    case .binary, .text: break
    }
    let text = bytes.extracting(droppingFirst: markLength(bytes))
    if let format = undecodedFormat(of: text, options: options) { return try format.read(text, options: options, monitor: monitor) }
    throw refusal(kind, options: options)
  }

  /// The length of the mark of UTF-8 that goes before a text is read; XML keeps it, for its offsets are those of the file.
  private static func markLength(_ bytes: Span<UInt8>) -> Int {
    guard TextDecoding.mark(bytes) == .utf8 else { return 0 }
    return XMLEncoding.isXML(bytes.extracting(3..<min(bytes.count, headLength))) ? 0 : 3
  }

  /// The format that is to read a file which is not packed, `nil` where none claims it.
  ///
  /// - Parameter options: The file's name settles what the content leaves open; columns that are stated make it a table.
  public static func format(of bytes: Span<UInt8>, options: ReadOptions = ReadOptions()) -> (any TrackFormat.Type)? {
    let head = bytes.extracting(first: min(bytes.count, headLength))
    guard let decoded = TextDecoding.decoded(head) else {
      return undecodedFormat(of: head.extracting(droppingFirst: markLength(head)), options: options)
    }
    return undecodedFormat(of: decoded.span, options: options)
  }

  /// How sure the surest format is of a file that begins like this and is not packed.
  static func recognition(of bytes: Span<UInt8>) -> Recognition {
    let head = bytes.extracting(first: min(bytes.count, headLength))
    func surest(_ head: Span<UInt8>) -> Recognition { formats.map { $0.recognizes(head) }.max() ?? .no }
    guard let decoded = TextDecoding.decoded(head) else { return surest(head.extracting(droppingFirst: markLength(head))) }
    return surest(decoded.span)
  }

  private static func undecodedFormat(of bytes: Span<UInt8>, options: ReadOptions) -> (any TrackFormat.Type)? {
    let head = bytes.extracting(first: min(bytes.count, headLength))
    // Whoever says what the columns hold says that it is a table.
    if options.columns != nil, case .text(nil) = ContentKind(head) { return CSVFormat.self }
    let claims = formats.map { (format: $0, recognition: $0.recognizes(head)) }
    let best = claims.map(\.recognition).max() ?? .no
    let candidates = claims.filter { $0.recognition == best && best > .no }
    if candidates.count > 1, let named = candidates.first(where: { isNamed($0.format, options) }) { return named.format }
    if let first = candidates.first { return first.format }
    // The extension says what a text was meant to be, so that its reader can name what is wrong in it.
    guard case .text(nil) = ContentKind(bytes) else { return nil }
    return formats.first { isNamed($0, options) }
  }

  private static func isNamed(_ format: any TrackFormat.Type, _ options: ReadOptions) -> Bool {
    options.fileExtension.map { format.fileExtensions.contains($0) } ?? false
  }

  private static func refusal(_ kind: ContentKind, options: ReadOptions) -> FormatError {
    let known = formats.map { $0.title }.joined(separator: ", ")
    switch kind {
    case .binary(let name):
      let what = name.map { "it is \($0), not a track" } ?? "it is a binary file, not a track"
      return FormatError(.binary, message: what)
    case .text(let name?):
      return FormatError(.unknownFormat, message: "it is \(name), which is no format that is read here (\(known))")
    default:
      return FormatError(.unknownFormat, message: "it is text, but no track in any format that is read here (\(known))")
    }
  }
}
