// Reading the file of `--script`.

/// The text of a script.
enum FeedScriptFile {
  /// - Throws: a sentence with the file's name.
  static func read(_ path: String) throws(ProgramError) -> String {
    throw ProgramError("\(path): scripts cannot be played yet")
  }
}
