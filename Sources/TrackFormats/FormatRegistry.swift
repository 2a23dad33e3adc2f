// Owns `FormatRegistry`: the list of formats, and how a file finds its own.

/// The formats, and the one way to read a file of any of them.
public enum FormatRegistry {
  /// Every format. A new one is one line here; the order settles ties, and is that of the help.
  public static let formats: [any TrackFormat.Type] = [
    CoordinatesFormat.self,
    GPXFormat.self,
  ]

  /// How many bytes of a file a format sees before it has to say whether it reads it.
  public static let headLength = 65_536

  /// Reads a file: its content says what it is, and its extension only where the content does not.
  ///
  /// - Parameters:
  ///   - bytes: The whole file; it may be mapped rather than read.
  ///   - options: What the person says about it.
  /// - Throws: ``FormatError`` with one sentence, where nothing in it can be used.
  public static func read(_ bytes: Span<UInt8>, options: ReadOptions = ReadOptions()) throws(FormatError) -> TrackDocument {
    let kind = ContentKind(bytes)
    switch kind {
    case .empty: throw FormatError(.empty, message: "the file is empty")
    case .blank: throw FormatError(.blank, message: "the file holds nothing but white space")
    case .binary, .text: break
    }
    if let format = format(of: bytes, options: options) { return try format.read(bytes, options: options) }
    throw refusal(kind, options: options)
  }

  /// Reads a file that is in memory; see ``read(_:options:)``.
  public static func read(_ bytes: [UInt8], options: ReadOptions = ReadOptions()) throws(FormatError) -> TrackDocument {
    try read(bytes.span, options: options)
  }

  /// The format that is to read a file, `nil` where none claims it.
  public static func format(of bytes: Span<UInt8>, options: ReadOptions = ReadOptions()) -> (any TrackFormat.Type)? {
    let head = bytes.extracting(first: min(bytes.count, headLength))
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
