// Owns `TileTemplate`: the address of a tile, with places for its zoom, column and row.

import BaseMap

/// An address with `{z}`, `{x}` and `{y}` in it; `{-y}` counts rows from the south.
struct TileTemplate: Hashable, Sendable {
  private enum Piece: Hashable {
    case text(String)
    case zoom, column, row, rowFromSouth
  }

  /// The address as it was given, taken apart.
  let address: WebAddress
  private let pieces: [Piece]

  /// - Parameter countsFromSouth: Whether `{y}` means what `{-y}` means, as a TileJSON's `"scheme": "tms"` says.
  /// - Throws: why it is none.
  init(_ address: WebAddress, countsFromSouth: Bool = false) throws(MapError) {
    self.address = address
    var pieces: [Piece] = []
    var names: Set<String> = []
    var rest = address.text[...]
    while let open = rest.firstIndex(of: "{") {
      pieces.append(.text(String(rest[..<open])))
      guard let close = rest[open...].firstIndex(of: "}") else { throw MapError("online map: an address has a { without its }") }
      let name = String(rest[rest.index(after: open)..<close])
      switch name {
      case "z": pieces.append(.zoom)
      case "x": pieces.append(.column)
      case "y": pieces.append(countsFromSouth ? .rowFromSouth : .row)
      case "-y": pieces.append(.rowFromSouth)
      default: throw MapError("online map: an address may hold {z}, {x}, {y} and {-y}, not {\(name.prefix(20))}")
      }
      names.insert(name == "-y" ? "y" : name)
      rest = rest[rest.index(after: close)...]
    }
    guard !rest.contains("}") else { throw MapError("online map: an address has a } without its {") }
    guard names.count == 3 else { throw MapError("online map: an address of tiles needs {z}, {x} and {y}") }
    self.pieces = pieces + [.text(String(rest))]
  }

  /// Where a tile is.
  func address(of id: TileID) -> String {
    pieces.reduce(into: "") { out, piece in
      switch piece {
      case .text(let text): out += text
      case .zoom: out += String(id.zoom)
      case .column: out += String(id.column)
      case .row: out += String(id.row)
      case .rowFromSouth: out += String((1 << id.zoom) - 1 - id.row)
      }
    }
  }
}
