// Which tile is seen to next, and what a TileJSON may say.

import BaseMap
import Testing

@testable import OnlineMaps

@Suite("The queue of tiles")
struct TileQueueTests {
  private let ids = (0..<8).map { tile(4, $0, 0) }

  /// A queue of tiles that are not on the disk.
  private func waiting(_ ids: [TileID]) -> TileQueue {
    var queue = TileQueue()
    for id in ids { #expect(queue.add(id, at: 0) { _ in }.isEmpty) }
    while case let looked = queue.startLooking(), !looked.isEmpty {
      #expect(looked.count <= TileQueue.looksAtOnce)
      for (id, serial) in looked { queue.change(id, serial) { $0.stage = .waiting } }
    }
    return queue
  }

  @Test("The order is that of the last wish; a tile comes to its turn once")
  func order() {
    var queue = waiting(ids)
    #expect(queue.startAsking(room: 3, at: 1).map(\.id) == Array(ids[..<3]))
    let removed = queue.removeAll(except: [ids[7], ids[1], ids[5], tile(9, 0, 0)], at: 1.5)
    #expect(Set(removed.map(\.serial)) == [4, 5, 7])
    // What is being asked for goes on for its first second.
    #expect(queue.order == [ids[7], ids[1], ids[5], ids[0], ids[2]])
    #expect(queue.startAsking(room: 9, at: 2).map(\.id) == [ids[7], ids[5]])
    #expect(queue.startAsking(room: 9, at: 2).isEmpty)
  }

  @Test("What has been asked for long gives way to what is wanted, and goes on where nothing is")
  func givingWay() {
    var queue = waiting(Array(ids[..<4]))
    _ = queue.startAsking(room: 2, at: 0)
    var other = queue
    #expect(queue.removeAll(except: [ids[3]], at: 5).count == 3)
    #expect(queue.order == [ids[3]])
    #expect(other.removeAll(except: [ids[0]], at: 5).count == 2)
    #expect(other.order == [ids[0], ids[1]])
  }

  @Test("What is given up in its first second gives way when that is over, unless it is wanted again")
  func givingWayLater() {
    var queue = waiting(Array(ids[..<4]))
    _ = queue.startAsking(room: 2, at: 0)
    #expect(queue.removeAll(except: [ids[3]], at: 0.5).map(\.serial) == [3])
    #expect(queue.order == [ids[3], ids[0], ids[1]])
    #expect(queue.nextMoment(after: 0.5, pausedUntil: -.infinity, patience: 60) == 1)
    #expect(queue.removeGivenUp(at: 0.9).isEmpty)
    #expect(queue.add(ids[0], at: 0.9) { _ in }.isEmpty)
    #expect(queue.removeGivenUp(at: 1).map(\.serial) == [2])
    #expect(queue.order == [ids[3], ids[0]])
    #expect(queue.nextMoment(after: 1, pausedUntil: -.infinity, patience: 60) == 60)
    // Nothing waits for its place: it goes on.
    _ = queue.startAsking(room: 1, at: 1)
    #expect(queue.removeAll(except: [ids[3]], at: 9).isEmpty)
    #expect(queue.order == [ids[3], ids[0]])
  }

  @Test("A tile that failed waits for its moment, one too many is given up, and so is what has waited too long")
  func limits() throws {
    var queue = waiting(Array(ids[..<2]))
    let (id, serial) = try #require(queue.startAsking(room: 1, at: 0).first)
    queue.change(id, serial) { job in
      job.stage = .waiting
      job.notBefore = 7
    }
    #expect(queue.nextMoment(after: 1, pausedUntil: -.infinity, patience: 60) == 7)
    #expect(queue.nextMoment(after: 1, pausedUntil: 3, patience: 60) == 3)
    #expect(queue.nextMoment(after: 8, pausedUntil: 3, patience: 60) == 60)
    #expect(queue.nextMoment(after: 61, pausedUntil: 3, patience: 60) == nil)
    #expect(queue.startAsking(room: 9, at: 6).map(\.id) == [ids[1]])
    #expect(queue.startAsking(room: 9, at: 7).map(\.id) == [id])
    #expect(queue.removeImpatient(at: 60, patience: 60).isEmpty)
    var full = waiting((0..<TileQueue.limit).map { tile(12, $0, 0) })
    #expect(full.removeImpatient(at: 59, patience: 60).isEmpty)
    #expect(full.add(tile(1, 0, 0), at: 60) { _ in }.map(\.serial) == [1])
    #expect(full.order.count == TileQueue.limit)
    #expect(full.removeImpatient(at: 60, patience: 60).count == TileQueue.limit - 1)
    #expect(full.order == [tile(1, 0, 0)])
  }

  @Test("A job that was given up is not changed by what comes late")
  func late() throws {
    var queue = waiting([ids[0]])
    let (id, serial) = try #require(queue.startAsking(room: 1, at: 0).first)
    #expect(queue.removeAll().count == 1)
    _ = queue.add(id, at: 1) { _ in }
    #expect(queue.job(id, serial) == nil)
    queue.change(id, serial) { $0.stage = .waiting }
    #expect(queue.jobs[id]?.stage == .onDisk)
  }

  @Test("A TileJSON with any byte changed or cut is read or refused, and what is read can be used")
  func tileJSON() throws {
    let address = try #require(WebAddress("https://h/a/about.json"))
    let text =
      #"{"tiles":["t/{z}/{x}/{y}?k=\u00e9"],"scheme":"tms","minzoom":3,"maxzoom":1e9,"bounds":[170,-90,-170,90],"attribution":"&copy; A"}"#
    let bytes = Array(text.utf8)
    let whole = try TileJSON(bytes, from: address)
    #expect(whole.template.address(of: tile(3, 1, 2)) == "https://h/a/t/3/1/5?k=%C3%A9")
    #expect(whole.zooms == 3...24)
    #expect(whole.credits == ["© A"])
    let bounds = try #require(whole.bounds)
    #expect(abs(bounds.width - 20.0 / 360) < 1e-9 && bounds.minY == 0 && bounds.maxY == 1)
    var numbers = SeededGenerator(seed: 11)
    var read = 0
    for round in 0..<3000 {
      var other = bytes
      if round % 3 == 0 { other.removeLast(Int.random(in: 0..<other.count, using: &numbers)) }
      for _ in 0..<Int.random(in: 1...3, using: &numbers) where !other.isEmpty {
        other[Int.random(in: 0..<other.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
      }
      guard let tiles = try? TileJSON(other, from: address) else { continue }
      read += 1
      #expect(WebAddress(tiles.template.address(of: tile(3, 1, 2)))?.isSecure == true)
      #expect(tiles.zooms.lowerBound >= 0 && tiles.zooms.upperBound <= TileID.deepest)
      if let box = tiles.bounds { #expect(box.minX <= box.maxX && box.width <= 1 + 1e-9 && box.minX.isFinite) }
    }
    #expect(read > 100)
  }
}
