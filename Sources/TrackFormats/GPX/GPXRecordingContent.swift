// Owns `GPXRecordingContent`: what a recording holds, how far it is whole, and its runs put together by source.

/// What a file that ``GPXRecording`` wrote holds, line by line.
///
/// A process that was killed may leave a last line that is not whole, and remains of the closing tags behind it; then ``isMendable``
/// holds, and everything up to ``end`` is kept. A file that differs anywhere else was changed by somebody, and is left alone.
package struct GPXRecordingContent: Sendable {
  /// Points of one source in one track element: the bytes of each segment's lines.
  package struct Run: Sendable, Hashable {
    /// The line with the source's name; empty where it has none.
    package var name: [UInt8]
    /// Whether the first segment goes on where the source's run before it ended.
    package var continues: Bool
    package var segments: [Range<Int>]
  }

  /// Whether a file is a recording at all: it begins as one, or is the beginning of such a beginning.
  package private(set) var isRecording = false
  /// Whether it is whole, or only its end is not.
  package private(set) var isMendable = false
  /// The line that was not understood, counted from 1, where the file is not mendable.
  package private(set) var oddLine: Int?
  /// Where the last whole point ends; 0 where not even the opening is whole.
  package private(set) var end = 0
  /// How many points it has.
  package private(set) var pointCount = 0
  package private(set) var runs: [Run] = []

  /// The longest line that is taken for one of ours.
  private static let lineLimit = 8192

  private enum Place { case document, track, segment, behind }
  private var place = Place.document
  /// The line that did not fit, if one did not.
  private var misfit: Int?

  /// Reads a file.
  package init(_ bytes: Span<UInt8>) {
    let opening = GPXRecording.opening
    let head = bytes.count < opening.count ? bytes.count : opening.count
    for index in 0..<head where bytes[index] != opening[index] { return }
    isRecording = true
    guard head == opening.count else {
      isMendable = true
      return
    }
    end = head
    readLines(of: bytes, from: head)
    while let last = runs.last, last.segments.isEmpty || last.segments.allSatisfy(\.isEmpty) { runs.removeLast() }
    isMendable = oddLine == nil
  }

  private mutating func readLines(of bytes: Span<UInt8>, from start: Int) {
    var at = start
    var number = GPXRecording.opening.count { $0 == .lineFeed } + 1
    while at < bytes.count, oddLine == nil {
      var stop = at
      var isPlain = true
      while stop < bytes.count, bytes[stop] != .lineFeed {
        if bytes[stop] < 0x20 { isPlain = false }
        stop += 1
      }
      let next = min(stop + 1, bytes.count)
      let line = bytes.extracting(at..<stop)
      let isWhole = stop < bytes.count && isPlain && stop - at <= Self.lineLimit
      if misfit != nil || !isWhole || !follow(line, upTo: next), !Self.isRemains(line) { reject(line, isWhole: isWhole, number: number) }
      at = next
      number += 1
    }
  }

  /// One line may be broken, where the writing broke off; what is plainly somebody else's is none of that.
  private mutating func reject(_ line: Span<UInt8>, isWhole: Bool, number: Int) {
    if misfit == nil, line.count <= Self.lineLimit, !(isWhole && Self.isForeign(line)) {
      misfit = number
    } else {
      oddLine = misfit ?? number
    }
  }

  /// Whether a line is an element that stands in GPX files but never in ours: added by hand, or by another program.
  private static func isForeign(_ line: Span<UInt8>) -> Bool {
    guard ends(line, with: ">") else { return false }
    if ends(line, with: "/>") || begins(line, with: " ") || begins(line, with: "\t") { return true }
    if begins(line, with: "<name>") { return ends(line, with: "</name>") }
    if begins(line, with: "<extensions>") { return ends(line, with: "</extensions>") }
    let elements: [StaticString] = ["<!", "<?", "<metadata", "<wpt", "<rte", "<cmt", "<desc", "<src", "<link", "<number", "<type"]
    return elements.contains { begins(line, with: $0) }
  }

  /// Takes a line that stands where it may stand.
  private mutating func follow(_ line: Span<UInt8>, upTo next: Int) -> Bool {
    switch place {
    case .segment where Self.begins(line, with: "<trkpt lat=\"") && Self.ends(line, with: "</trkpt>"):
      takePoint(upTo: next)
    case .segment where Self.equals(line, GPXRecording.segmentEnd): place = .track
    case .track where Self.equals(line, GPXRecording.segmentStart):
      runs[runs.count - 1].segments.append(next..<next)
      place = .segment
    case .track where Self.equals(line, GPXRecording.trackEnd): place = .document
    case .track where runs[runs.count - 1].segments.isEmpty: return followHead(line)
    case .document where Self.equals(line, GPXRecording.trackStart):
      runs.append(Run(name: [], continues: false, segments: []))
      place = .track
    case .document where Self.equals(line, GPXRecording.end): place = .behind
    default: return false
    }
    return true
  }

  /// A line before the first segment of a track.
  private mutating func followHead(_ line: Span<UInt8>) -> Bool {
    if Self.equals(line, GPXRecording.continuation) {
      runs[runs.count - 1].continues = true
    } else if Self.begins(line, with: "<name>"), Self.ends(line, with: "</name>"), runs[runs.count - 1].name.isEmpty {
      runs[runs.count - 1].name = line.withUnsafeBufferPointer { Array($0) } + [.lineFeed]
    } else {
      return false
    }
    return true
  }

  private mutating func takePoint(upTo next: Int) {
    let run = runs.count - 1
    let segment = runs[run].segments.count - 1
    runs[run].segments[segment] = runs[run].segments[segment].lowerBound..<next
    pointCount += 1
    end = next
  }

  // MARK: Lines

  private static func begins(_ line: Span<UInt8>, with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard line.count >= count else { return false }
    for index in 0..<count where line[index] != text.utf8Start[index] { return false }
    return true
  }

  private static func ends(_ line: Span<UInt8>, with text: StaticString) -> Bool {
    line.count >= text.utf8CodeUnitCount && begins(line.extracting((line.count - text.utf8CodeUnitCount)...), with: text)
  }

  /// Whether a line is one of ours, which end with a line feed.
  private static func equals(_ line: Span<UInt8>, _ text: [UInt8]) -> Bool {
    guard line.count == text.count - 1 else { return false }
    for index in 0..<line.count where line[index] != text[index] { return false }
    return true
  }

  /// Whether a line is blank, or the rest of a closing tag: what stood behind the place where the writing broke off.
  private static func isRemains(_ line: Span<UInt8>) -> Bool {
    var last = line.count
    while last > 0, line[last - 1] == 0x20 || line[last - 1] == 0 || line[last - 1] == .lineFeed { last -= 1 }
    let text = line.extracting(0..<last)
    return [GPXRecording.segmentEnd, GPXRecording.trackEnd, GPXRecording.end].contains { tag in
      guard text.count < tag.count else { return false }
      for index in 0..<text.count where text[index] != tag[tag.count - 1 - text.count + index] { return false }
      return true
    }
  }
}

// MARK: - Runs put together

extension GPXRecordingContent {
  /// A piece of a file that is put together: bytes of the old one, or new ones.
  package enum Piece: Sendable, Hashable {
    case old(Range<Int>)
    case new([UInt8])
  }

  /// Whether a source has more than one run.
  package var isScattered: Bool { Set(runs.map(\.name)).count < runs.count }

  /// The file with one track a source, in the order in which they first came.
  package var gathered: [Piece] {
    var pieces: [Piece] = [.new(GPXRecording.opening)]
    for source in gatheredRuns() {
      pieces.append(.new(GPXRecording.trackStart + source.name))
      for segment in source.segments {
        pieces.append(.new(GPXRecording.segmentStart))
        pieces += segment.map { .old($0) }
        pieces.append(.new(GPXRecording.segmentEnd))
      }
      pieces.append(.new(GPXRecording.trackEnd))
    }
    return pieces + [.new(GPXRecording.end)]
  }

  private struct Source {
    var name: [UInt8]
    var segments: [[Range<Int>]] = []
  }

  private func gatheredRuns() -> [Source] {
    var sources: [Source] = []
    var places: [[UInt8]: Int] = [:]
    for run in runs {
      let place = places[run.name] ?? sources.count
      if place == sources.count {
        places[run.name] = place
        sources.append(Source(name: run.name))
      }
      for (index, segment) in run.segments.enumerated() where !segment.isEmpty {
        if index == 0, run.continues, !sources[place].segments.isEmpty {
          sources[place].segments[sources[place].segments.count - 1].append(segment)
        } else {
          sources[place].segments.append([segment])
        }
      }
    }
    return sources
  }
}
