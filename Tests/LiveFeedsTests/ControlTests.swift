// The control socket: requests come to the thread that owns the target, answers go back.

import LiveProtocols
import Synchronization
import Testing
import TrackFormats

@testable import LiveFeeds

@Suite struct ControlTests {
  /// A target that only pauses.
  private struct Stopwatch: ControlTarget {
    var isPaused = false

    func value(of property: ControlProperty) -> JSONValue? { property == .paused ? .bool(isPaused) : nil }

    mutating func perform(_ command: ControlCommand) -> Result<JSONValue, ControlFailure> {
      switch command {
      case .pause: isPaused = true
      case .resume: isPaused = false
      default: return .failure(ControlFailure(.notPossible, "this one only pauses"))
      }
      return .success(.null)
    }
  }

  /// A control socket and the loop that serves it, on the thread of the test.
  private final class Fixture {
    let folder = TemporaryFolder()
    let thread = NetworkThread()
    let server: ControlServer
    var desk: ControlDesk
    var target = Stopwatch()
    var path: String { folder.path + "/socket" }

    init() throws {
      server = try ControlServer(thread, path: folder.path + "/socket")
      desk = ControlDesk(server)
    }

    deinit {
      desk.stop()
      thread.stop()
    }

    /// Serves until a client has got a line.
    func line(of client: PlainClient) -> String? {
      var line: String?
      _ = until {
        desk.serve(&target)
        line = client.line(within: 0.005)
        return line != nil
      }
      return line
    }
  }

  @Test func aRequestIsDoneAndAnswered() throws {
    let fixture = try Fixture()
    let client = try #require(PlainClient(path: fixture.path))
    client.send("{\"command\":[\"set_property\",\"paused\",true],\"request_id\":7}\npause\n")
    #expect(fixture.line(of: client)?.contains("\"request_id\":7") == true)
    #expect(fixture.line(of: client)?.contains("\"error\":\"success\"") == true)
    #expect(fixture.target.isPaused)
    client.send("speed 2\n")
    #expect(fixture.line(of: client)?.contains("this one only pauses") == true)
  }

  @Test func anObserverIsToldWhatAnotherClientChanges() throws {
    let fixture = try Fixture()
    let observer = try #require(PlainClient(path: fixture.path))
    let other = try #require(PlainClient(path: fixture.path))
    observer.send("observe 3 paused\n")
    #expect(fixture.line(of: observer)?.contains("success") == true)
    #expect(fixture.line(of: observer)?.contains("\"data\":false") == true)
    other.send("pause\n")
    #expect(fixture.line(of: other)?.contains("success") == true)
    let change = try #require(fixture.line(of: observer))
    #expect(change.contains("property-change") && change.contains("\"id\":3") && change.contains("\"data\":true"))
    fixture.desk.stop()
    #expect(observer.line()?.contains("shutdown") == true)
    #expect(observer.isClosed())
  }

  @Test func whoClosesHisSideFirstIsAnsweredAllTheSame() throws {
    let fixture = try Fixture()
    let client = try #require(PlainClient(path: fixture.path))
    client.send("pause")
    shutdown(client.descriptor, Int32(SHUT_WR))
    #expect(fixture.line(of: client)?.contains("success") == true)
    #expect(client.isClosed())
  }

  @Test func onlyThePersonMayConnectAndTheSocketGoes() throws {
    var fixture: Fixture? = try Fixture()
    let path = try #require(fixture?.path)
    let folder = fixture?.folder
    var status = stat()
    #expect(lstat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    let thread = NetworkThread()
    #expect(throws: FeedError.self) { try ControlServer(thread, path: path) }
    thread.stop()
    fixture = nil
    #expect(lstat(path, &status) != 0)
    #expect(folder != nil)
  }

  @Test func whoSaysMoreThanIsTakenIsDropped() throws {
    let fixture = try Fixture()
    let hostile = try #require(PlainClient(path: fixture.path))
    let thread = HostileThread(hostile)
    // Nobody serves: the bytes wait until there are too many.
    thread.join()
    #expect(hostile.isClosed())
    let client = try #require(PlainClient(path: fixture.path))
    client.send("pause\n")
    #expect(fixture.line(of: client)?.contains("success") == true)
  }

  /// Sends without end, until the server has closed.
  private final class HostileThread {
    private var thread = pthread_t()

    init(_ client: PlainClient) {
      let descriptor = client.descriptor
      let work = Unmanaged.passRetained(Box(descriptor))
      pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          let box = Unmanaged<Box>.fromOpaque(argument).takeRetainedValue()
          let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
          while send(box.descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 {}
          return nil
        }, work.toOpaque())
    }

    func join() { pthread_join(thread, nil) }

    private final class Box {
      let descriptor: Int32
      init(_ descriptor: Int32) { self.descriptor = descriptor }
    }
  }
}
