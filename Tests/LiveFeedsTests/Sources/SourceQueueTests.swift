// The queue between sources and the viewer, and the waits between attempts.

import LiveProtocols
import Synchronization
import Testing
import TrackGeodesy
import TrackPlayback

@testable import LiveFeeds

@Suite struct SourceQueueTests {
  private func report(_ number: Int) -> ReceiverMessage { .report(ReceiverReport(mode: .twoDimensional, fix: .counted(number))) }

  private func messages(_ queue: SourceQueue) -> [ReceiverMessage] {
    queue.take().flatMap(\.event.messages)
  }

  private func isReadable(_ descriptor: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) == 1
  }

  @Test("events come out in their order, with their source, and the descriptor is readable while there are any") func order() throws {
    let queue = try SourceQueue()
    #expect(!isReadable(queue.descriptor))
    queue.handler(for: 1)(.connecting)
    queue.handler(for: 2)(.connected("there"))
    #expect(isReadable(queue.descriptor))
    #expect(queue.take() == [SourceNews(source: 1, event: .connecting), SourceNews(source: 2, event: .connected("there"))])
    #expect(!isReadable(queue.descriptor) && queue.take().isEmpty)
    queue.handler()(.ended(reason: nil))
    #expect(isReadable(queue.descriptor))
  }

  @Test("where nobody comes for them, the sky goes first, then the oldest fixes, and both are counted") func dropping() throws {
    let queue = try SourceQueue(limit: 100)
    for number in 0..<60 { queue.handler()(.messages([.sky(SkyView()), report(number)], arrival: 0, wall: 0)) }
    #expect(queue.dropped.fixes == 0 && queue.dropped.others > 0)
    for number in 60..<200 { queue.handler()(.messages([report(number)], arrival: 0, wall: 0)) }
    let dropped = queue.dropped
    let left = messages(queue)
    #expect(left.count <= 100)
    #expect(dropped.others == 60)
    #expect(dropped.fixes + left.count == 200)
    #expect(left == (200 - left.count..<200).map { report($0) })
  }

  @Test("words of a source that comes and goes do not pile up, and the last stay") func words() throws {
    let queue = try SourceQueue(limit: 10)
    for number in 0..<5000 { queue.handler()(.lost(reason: "\(number)", retryIn: 1)) }
    let left = queue.take()
    #expect(left.count <= 1010)
    #expect(left.last?.event == .lost(reason: "4999", retryIn: 1))
  }

  @Test("a source that may wait loses nothing") func waiting() throws {
    let queue = try SourceQueue(limit: 10)
    let thread = try WorkerThread {
      for number in 0..<200 { queue.handler(waits: true)(.messages([report(number)], arrival: 0, wall: 0)) }
    }
    var all: [ReceiverMessage] = []
    #expect(
      until {
        all += messages(queue)
        return all.count == 200
      })
    thread.join()
    #expect(all == (0..<200).map { report($0) })
    #expect(queue.dropped == (0, 0))
  }

  @Test("a closed queue takes nothing and lets nobody wait") func closed() throws {
    let queue = try SourceQueue(limit: 1)
    queue.handler()(.messages([report(1)], arrival: 0, wall: 0))
    let thread = try WorkerThread { queue.handler(waits: true)(.messages([report(2)], arrival: 0, wall: 0)) }
    queue.close()
    thread.join()
    #expect(queue.take().isEmpty)
  }

  @Test("waits double up to the longest, differ by chance within their share, and begin anew once something came") func waits() {
    var reconnection = Reconnection(shortest: 0.5, longest: 30, jitter: 0.2)
    #expect((0..<9).map { _ in reconnection.nextWait(chance: 0.5) } == [0.5, 1, 2, 4, 8, 16, 30, 30, 30])
    #expect(reconnection.nextWait(chance: 0) == 24)
    #expect(reconnection.nextWait(chance: 1) == 36)
    for _ in 0..<1000 { #expect(reconnection.nextWait(chance: 0.5) == 30) }
    reconnection.succeed()
    #expect(reconnection.nextWait(chance: 0.5) == 0.5)
  }
}
