// Widths against the C library's own table, and texts cut, filled and cleaned.

import Cells
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The C library's `wcwidth` in a UTF-8 locale, on this thread only.
private struct LibraryWidth: ~Copyable {
  private typealias Function = @convention(c) (Int32) -> Int32
  private let function: Function
  private let locale: locale_t
  private let before: locale_t?

  init?() {
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "wcwidth") else { return nil }
    // LC_CTYPE_MASK of glibc: one bit, of category LC_CTYPE.
    guard let locale = newlocale(Int32(1) << LC_CTYPE, "C.UTF-8", nil) else { return nil }
    function = unsafeBitCast(symbol, to: Function.self)
    self.locale = locale
    before = uselocale(locale)
  }

  /// glibc's version, `2.36`.
  var version: String {
    typealias Version = @convention(c) () -> UnsafePointer<CChar>?
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "gnu_get_libc_version") else { return "" }
    return unsafeBitCast(symbol, to: Version.self)().map { String(cString: $0) } ?? ""
  }

  func columns(of scalar: Unicode.Scalar) -> Int { Int(function(Int32(bitPattern: scalar.value))) }

  deinit {
    uselocale(before)
    freelocale(locale)
  }
}

@Suite("Text widths")
struct TextWidthTests {
  #if canImport(Glibc)
    @Test("no character that we show is measured otherwise by the C library")
    func likeTheLibrary() throws {
      guard let library = LibraryWidth() else {
        print("no UTF-8 locale here: widths not compared")
        return
      }
      var differences: [String] = []
      var count = 0
      for value in UInt32(0)...0x10FFFF {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let ours = TextWidth.columns(of: scalar)
        guard ours >= 0 else { continue }
        let theirs = library.columns(of: scalar)
        if ours != theirs {
          count += 1
          if differences.count < 60 { differences.append("U+\(String(value, radix: 16)): we say \(ours), the library \(theirs)") }
        }
      }
      // Our table is that of glibc 2.36; others follow other versions of Unicode, which moved a few hundred characters.
      let allowed = library.version == "2.36" ? 0 : 500
      #expect(count <= allowed, "\(count) differ: \(differences.joined(separator: "\n"))")
    }
  #endif

  @Test(
    "what must not reach a terminal has no width",
    arguments: [
      0x00, 0x07, 0x08, 0x09, 0x0A, 0x0D, 0x1B, 0x7F, 0x80, 0x85, 0x9B, 0x9D, 0x9F, 0xAD, 0x61C, 0x180E, 0x200B, 0x200C, 0x200D, 0x200E,
      0x200F,
      0x2028, 0x2029, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2060, 0x2066, 0x2069, 0xE000, 0xFEFF, 0xFFF9, 0xFFFE, 0xFFFF, 0xE0001,
      0xE0061,
      0xF0000, 0x10FFFD,
    ])
  func refused(value: Int) throws {
    let scalar = try #require(Unicode.Scalar(UInt32(value)))
    #expect(TextWidth.columns(of: scalar) == -1)
    #expect(TextWidth.clean("a\(scalar)b").unicodeScalars.contains(scalar) == false)
    var grid = CellGrid(width: 8, height: 1)
    #expect(grid.put("a\(scalar)b", column: 0, row: 0) == 2)
    expectFrame(grid, "ab")
  }

  @Test(
    "characters take the columns that terminals give them",
    arguments: [
      ("a", 1), ("é", 1), ("°", 1), ("界", 2), ("한", 2), ("あ", 2), ("Ａ", 2), ("⣿", 1), ("█", 1), ("─", 1), ("→", 1), ("⚑", 1), ("🚗", 2),
      ("\u{301}", 0),
    ])
  func known(text: String, columns: Int) { #expect(TextWidth.columns(of: text) == columns) }

  @Test("a cut text has exactly the columns asked for, or one less before a wide character")
  func truncation() {
    #expect(TextWidth.truncated("Tiananmen", to: 9) == "Tiananmen")
    #expect(TextWidth.truncated("Tiananmen", to: 8) == "Tiananm…")
    #expect(TextWidth.truncated("Tiananmen", to: 1) == "…")
    #expect(TextWidth.truncated("Tiananmen", to: 0) == "")
    #expect(TextWidth.truncated("Tiananmen", to: -3) == "")
    #expect(TextWidth.truncated("天安门广场", to: 6) == "天安…")
    #expect(TextWidth.truncated("天安门广场", to: 5) == "天安…")
    #expect(TextWidth.truncated("天安门", to: 5, ellipsis: "~") == "天安~")
    var random = SeededGenerator.announced("truncation")
    let letters: [Character] = ["a", "é", "界", "한", "🚗", "\u{301}", " "]
    for _ in 0..<2_000 {
      let text = String((0..<random.int(0...20)).map { _ in random.pick(letters) })
      let limit = random.int(0...24)
      #expect(TextWidth.columns(of: TextWidth.truncated(text, to: limit)) <= limit, "\(text) to \(limit)")
    }
  }

  @Test("a filled text has the columns asked for")
  func padding() {
    #expect(TextWidth.padded("ab", to: 4) == "ab  ")
    #expect(TextWidth.padded("ab", to: 4, leading: true) == "  ab")
    #expect(TextWidth.padded("天安", to: 6) == "天安  ")
    #expect(TextWidth.padded("abcdef", to: 3) == "abcdef")
    #expect(TextWidth.padded("abc", to: -1) == "abc")
  }

  @Test("a cleaned text is one line without surprises")
  func cleaning() {
    #expect(TextWidth.clean("  two\r\n\twords  \u{2028}") == "two words")
    #expect(TextWidth.clean("\u{1B}[31mred\u{7}") == "[31mred")
    #expect(TextWidth.clean("a\u{202E}b\u{200B}c") == "abc")
    #expect(TextWidth.clean(String(repeating: "x", count: 1_000), maximumScalars: 10) == "xxxxxxxxxx")
    #expect(TextWidth.clean("天安门 Tian’anmen") == "天安门 Tian’anmen")
  }

  @Test("cleaning a clean text changes nothing")
  func cleaningTwice() {
    var random = SeededGenerator.announced("cleaningTwice")
    for _ in 0..<2_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<random.int(0...30) { if let scalar = Unicode.Scalar(UInt32(random.int(0...0x2FFF))) { text.append(scalar) } }
      let clean = TextWidth.clean(String(text))
      #expect(TextWidth.clean(clean) == clean)
      #expect(clean.unicodeScalars.allSatisfy { TextWidth.columns(of: $0) >= 0 })
    }
  }
}
