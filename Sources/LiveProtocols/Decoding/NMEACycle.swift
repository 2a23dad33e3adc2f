// Owns `NMEACycle`: which sentence is a receiver's last one of a moment.

/// Learns which sentence is the last one of a moment, so that a fix need not wait for the next moment.
///
/// A sentence is known by its name and by how many of that name came before it in its epoch. One that has ended two epochs ends them from
/// then on, until more comes behind it. A receiver that sends more every few seconds has two such sentences.
struct NMEACycle: Sendable {
  /// A sentence in an epoch.
  struct Place: Sendable, Hashable {
    var name: NMEAName
    var index: UInt8
  }

  private var ends: [(place: Place, times: Int)] = []
  private var counts: [(name: NMEAName, count: UInt8)] = []
  private var last: Place?
  /// Of several enough; receivers have at most one for each pattern of theirs.
  private static let limit = 8

  init() {}

  /// Notes the next sentence of the epoch.
  /// - Returns: Whether it is known to be the last one.
  mutating func note(_ name: NMEAName) -> Bool {
    var index: UInt8 = 0
    if let known = counts.firstIndex(where: { $0.name == name }) {
      counts[known].count = min(counts[known].count + 1, 200)
      index = counts[known].count
    } else {
      counts.append((name, 0))
    }
    let place = Place(name: name, index: index)
    last = place
    return ends.contains { $0.place == place && $0.times >= 2 }
  }

  /// Ends the epoch: its last sentence was its last.
  mutating func end() {
    if let last {
      if let index = ends.firstIndex(where: { $0.place == last }) {
        ends[index].times = min(ends[index].times + 1, 100)
      } else {
        if ends.count == Self.limit { ends.removeFirst() }
        ends.append((last, 1))
      }
    }
    last = nil
    counts.removeAll(keepingCapacity: true)
  }

  /// Forgets an end behind which more came.
  mutating func retract(_ place: Place) { ends.removeAll { $0.place == place } }

  /// The last sentence so far.
  var current: Place? { last }
}
