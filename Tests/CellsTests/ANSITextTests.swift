// Frames written as text with colours, read back by a reader of the tests' own.

import Cells
import TestSupport
import Testing

/// Reads what `ANSIText` writes back into cells: text, line ends and Select Graphic Rendition, nothing else.
private struct SGRReader {
  var rows: [[Cell]] = [[]]
  var marks: [[UInt32]] = []
  private var style = Style.plain
  var fault: String?

  init(_ text: String) {
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch scalar.value {
      case 0x1B: readSequence(&scalars)
      case 0x0A: rows.append([])
      default: append(scalar)
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    let columns = TextWidth.columns(of: scalar)
    if columns < 0 { fault = "U+\(String(scalar.value, radix: 16))" }
    if columns == 0 { return marks.append([scalar.value]) }
    rows[rows.count - 1].append(Cell(scalar: scalar.value, style: style, width: UInt8(max(0, columns))))
    if columns == 2 { rows[rows.count - 1].append(Cell(style: style, width: 0)) }
  }

  private mutating func readSequence(_ scalars: inout ArraySlice<Unicode.Scalar>) {
    guard scalars.popFirst() == "[" else {
      fault = "no CSI"
      return
    }
    var codes: [Int] = [0]
    while let scalar = scalars.popFirst() {
      if scalar == "m" { return apply(codes[...]) }
      if scalar == ";" {
        codes.append(0)
      } else if let digit = Int(String(scalar)) {
        codes[codes.count - 1] = codes[codes.count - 1] * 10 + digit
      } else {
        fault = "\(scalar)"
      }
    }
    fault = "cut"
  }

  private mutating func apply(_ all: ArraySlice<Int>) {
    var codes = all
    while let code = codes.popFirst() {
      switch code {
      case 0: style = .plain
      case 1: style.attributes.insert(.bold)
      case 2: style.attributes.insert(.dim)
      case 3: style.attributes.insert(.italic)
      case 4: style.attributes.insert(.underline)
      case 7: style.attributes.insert(.reverse)
      case 30...37: style.foreground = .palette(UInt8(code - 30))
      case 40...47: style.background = .palette(UInt8(code - 40))
      case 90...97: style.foreground = .palette(UInt8(code - 82))
      case 100...107: style.background = .palette(UInt8(code - 92))
      case 38: style.foreground = extended(&codes)
      case 48: style.background = extended(&codes)
      default: fault = "code \(code)"
      }
    }
  }

  private mutating func extended(_ codes: inout ArraySlice<Int>) -> Color {
    switch codes.popFirst() {
    case 5: return .palette(UInt8(codes.popFirst() ?? 0))
    case 2:
      let parts = [codes.popFirst() ?? 0, codes.popFirst() ?? 0, codes.popFirst() ?? 0].map { UInt8($0) }
      return .rgb(parts[0], parts[1], parts[2])
    default:
      fault = "extended colour"
      return .standard
    }
  }
}

@Suite("Frames as text with colours")
struct ANSITextTests {
  private func randomGrid(_ random: inout SeededGenerator) -> CellGrid {
    var grid = CellGrid(width: random.int(1...30), height: random.int(1...8))
    let texts = ["abc", "天安门", " ", "⣿⠁", "x", "────", "é"]
    for _ in 0..<random.int(0...25) {
      func color() -> Color {
        switch random.int(0...4) {
        case 0: .standard
        case 1: .palette(UInt8(random.int(0...15)))
        case 2: .palette(UInt8(random.int(16...255)))
        default: .rgb(UInt8(random.int(0...255)), UInt8(random.int(0...255)), UInt8(random.int(0...255)))
        }
      }
      let style = Style(color(), on: random.once(in: 3) ? color() : .standard, Attributes(rawValue: UInt8(random.int(0...31))))
      grid.put(random.pick(texts), column: random.int(0...29), row: random.int(0...7), style: style)
    }
    return grid
  }

  @Test("a frame read back is the frame, at every depth of colour", arguments: ColorDepth.allCases)
  func roundTrip(depth: ColorDepth) {
    var random = SeededGenerator.announced("roundTrip \(depth)")
    for _ in 0..<200 {
      let grid = randomGrid(&random)
      let reader = SGRReader(ANSIText.render(grid, depth: depth))
      #expect(reader.fault == nil)
      #expect(reader.rows.count == grid.height + 1)
      for row in 0..<grid.height {
        for column in 0..<grid.width {
          var expected = grid[column, row]
          expected.foreground = depth.quantize(expected.foreground)
          expected.background = depth.quantize(expected.background)
          let isWritten = column < reader.rows[row].count
          let found = isWritten ? reader.rows[row][column] : .blank
          // Blank cells at the end of a row are left out; only what shows on a space matters there.
          if !isWritten {
            #expect(
              expected.scalar == 0x20 && expected.background == .standard && expected.attributes.isDisjoint(with: [.reverse, .underline]),
              "\(column),\(row)")
          } else {
            #expect(found == expected, "\(column),\(row)")
          }
        }
      }
    }
  }

  @Test("every row ends without colour and with a line end")
  func rowEnds() {
    var grid = CellGrid(width: 4, height: 2)
    grid.put("ab", column: 0, row: 0, style: Style(.palette(1)))
    #expect(ANSIText.render(grid, depth: .indexed256) == "\u{1B}[0;31mab\u{1B}[0m\n\n")
  }

  @Test("a frame of plain cells is plain text")
  func plain() {
    var grid = CellGrid(width: 8, height: 2)
    grid.put("天安 x", column: 0, row: 0)
    grid.put("e\u{301}", column: 2, row: 1)
    #expect(ANSIText.render(grid, depth: .direct) == "天安 x\n  e\u{301}\n")
  }

  @Test("without colours no colour is written")
  func noColour() {
    var grid = CellGrid(width: 3, height: 1)
    grid.put("abc", column: 0, row: 0, style: Style(.hex(0xFF0000), on: .palette(3), .bold))
    #expect(ANSIText.render(grid, depth: .none) == "\u{1B}[0;1mabc\u{1B}[0m\n")
  }

  @Test(
    "styles become the usual sequences",
    arguments: [
      (Style.plain, "\u{1B}[0m"), (Style(.palette(9)), "\u{1B}[0;91m"), (Style(.standard, on: .palette(2)), "\u{1B}[0;42m"),
      (Style(.palette(200)), "\u{1B}[0;38;5;200m"),
      (Style(.rgb(1, 2, 3), on: .palette(15), [.bold, .reverse]), "\u{1B}[0;1;7;38;2;1;2;3;107m"),
      (Style(.standard, on: .standard, [.dim, .italic, .underline]), "\u{1B}[0;2;3;4m"),
    ])
  func sequences(style: Style, text: String) { #expect(ANSIText.sequence(for: style) == text) }
}
