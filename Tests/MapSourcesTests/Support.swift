// Owns what the tests of maps share: decoders that give the bytes back, what comes of tiles, and of files that are refused.

import BaseMap
import Synchronization
@_exported import TestBasics
import Testing
import TrackGeodesy

@testable import MapSources

/// A decoder that makes of each tile a piece whose one name has a character for each byte.
let plainDecoder: TileDecoder = { bytes, id throws(VectorTileError) in
  let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  return MapPiece(origin: id.origin, unit: id.side / 4096, frame: 4096, names: [MapName(local: text)])
}

/// What came of a tile, with the bytes that the decoder got.
enum Outcome: Equatable {
  case bytes([UInt8])
  case missing
  case failed(String)

  init(_ answer: TileAnswer) {
    switch answer {
    case .piece(let piece): self = .bytes((piece.names.first?.local ?? "").unicodeScalars.map { UInt8($0.value & 0xFF) })
    case .missing: self = .missing
    case .failed(let sentence): self = .failed(sentence)
    }
  }

  static func text(_ text: String) -> Outcome { .bytes(Array(text.utf8)) }
}

extension TileSource {
  /// Fetches a tile of a file, which answers at once.
  func outcome(_ zoom: Int, _ column: Int, _ row: Int) throws -> Outcome {
    let id = try #require(TileID(zoom: zoom, column: column, row: row))
    let box = Mutex<[TileAnswer]>([])
    fetch(id) { answer in box.withLock { $0.append(answer) } }
    let answers = box.withLock { $0 }
    #expect(answers.count == 1, "each question has one answer")
    return Outcome(try #require(answers.first))
  }
}

/// Opens a map of tiles with the decoder above.
func tiles(_ path: String, number: Int = 1) throws -> any TileSource {
  guard case .tiles(let source) = try MapOpener.open(path: path, number: number, decoder: plainDecoder) else {
    throw MapError("\(path): not tiles")
  }
  return source
}

/// The sentence with which a file is refused; `nil` where it is opened.
func refusal(_ path: String) -> String? {
  do throws(MapError) {
    _ = try MapOpener.open(path: path, number: 1, decoder: plainDecoder)
    return nil
  } catch {
    return error.description
  }
}
