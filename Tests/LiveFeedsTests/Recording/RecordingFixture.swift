// What the tests of the recorder share: fixes, a file as it reads, and the program that is killed.

@_exported import TestBasics
import Testing
import TrackGeodesy
import TrackPlayback

@testable import LiveFeeds
@testable import TrackFormats

/// The bytes of a file; none where it cannot be read.
func contents(_ path: String) -> [UInt8] { contents(of: path) ?? [] }

/// A recording as our own reader has it, which must not find anything wrong with it.
func recording(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> TrackDocument {
  let document = try FormatRegistry.read(contents(path))
  #expect(document.format == "gpx", sourceLocation: sourceLocation)
  #expect(document.skipped.count == 0 && document.skipped.truncation == nil, sourceLocation: sourceLocation)
  return document
}

extension Fix {
  /// A fix whose altitude counts.
  static func counted(_ number: Int, time: Double? = nil) -> Fix {
    Fix(
      coordinate: Coordinate(latitude: 39.9 + Double(number) * 1e-5, longitude: 116.4), altitude: Double(number),
      time: time ?? 1_700_000_000 + Double(number), course: 90, speed: 1.5, horizontalAccuracy: 4)
  }
}

/// The program beside the test program that records until it is killed.
enum RecorderProbe {
  static let path = builtProgram("RecorderProbeTool")
}

/// A program that was started, with what it prints.
final class Child {
  let id: pid_t
  let output: Int32
  private var isGone = false

  init(_ arguments: [String]) throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    output = ends[0]
    defer { close(ends[1]) }
    do {
      id = try startProgram(arguments, output: .descriptor(ends[1]), error: .nothing)
    } catch {
      close(ends[0])
      throw error
    }
  }

  deinit {
    end(SIGKILL)
    close(output)
  }

  /// Sends a signal and waits for the end; whoever does not listen for ten seconds is killed.
  func end(_ signal: Int32) {
    guard !isGone else { return }
    kill(id, signal)
    var status: Int32 = 0
    isGone = until { waitpid(id, &status, WNOHANG) != 0 }
    if !isGone { kill(id, SIGKILL) }
    waitForEnd()
  }

  /// Waits for the end.
  @discardableResult func waitForEnd() -> Int32 {
    var status: Int32 = -1
    if !isGone { while waitpid(id, &status, 0) < 0, errno == EINTR {} }
    isGone = true
    return status
  }

  /// All that it printed, up to its end.
  func rest() -> String { String(decoding: TestBasics.rest(of: output) ?? [], as: UTF8.self) }
}
