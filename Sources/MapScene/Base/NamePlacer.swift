// Owns `NamePlacer`: gives names their cells, the loudest first.

import Cells

/// Names on their way to their places.
struct NamePlacer {
  private var field: NameField
  private(set) var labels: [BaseLabel] = []
  /// Where each name stands, shown or not; a name has its fellows at a distance only.
  private var standing: [Int: [(column: Int, row: Int, width: Int)]] = [:]
  /// Names of towns and of countries: each keep away from their like.
  private var towns: [(column: Int, row: Int, width: Int)] = []
  private var countries: [(column: Int, row: Int, width: Int)] = []
  /// Where names stood on the picture before, as it lies now.
  private var before: [Int: [BaseLabel]] = [:]

  /// One name stands no nearer to its next copy than so many columns, a row counting for two.
  static let repeatDistance = 40
  /// What it costs to stand partly beyond the edge, where nothing is shown.
  private static let hiddenCost = 60
  private static let mostCopies = 3
  /// From here on names are those of towns; before it are countries.
  private static let townPriority = 2 << 8
  /// So many cells there should be for each town that is named.
  private static let cellsOfATown = 300

  init(field: NameField) { self.field = field }

  /// Takes over what the picture before named.
  mutating func recall(_ previous: BasePicture?, now key: BasePicture.Key) {
    guard let previous, !previous.labels.isEmpty else { return }
    let shift = key.transform.shift(from: previous.key.transform)
    let isPan = shift != nil && previous.key.isSame(as: key)
    for var label in previous.labels {
      if let shift {
        label.column += shift.columns
        label.row += shift.rows
      } else {
        (label.column, label.row) = Self.carried(label, from: previous.key.transform, to: key.transform)
      }
      guard field.shows(column: label.column, row: label.row, width: label.width) else { continue }
      if isPan { stand(label) } else { before[label.identity, default: []].append(label) }
    }
  }

  /// Where the ground under the middle of a label has gone.
  private static func carried(_ label: BaseLabel, from old: MapTransform, to new: MapTransform) -> (column: Int, row: Int) {
    let (column, row) = (Double(old.canvas.dotsPerColumn), Double(old.canvas.dotsPerRow))
    let ground = old.world(DotPoint((Double(label.column) + Double(label.width) / 2) * column - 0.5, (Double(label.row) + 0.5) * row - 0.5))
    let dot = new.dot(ground)
    func cell(_ position: Double, _ size: Int) -> Int {
      Int(max(-1e6, min(((position + 0.5) / Double(max(1, size))).rounded(.down), 1e6)))
    }
    return (cell(dot.x, new.canvas.dotsPerColumn) - label.width / 2, cell(dot.y, new.canvas.dotsPerRow))
  }

  /// Places what has room, the loudest first; the same names give the same picture.
  mutating func place(_ candidates: [NameCandidate]) {
    func key(_ candidate: NameCandidate) -> (Int, Int, Int, Int) {
      let isNew = before[candidate.identity] == nil
      return (candidate.style.level << 4 | Int(candidate.rank >> 4), isNew ? 1 : 0, Int(candidate.rank), candidate.identity)
    }
    let keys = candidates.map(key)
    let order = candidates.indices.sorted {
      keys[$0] != keys[$1] ? keys[$0] < keys[$1] : Self.comesFirst(candidates[$0], candidates[$1], $0 < $1)
    }
    for index in order { place(candidates[index]) }
    labels.sort { ($0.priority, $0.row, $0.column) < ($1.priority, $1.row, $1.column) }
  }

  /// Of two things with one name the upper left one.
  private static func comesFirst(_ one: NameCandidate, _ other: NameCandidate, _ otherwise: Bool) -> Bool {
    guard case .point(let column, let row, _) = one.spot, case .point(let otherColumn, let otherRow, _) = other.spot else {
      return otherwise
    }
    return (row, column, otherwise ? 0 : 1) < (otherRow, otherColumn, otherwise ? 1 : 0)
  }

  private mutating func place(_ candidate: NameCandidate) {
    var copies = 1
    if case .line = candidate.spot { copies = Self.mostCopies }
    var places: [NamePlace]?
    for _ in 0..<copies {
      if standing[candidate.identity]?.count ?? 0 >= (copies > 1 ? Self.mostCopies : .max) { return }
      let all = places ?? candidate.places()
      places = all
      guard let best = best(of: all, candidate) else { return }
      stand(
        BaseLabel(
          text: candidate.text(at: best), width: best.width, column: best.column, row: best.row, style: candidate.look,
          identity: candidate.identity,
          priority: candidate.priority, isLoose: candidate.isLoose, isTown: candidate.style.isTown))
    }
  }

  /// The cheapest place that is free.
  private func best(of places: [NamePlace], _ candidate: NameCandidate) -> NamePlace? {
    var best: NamePlace?
    var least = Int.max
    let isTown = candidate.style.isTown
    let wishes = before[candidate.identity]
    for place in places {
      var cost = place.cost
      if !field.shows(column: place.column, row: place.row, width: place.width) { cost += Self.hiddenCost }
      if let wishes { cost += Self.distance(of: place, from: wishes) }
      guard cost < least, field.isFree(column: place.column, row: place.row, width: place.width) else { continue }
      if field.hidesMark(column: place.column, row: place.row, width: place.width, own: candidate.ownMark) { continue }
      let isCountry = candidate.priority < Self.townPriority
      if isTown, isCrowded(place, isCountry: isCountry) { continue }
      if isCountry { cost += field.takenFromCities(column: place.column, row: place.row, width: place.width) }
      let hidden = max(0, field.hidden(column: place.column, row: place.row, width: place.width) - 2 * place.own)
      if hidden > candidate.mostHidden(place) { continue }
      cost += 2 * hidden + (field.isCrowded(column: place.column, row: place.row, width: place.width) ? 5 : 0)
      guard cost < least, !isRepeated(place, candidate.identity) else { continue }
      (best, least) = (place, cost)
    }
    return best
  }

  /// What it costs to leave the place that a name has.
  private static func distance(of place: NamePlace, from labels: [BaseLabel]) -> Int {
    var least = 40
    for label in labels {
      let away = abs(place.column - label.column) + 2 * abs(place.row - label.row)
      least = min(least, min(36, away * 2) + (place.width == label.width ? 0 : 4))
    }
    return least
  }

  private func isRepeated(_ place: NamePlace, _ identity: Int) -> Bool {
    standing[identity]?.contains {
      let gap = max($0.column - (place.column + place.width), place.column - ($0.column + $0.width), 0)
      return gap + 2 * abs($0.row - place.row) < Self.repeatDistance
    } ?? false
  }

  /// Whether another town is named too near. The first few of a view, which are the greatest, may stand close; the more there are, the farther
  /// from all others one more has to be: about a dozen on a usual screen, and none where they would only fill it.
  private func isCrowded(_ place: NamePlace, isCountry: Bool) -> Bool {
    let share = Double(towns.count * Self.cellsOfATown) / Double(field.cellCount)
    let (across, down) = share < 0.5 ? (3, 1) : share < 1 ? (8, 2) : (16, 4)
    return (isCountry ? countries : towns).contains {
      max($0.column - (place.column + place.width), place.column - ($0.column + $0.width)) < across && abs($0.row - place.row) <= down
    }
  }

  private mutating func stand(_ label: BaseLabel) {
    field.take(column: label.column, row: label.row, width: label.width)
    if label.isTown {
      let place = (label.column, label.row, label.width)
      if label.priority >= Self.townPriority { towns.append(place) } else { countries.append(place) }
    }
    standing[label.identity, default: []].append((label.column, label.row, label.width))
    if field.shows(column: label.column, row: label.row, width: label.width) { labels.append(label) }
  }
}

extension NameCandidate {
  /// How much of other lines it may hide: a street's name some side streets, a shop's one, a city's anything.
  func mostHidden(_ place: NamePlace) -> Int {
    switch spot {
    case .line: place.width * 2 / 5
    case .point: style.level >= 8 ? 2 : .max
    }
  }
  /// The mark of an overlay's point, which its own name includes.
  var ownMark: CellPosition? {
    if style.hue == .overlay, case .point(let column, let row, .some) = spot { CellPosition(column: column, row: row) } else { nil }
  }
  /// Whether the name may be a row off: it has no mark that it must touch, and is not that of a country.
  var isLoose: Bool { if case .point(_, _, .some) = spot { false } else { !style.isOfCountry } }
}

extension BasePicture.Key {
  /// Whether only the transform may differ.
  func isSame(as other: BasePicture.Key) -> Bool {
    version == other.version && detail == other.detail && theme == other.theme && glyphs == other.glyphs && language == other.language
  }
}
