// What curses says in many words, in fewer: the colours and attributes of a frame's bytes.

/// Shortens a frame without changing what it shows.
///
/// To return to plain text, curses resets the colours, then the character set, then all attributes (`CSI 39 m ESC ( B CSI m`, 11 bytes under
/// xterm), where the last alone (3 bytes) does it; and it says each colour in a sequence of its own. Here, consecutive SGR sequences become
/// one (ECMA-48, 8.3.117: parameters act in order), what stands before a reset is left out, and so are designations of the ASCII set: no
/// other is ever designated, since line drawing goes out as Unicode.
///
/// A blank shows no colour but its background's: what else curses sets for it waits for the next character that shows it, and so does everything over
/// moves of the cursor. Among scattered dots that is a quarter of all bytes.
enum FrameBytes {
  /// Appends the frame, shortened.
  /// - Parameter addressesColumns: whether the terminal has CHA (CSI n G); then a move within a row names the column alone. curses itself
  ///   does not even compare for long moves.
  static func append(_ frame: UnsafeBufferPointer<UInt8>, addressesColumns: Bool = false, to out: inout [UInt8]) {
    out.reserveCapacity(out.count + frame.count)
    var run = GraphicRun()
    var place = Place()
    var at = 0
    while at < frame.count {
      let byte = frame[at]
      if byte == 0x1B, let length = run.take(frame, from: at, flushingTo: &out) {
        at += length
        continue
      }
      if byte == 0x0F {
        // Shift in: as with ESC ( B.
        at += 1
        continue
      }
      run.meet(shown(frame, at: at), to: &out)
      // Nothing waits: what follows goes out as it is, up to the next control function.
      if !run.isWaiting, byte >= 0x20 {
        var end = at + 1
        while end < frame.count, frame[end] >= 0x20 { end += 1 }
        out += frame[at..<end]
        at = end
        continue
      }
      let move = addressesColumns && byte < 0x20 ? place.take(frame, from: at) : nil
      // A control sequence goes out whole, so that nothing comes between its bytes.
      let length = move?.length ?? sequenceLength(frame, at: at) ?? 1
      if let move { out += move.bytes } else { out += frame[at..<at + length] }
      at += length
    }
    run.flush(to: &out)
  }

  /// What shows at a place of the colours and attributes.
  private static func shown(_ frame: UnsafeBufferPointer<UInt8>, at start: Int) -> GraphicRun.Shown {
    if frame[start] == 0x20 { return .background }
    guard let length = sequenceLength(frame, at: start) else { return .all }
    switch frame[start + length - 1] {
    case 0x43, 0x44, 0x47, 0x48, 0x64: return .nothing  // CUF CUB CHA CUP VPA
    case 0x4B, 0x58: return .background  // EL ECH
    default: return .all
    }
  }

  /// The length of the control sequence at a place; `nil` where none begins there, or it is cut.
  private static func sequenceLength(_ frame: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    guard frame[start] == 0x1B, start + 1 < frame.count, frame[start + 1] == 0x5B else { return nil }
    var end = start + 2
    while end < frame.count, (0x20...0x3F).contains(frame[end]) { end += 1 }
    return end < frame.count ? end + 1 - start : nil
  }

  /// The row that the cursor is known to be in.
  private struct Place {
    private var row: Int?

    /// Follows a control function; a move to a place in the same row comes back shorter.
    mutating func take(_ frame: UnsafeBufferPointer<UInt8>, from start: Int) -> (bytes: [UInt8], length: Int)? {
      guard let length = FrameBytes.sequenceLength(frame, at: start) else {
        // A carriage return or a backspace stays in its row; anything else may leave it.
        if frame[start] != 0x0D, frame[start] != 0x08 { row = nil }
        return nil
      }
      let end = start + length - 1
      let parameters = frame[(start + 2)..<end].split(separator: 0x3B, omittingEmptySubsequences: false).map(Self.number)
      switch frame[end] {
      case 0x48:  // CUP
        let line = parameters.first ?? nil
        defer { row = line }
        guard parameters.count == 2, let column = parameters[1], let line, line == row else { return nil }
        return (Array("\u{1B}[\(column)G".utf8), length)
      case 0x64: row = parameters.first ?? nil  // VPA
      case 0x43, 0x44, 0x47, 0x4B, 0x58, 0x40, 0x50, 0x62: break  // CUF CUB CHA EL ECH ICH DCH REP: the row stays
      default: row = nil
      }
      return nil
    }

    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
      guard !digits.isEmpty, digits.count < 6, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
  }
}
