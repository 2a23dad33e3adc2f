// Owns `OnlineState`: what an online map knows, and what it has to do next. Pure: nothing here waits or asks.

import BaseMap
import NIOCore

/// What an online map knows.
struct OnlineState: Sendable {
  /// Whether it is known where the tiles are.
  enum Description: Sendable {
    /// The server is to be asked, or is being asked.
    case wanted, asked
    case known(TileTemplate)
  }

  /// Something to be done.
  enum Step: Hashable, Sendable {
    case describe
    case look(TileID, Int)
    case serve(TileID, Int)
    case ask(TileID, Int)
  }

  var info: MapInfo
  var note: String?
  var description: Description
  /// Where tiles are kept on the disk: by the address that is known, or was the last time.
  var shelf: TileCache.Shelf?
  var queue = TileQueue()
  var pause: Pause
  /// Tiles in a row that the server would not give.
  var refusals = 0
  var isClosed = false
  /// Requests for tiles that go on, those that were given up and have not ended yet among them.
  var requests = 0
  /// What others have been told last.
  var told: (info: MapInfo, note: String?)
  /// What wakes us, and when.
  var timer: Scheduled<Void>?
  var timerMoment: Double?

  /// Tiles that may be refused in a row before the server is left alone for a while.
  static let refusalLimit = 4

  init(kind: OnlineAddress.Kind, isService: Bool, number: Int, pause: Pause) {
    self.pause = pause
    let host: String
    switch kind {
    case .tileJSON(let address):
      host = address.host
      description = .wanted
    case .template(let template):
      host = template.address.host
      description = .known(template)
      shelf = TileCache.Shelf(source: template.address.text)
    }
    info = MapInfo(
      number: number, title: isService ? "OpenFreeMap" : host, bounds: nil, zooms: 0...14,
      credits: OnlineCredits.credits([], isService: isService), isOnline: true)
    told = (info, nil)
  }

  /// What is to be done now; it counts as begun.
  mutating func nextSteps(at now: Double, settings: OnlineSettings) -> [Step] {
    guard !isClosed, !queue.jobs.isEmpty else { return [] }
    var steps: [Step] = []
    let mayAsk = pause.isOver(at: now)
    if case .wanted = description, mayAsk {
      description = .asked
      steps.append(.describe)
    }
    if shelf != nil { steps += queue.startLooking().map { .look($0.id, $0.serial) } }
    if case .known = description, mayAsk {
      // After a failure one request finds out whether it is over.
      let atOnce = pause.failures > 0 ? 1 : max(1, settings.requestsAtOnce)
      let asked = queue.startAsking(room: atOnce - requests, at: now)
      requests += asked.count
      steps += asked.map { .ask($0.id, $0.serial) }
    }
    if !mayAsk { steps += queue.startServing().map { .serve($0.id, $0.serial) } }
    return steps
  }
}

/// The credits of online maps.
enum OnlineCredits {
  /// What the servers of vector tiles get their data from, practically all of them.
  static let usual = "© OpenStreetMap contributors"

  /// What has to be on the screen: what the map says, and for the service of `online` its three names as they want to be called.
  static func credits(_ stated: [String], isService: Bool) -> [String] {
    guard isService else { return stated.isEmpty ? [usual] : stated }
    let names = ["OpenStreetMap", "OpenMapTiles", "OpenFreeMap"]
    return [usual, "© OpenMapTiles", "OpenFreeMap"] + stated.filter { credit in !names.contains { credit.contains($0) } }
  }
}
