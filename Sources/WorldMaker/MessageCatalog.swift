// Owns reading message catalogs (`.mo`), the files in which programs' texts are kept by language.

/// The texts of a catalog by what they stand for.
///
/// The layout, by the manual of GNU gettext (little endian): magic 0x950412DE, revision, number of strings, offsets of two tables, in which
/// each string has its length and its offset; the first holds what is to be said, the second how.
struct MessageCatalog {
  private(set) var texts: [String: String] = [:]

  init(bytes: [UInt8], name: String) throws(MakerError) {
    func word(_ index: Int) throws(MakerError) -> Int {
      guard index >= 0, index <= bytes.count - 4 else { throw MakerError("\(name): ends too early") }
      return (0..<4).reduce(0) { $0 | Int(bytes[index + $1]) << ($1 * 8) }
    }
    func text(_ entry: Int) throws(MakerError) -> String {
      let (count, start) = (try word(entry), try word(entry + 4))
      guard start <= bytes.count, count <= bytes.count - start else { throw MakerError("\(name): a text lies beyond the end") }
      return String(decoding: bytes[start..<(start + count)], as: UTF8.self)
    }
    guard try word(0) == 0x9504_12DE else { throw MakerError("\(name): not a message catalog") }
    let (count, originals, translations) = (try word(8), try word(12), try word(16))
    for index in 0..<count {
      let original = try text(originals + index * 8)
      // The empty one holds the head of the catalog.
      if !original.isEmpty { texts[original] = try text(translations + index * 8) }
    }
  }
}
