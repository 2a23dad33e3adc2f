// Reading one route file: its bytes through the registry, with a word about how far it has come.

import CPlatform
import Cells
import MapScene
import TrackFormats
import TrackPlayback

/// How far a loading has come.
struct LoadProgress: Sendable, Hashable {
  /// The file.
  var name: String
  /// Bytes gone through, unpacked where they were packed.
  var bytes: Int
  /// Bytes there are, where that is known.
  var total: Int?
  /// Points found.
  var points: Int

  /// 0…1, where it is known.
  var share: Double? { total.flatMap { $0 > 0 && bytes <= $0 ? Double(bytes) / Double($0) : nil } }
}

/// A file that was read.
struct LoadedFile: Sendable {
  let file: RouteFile
  var document: TrackDocument
}

enum FileReading {
  /// Called with the progress and a way to the points so far; `false` ends the reading.
  typealias Report = @Sendable (_ progress: LoadProgress, _ part: () -> TrackPoints) -> Bool

  /// Reads a file.
  /// - Throws: a sentence with the file's name; `ProgramError.cancelled` where `report` ended it.
  static func read(_ file: RouteFile, _ options: ReadOptions, report: @escaping Report) throws(ProgramError) -> LoadedFile {
    var options = options
    options.fileName = file.isStandardInput ? nil : file.name
    let name = file.name
    let bytes = try file.open { [options] count, beginning in
      report(LoadProgress(name: name, bytes: count, total: nil, points: 0)) { points(of: beginning(), options) }
    }
    let total = bytes.count
    let forget = bytes.forget
    do throws(FormatError) {
      // A file that is cut while it is read is read again as far as it goes.
      while true {
        let whole = bytes.whole
        let monitor = ReadMonitor { position, points, part in
          forget(position)
          return bytes.whole == whole && report(LoadProgress(name: name, bytes: position, total: total, points: points), part)
        }
        let result = bytes.read(options, monitor)
        if bytes.whole < whole { continue }
        var document = try result.get()
        if whole < bytes.count { document.skipped.truncation = cut }
        return LoadedFile(file: file, document: document)
      }
    } catch {
      if error.code == .cancelled { throw .cancelled }
      let line = error.line.map { error.message.contains("line \($0)") ? "" : ":\($0)" } ?? ""
      throw ProgramError("\(file.title)\(line): \(error.message)")
    }
  }
}

extension InputBytes {
  /// What the registry makes of them.
  fileprivate func read(_ options: ReadOptions, _ monitor: ReadMonitor) -> Result<TrackDocument, FormatError> {
    do throws(FormatError) {
      return .success(try withSpan { (span) throws(FormatError) in try FormatRegistry.read(span, options: options, monitor: monitor) })
    } catch {
      return .failure(error)
    }
  }
}

extension FileReading {
  /// What is said of a file that somebody cut meanwhile.
  private static let cut = SkippedRecord(
    line: nil, byteOffset: nil, found: "a file that became shorter while it was read", expected: "the rest of it")

  /// What a pipe holds so far: a file that breaks off gives what came before.
  private static func points(of beginning: [UInt8], _ options: ReadOptions) -> TrackPoints {
    guard let document = try? FormatRegistry.read(beginning, options: options) else { return TrackPoints() }
    return Track.joined(document.tracks.isEmpty ? document.routes : document.tracks).points
  }
}

extension Journey {
  /// Files laid out to be played together, one journey each: all tracks of a file one after another.
  static func together(
    _ files: [LoadedFile], options: TimelineOptions, detail: Detail, clock: LocalClock.Choice
  ) throws(ProgramError) -> [Journey] {
    var timelines: [Timeline] = []
    for file in files { timelines.append(try timeline(file, options)) }
    return zip(files, Timeline.together(timelines)).map { file, timeline in
      // Files of the same name are told apart by their folders.
      let isAlone = files.filter { $0.file.name == file.file.name }.count == 1
      var journey = Journey(
        title: TextWidth.clean(isAlone ? file.file.name : file.file.title), timeline: timeline, skipped: file.document.skipped.count,
        isTruncated: file.document.skipped.truncation != nil, detail: detail)
      journey.setZone(clock)
      return journey
    }
  }

  /// Sets the clocks of the places it goes through.
  mutating func setZone(_ clock: LocalClock.Choice) {
    guard let start = timeline.startTime else { return }
    zone = clock.clock(of: track).offsets(from: start, to: start + timeline.duration)
  }

  static func timeline(_ loaded: LoadedFile, _ options: TimelineOptions) throws(ProgramError) -> Timeline {
    let document = loaded.document
    let tracks = document.tracks.isEmpty ? document.routes : document.tracks
    var track = Track.joined(tracks)
    guard !track.points.isEmpty else { throw ProgramError("\(loaded.file.title): no usable coordinate in it") }
    if track.name == nil { track.name = document.name }
    return Timeline(track: track, options: options)
  }
}
