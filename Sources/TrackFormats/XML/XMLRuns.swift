// Owns `XMLRuns`, for a reader that knows a faster way through parts of a document, and `XMLFeed`, which hands a document to expat
// around them.

import CExpat

/// Reads parts of a document in expat's place.
///
/// Whatever it takes must be whole elements that are well-formed beyond doubt, in bytes that mean the same in every encoding which
/// holds ASCII (none else spells the beginning of a run). Then expat, which never hears of them, is in the same state behind the
/// run as before it.
protocol XMLRuns: AnyObject {
  /// Whether a run may begin inside of the element that is open now.
  var takesRuns: Bool { get }
  /// The first place within a range where a run may begin, by its first few bytes; these may reach beyond the range.
  func nextRun(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int?
  /// Takes as many elements as it can; stops behind the first that ends beyond `limit`.
  func takeRun(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, limit: Int) -> XMLRun
}

/// What was taken of a document.
struct XMLRun: Hashable {
  /// The offset behind the last element that was taken; that of the start where none was.
  var end: Int
  /// The offset from which on it makes sense to look for the next run.
  var next: Int
  /// The number of elements.
  var count: Int
}

/// Hands a document to expat, piece by piece, up to each run and on behind it.
///
/// A run may begin only where nothing can be open but elements: where the sink says so, and between the last tag that expat told of and
/// the run's first byte lies nothing but white space. A comment, an instruction, a CDATA section or an entity that was
/// open there would have its own beginning in between.
///
///     … <trkseg>␣␣<trkpt …>…</trkpt> … <trkpt …>…</trkpt>␣␣<!-- … --> … </trkseg>
///     ──────────┤  expat so far        the run           ├── expat again
///       tag end ┘
struct XMLFeed {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let document: OpaquePointer
  private let runs: (any XMLRuns)?
  private let chunkLength: Int
  /// Up to here everything was handed over or taken.
  private var position = 0
  /// From here on runs are looked for.
  private var search = 0
  /// The end of the last run.
  private var runEnd = 0
  /// How far to go without looking for a run, after runs that did not pay.
  private var patience = 0

  /// Fewer elements than this do not pay for handing over.
  private static let leastCount = 2

  init(_ bytes: UnsafeBufferPointer<UInt8>, to document: OpaquePointer, runs: (any XMLRuns)?, chunkLength: Int) {
    self.bytes = bytes
    self.document = document
    self.runs = runs
    self.chunkLength = chunkLength
    if runs != nil { cexpat_watch_tags(document) }
  }

  /// Hands over everything; `nil` where `goesOn` ended it.
  mutating func all(_ goesOn: (Int) -> Bool) -> cexpat_status? {
    while true {
      let chunkEnd = position + min(chunkLength, bytes.count - position)
      let start = nextRun(before: chunkEnd)
      let end = start ?? chunkEnd
      let isLast = start == nil && end == bytes.count
      if end > position || isLast {
        let status = cexpat_feed(document, bytes.baseAddress.map { $0 + position }, Int32(end - position), isLast ? 1 : 0)
        if status != cexpat_ok || isLast { return status }
        position = end
      }
      if let start { take(from: start) }
      if !goesOn(position) { return nil }
    }
  }

  private func nextRun(before end: Int) -> Int? {
    guard let runs else { return nil }
    let start = max(position, search)
    return start < end ? runs.nextRun(in: bytes, start..<end) : nil
  }

  /// Lets a run be taken that may begin at `start`, up to which expat has been handed everything.
  private mutating func take(from start: Int) {
    search = start + 1
    guard let runs, let base = bytes.baseAddress, runs.takesRuns, isOpenGround(before: start) else { return lookLater(from: start) }
    let run = runs.takeRun(in: bytes, from: start, limit: start + min(chunkLength, bytes.count - start))
    search = run.next
    if run.end > start {
      cexpat_skip(document, base + start, Int64(run.end - start))
      position = run.end
      runEnd = run.end
    }
    if run.count >= Self.leastCount { patience = 0 } else { lookLater(from: run.end) }
  }

  /// Whether there is only white space between the last tag and `start`.
  ///
  /// A carriage return just before it is held back by expat, which has to see first whether a line feed follows.
  private func isOpenGround(before start: Int) -> Bool {
    let tagEnd = max(runEnd, Int(cexpat_tag_end(document)))
    guard tagEnd > 0, tagEnd <= start, bytes[start - 1] != .carriageReturn else { return false }
    return bytes[tagEnd..<start].allSatisfy { $0.isXMLBlank }
  }

  /// Goes on with expat alone for a while, each time for twice as long: every attempt hands it a small piece, and a piece costs.
  private mutating func lookLater(from place: Int) {
    patience = min(XMLReader.chunkLength, max(256, patience * 2))
    search = max(search, place + patience)
  }
}

extension UInt8 {
  /// Whether this is white space as XML has it (XML 1.0, production 3).
  @inline(__always)
  var isXMLBlank: Bool { self == .space || self == .lineFeed || self == .tab || self == .carriageReturn }
}
