// Owns how an online map learns where its tiles are: the TileJSON, from the disk or from the server.

import BaseMap
internal import MapSources

extension OnlineMap {
  /// Finds out where the tiles are. What the disk has of it is used as long as it is fresh; older, it stands in until the server has answered, for
  /// what is on the disk.
  func describe() async {
    guard case .tileJSON(let address) = try? address.kind() else { return }
    let shelf = TileCache.Shelf(source: address.text)
    let kept = cache?.answer(for: nil, on: shelf)
    let old = kept.flatMap { try? TileJSON(unpacked($0.body, $0.encoding), from: address) }
    if let kept, let old, kept.isFresh(at: settings.wallClock()) { return use(old, isConfirmed: true) }
    if let old { use(old, isConfirmed: false) }
    var headers = [("accept", "application/json")]
    if old != nil, let etag = kept?.etag { headers.append(("if-none-match", etag)) }
    if old != nil, let modified = kept?.modified { headers.append(("if-modified-since", modified)) }
    do {
      let reply = try await web.get(address, headers: headers, limit: TileJSON.limit)
      judge(reply, from: address, shelf: shelf, kept: kept, old: old)
    } catch {
      if error == .cancelled { return }
      lose(Self.sentence(error, host: address.host), isFinal: !error.mayPass)
    }
  }

  private func unpacked(_ body: [UInt8], _ encoding: String?) throws(MapError) -> [UInt8] {
    try TileBytes.unpacked(body, encoding: encoding, type: nil, limit: TileJSON.limit)
  }

  private func judge(_ reply: WebReply, from address: WebAddress, shelf: TileCache.Shelf, kept: KeptAnswer?, old: TileJSON?) {
    let now = settings.wallClock()
    let freshness = Freshness(now: now, before: reply.status == 304 ? kept?.lifetime : nil, header: reply.header)
    if reply.status == 304, var kept, let old {
      (kept.fetched, kept.expires) = (now, now + freshness.seconds)
      cache?.keep(kept, for: nil, on: shelf)
      return use(old, isConfirmed: true)
    }
    if [429, 503].contains(reply.status), let seconds = Freshness.wait(reply.header("retry-after"), now: now) {
      return lose("online map: \(address.host) \(Freshness.words(ofWait: seconds))", isFinal: false, rest: seconds)
    }
    guard reply.status == 200 else { return lose("online map: \(address.host) does not say where its tiles are (\(reply.status))") }
    do {
      let found = try TileJSON(unpacked(reply.body, reply.header("content-encoding")), from: reply.address)
      if freshness.mayStore {
        let answer = KeptAnswer(
          status: 200, fetched: now, expires: now + freshness.seconds, etag: reply.header("etag"), modified: reply.header("last-modified"),
          type: reply.header("content-type"), encoding: reply.header("content-encoding"), body: reply.body)
        cache?.keep(answer, for: nil, on: shelf)
      } else {
        cache?.remove(nil, from: shelf)
      }
      use(found, isConfirmed: true)
    } catch {
      let sentence = error.description
      lose(sentence.hasPrefix("online map") ? sentence : "online map: \(address.host) \(sentence)")
    }
  }

  /// Takes over what a TileJSON says.
  private func use(_ tiles: TileJSON, isConfirmed: Bool) {
    let shelf = TileCache.Shelf(source: tiles.template.address.text)
    change { state in
      if let title = tiles.title, !address.isService { state.info.title = title }
      state.info.bounds = tiles.bounds
      state.info.zooms = tiles.zooms
      state.info.credits = OnlineCredits.credits(tiles.credits, isService: address.isService)
      if state.shelf != shelf {
        state.shelf = shelf
        state.queue.lookAgain()
      }
      guard isConfirmed else { return }
      state.description = .known(tiles.template)
      state.pause.succeed()
      state.refusals = 0
      state.note = nil
    }
  }

  /// The server did not say it: another attempt follows, later.
  /// - Parameters:
  ///   - isFinal: Whether the next answer will hardly be another, so that nobody needs to wait for it.
  ///   - rest: The seconds of peace that it asks for.
  private func lose(_ sentence: String, isFinal: Bool = true, rest: Int? = nil) {
    let hopeless = change { state in
      state.note = sentence
      state.description = .wanted
      if let rest {
        state.pause.rest(rest, at: Self.monotonic())
      } else {
        state.pause.fail(at: Self.monotonic())
      }
      return isFinal ? state.queue.removeHopeless(isDiskKnown: state.shelf != nil) : []
    }
    tell(hopeless, sentence)
  }
}
