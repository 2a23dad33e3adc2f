// Owns `NameCandidate`: things on the map that have a name, and where the name could stand.

import BaseMap
import Cells

/// A thing that wants its name on the map.
struct NameCandidate {
  var identity: Int
  var name: WrittenName
  var style: NameStyle
  var look: Style
  var rank: UInt8
  var spot: Spot
  /// Rows by which the name of a country may leave its middle.
  var rowsOfCountry = 0

  enum Spot {
    /// The cell of a point, with the sign that marks it.
    case point(column: Int, row: Int, mark: String?)
    case line(NameLine)
  }

  /// The order in which names are placed: lowest first.
  var priority: Int { style.level << 8 | Int(rank) }
}

/// Where a name could stand.
struct NamePlace: Hashable {
  var column: Int
  var row: Int
  var width: Int
  /// The less, the better.
  var cost: Int
  /// Which of the name's forms.
  var form = 0
  /// The side of its mark that the name stands on.
  var side = Side.right
  /// Cells of the place that the line goes through which is named.
  var own = 0

  enum Side: Hashable { case right, left }
}

extension NameCandidate {
  /// All the places for the name, in no order; O(runs).
  func places() -> [NamePlace] {
    var found: [NamePlace] = []
    for (index, form) in name.forms.enumerated() {
      let first = found.count
      let width = form.width
      switch spot {
      case .point(let column, let row, .some):
        found.append(NamePlace(column: column, row: row, width: width + 1, cost: 0))
        found.append(NamePlace(column: column - width, row: row, width: width + 1, cost: 2, side: .left))
      case .point(let column, let row, nil):
        let middle = column - width / 2
        for (across, down, cost) in style.isOfCountry ? Self.placesOfCountry(width, rows: rowsOfCountry) : Self.placesAround(width) {
          found.append(NamePlace(column: middle + across, row: row + down, width: width, cost: cost))
        }
      case .line(let line): line.addPlaces(width: width, to: &found)
      }
      for place in first..<found.count {
        found[place].form = index
        // The shorter form rather than none, the longer rather than a place that is a little better.
        found[place].cost += index * 6
      }
    }
    return found
  }

  /// Columns and rows from the middle, and what they cost.
  private static func placesAround(_ width: Int) -> [(across: Int, down: Int, cost: Int)] {
    [(0, 0, 0), (0, 1, 1), (0, -1, 1), (width / 2, 0, 3), (-width / 2, 0, 3), (0, 2, 4), (0, -2, 4)]
  }

  /// The name of a country covers the country's middle, or stands above or below it if the country is high enough: else a row away may be another
  /// country, or the sea.
  private static func placesOfCountry(_ width: Int, rows: Int) -> [(across: Int, down: Int, cost: Int)] {
    let left = min((width - 1) / 2, mostBesideCountry)
    let right = min(width / 2, mostBesideCountry)
    return (-rows...rows).flatMap { down in (-max(0, left)...right).map { ($0, down, abs($0) + 2 * abs(down)) } }
  }

  /// Columns by which the middle of a country's name may be off.
  private static let mostBesideCountry = 4

  /// What is written at a place.
  func text(at place: NamePlace) -> String {
    let text = name.forms[place.form].text
    guard case .point(_, _, let mark?) = spot else { return text }
    return place.side == .right ? mark + text : text + mark
  }
}
