// Laws of what stands in the cells: colours and characters within what the terminal can do, no harm from names, the cursor in its place.

import Cells
import MapScene
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import ViewerApp

@Suite("Laws of the cells")
struct CharacterLawTests {
  @Test("without colours no cell has one", arguments: GlyphSet.allCases)
  func noColour(set: GlyphSet) {
    for backdrop in Backdrop.allCases {
      var rehearsal = Rehearsal(
        TestJourney.gapped(), columns: 120, rows: 40,
        look: Presentation(theme: Theme(depth: .none, backdrop: backdrop), glyphs: Glyphs(set)))
      rehearsal.wait(3)
      for key in ["", "0", "?", "?", "i", "i", "c", "c", "a"] {
        rehearsal.press(key)
        rehearsal.wait(1)
        for cell in rehearsal.frame.cells {
          #expect(cell.foreground == .standard && cell.background == .standard)
          if cell.foreground != .standard { return }
        }
      }
    }
  }

  @Test("every depth of colour uses only its own colours", arguments: ColorDepth.allCases)
  func colours(depth: ColorDepth) {
    for backdrop in Backdrop.allCases {
      var rehearsal = Rehearsal(columns: 120, rows: 40, look: Presentation(theme: Theme(depth: depth, backdrop: backdrop)))
      rehearsal.wait(20)
      for color in Set(rehearsal.frame.cells.flatMap { [$0.foreground, $0.background] }) {
        #expect(depth.quantize(color) == color, "\(color)")
      }
    }
  }

  @Test("plain characters are ASCII and nothing else, on every screen")
  func ascii() {
    for (columns, rows) in [(120, 40), (80, 24), (40, 12), (20, 5)] {
      var rehearsal = Rehearsal(columns: columns, rows: rows, look: Presentation(glyphs: Glyphs(.ascii))) { _ in }
      func expectASCII(_ place: String) {
        for (row, text) in rehearsal.frame.text.enumerated() {
          let strange = text.unicodeScalars.filter { $0.value >= 0x7F }
          #expect(strange.isEmpty, "\(place), row \(row): \(text)")
        }
      }
      for _ in 0..<12 {
        rehearsal.wait(0.5)
        expectASCII("opening and playing")
      }
      rehearsal.wait(29)
      expectASCII("hint for who pressed nothing")
      for key in Keymap.bindings.flatMap(\.keys) {
        rehearsal.press(key)
        expectASCII("after \(key)")
        rehearsal.wait(0.5)
      }
      rehearsal.press(KeyPress(.escape))
      rehearsal.press(KeyPress(.end))
      rehearsal.wait(4)
      expectASCII("the end")
    }
  }

  @Test("ASCII holds for a journey without altitudes, speeds or extent too")
  func asciiOddities() {
    for journey in [TestJourney.straight(), TestJourney.still(), TestJourney.single(), TestJourney.gapped(), TestJourney.poles()] {
      var rehearsal = Rehearsal(journey, columns: 120, rows: 40, look: Presentation(glyphs: Glyphs(.ascii))) { _ in }
      for _ in 0..<8 {
        rehearsal.wait(0.7)
        for text in rehearsal.frame.text { #expect(text.utf8.allSatisfy { $0 < 0x7F }, "\(journey.title): \(text)") }
      }
      rehearsal.press("i")
      for text in rehearsal.frame.text { #expect(text.utf8.allSatisfy { $0 < 0x7F }, "\(journey.title): \(text)") }
    }
  }

  @Test("kinds of characters that the terminal draws wide are not used", arguments: Glyphs.Kind.allCases)
  func wideKinds(kind: Glyphs.Kind) {
    let forbidden: [Glyphs.Kind: (UInt32) -> Bool] = [
      .boxLines: { (0x2500...0x257F).contains($0) }, .blocks: { (0x2581...0x2588).contains($0) },
      .arrows: { (0x2190...0x21FF).contains($0) },
      .degree: { [0xB0, 0xB1, 0xB7, 0xD7].contains($0) }, .symbols: { (0x25A0...0x26FF).contains($0) },
    ]
    guard let isForbidden = forbidden[kind] else { return }
    for (columns, rows) in [(120, 40), (80, 24), (40, 12)] {
      var rehearsal = Rehearsal(columns: columns, rows: rows) { _ in }
      rehearsal.send(.terminal(glyphs: Glyphs(.braille, plain: [kind]), backdrop: nil))
      for step in 0..<14 {
        rehearsal.wait(step == 8 ? 29 : 0.6)
        if step > 9 { rehearsal.press(["?", "?", "i", "0"][step - 10]) }
        for cell in rehearsal.frame.cells where isForbidden(cell.scalar) {
          Issue.record("U+\(String(cell.scalar, radix: 16)) on \(columns)×\(rows)")
          return
        }
      }
    }
  }

  @Test("names that try to do harm never reach a cell as controls, anywhere")
  func hostile() {
    for (columns, rows) in [(120, 40), (80, 24), (40, 12), (10, 3)] {
      var rehearsal = Rehearsal(TestJourney.hostile(), columns: columns, rows: rows) { _ in }
      for key in ["", "0", "i", "i", "?", "?", "c", "c", "+", "-"] {
        rehearsal.press(key)
        rehearsal.press(KeyPress(.pageDown))
        rehearsal.wait(0.7)
        #expect(faults(of: rehearsal.frame) == [])
      }
      let written = ANSIText.render(rehearsal.frame, depth: .none).unicodeScalars.filter { $0.value < 0x20 && $0 != "\n" && $0 != "\u{1B}" }
      #expect(written.isEmpty)
    }
    for line in Description.words(of: Rehearsal(TestJourney.hostile()).model.moment) + [
      Description.line(of: Rehearsal(TestJourney.hostile()).model.moment)
    ] {
      #expect(!line.unicodeScalars.contains { TextWidth.columns(of: $0) < 0 }, "\(line)")
    }
  }

  @Test("the cursor always rests on the latitude", arguments: Language.allCases)
  func cursor(language: Language) {
    for (columns, rows) in [(200, 60), (120, 36), (80, 24), (60, 16), (40, 12), (20, 4), (1, 1)] {
      for format in CoordinateFormat.allCases {
        var rehearsal = Rehearsal(columns: columns, rows: rows, look: Presentation(coordinates: format, language: language)) { _ in }
        for key in ["", "?", "?", "c", "c", "0", "i"] {
          rehearsal.press(key)
          rehearsal.wait(1)
          let grid = rehearsal.frame
          guard let cursor = grid.cursor else {
            Issue.record("no cursor at \(columns)×\(rows)")
            return
          }
          var text = ""
          for column in cursor.column..<min(grid.width, cursor.column + 5) {
            if let scalar = Unicode.Scalar(grid[column, cursor.row].scalar) { text.unicodeScalars.append(scalar) }
          }
          let latitude = rehearsal.model.look.latitude(rehearsal.model.moment.pose.coordinate.latitude)
          #expect(latitude.hasPrefix(text), "\(text) is not the beginning of \(latitude) at \(columns)×\(rows)")
        }
      }
    }
    #expect(Rehearsal(columns: 0, rows: 0).frame.cursor == nil)
  }

  @Test("words for those who cannot see the map tell position, speed, heading and progress", arguments: Language.allCases)
  func words(language: Language) {
    var rehearsal = Rehearsal(look: Presentation(language: language))
    rehearsal.wait(30)
    let words = Description.words(of: rehearsal.model.moment).joined(separator: "\n")
    for part in ["corner.txt", "40.00000", "116.003", "36", "90.", "00:00:30", "1×"] {
      #expect(words.contains(part), "\(part) in \(words)")
    }
    #expect(words.contains(language.pick("playing", "播放中")))
    #expect(Description.line(of: rehearsal.model.moment).hasPrefix("00:00:30  "))
  }
}
