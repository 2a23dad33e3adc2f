// Owns what an online map does for one tile: look at the disk, ask the server, judge the answer.

import BaseMap
internal import MapSources

extension OnlineMap {
  /// Seconds for which it is believed that a tile does not exist, at most.
  private static let absenceLimit = 86400
  /// Times that a server may fail to give a tile before that is the answer.
  private static let attempts = 3

  // MARK: - From the disk

  /// Answers with what is on the disk if it is fresh; else the server is to be asked.
  func lookOnDisk(_ id: TileID, _ serial: Int) {
    let kept = look(\.shelf).flatMap { cache?.answer(for: id, on: $0) }
    if let kept, kept.isFresh(at: settings.wallClock()), let answer = read(kept, id) { return self.answer(id, serial, answer) }
    change { state in
      state.queue.change(id, serial) { job in
        job.stage = .waiting
        job.kept = kept
      }
    }
  }

  /// Answers with what is on the disk though it is not fresh; the server cannot be had.
  func serveKept(_ id: TileID, _ serial: Int) {
    guard let kept = look({ $0.queue.job(id, serial)?.kept }) else { return }
    if let answer = read(kept, id) { return self.answer(id, serial, answer) }
    change { state in
      state.queue.change(id, serial) { job in
        job.stage = .waiting
        job.kept = nil
      }
    }
  }

  /// What an answer that was kept means; `nil` where it is of no use, and then it is forgotten.
  private func read(_ kept: KeptAnswer, _ id: TileID) -> TileAnswer? {
    if kept.status == 404 { return .missing }
    if let piece = try? piece(kept.body, encoding: kept.encoding, type: kept.type, id) { return .piece(piece) }
    if let shelf = look(\.shelf) { cache?.remove(id, from: shelf) }
    return nil
  }

  /// - Throws: the end of a sentence that begins with who sent it.
  private func piece(_ body: [UInt8], encoding: String?, type: String?, _ id: TileID) throws -> MapPiece {
    let bytes = try TileBytes.unpacked(body, encoding: encoding, type: type, limit: settings.unpackedLimit)
    do {
      return try decoder(bytes, id)
    } catch {
      throw MapError("sends a tile that cannot be read: \(error)")
    }
  }

  // MARK: - From the server

  /// Asks the server for a tile.
  func ask(_ id: TileID, _ serial: Int) async {
    defer { change { $0.requests -= 1 } }
    let known = look { state -> (template: TileTemplate, shelf: TileCache.Shelf, kept: KeptAnswer?)? in
      guard case .known(let template) = state.description, let shelf = state.shelf else { return nil }
      return state.queue.job(id, serial).map { (template, shelf, $0.kept) }
    }
    guard let known, let address = WebAddress(known.template.address(of: id)) else {
      return answer(id, serial, .failed("online map: the address of a tile cannot be asked"))
    }
    var headers = [("accept", "application/x-protobuf, application/vnd.mapbox-vector-tile, */*;q=0.5")]
    if let etag = known.kept?.etag { headers.append(("if-none-match", etag)) }
    if let modified = known.kept?.modified { headers.append(("if-modified-since", modified)) }
    do {
      let reply = try await web.get(address, headers: headers, limit: settings.packedLimit)
      judge(reply, id, serial, shelf: known.shelf, kept: known.kept)
    } catch {
      fail(error, id, serial, host: address.host)
    }
  }

  /// Decides what an answer of the server means.
  private func judge(_ reply: WebReply, _ id: TileID, _ serial: Int, shelf: TileCache.Shelf, kept: KeptAnswer?) {
    let now = settings.wallClock()
    let freshness = Freshness(now: now, before: reply.status == 304 ? kept?.lifetime : nil, header: reply.header)
    switch reply.status {
    case 304:
      guard var kept, let answer = read(kept, id) else { return failOnce(id, serial, "online map: \(reply.address.host) sends no tile") }
      (kept.fetched, kept.expires) = (now, now + freshness.seconds)
      (kept.etag, kept.modified) = (reply.header("etag") ?? kept.etag, reply.header("last-modified") ?? kept.modified)
      if freshness.mayStore { cache?.keep(kept, for: id, on: shelf) }
      succeed()
      self.answer(id, serial, answer)
    case 200:
      take(reply, id, serial, shelf: shelf, freshness)
    case 204, 404, 410:
      let absence = KeptAnswer(status: 404, fetched: now, expires: now + min(freshness.seconds, Self.absenceLimit), body: [])
      if freshness.mayStore { cache?.keep(absence, for: id, on: shelf) }
      succeed()
      answer(id, serial, .missing)
    default:
      refuse(reply, id, serial, now: now)
    }
  }

  /// Takes in a tile as it came.
  private func take(_ reply: WebReply, _ id: TileID, _ serial: Int, shelf: TileCache.Shelf, _ freshness: Freshness) {
    let now = settings.wallClock()
    let (encoding, type) = (reply.header("content-encoding"), reply.header("content-type"))
    do {
      let piece = try piece(reply.body, encoding: encoding, type: type, id)
      if freshness.mayStore {
        let kept = KeptAnswer(
          status: 200, fetched: now, expires: now + freshness.seconds, etag: reply.header("etag"), modified: reply.header("last-modified"),
          type: type, encoding: encoding, body: reply.body)
        cache?.keep(kept, for: id, on: shelf)
      } else {
        cache?.remove(id, from: shelf)
      }
      succeed()
      answer(id, serial, .piece(piece))
    } catch {
      let sentence = "online map: \(reply.address.host) \(error)"
      countRefusal(sentence)
      answer(id, serial, .failed(sentence))
    }
  }

  /// The server answered with a tile, or that there is none.
  private func succeed() {
    change { state in
      state.pause.succeed()
      state.refusals = 0
      state.note = nil
    }
  }

  // MARK: - Failures

  /// The server would not give a tile.
  private func refuse(_ reply: WebReply, _ id: TileID, _ serial: Int, now: Int) {
    let host = reply.address.host
    if [429, 503].contains(reply.status), let seconds = Freshness.wait(reply.header("retry-after"), now: now) {
      return change { state in
        state.note = "online map: \(host) \(Freshness.words(ofWait: seconds))"
        state.pause.rest(seconds, at: Self.monotonic())
        state.queue.change(id, serial) { $0.stage = .waiting }
      }
    }
    if reply.status == 408 || reply.status == 429 || reply.status >= 500 {
      return failOnce(id, serial, "online map: \(host) cannot serve tiles now (\(reply.status))")
    }
    let sentence = "online map: \(host) refuses its tiles (\(reply.status))"
    countRefusal(sentence)
    answer(id, serial, .failed(sentence))
  }

  /// There was no answer.
  private func fail(_ failure: WebFailure, _ id: TileID, _ serial: Int, host: String) {
    switch failure {
    case .cancelled: answer(id, serial, .failed(Self.notWanted))
    case .noConnection, .noProxy, .proxyRefusal, .untrusted, .proxyLogin:
      let sentence = Self.sentence(failure, host: host)
      let hopeless = change { state in
        state.note = sentence
        state.pause.fail(at: Self.monotonic())
        state.queue.change(id, serial) { $0.stage = .waiting }
        // The network may come back at any moment; a certificate is not made anew so soon.
        return !failure.mayPass ? state.queue.removeHopeless(isDiskKnown: true) : []
      }
      tell(hopeless, sentence)
    case .brokenOff: failOnce(id, serial, Self.sentence(failure, host: host))
    case .tooLarge, .badRedirect:
      let sentence = Self.sentence(failure, host: host)
      countRefusal(sentence)
      answer(id, serial, .failed(sentence))
    }
  }

  /// A tile failed in a way that may pass: it is asked for again, or that was the last time.
  private func failOnce(_ id: TileID, _ serial: Int, _ sentence: String) {
    countRefusal(sentence)
    let isLast = change { state in
      var isLast = false
      let failures = state.queue.job(id, serial)?.failures ?? 0
      let wait = state.pause.wait(after: failures)
      state.queue.change(id, serial) { job in
        job.failures += 1
        job.stage = .waiting
        job.notBefore = Self.monotonic() + wait
        isLast = job.failures >= Self.attempts
        if isLast, job.kept != nil { job.stage = .looking }
      }
      return isLast
    }
    guard isLast else { return }
    if look({ $0.queue.job(id, serial)?.kept }) != nil { return serveKept(id, serial) }
    answer(id, serial, .failed(sentence))
  }

  /// After some refusals in a row the server is left alone for a while.
  private func countRefusal(_ sentence: String) {
    change { state in
      state.note = sentence
      state.refusals += 1
      if state.refusals % OnlineState.refusalLimit == 0 { state.pause.fail(at: Self.monotonic()) }
    }
  }

  /// What a failure is called in a corner of the screen.
  static func sentence(_ failure: WebFailure, host: String) -> String {
    switch failure {
    case .noConnection, .cancelled: "online map: no connection (retrying)"
    case .untrusted: "online map: the certificate of \(host) is not trusted"
    case .brokenOff: "online map: \(host) breaks off (retrying)"
    case .noProxy(let proxy): "online map: no connection to the proxy \(proxy) (retrying)"
    case .proxyRefusal(let proxy): "online map: the proxy \(proxy) does not lead to \(host) (retrying)"
    case .proxyLogin(let proxy): "online map: the proxy \(proxy) wants a user and a password that it knows"
    case .tooLarge: "online map: \(host) sends too much"
    case .badRedirect: "online map: \(host) leads to where it is not followed"
    }
  }
}
