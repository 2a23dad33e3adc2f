// Owns `fuzzMBTiles`, `fuzzPMTiles` and `fuzzOverlay`: whatever a map's file holds, it is opened or refused in a sentence, and each tile has one
// answer.

import BaseMap
import MapSources
import Synchronization
import TrackGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Sendable func fuzzMBTiles(_ bytes: [UInt8]) { openMap(bytes, mark: Array("SQLite format 3\0".utf8)) }

@Sendable func fuzzPMTiles(_ bytes: [UInt8]) { openMap(bytes, mark: Array("PMTiles\u{3}".utf8)) }

@Sendable func fuzzOverlay(_ bytes: [UInt8]) { openMap(bytes, mark: []) }

/// The one file that every input is written to. SQLite wants a name that leads to it, so a file without one does not do.
private let file: (path: String, descriptor: Int32) = {
  let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  var template = Array("\(folder)/trackview-fuzz.XXXXXX".utf8CString)
  let descriptor = mkstemp(&template)
  precondition(descriptor >= 0, "no temporary file")
  return (String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self), descriptor)
}()

/// Opens what the mark and the bytes behind it make, and asks for tiles.
private func openMap(_ bytes: [UInt8], mark: [UInt8]) {
  // What does not begin with the mark is refused by its first bytes, which is soon learnt.
  let bytes = mark + bytes.dropFirst(mark.count)
  precondition(ftruncate(file.descriptor, 0) == 0 && pwrite(file.descriptor, bytes, bytes.count, 0) == bytes.count, "not written")
  do throws(MapError) {
    let map = try MapOpener.open(path: file.path, number: 1)
    precondition(map.info.zooms.lowerBound >= 0 && map.info.zooms.upperBound <= TileID.deepest, "zooms that are none")
    precondition(map.info.credits.reduce(0) { $0 + $1.count } <= 220, "credits without end")
    if let bounds = map.info.bounds { precondition(bounds.minX <= bounds.maxX && bounds.minY <= bounds.maxY, "bounds that are none") }
    switch map {
    case .overlay(_, let pieces): for piece in pieces { check(piece) }
    case .tiles(let source): ask(source)
    }
  } catch {
    checkSentence(error.description)
  }
}

private func ask(_ source: any TileSource) {
  var ids = [TileID(around: MapPoint(x: 0.52, y: 0.36), zoom: 14)]
  for zoom in 0...2 {
    for column in 0..<1 << zoom {
      for row in 0..<1 << zoom {
        if let id = TileID(zoom: zoom, column: column, row: row) { ids.append(id) }
      }
    }
  }
  for id in ids {
    let answers = Mutex(0)
    source.fetch(id) { answer in
      answers.withLock { $0 += 1 }
      switch answer {
      case .piece(let piece): check(piece)
      case .missing: break
      case .failed(let sentence): checkSentence(sentence)
      }
    }
    precondition(answers.withLock { $0 } == 1, "not one answer")
  }
}

private func checkSentence(_ sentence: String) {
  precondition(!sentence.isEmpty && sentence.utf8.count < 1000, "a sentence without end")
  precondition(sentence.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "controls in a sentence")
}
