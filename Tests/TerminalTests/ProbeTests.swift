// The probe and the choice of colours: pure, from answers and environments to what the program may use.

import Cells
import Testing

@testable import Terminal

@Suite struct ProbeTests {
  private func result(_ text: String) -> ProbeResult {
    var decoder = InputDecoder()
    var probe = TerminalProbe()
    for case .reply(let reply) in decoder.feed(Array(text.utf8)) + decoder.timeout() { probe.receive(reply) }
    return probe.result
  }

  @Test("a modern terminal's answers are understood") func modernTerminal() {
    let answers =
      "\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\\u{1B}[?2026;2$y\u{1B}[2;2R\u{1B}[2;5R\u{1B}[2;8R\u{1B}[2;11R\u{1B}[2;14R\u{1B}[?62;22c"
    let result = result(answers)
    #expect(result.wide.isEmpty)
    #expect(result.background == .dark)
    #expect(result.synchronizedOutput)
    #expect(result.isComplete)
  }

  @Test("kinds drawn two cells wide are named") func wideKinds() {
    #expect(result("\u{1B}[2;3R\u{1B}[2;5R\u{1B}[2;9R\u{1B}[2;12R\u{1B}[2;14R\u{1B}[?6c").wide == [.boxLine, .arrow, .degree])
  }

  @Test("a lost answer does not shift the others") func lostAnswer() {
    #expect(result("\u{1B}[2;9R\u{1B}[?6c").wide == [.arrow])
  }

  @Test("keys, junk and late answers in between do no harm") func junkInBetween() {
    #expect(result("q\u{1B}[1;3R\u{1B}[A\u{1B}[2;99R\u{1B}[12;3R\u{1B}P>|x\u{1B}\\\u{1B}[?6cj\u{1B}[2;3R").wide == [.boxLine])
  }

  @Test("a terminal that answers nothing keeps the careful defaults") func silence() {
    #expect(result("") == ProbeResult())
    #expect(result("\u{1B}[?2026;0$y\u{1B}[?1;2c").synchronizedOutput == false)
  }

  @Test("a light background is told from a dark one") func lightBackground() {
    #expect(result("\u{1B}]11;rgb:fd/f6/e3\u{7}").background == .light)
    #expect(result("\u{1B}]11;rgb:00/2b/36\u{7}").background == .dark)
  }

  @Test("screens too small for samples are asked the rest") func smallScreens() {
    for (columns, rows) in [(80, 1), (10, 24), (1, 1)] {
      let request = String(decoding: TerminalProbe.request(columns: columns, rows: rows), as: UTF8.self)
      #expect(!request.contains("[6n"))
      #expect(request.hasSuffix("\u{1B}[c"))
    }
    #expect(!String(decoding: TerminalProbe.request(columns: 80, rows: 24, measuresGlyphs: false), as: UTF8.self).contains("⠿"))
  }

  @Test(
    "colours are chosen from request, environment and description",
    arguments: [
      (["TERM": "xterm-256color"], nil, 256, ColorDepth.indexed256),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], nil, 256, .direct),
      (["TERM": "xterm-256color", "COLORTERM": "24bit"], nil, 256, .direct),
      (["TERM": "xterm-256color", "COLORTERM": "yes"], nil, 256, .indexed256),
      (["TERM": "xterm", "COLORTERM": "truecolor"], nil, 8, .direct),
      (["TERM": "tmux-256color", "COLORTERM": "truecolor"], nil, 256, .direct),
      (["TERM": "screen-256color", "COLORTERM": "truecolor"], nil, 256, .indexed256),
      (["TERM": "screen-256color", "COLORTERM": "truecolor", "TMUX": "/tmp/t,1,0"], nil, 256, .direct),
      (["TERM": "linux", "COLORTERM": "truecolor"], nil, 8, .ansi16),
      (["TERM": "vt220"], nil, -1, .none), (["TERM": "xterm-direct"], nil, 1 << 24, .direct),
      (["TERM": "xterm-256color", "NO_COLOR": "1", "COLORTERM": "truecolor"], nil, 256, .none),
      (["TERM": "xterm-256color", "NO_COLOR": ""], nil, 256, .indexed256),
      (["TERM": "xterm-256color", "NO_COLOR": "1"], .ansi16, 256, .ansi16),
      (["TERM": "linux"], .direct, 8, .direct), (["TERM": "xterm-256color", "COLORTERM": "truecolor"], ColorDepth.none, 256, .none),
    ] as [([String: String], ColorDepth?, Int, ColorDepth)])
  func colorChoice(environment: [String: String], requested: ColorDepth?, colors: Int, expected: ColorDepth) {
    #expect(ColorSupport.detect(environment: environment, requested: requested, terminalColors: colors).depth == expected)
  }

  @Test("clipboard text is encoded as RFC 4648 says") func base64Vectors() {
    let vectors = ["": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE=", "foobar": "Zm9vYmFy"]
    for (plain, encoded) in vectors { #expect(Clipboard.base64(Array(plain.utf8)) == Array(encoded.utf8)) }
    #expect(Clipboard.request("39.9°") == Array("\u{1B}]52;c;MzkuOcKw\u{1B}\\".utf8))
  }
}
