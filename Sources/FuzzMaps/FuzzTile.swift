// Owns `fuzzTile`: whatever the bytes of a tile are, the piece that comes of them is one.

import BaseMap

@Sendable func fuzzTile(_ bytes: [UInt8]) {
  guard let id = TileID(zoom: 14, column: 8529, row: 5974), let reading = try? VectorTile.read(bytes.span, id: id) else { return }
  let piece = reading.piece
  check(piece)
  precondition(reading.skippedFeatures >= 0 && reading.skippedLayers >= 0, "counts below nothing")
  precondition(piece.byteCount <= 4096 + bytes.count * 200, "a piece out of all proportion")
}

/// What every piece promises.
func check(_ piece: MapPiece) {
  precondition(piece.frame > 0 && piece.unit > 0 && piece.unit.isFinite, "a piece without size")
  var last: UInt8 = 0
  for feature in piece.features {
    precondition(feature.kind.rawValue >= last, "features out of order")
    last = feature.kind.rawValue
    precondition(!feature.parts.isEmpty && feature.parts.lowerBound >= 0 && Int(feature.parts.upperBound) <= piece.parts.count, "no parts")
    precondition(feature.name >= -1 && Int(feature.name) < piece.names.count, "a name that is none")
    precondition(feature.reference >= -1 && Int(feature.reference) < piece.names.count, "a number that is none")
    let isPoint = feature.kind.shape == .point
    let least = feature.kind.shape == .area ? 3 : isPoint || feature.kind == .waterName ? 1 : 2
    for index in feature.parts {
      let part = piece.parts[Int(index)]
      precondition(part.count >= least && part.lowerBound >= 0 && Int(part.upperBound) <= piece.points.count, "a part that is none")
    }
  }
  for point in piece.points {
    precondition((0...piece.frame).contains(point.x) && (0...piece.frame).contains(point.y), "a point outside the frame")
  }
  for name in piece.names {
    precondition(!name.local.isEmpty && name.local.utf8.count <= 600, "a name without end")
  }
}
