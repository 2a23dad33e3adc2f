// Loading in the background: the viewer opens with the first part of a long file while the rest is read.
//
//      loader thread   read ── part ─────── part ── … ── done ── refined      news in a box, a byte in a pipe for each
//      main thread     waits 0.1 s ─ opens with the part ──────── takes the whole ── takes what was worked out later

import CPlatform
import Cells
import MapScene
import Synchronization
import TrackFormats
import TrackPlayback

/// What a loader has to tell.
enum LoadNews: Sendable {
  case progress(LoadProgress)
  /// The beginning of what is read, ready to be shown.
  case part([Journey], LoadProgress)
  /// Everything, ready to be played.
  case done([Journey])
  /// The same, with what takes longer to work out.
  case refined([Journey])
  case failed(ProgramError)
}

/// Loads files on a thread of its own.
final class TrackLoader: Sendable {
  /// Readable while there is news.
  let descriptor: Int32
  private let writeEnd: Int32
  private let names: [String]
  private let reading: ReadOptions
  private let timing: TimelineOptions
  private let clock: LocalClock.Choice
  private let environment: Environment
  private let box: Mutex<Box>

  private struct Box {
    var news: [LoadNews] = []
    var isCancelled = false
  }

  init(
    _ names: [String], _ reading: ReadOptions, _ timing: TimelineOptions, _ clock: LocalClock.Choice, _ environment: Environment
  ) throws(ProgramError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw ProgramError("cannot make a pipe: \(String(cString: strerror(errno)))") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, writeEnd) = (ends[0], ends[1])
    self.names = names
    self.reading = reading
    self.timing = timing
    self.clock = clock
    self.environment = environment
    box = Mutex(Box())
  }

  /// Begins; the thread keeps this object alive until it is through.
  func start() {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<TrackLoader>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, work.toOpaque())
    if status != 0 {
      work.release()
      tell(.failed(ProgramError("cannot start a thread: \(String(cString: strerror(status)))")))
      return
    }
    pthread_detach(thread)
  }

  /// Ends it soon; no more news come.
  func cancel() { box.withLock { $0.isCancelled = true } }

  /// What has come since the last time, in order.
  func takeNews() -> [LoadNews] {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
    return box.withLock { box in
      defer { box.news = [] }
      return box.news
    }
  }

  private var isCancelled: Bool { box.withLock { $0.isCancelled } }

  private func tell(_ news: LoadNews) {
    box.withLock { box in
      guard !box.isCancelled else { return }
      switch news {
      // What goes further makes what was read before it, a copy of the track so far, superfluous.
      case .part, .done: box.news = []
      // Only the latest progress is of interest.
      case .progress: if case .progress = box.news.last { box.news.removeLast() }
      case .refined, .failed: break
      }
      box.news.append(news)
    }
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  // MARK: On the thread

  private func run() {
    do throws(ProgramError) {
      let files = try readFiles()
      let journeys = try Journey.together(files, options: timing, detail: .quick, clock: clock)
      tell(.done(journeys))
      if journeys.allSatisfy(\.isFull) { return }
      // A long track is drawn quickly first; then its turns are told.
      let drawn = journeys.map { $0.completed(to: .drawing) }
      tell(.refined(drawn))
      tell(.refined(drawn.map { $0.completed(to: .full) }))
    } catch {
      tell(.failed(error))
    }
  }

  private func readFiles() throws(ProgramError) -> [LoadedFile] {
    let parts = PartMaker(timing: timing, clock: clock)
    var files: [LoadedFile] = []
    for name in names {
      let file = try RouteFile(named: name, environment: environment)
      let title = file.name
      let loaded = try FileReading.read(file, reading) { [self] progress, points in
        if isCancelled { return false }
        if let journeys = parts.journeys(title: title, progress, points) {
          tell(.part(journeys, progress))
        } else {
          tell(.progress(progress))
        }
        return true
      }
      files.append(loaded)
      if names.count > 1 { try parts.add(loaded) }
    }
    return files
  }
}

/// Makes the parts that are shown while the rest is read: seldom enough that they do not hold the reading up.
private final class PartMaker: @unchecked Sendable {
  // Only ever touched by the thread that reads.
  private let timing: TimelineOptions
  private let clock: LocalClock.Choice
  private let origin = MonotonicClock.seconds
  private var next = 0.02
  /// How far the last part went.
  private var bytes = -1
  /// The files before this one.
  private var titles: [String] = []
  private var timelines: [Timeline] = []

  init(timing: TimelineOptions, clock: LocalClock.Choice) {
    self.timing = timing
    self.clock = clock
  }

  /// Keeps a file that is whole, to be shown beside the beginning of the next.
  func add(_ file: LoadedFile) throws(ProgramError) {
    titles.append(TextWidth.clean(file.file.name))
    timelines.append(try Journey.timeline(file, timing))
  }

  /// The files so far, the last of them as far as it has come; `nil` while it is too early to look again.
  func journeys(title: String, _ progress: LoadProgress, _ part: () -> TrackPoints) -> [Journey]? {
    let elapsed = MonotonicClock.seconds - origin
    // How many points a pipe has brought is not known before they are read.
    guard elapsed >= next, progress.points >= 2 || progress.total == nil, progress.bytes != bytes else { return nil }
    bytes = progress.bytes
    // A part takes about a microsecond a point; the next one comes when that is a tenth of the time since.
    defer { next = max(min(elapsed * 4, elapsed + 1), elapsed + 10 * (MonotonicClock.seconds - origin - elapsed)) }
    let points = part()
    let newest = points.count < 2 ? [] : [Timeline(track: Track(points: points), options: timing)]
    let all = Timeline.together(timelines + newest)
    // Of a file that has brought nothing yet there is nothing to show, but those before it are there.
    return all.isEmpty
      ? nil
      : zip(titles + [TextWidth.clean(title)], all).map { title, timeline in
        var journey = Journey(title: title, timeline: timeline, detail: .quick)
        journey.setZone(clock)
        journey.isPartial = true
        return journey
      }
  }
}
