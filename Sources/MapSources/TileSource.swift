// Owns `TileSource`: anything that tiles come from.

public import BaseMap

/// Something that tiles come from: a file or a server.
public protocol TileSource: AnyObject, Sendable {
  /// What it covers, and whose it is.
  var info: MapInfo { get }

  /// Fetches a tile and makes a piece of it. A file answers before this returns; a server later, on a thread of its own. `done` is called exactly
  /// once.
  /// - Parameter id: within ``info``'s zooms; beyond them the answer is ``TileAnswer/missing``.
  func fetch(_ id: TileID, done: @escaping @Sendable (TileAnswer) -> Void)

  /// The layers of its tiles. May read tiles before it returns.
  /// - Returns: `nil` where they cannot be told.
  func layers() -> MapLayers?
}

extension TileSource {
  public func layers() -> MapLayers? { nil }
}

/// A map that cannot be opened or used, and why, in one sentence that names it.
public struct MapError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}

/// What a file of a map turned out to be.
public enum OpenedMap: Sendable {
  /// Tiles, to be fetched as they come into view.
  case tiles(any TileSource)
  /// Everything at once: GeoJSON.
  case overlay(MapInfo, [MapPiece])

  public var info: MapInfo {
    switch self {
    case .tiles(let source): source.info
    case .overlay(let info, _): info
    }
  }
}

extension OpenedMap {
  /// About how many bytes of memory it takes as an overlay; 0 where it has tiles, which are fetched as they are wanted.
  public var overlayBytes: Int {
    switch self {
    case .overlay(_, let pieces): pieces.reduce(0) { $0 + $1.byteCount }
    case .tiles: 0
    }
  }
}
