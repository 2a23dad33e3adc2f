// What curses says in many words, in fewer: the colours and attributes of a frame's bytes.

/// Shortens a frame without changing what it shows.
///
/// To return to plain text, curses resets the colours, then the character set, then all attributes (`CSI 39 m ESC ( B CSI m`, 11 bytes under
/// xterm), where the last alone (3 bytes) does it; and it says each colour in a sequence of its own. Here, consecutive SGR sequences become
/// one (ECMA-48, 8.3.117: parameters act in order), what stands before a reset is left out, and so are designations of the ASCII set: no
/// other is ever designated, since line drawing goes out as Unicode.
///
/// A blank shows no colour but its background's: unless that, an underline or reverse video is on or about to be, the colours that curses sets
/// for it wait for the next character that shows them. Among scattered dots that is a quarter of all bytes.
enum FrameBytes {
  /// Old terminals keep only 16 parameters.
  private static let mostParameters = 14

  /// Appends the frame, shortened.
  /// - Parameter addressesColumns: whether the terminal has CHA (CSI n G); then a move within a row names the column alone. curses itself
  ///   does not even compare for long moves.
  static func append(_ frame: UnsafeBufferPointer<UInt8>, addressesColumns: Bool = false, to out: inout [UInt8]) {
    out.reserveCapacity(out.count + frame.count)
    var run = Run()
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
      if !run.canWait(for: frame, at: at) { run.flush(to: &out) }
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

  /// SGR sequences that follow each other.
  private struct Run {
    private var parameters: [UInt8] = []
    private var count = 0
    private var isEmpty = true
    /// Whether anything waits to be said.
    var isWaiting: Bool { !isEmpty }
    /// Whether a blank would look other than empty: now, and once what waits is said.
    private var marksBlanks = false
    private var willMarkBlanks = false

    /// Whether what stands at a place looks the same before and after what waits: a blank, a move of the cursor, an erasure.
    func canWait(for frame: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
      guard !isEmpty, !marksBlanks, !willMarkBlanks else { return false }
      if frame[start] == 0x20 { return true }
      guard let length = FrameBytes.sequenceLength(frame, at: start) else { return false }
      // CUF CUB CHA CUP EL ECH VPA.
      return [0x43, 0x44, 0x47, 0x48, 0x4B, 0x58, 0x64].contains(frame[start + length - 1])
    }

    /// Follows the parameters of an SGR sequence as far as blanks are concerned.
    private mutating func note(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
      var at = text.startIndex
      /// The number up to the next semicolon.
      func next() -> Int {
        var value = 0
        while at < text.endIndex, text[at] != 0x3B {
          value = min(9_999, value * 10 + Int(text[at]) - 0x30)
          at += 1
        }
        at += 1
        return value
      }
      while at <= text.endIndex {
        let code = next()
        switch code {
        case 0: willMarkBlanks = false
        // An extended colour takes its own parameters along.
        case 38, 48:
          if code == 48 { willMarkBlanks = true }
          for _ in 0..<(next() == 2 ? 3 : 1) { _ = next() }
        case 4, 7, 21, 40...47, 53, 100...107: willMarkBlanks = true
        default: break
        }
      }
    }

    /// Takes an SGR sequence or a designation; its length, or `nil` if something else stands there.
    mutating func take(_ frame: UnsafeBufferPointer<UInt8>, from start: Int, flushingTo out: inout [UInt8]) -> Int? {
      guard start + 2 < frame.count else { return nil }
      if frame[start + 1] == 0x28, frame[start + 2] == 0x42 { return 3 }
      guard frame[start + 1] == 0x5B else { return nil }
      var end = start + 2
      var more = 1
      while end < frame.count, (0x30...0x3B).contains(frame[end]) {
        if frame[end] == 0x3B { more += 1 }
        end += 1
      }
      guard end < frame.count, frame[end] == 0x6D else { return nil }
      let text = frame[(start + 2)..<end]
      let resets = text.isEmpty || text.first == 0x30 && (text.count == 1 || text[text.startIndex + 1] == 0x3B)
      if resets {
        parameters.removeAll(keepingCapacity: true)
        count = 0
      } else if count + more > mostParameters {
        flush(to: &out)
      } else if !isEmpty {
        parameters.append(0x3B)
      }
      note(text)
      parameters += text
      count += more
      isEmpty = false
      return end + 1 - start
    }

    /// The colours and attributes in force; `nil` where they are not known.
    private var inForce: GraphicState?

    /// Says what waits, or only how it differs from what is in force, whichever is shorter.
    private func say(_ next: GraphicState?, to out: inout [UInt8]) {
      out.append(0x1B)
      out.append(0x5B)
      let start = out.count
      if let next, let inForce, next.append(since: inForce, to: &out), out.count - start < parameters.count {
        out.append(0x6D)
      } else {
        out.removeSubrange(start...)
        out += parameters
        out.append(0x6D)
      }
    }

    /// Says what waits, as far as it differs from what is in force.
    mutating func flush(to out: inout [UInt8]) {
      guard !isEmpty else { return }
      let isWhole = parameters.isEmpty || parameters[0] == 0x3B || parameters.starts(with: [0x30, 0x3B]) || parameters == [0x30]
      let next = isWhole ? GraphicState(parameters) : inForce?.adding(parameters)
      if next == nil || next != inForce { say(next, to: &out) }
      inForce = next
      parameters.removeAll(keepingCapacity: true)
      count = 0
      isEmpty = true
      marksBlanks = willMarkBlanks
    }
  }
}
