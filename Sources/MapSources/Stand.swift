// Owns what stands in for the opening of maps until that is there.

public import TrackGeodesy

public enum MapOpener {
  public static func open(path: String, number: Int) throws(MapError) -> OpenedMap {
    throw MapError("\(path): not a map that trackview reads")
  }
}

public struct MapFolder: Sendable {
  public private(set) var notes: [String] = []
  public init(path: String) {}
  public static func usualPath(dataHome: String?, home: String?) -> String? { nil }
  public mutating func open(touching box: WorldBox, firstNumber: Int) -> [OpenedMap] { [] }
}

public struct OnlineAddress: Hashable, Sendable {
  public init?(_ text: String) {
    guard text == "online" || text.contains("://") else { return nil }
  }
  public func check() throws(MapError) { throw MapError("online map: not there yet") }
}
