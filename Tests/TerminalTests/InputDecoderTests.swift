// The input decoder: what each sequence means, that cutting the bytes changes nothing, and that nothing hostile gets through.

import Cells
import Testing

@testable import Terminal

private func key(_ key: Key, _ modifiers: KeyModifiers = []) -> InputEvent { .key(KeyPress(key, modifiers)) }
private func char(_ scalar: Unicode.Scalar, _ modifiers: KeyModifiers = []) -> InputEvent { key(.character(scalar), modifiers) }

/// One row of the table: the text as sent, with `\e` as U+001B, and what it means.
struct Sent: Sendable, CustomTestStringConvertible {
  var bytes: [UInt8]
  var events: [InputEvent]
  init(_ text: String, _ events: InputEvent...) {
    bytes = Array(text.utf8)
    self.events = events
  }
  init(bytes: [UInt8], _ events: InputEvent...) {
    self.bytes = bytes
    self.events = events
  }
  var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }
}

private let keys: [Sent] = [
  Sent("a", char("a")), Sent("A", char("A")), Sent(" ", char(" ")), Sent("é", char("é")), Sent("京", char("京")), Sent("🚗", char("🚗")),
  Sent("\r", key(.enter)), Sent("\n", key(.enter)), Sent("\t", key(.tab)), Sent("\u{7F}", key(.backspace)), Sent("\u{8}", key(.backspace)),
  Sent("\u{3}", char("c", .control)), Sent("\u{1A}", char("z", .control)), Sent("\0", char(" ", .control)),
  Sent("\u{1C}", char("\\", .control)), Sent("\u{1B}a", char("a", .alt)), Sent("\u{1B}é", char("é", .alt)),
  Sent("\u{1B}\u{7F}", key(.backspace, .alt)), Sent("\u{1B}\r", key(.enter, .alt)), Sent("\u{1B}\u{1}", char("a", [.alt, .control])),
  Sent("\u{1B}\u{1B}[A", key(.escape), key(.up)),
  Sent("\u{1B}[A", key(.up)), Sent("\u{1B}[B", key(.down)), Sent("\u{1B}[C", key(.right)), Sent("\u{1B}[D", key(.left)),
  Sent("\u{1B}OA", key(.up)), Sent("\u{1B}OD", key(.left)), Sent("\u{1B}[H", key(.home)), Sent("\u{1B}OF", key(.end)),
  Sent("\u{1B}[1~", key(.home)), Sent("\u{1B}[2~", key(.insert)), Sent("\u{1B}[3~", key(.delete)), Sent("\u{1B}[4~", key(.end)),
  Sent("\u{1B}[5~", key(.pageUp)), Sent("\u{1B}[6~", key(.pageDown)), Sent("\u{1B}[7~", key(.home)), Sent("\u{1B}[8~", key(.end)),
  Sent("\u{1B}[1;5C", key(.right, .control)), Sent("\u{1B}[1;2D", key(.left, .shift)), Sent("\u{1B}[1;3A", key(.up, .alt)),
  Sent("\u{1B}[1;8B", key(.down, [.shift, .alt, .control])), Sent("\u{1B}[5;5~", key(.pageUp, .control)),
  Sent("\u{1B}[a", key(.up, .shift)), Sent("\u{1B}[5^", key(.pageUp, .control)), Sent("\u{1B}[Z", key(.tab, .shift)),
  Sent("\u{1B}OP", key(.function(1))), Sent("\u{1B}OS", key(.function(4))), Sent("\u{1B}[15~", key(.function(5))),
  Sent("\u{1B}[17~", key(.function(6))), Sent("\u{1B}[21~", key(.function(10))), Sent("\u{1B}[24~", key(.function(12))),
  Sent("\u{1B}[[A", key(.function(1))), Sent("\u{1B}[[E", key(.function(5))), Sent("\u{1B}[1;2P", key(.function(1), .shift)),
  Sent("\u{1B}[R", key(.function(3))), Sent("\u{1B}[1;2R", key(.function(3), .shift)), Sent("\u{1B}[1;5R", key(.function(3), .control)),
  Sent("\u{1B}OM", key(.enter)), Sent("\u{1B}Ok", char("+")), Sent("\u{1B}Oy", char("9")),
  Sent("\u{1B}[97u", char("a")), Sent("\u{1B}[97;5u", char("a", .control)), Sent("\u{1B}[97;2u", char("A")),
  Sent("\u{1B}[97:65;2u", char("A")), Sent("\u{1B}[49:33;2u", char("!")), Sent("\u{1B}[27u", key(.escape)),
  Sent("\u{1B}[13;2u", key(.enter, .shift)), Sent("\u{1B}[97;1:3u"), Sent("\u{1B}[57358u"), Sent("\u{1B}[27;5;44~", char(",", .control)),
]

private let others: [Sent] = [
  Sent("\u{1B}[<0;1;1M", .mouse(MouseEvent(.press(1), column: 0, row: 0))),
  Sent("\u{1B}[<2;120;36M", .mouse(MouseEvent(.press(3), column: 119, row: 35))),
  Sent("\u{1B}[<0;5;6m", .mouse(MouseEvent(.release(1), column: 4, row: 5))),
  Sent("\u{1B}[<32;5;6M", .mouse(MouseEvent(.drag(1), column: 4, row: 5))),
  Sent("\u{1B}[<64;5;6M", .mouse(MouseEvent(.wheelUp, column: 4, row: 5))),
  Sent("\u{1B}[<65;5;6M", .mouse(MouseEvent(.wheelDown, column: 4, row: 5))),
  Sent("\u{1B}[<81;5;6M", .mouse(MouseEvent(.wheelDown, column: 4, row: 5, .control))),
  Sent("\u{1B}[<4;5;6M", .mouse(MouseEvent(.press(1), column: 4, row: 5, .shift))),
  Sent("\u{1B}[<35;5;6M"), Sent("\u{1B}[<0;0;6M"), Sent("\u{1B}[<0;99999;6M"), Sent("\u{1B}[<128;5;6M"), Sent("\u{1B}[<0;5M"),
  Sent("\u{1B}[M !!q", char("q")),
  Sent("\u{1B}[2;2R", .reply(.cursorPosition(CellPosition(column: 1, row: 1)))),
  Sent("\u{1B}[1;17R", .reply(.cursorPosition(CellPosition(column: 16, row: 0)))),
  Sent("\u{1B}[?62;22c", .reply(.deviceAttributes([62, 22]))), Sent("\u{1B}[?6c", .reply(.deviceAttributes([6]))),
  Sent("\u{1B}[?2026;2$y", .reply(.mode(number: 2026, state: 2))),
  Sent("\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\", .reply(.background(red: 255, green: 128, blue: 0))),
  Sent("\u{1B}]11;rgb:1e/1E/2e\u{7}", .reply(.background(red: 30, green: 30, blue: 46))),
  Sent("\u{1B}]11;rgb:f/0/8\u{7}", .reply(.background(red: 255, green: 0, blue: 136))),
  Sent("\u{1B}]11;rgb:fff/000/800\u{7}", .reply(.background(red: 255, green: 0, blue: 127))),
  Sent("\u{1B}]11;rgba:0000/0000/0000/ffff\u{7}", .reply(.background(red: 0, green: 0, blue: 0))),
  Sent("\u{1B}]11;rgb:12345/0/0\u{7}"), Sent("\u{1B}]11;rgb:g/0/0\u{7}"), Sent("\u{1B}]11;rgb:1/2\u{7}"), Sent("\u{1B}]10;rgb:1/2/3\u{7}"),
  Sent("\u{1B}[200~hé\r\u{1B}[A\u{1B}[201~q", .paste("hé\r\u{1B}[A"), char("q")),
  Sent("\u{1B}[200~\u{1B}[20\u{1B}[201~", .paste("\u{1B}[20")), Sent("\u{1B}[200~\u{1B}\u{1B}[201~", .paste("\u{1B}")),
]

private let swallowed: [Sent] = [
  Sent("\u{1B}[>1;2cq", char("q")), Sent("\u{1B}[0cq", char("q")), Sent("\u{1B}[Iq", char("q")), Sent("\u{1B}[?1;2;3hq", char("q")),
  Sent("\u{1B}[99~q", char("q")), Sent("\u{1B}[1 !~q", char("q")), Sent("\u{1B}P1$r0m\u{1B}\\q", char("q")),
  Sent("\u{1B}_Gi=1\u{1B}\\q", char("q")),
  Sent("\u{1B}]52;c;eA==\u{7}q", char("q")), Sent("\u{1B}[12\u{18}q", char("q")), Sent("\u{1B}[12\rq", key(.enter), char("q")),
  Sent("\u{1B}]0;x\u{1B}[Aq", key(.up), char("q")), Sent("\u{1B}Pabc\u{1A}q", char("q")),
  Sent(bytes: [0xC0, 0x80, 0x71], char("q")), Sent(bytes: [0xE0, 0x80, 0x80, 0x71], char("q")),
  Sent(bytes: [0xED, 0xA0, 0x80, 0x71], char("q")), Sent(bytes: [0xF5, 0x71], char("q")), Sent(bytes: [0xE4, 0xBA, 0x71], char("q")),
  Sent(bytes: [0xF4, 0x90, 0x80, 0x80, 0x71], char("q")), Sent(bytes: [0xC2, 0x85, 0x71], char("q")),
  Sent(bytes: [0x80, 0xFF, 0x71], char("q")),
  Sent(bytes: [0xE4, 0xC3, 0xA9], char("é")),
]

@Suite struct InputDecoderTests {
  @Test("keys are decoded", arguments: keys) func keysAreDecoded(sent: Sent) {
    var decoder = InputDecoder()
    #expect(decoder.feed(sent.bytes) == sent.events)
    #expect(!decoder.isPending)
  }

  @Test("mouse reports, answers and pastes are decoded", arguments: others) func othersAreDecoded(sent: Sent) {
    var decoder = InputDecoder()
    #expect(decoder.feed(sent.bytes) == sent.events)
    #expect(!decoder.isPending)
  }

  @Test("what is unknown or illegal is swallowed whole, and the next key counts", arguments: swallowed) func unknownIsSwallowed(sent: Sent)
  {
    var decoder = InputDecoder()
    #expect(decoder.feed(sent.bytes) == sent.events)
  }

  @Test("cutting the bytes anywhere changes no event", arguments: keys + others + swallowed) func cutsChangeNothing(sent: Sent) {
    let doubled = sent.bytes + sent.bytes
    for cut in 0...doubled.count {
      var decoder = InputDecoder()
      #expect(decoder.feed(doubled[..<cut]) + decoder.feed(doubled[cut...]) == sent.events + sent.events)
    }
    var single = InputDecoder()
    #expect(doubled.flatMap { single.feed([$0]) } == sent.events + sent.events)
  }

  @Test("every truncated sequence ends with the timeout, and the next key counts", arguments: keys + others)
  func truncationsEnd(sent: Sent) {
    for cut in 1..<max(2, sent.bytes.count) {
      var decoder = InputDecoder()
      _ = decoder.feed(sent.bytes[..<cut])
      _ = decoder.timeout()
      #expect(!decoder.isPending)
      #expect(decoder.patience == nil)
      #expect(decoder.feed(Array("q".utf8)) == [char("q")])
    }
  }

  @Test(
    "the timeout decides what stands alone",
    arguments: [
      Sent("\u{1B}", key(.escape)), Sent("\u{1B}[", char("[", .alt)), Sent("\u{1B}O", char("O", .alt)), Sent("\u{1B}]", char("]", .alt)),
      Sent("\u{1B}P", char("P", .alt)), Sent("\u{1B}[1;5"), Sent("\u{1B}[200~abc\u{1B}[2", .paste("abc\u{1B}[2")), Sent(bytes: [0xE4]),
    ])
  func timeoutDecides(sent: Sent) {
    var decoder = InputDecoder()
    #expect(decoder.feed(sent.bytes).isEmpty)
    #expect(decoder.isPending)
    #expect(decoder.timeout() == sent.events)
    #expect(decoder == InputDecoder())
  }

  @Test("endless sequences and pastes keep bounded memory") func endlessIsBounded() {
    for start in ["\u{1B}[", "\u{1B}]", "\u{1B}P", "\u{1B}O", "\u{1B}[200~"] {
      var decoder = InputDecoder()
      _ = decoder.feed(Array(start.utf8))
      for _ in 0..<100 { #expect(decoder.feed([UInt8](repeating: 0x31, count: 10_000)).count <= 10_000) }
      #expect(decoder.held.count <= InputDecoder.pasteLimit)
    }
    var decoder = InputDecoder()
    let paste = decoder.feed(Array("\u{1B}[200~".utf8) + [UInt8](repeating: 0x61, count: 1_000_000) + Array("\u{1B}[201~q".utf8))
    #expect(paste == [.paste(String(repeating: "a", count: InputDecoder.pasteLimit)), char("q")])
  }

  @Test("random bytes never trap, and give the same events however they are cut", arguments: [UInt64](1...8)) func randomBytes(seed: UInt64)
  {
    var random = SeededGenerator(seed: seed)
    let pieces = (keys + others + swallowed).map(\.bytes)
    for _ in 0..<400 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.append(UInt8.random(in: 0...255, using: &random))
        case 1: bytes += pieces.randomElement(using: &random)!
        case 2: bytes += pieces.randomElement(using: &random)!.dropLast()
        default: bytes += [0x1B, UInt8.random(in: 0x20...0x7E, using: &random)]
        }
      }
      var whole = InputDecoder()
      let expected = whole.feed(bytes) + whole.timeout()
      var cutUp = InputDecoder()
      var events: [InputEvent] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...min(5, rest.count), using: &random)
        events += cutUp.feed(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(events + cutUp.timeout() == expected, "seed \(seed), bytes \(bytes)")
    }
  }
}
