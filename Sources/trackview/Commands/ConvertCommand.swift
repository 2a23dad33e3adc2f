// `trackview convert`: a track file written anew in another format.

import ArgumentParser
import CPlatform
import Cells
import TrackFormats

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Write a track file in another format.",
    usage: "trackview convert <input> <output> [<options>]",
    discussion: """
      The format is that of OUT's extension, or of --to: \(writable.map { $0.identifier }.joined(separator: ", ")). Positions are written in \
      WGS 84. What the format cannot hold is said on standard error. OUT appears whole or not at all; - is standard output.
      """)

  @Argument(help: "A track file, or the name of a bundled route; - is standard input.")
  var input: String

  @Argument(help: "The file to write; - is standard output.")
  var output: String

  @Option(help: ArgumentHelp("The format to write.", valueName: "format"))
  var to: String?

  @OptionGroup(title: "Reading") var reading: ReadingOptions

  static let writable: [any WritableTrackFormat.Type] = FormatRegistry.formats.compactMap { $0 as? any WritableTrackFormat.Type }

  func run() throws {
    let format = try target()
    let loaded = try PlainLoading.read(input, reading.options(), Environment.current(), keepsNoting: true)
    let document = loaded.document
    let losses = format.losses(of: document)
    // A limit on the size of files is an error like a full disk, not a sudden end.
    signal(SIGXFSZ, SIG_IGN)
    if output == "-" {
      cp_forget_interrupts()
      try write(document, format) { bytes in bytes.withUnsafeBufferPointer { writeAll(Array($0), to: STDOUT_FILENO) } }
    } else {
      let file = try NewFile(path: output)
      try write(document, format) { bytes in cp_noted_interrupt() == 0 && file.write(bytes) }
      try file.keep()
    }
    let skipped = document.skipped.count
    if skipped > 0 {
      complain("trackview: \(skipped) broken record\(skipped == 1 ? " was" : "s were") left out (see trackview lint)")
    }
    if document.skipped.truncation != nil {
      complain("trackview: \(TextWidth.clean(loaded.file.title)) breaks off; what came before is written")
    }
    for loss in losses { complain("trackview: \(format.title) cannot hold \(TextWidth.clean(loss))") }
  }

  /// The format to write.
  private func target() throws(ProgramError) -> any WritableTrackFormat.Type {
    let known = Self.writable.map { $0.identifier }.joined(separator: ", ")
    if let to {
      if let format = Self.format(named: to.lowercased()) { return format }
      throw ProgramError("--to \(to): not a format that is written here (\(known))", status: EX_USAGE)
    }
    if output.isEmpty { throw ProgramError("the name of the file to write is empty", status: EX_USAGE) }
    guard let ending = ReadOptions(fileName: output).fileExtension else {
      throw ProgramError("\(output): say the format with --to (\(known))", status: EX_USAGE)
    }
    if let format = Self.format(named: ending) { return format }
    throw ProgramError("\(output): .\(ending) is not a format that is written here; say --to one of \(known)", status: EX_USAGE)
  }

  /// A format by its identifier or the extension that it is written with: of its other extensions some mean a variant, such as `.kmz`.
  private static func format(named name: String) -> (any WritableTrackFormat.Type)? {
    if name == "json" { return GeoJSONFormat.self }
    return writable.first { $0.identifier == name } ?? writable.first { $0.fileExtensions.first == name }
  }

  private func write(
    _ document: TrackDocument, _ format: any WritableTrackFormat.Type, _ drain: @escaping ByteOutput.Drain
  ) throws(ProgramError) {
    var bytes = ByteOutput(drain)
    format.write(document, into: &bytes)
    guard bytes.finish() else {
      let reason = String(cString: strerror(errno))
      if output != "-", cp_noted_interrupt() != 0 { throw .cancelled }
      throw ProgramError("\(output == "-" ? "standard output" : output): cannot be written: \(reason)")
    }
  }
}
