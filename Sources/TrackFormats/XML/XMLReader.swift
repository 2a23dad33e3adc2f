// Owns `XMLReader`: a document through expat, in chunks, into an `XMLSink`.

import CExpat

/// What is told of a document while it is read.
///
/// A class, because expat hands its callbacks one pointer and nothing else. It should do no more than pass on to a value of its
/// own: every property of a class costs a check for overlapping access, which a million elements make dear.
/// The names and values handed over are UTF-8, end with a zero and live only during the call.
class XMLSink {
  /// An element begins; `attributes` is name, value, name, value and so on up to a `nil`.
  func start(_ name: UnsafePointer<CChar>, _ attributes: UnsafePointer<UnsafePointer<CChar>?>, at cursor: XMLCursor) {}
  /// An element ends.
  func end(at cursor: XMLCursor) {}
  /// A piece of text; one text may come in many.
  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}

/// Where the reading of a document is; usable only within a call of an ``XMLSink``.
struct XMLCursor {
  fileprivate let document: OpaquePointer

  /// The line, from 1, of what is being told. Found by counting, so ask only where it is shown.
  var line: Int { Int(cexpat_line(document)) }
  /// The offset in bytes, from 0, of what is being told.
  var byteOffset: Int { Int(cexpat_offset(document)) }
  /// Ends the reading: the outcome is ``XMLOutcome/Ending/stopped``.
  func stop() { cexpat_stop(document) }
}

/// How the reading of a document ended.
struct XMLOutcome: Hashable {
  enum Ending: Hashable {
    /// The whole document, and it is well-formed.
    case complete
    /// It ends too early.
    case truncated
    /// It is not well-formed; the text is expat's reason.
    case malformed(String)
    /// A byte that is not text in the document's encoding, or a character where the grammar has no place for one.
    case badCharacter
    /// An entity bomb.
    case entities
    /// A tag or comment without an end in sight.
    case endlessToken
    case outOfMemory
    /// The sink said so.
    case stopped
    /// Whoever watches said so.
    case cancelled
  }
  var ending: Ending
  /// The line of the end, from 1; 0 where the document is complete or the reading was cancelled.
  var line: Int
  /// The offset of the end in bytes, from 0.
  var byteOffset: Int
}

/// Reads XML documents.
enum XMLReader {
  /// How many bytes expat gets at a time. It copies what it gets behind an unfinished tag, so more does not help.
  static let chunkLength = 256 * 1024

  /// Reads a document and tells a sink what is in it.
  ///
  /// - Parameters:
  ///   - runs: Reads parts of the document in expat's place; see ``XMLRuns``.
  ///   - step: After how many bytes `goesOn` is asked, at most ``chunkLength``.
  ///   - goesOn: Asked after each piece with the bytes read; `false` ends the reading as ``XMLOutcome/Ending/cancelled``.
  static func read(
    _ bytes: Span<UInt8>, into sink: XMLSink, runs: (any XMLRuns)? = nil, step: Int = chunkLength, goesOn: (Int) -> Bool = { _ in true }
  ) -> XMLOutcome {
    var handlers = handlers(for: sink)
    guard let document = cexpat_create(&handlers) else { return XMLOutcome(ending: .outOfMemory, line: 1, byteOffset: 0) }
    defer { cexpat_destroy(document) }
    let status = withExtendedLifetime(sink) {
      bytes.withUnsafeBufferPointer { buffer in
        var feed = XMLFeed(buffer, to: document, runs: runs, chunkLength: min(chunkLength, max(1024, step)))
        return feed.all(goesOn)
      }
    }
    let offset = max(0, Int(cexpat_offset(document)))
    guard let status else { return XMLOutcome(ending: .cancelled, line: 0, byteOffset: offset) }
    // Nobody asks for the last line of a good document, and finding it means going through all of it once more.
    let line = status == cexpat_ok ? 0 : Int(cexpat_line(document))
    return XMLOutcome(ending: ending(status, document), line: line, byteOffset: offset)
  }

  private static func handlers(for sink: XMLSink) -> cexpat_handlers {
    cexpat_handlers(
      context: Unmanaged.passUnretained(sink).toOpaque(),
      start: { context, document, name, attributes in
        guard let context, let document, let name, let attributes else { return }
        let cursor = XMLCursor(document: document)
        Unmanaged<XMLSink>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.start(name, attributes, at: cursor) }
      },
      end: { context, document in
        guard let context, let document else { return }
        let cursor = XMLCursor(document: document)
        Unmanaged<XMLSink>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.end(at: cursor) }
      },
      text: { context, _, bytes, count in
        guard let context, let bytes, count > 0 else { return }
        let text = UnsafeRawBufferPointer(start: bytes, count: Int(count)).bindMemory(to: UInt8.self)
        Unmanaged<XMLSink>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.text(text) }
      })
  }

  private static func ending(_ status: cexpat_status, _ document: OpaquePointer) -> XMLOutcome.Ending {
    switch status {
    case cexpat_ok: .complete
    case cexpat_truncated: .truncated
    case cexpat_bad_character: .badCharacter
    case cexpat_entity_refused: .entities
    case cexpat_token_too_long: .endlessToken
    case cexpat_no_memory: .outOfMemory
    case cexpat_stopped: .stopped
    default: .malformed(String(cString: cexpat_reason(document)))
    }
  }
}
