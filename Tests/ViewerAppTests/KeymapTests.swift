// The key table: complete, without collisions, and every key does something.

import Cells
import MapScene
import TestSupport
import Testing
import TrackPlayback

@testable import ViewerApp

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The key table")
struct KeymapTests {
  @Test("no two bindings share a key")
  func distinct() {
    let keys = Keymap.bindings.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }

  @Test("every binding has a command for every key", arguments: Keymap.bindings)
  func complete(binding: KeyBinding) {
    #expect(binding.commands.count == 1 || binding.commands.count == binding.keys.count)
    for (index, key) in binding.keys.enumerated() {
      #expect(Keymap.command(for: key) == binding.commands[binding.commands.count == 1 ? 0 : index])
    }
    #expect(!binding.label.isEmpty && !binding.english.isEmpty && !binding.chinese.isEmpty)
  }

  /// What a person can notice, besides the passing of time.
  private func visible(_ rehearsal: Rehearsal) -> [String] {
    let frame = rehearsal.model.player.frame(at: rehearsal.now)
    return ["\(frame.position) \(frame.state) \(frame.rate) \(frame.isReversed) \(frame.isLooping)", "\(rehearsal.effects)"]
      + rehearsal.frame.text
  }

  @Test("every key has an effect", arguments: Keymap.bindings)
  func effects(binding: KeyBinding) {
    for key in binding.keys {
      var rehearsal = Rehearsal()
      rehearsal.press(KeyPress(.escape))
      rehearsal.wait(30)
      // From a state in which nothing stands at its limit: under way, not at normal speed.
      rehearsal.press("]")
      rehearsal.wait(3)
      let before = visible(rehearsal)
      rehearsal.press(key)
      #expect(visible(rehearsal) != before, "\(key)")
    }
  }

  @Test("a key that is not in the table does nothing")
  func unknown() {
    var rehearsal = Rehearsal()
    rehearsal.press("]")
    rehearsal.wait(5)
    let before = visible(rehearsal)
    for key in [KeyPress(.function(9)), KeyPress(.insert), KeyPress("§"), KeyPress("z"), KeyPress(.character("q"), .alt)] {
      #expect(Keymap.command(for: key) == nil)
      rehearsal.press(key)
      #expect(visible(rehearsal) == before)
    }
  }

  @Test("Ctrl-C and q quit, Ctrl-L draws again, y copies, s saves")
  func programEffects() {
    var rehearsal = Rehearsal()
    rehearsal.press(KeyPress(.character("c"), .control))
    rehearsal.press("q")
    rehearsal.press(KeyPress(.character("l"), .control))
    rehearsal.press("s")
    rehearsal.press("y")
    #expect(rehearsal.effects == [.quit, .quit, .redraw, .saveScreen, .copy("40.000000,116.000000")])
  }

  @Test("the help overlay names every key of the table", arguments: Language.allCases)
  func help(language: Language) {
    var rehearsal = Rehearsal(columns: 120, rows: 60, look: Presentation(language: language))
    rehearsal.press("?")
    let text = rehearsal.frame.text.joined(separator: "\n")
    for binding in Keymap.bindings { #expect(text.contains(language.pick(binding.english, binding.chinese)), "\(binding.label)") }
    for section in KeySection.allCases { #expect(text.contains(section.title(language))) }
    rehearsal.press("?")
    #expect(rehearsal.model.overlay == .none)
  }

  @Test("help that does not fit is scrolled, to the end and no farther")
  func scrolling() {
    var rehearsal = Rehearsal(columns: 80, rows: 24)
    rehearsal.press("?")
    let top = rehearsal.frame.text
    rehearsal.press("j")
    #expect(rehearsal.frame.text != top)
    rehearsal.press("k")
    #expect(rehearsal.frame.text == top)
    for _ in 0..<20 { rehearsal.press(KeyPress(.pageDown)) }
    #expect(rehearsal.frame.text.contains { $0.contains("draw again") })
    #expect(rehearsal.frame.text.contains { $0.contains("quit") })
    // Going back up answers at once: what was scrolled beyond the end is forgotten.
    let bottom = rehearsal.frame.text
    rehearsal.press("k")
    #expect(rehearsal.frame.text != bottom)
    rehearsal.press(KeyPress(.escape))
    #expect(rehearsal.model.overlay == .none)
  }

  @Test("docs/keys.md is made from this table: run with TRACKVIEW_WRITE_DOCS=1 to write it again")
  func documentation() {
    expectDocument("docs/keys.md", toBe: Keymap.markdown())
  }
}
