// Owns `World`: the embedded world as pieces of a map.

public import TrackGeodesy

/// The embedded world: land and water, borders, cities.
public struct World: Sendable {
  /// The world that is part of the program.
  public static let embedded = World()

  /// The pieces of the world that touch a box, at the detail that a scale can show.
  /// - Parameters:
  ///   - box: a part of the world square; x may leave 0…1, the pieces' turns say by how much.
  ///   - dotsPerUnit: dots of the screen to one world unit.
  /// - Returns: each piece, and the whole turns of the world by which it has to be moved to lie in the box.
  public func pieces(touching box: WorldBox, dotsPerUnit: Double) -> [(piece: MapPiece, turn: Int)] { [] }
}
