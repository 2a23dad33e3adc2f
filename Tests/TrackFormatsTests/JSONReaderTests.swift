// Tests the reading of JSON texts.

import Testing

@testable import TrackFormats

@Suite struct JSONReaderTests {
  /// Writes down what it is told.
  final class Scribe: JSONSink {
    var lines: [String] = []
    var numbers: [Double] = []
    var offsets: [Int] = []
    var batches = 0
    var batchLimit = Int.max

    override func take(_ events: JSONEvents) -> Bool {
      batches += 1
      for event in events {
        offsets.append(event.offset)
        switch event.kind {
        case .null: lines.append("null")
        case .true: lines.append("true")
        case .false: lines.append("false")
        case .number:
          numbers.append(event.number)
          lines.append("\(event.number)")
        case .string: lines.append("\"" + String(decoding: event.text, as: UTF8.self))
        case .key: lines.append(String(decoding: event.text, as: UTF8.self) + ":")
        case .objectStart: lines.append("{")
        case .objectEnd: lines.append("}")
        case .arrayStart: lines.append("[")
        case .arrayEnd: lines.append("]")
        }
      }
      return batches < batchLimit
    }
  }

  private func read(_ text: String, from start: Int = 0) -> (Scribe, JSONOutcome) {
    let scribe = Scribe()
    return (scribe, JSONReader.read(Array(text.utf8).span, from: start, into: scribe))
  }

  @Test("A text is told event by event, each at its place")
  func events() {
    let (scribe, outcome) = read(#" {"a" : [1, -2.5e1,null],"é\n":"x\u00e9\\","t":true,"f":false , "o":{}, "s":""} rest"#)
    #expect(
      scribe.lines == [
        "{", "a:", "[", "1.0", "-25.0", "null", "]", "é\n:", "\"xé\\", "t:", "true", "f:", "false", "o:", "{", "}", "s:", "\"", "}",
      ])
    #expect(outcome.ending == .complete)
    #expect(outcome.byteOffset == 80)
    #expect(scribe.offsets.prefix(5) == [1, 2, 8, 9, 12])
    #expect(scribe.offsets.last == 79)
  }

  @Test("Several texts are read one after another")
  func several() {
    let text = "{}\u{1E}[1]\n[2]"
    let (first, one) = read(text)
    #expect(first.lines == ["{", "}"])
    #expect(JSONTexts.start(in: Array(text.utf8).span, from: one.byteOffset) == 3)
    let (second, two) = read(text, from: 3)
    #expect(second.lines == ["[", "1.0", "]"])
    #expect(second.offsets == [3, 4, 5])
    #expect(two == JSONOutcome(ending: .complete, byteOffset: 6))
  }

  @Test(
    "An end tells how and where",
    arguments: [
      ("", .empty, 0), ("  \n", .empty, 3), ("[1,2", .truncated, 4), (#"{"a"#, .truncated, 3), (#"{"a":tr"#, .truncated, 7),
      (#"["\u00"#, .truncated, 2), ("[1 2]", .malformed("neither a comma nor the end of an array"), 3),
      ("[1,]", .malformed("no value"), 3), (#"{"a" 1}"#, .malformed("no colon behind a name"), 5),
      ("{1:2}", .malformed("no name of a member"), 1),
      (#"["a\q"]"#, .malformed("a control character or an unknown escape in a string"), 3), ("[1.]", .malformed("half a number"), 3),
      ("[1e999]", .malformed("a number beyond all bounds"), 1), ("[nul]", .malformed("no value"), 4),
      ("[1\u{0}]", .malformed("neither a comma nor the end of an array"), 2),
      (String(repeating: "[", count: 200), .tooDeep, 129),
    ] as [(String, JSONOutcome.Ending, Int)])
  func endings(text: String, ending: JSONOutcome.Ending, offset: Int) {
    let (_, outcome) = read(text)
    #expect(outcome.ending == ending)
    if ending != .tooDeep, !text.contains("\\u") { #expect(outcome.byteOffset == offset) }
  }

  @Test("As many arrays as are allowed may be open")
  func depth() {
    let text = String(repeating: "[", count: JSONReader.depthLimit) + String(repeating: "]", count: JSONReader.depthLimit)
    #expect(read(text).1.ending == .complete)
    #expect(read("[" + text + "]").1.ending == .tooDeep)
  }

  @Test("Every number is the nearest double, whatever way it was read", arguments: [1, 2, 3] as [UInt64])
  func numbers(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var texts = [
      "0", "-0", "0.1", "123456789012345", "1234567890.12345", "12345678901.12345", "9007199254740993", "18446744073709551616",
      "0.000000000000001", "1.7976931348623157e308", "4.9e-324", "1E2", "116.39127570001234567", "-116.391275700012", "0.30000000000000004",
    ]
    for _ in 0..<3000 {
      let whole = String(UInt64.random(in: 0...(.max >> UInt64.random(in: 0..<64, using: &generator)), using: &generator))
      let count = Int.random(in: 0...20, using: &generator)
      let fraction = (0..<count).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
      let exponent = Int.random(in: 0...9, using: &generator) == 0 ? "e\(Int.random(in: -30...30, using: &generator))" : ""
      texts.append((Bool.random(using: &generator) ? "-" : "") + whole + (count == 0 ? "" : "." + fraction) + exponent)
    }
    let (scribe, outcome) = read("[" + texts.joined(separator: ",") + "]")
    #expect(outcome.ending == .complete)
    #expect(scribe.numbers == texts.map { Double($0) ?? .nan })
  }

  @Test("Strings of any length and any escapes are whole", arguments: [1, 2] as [UInt64])
  func strings(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = ["a", "bcdefgh", "é", "中", "\\n", "\\\\", "\\\"", "\\u4e2d", "/", "\u{7F}", " "]
    let meanings = ["a", "bcdefgh", "é", "中", "\n", "\\", "\"", "中", "/", "\u{7F}", " "]
    var texts: [String] = []
    var wanted: [String] = []
    for round in 0..<2000 {
      let length = round % 100 == 0 ? 9000 : Int.random(in: 0...40, using: &generator)
      let choice = (0..<length).map { _ in Int.random(in: 0..<(round % 3 == 0 ? 4 : pieces.count), using: &generator) }
      texts.append("\"" + choice.map { pieces[$0] }.joined() + "\"")
      wanted.append("\"" + choice.map { meanings[$0] }.joined())
    }
    let (scribe, outcome) = read("[" + texts.joined(separator: ",") + "]")
    #expect(outcome.ending == .complete)
    #expect(Array(scribe.lines.dropFirst().dropLast()) == wanted)
  }

  @Test("A sink can end the reading")
  func stopped() {
    let scribe = Scribe()
    scribe.batchLimit = 1
    let text = "[" + String(repeating: "1,", count: 10_000) + "1]"
    let outcome = JSONReader.read(Array(text.utf8).span, into: scribe)
    #expect(outcome.ending == .stopped)
    #expect(scribe.batches == 1)
  }

  @Test("NaN and the infinities are numbers, as Python writes them")
  func infinities() {
    let (scribe, outcome) = read("[NaN,Infinity,-Infinity,1]")
    #expect(outcome.ending == .complete)
    #expect(scribe.numbers.count == 4)
    #expect(scribe.numbers.prefix(3).allSatisfy { !$0.isFinite })
  }

  @Test("The yardstick counts what there is")
  func yardstick() {
    #expect(JSONYardstick.barePass(Array(#"{"a":[1,2.5,"x"]}"#.utf8).span) == 8)
    #expect(JSONYardstick.barePass(Array("[1,".utf8).span) == 0)
    #expect(JSONYardstick.barePass(Array(String(repeating: "[", count: 1_000_000).utf8).span) == 0)
  }
}
