// Owns `GraphicRun`: the colours and attributes that curses has set and that nothing has shown yet.
//
//      ⡇ [39;49m] blank [38;5;22m] ⠂    ──►    ⡇ [49m] blank [38;5;22m] ⠂        a blank shows its background alone

/// SGR sequences that wait to be said.
struct GraphicRun {
  /// What shows of colours and attributes.
  enum Shown { case nothing, background, all }

  /// Old terminals keep only 16 parameters.
  private static let mostParameters = 14

  /// What was set since all was last said, as it was set.
  private var parameters: [UInt8] = []
  private var count = 0
  /// Whether anything waits to be said.
  private(set) var isWaiting = false
  /// The colours and attributes in force, and those once what waits is said; `nil` where they are not known.
  private var inForce: GraphicState?
  private var wanted: GraphicState?
  /// Where they are not known: whether a blank would look other than empty, now and once what waits is said.
  private var marksBlanks = false
  private var willMarkBlanks = false

  /// Takes an SGR sequence or a designation of a character set, which is left out.
  /// - Returns: its length, or `nil` if something else stands there.
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
    } else if count + more > Self.mostParameters {
      flush(to: &out)
    } else if isWaiting {
      parameters.append(0x3B)
    }
    note(text)
    wanted = (resets ? GraphicState() : wanted)?.adding(UnsafeBufferPointer(rebasing: text))
    parameters += text
    count += more
    isWaiting = true
    return end + 1 - start
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

  /// Says as much of what waits as what comes next shows.
  mutating func meet(_ shown: Shown, to out: inout [UInt8]) {
    guard isWaiting else { return }
    guard shown != .all, let wanted, let inForce else {
      // A blank, a move or an erasure looks the same before and after what waits.
      if shown == .all || marksBlanks || willMarkBlanks { flush(to: &out) }
      return
    }
    if shown == .nothing || wanted.showsBlanks(like: inForce) { return }
    guard let next = inForce.takingBackground(of: wanted), next != wanted else { return flush(to: &out) }
    out += [0x1B, 0x5B]
    _ = next.append(since: inForce, to: &out)
    out.append(0x6D)
    self.inForce = next
    marksBlanks = true
  }

  /// Says what waits, as far as it differs from what is in force.
  mutating func flush(to out: inout [UInt8]) {
    guard isWaiting else { return }
    if wanted == nil || wanted != inForce { say(to: &out) }
    inForce = wanted
    parameters.removeAll(keepingCapacity: true)
    count = 0
    isWaiting = false
    marksBlanks = willMarkBlanks
  }

  /// Says all that waits as it was set, or only how it differs from what is in force, whichever is shorter.
  private func say(to out: inout [UInt8]) {
    out += [0x1B, 0x5B]
    let start = out.count
    if let wanted, let inForce, wanted.append(since: inForce, to: &out), out.count - start < parameters.count {
      out.append(0x6D)
    } else {
      out.removeSubrange(start...)
      out += parameters
      out.append(0x6D)
    }
  }
}
