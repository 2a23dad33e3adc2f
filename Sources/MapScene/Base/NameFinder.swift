// Owns `NameFinder`: the names that a scene has in view.

import BaseMap
import Cells
import TrackGeodesy

/// Goes through the pieces of a scene and gathers what could be named, and the lines that names should not hide.
struct NameFinder {
  private let transform: MapTransform
  private let look: Presentation
  private let metresAColumn: Double
  private let known: [Int: WrittenName]
  private(set) var field: NameField
  /// Names as they were written, for the next picture.
  private(set) var written: [Int: WrittenName] = [:]
  private(set) var candidates: [NameCandidate] = []
  private var lines: [Int: Int] = [:]
  private var lineNames: [(identity: Int, name: WrittenName, style: NameStyle, rank: UInt8)] = []
  private var runs: [LineRun] = []

  /// Cells of a line with a name.
  private struct LineRun {
    var line: Int32
    var run: NameRun
  }

  /// A view cannot show more.
  private static let mostCandidates = 6_000
  private static let mostRuns = 60_000
  /// Towns of this rank and above (in the embedded world a million people) are great cities, and their names are mostly no longer than so
  /// many columns.
  private static let greatCity: UInt8 = 79
  private static let nameOfACity = 8
  /// Cells that a country and a city are at most apart at one place.
  private static let samePlace = (columns: 12, rows: 2)

  init(_ transform: MapTransform, _ look: Presentation, columns: Int, rows: Int, known: [Int: WrittenName]) {
    self.transform = transform
    self.look = look
    self.known = known
    field = NameField(columns: columns, rows: rows)
    metresAColumn = transform.metresPerDot * Double(transform.canvas.dotsPerColumn)
  }

  /// Gathers what a scene has to name.
  /// - Parameter marks: the points of overlays, which are many or few.
  mutating func search(_ scene: BaseScene, _ marks: OverlayMarks) {
    for part in scene.parts where part.piece.features.first?.kind != .overlayPoint {
      guard let view = PieceView(part, transform) else { continue }
      search(part.piece, view)
    }
    leaveOutNamesakes()
    gatherLines()
    add(marks, of: scene)
  }

  /// Goes through a piece kind by kind: what is not named at this scale is passed over as a whole.
  private mutating func search(_ piece: MapPiece, _ view: PieceView) {
    var first = Self.firstIndex(of: MapKind.secondaryRoad.rawValue, in: piece)
    while first < piece.features.count {
      let kind = piece.features[first].kind
      let end = max(first + 1, Self.firstIndex(of: kind.rawValue + 1, in: piece))
      let features = piece.features[first..<end]
      first = end
      switch kind {
      case .motorway, .trunkRoad, .primaryRoad: for feature in features { note(feature, of: piece, view, loudness: 2) }
      case .overlayPoint: return
      case .secondaryRoad, .rail: for feature in features { note(feature, of: piece, view, loudness: 1) }
      default:
        guard let style = NameStyle.of(kind), style.scales.contains(metresAColumn) || kind == .roadName else { continue }
        search(features, style, of: piece, view)
      }
    }
  }

  /// Things of one kind, which has names.
  private mutating func search(_ features: ArraySlice<MapFeature>, _ style: NameStyle, of piece: MapPiece, _ view: PieceView) {
    for feature in features {
      let isNamed = isNamed(feature, style)
      if feature.kind == .roadName {
        if isNamed { addLine(feature, named: feature.name, style, of: piece, view) }
        if feature.reference >= 0 { addRoadNumber(feature, of: piece, view) }
      } else if isNamed {
        let isLine =
          feature.kind == .waterName && (feature.parts.count > 1 || Self.points(of: feature.parts.lowerBound, in: piece).count > 1)
        if isLine { addLine(feature, named: feature.name, style, of: piece, view) } else { addPoints(feature, style, of: piece, view) }
      }
    }
  }

  /// The first feature of a kind, by its number, or beyond it: features are sorted by kind.
  private static func firstIndex(of kind: UInt8, in piece: MapPiece) -> Int {
    var (low, high) = (0, piece.features.count)
    while low < high {
      let middle = (low + high) / 2
      if piece.features[middle].kind.rawValue < kind { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The indices of the points of a part; none where the piece does not hold together.
  private static func points(of part: Int32, in piece: MapPiece) -> Range<Int> {
    guard part >= 0, Int(part) < piece.parts.count else { return 0..<0 }
    let range = piece.parts[Int(part)]
    return (Int(range.lowerBound)..<Int(range.upperBound)).clamped(to: 0..<piece.points.count)
  }

  private func isNamed(_ feature: MapFeature, _ style: NameStyle) -> Bool {
    style.names(rank: feature.rank, at: metresAColumn, columnsOfTheWorld: columnsOfTheWorld)
  }

  private var columnsOfTheWorld: Double { transform.dotsPerUnit / Double(transform.canvas.dotsPerColumn) }

  private mutating func note(_ feature: MapFeature, of piece: MapPiece, _ view: PieceView, loudness: UInt8) {
    for part in feature.parts {
      view.forEachRun(of: Self.points(of: part, in: piece), of: piece, in: field.bounds) { field.note(line: loudness, $0) }
    }
  }

  // MARK: Points

  private mutating func addPoints(_ feature: MapFeature, _ style: NameStyle, of piece: MapPiece, _ view: PieceView) {
    guard candidates.count < Self.mostCandidates else { return }
    for part in feature.parts {
      for index in Self.points(of: part, in: piece) {
        guard candidates.count < Self.mostCandidates, let cell = view.cell(of: piece.points[index], in: field.bounds) else { continue }
        let number = feature.kind == .houseNumber && feature.reference >= 0 ? feature.reference : feature.name
        guard let (identity, name) = write(number, of: piece, style, feature.kind) else { continue }
        let look = style.hue.style(look.theme, isCapital: feature.flags.contains(.capital))
        let mark = style.mark(self.look.glyphs, at: metresAColumn)
        let spot = NameCandidate.Spot.point(column: cell.column, row: cell.row, mark: mark)
        if mark != nil, feature.kind == .city, feature.rank <= Self.greatCity || feature.flags.contains(.capital) {
          // The country's name steps aside for its great cities.
          field.note(city: cell.column, cell.row, width: Self.nameOfACity)
        }
        let rank = feature.flags.contains(.capital) ? feature.rank / 2 : feature.rank
        let rows = style.isOfCountry ? NameStyle.rowsOfCountry(rank: feature.rank, columnsOfTheWorld: columnsOfTheWorld) : 0
        candidates.append(
          NameCandidate(identity: identity, name: name, style: style, look: look, rank: rank, spot: spot, rowsOfCountry: rows))
      }
    }
  }

  /// A country that is called like a city at the same place (Monaco, Singapore) has its name once: the city's.
  private mutating func leaveOutNamesakes() {
    func spot(_ candidate: NameCandidate) -> (column: Int, row: Int)? {
      if case .point(let column, let row, _) = candidate.spot { (column, row) } else { nil }
    }
    func name(_ candidate: NameCandidate) -> String { candidate.name.forms.first?.text.uppercased() ?? "" }
    let countries = Set(candidates.lazy.filter(\.style.isOfCountry).map(name))
    guard !countries.isEmpty else { return }
    var cities: [String: [(column: Int, row: Int)]] = [:]
    for candidate in candidates where candidate.style.hue == .city {
      let name = name(candidate)
      if countries.contains(name), let spot = spot(candidate) { cities[name, default: []].append(spot) }
    }
    candidates.removeAll { candidate in
      guard candidate.style.isOfCountry, let cities = cities[name(candidate)], let spot = spot(candidate) else { return false }
      return cities.contains { abs($0.column - spot.column) <= Self.samePlace.columns && abs($0.row - spot.row) <= Self.samePlace.rows }
    }
  }

  /// Points of overlays: their marks stand whether there is room for the name or not.
  private mutating func add(_ marks: OverlayMarks, of scene: BaseScene) {
    guard let style = NameStyle.of(.overlayPoint), let sign = style.mark(look.glyphs, at: metresAColumn) else { return }
    let letters = style.hue.style(look.theme)
    for mark in marks.marks {
      if mark.isDense {
        field.note(line: 2, NameRun(row: Int32(mark.row), first: Int32(mark.column), last: Int32(mark.column)))
      } else {
        field.keep(markAt: mark.column, mark.row)
      }
      guard mark.asksForName else { continue }
      let piece = scene.parts[Int(mark.thing.part)].piece
      let feature = piece.features[Int(mark.thing.feature)]
      guard let (identity, name) = write(feature.name, of: piece, style, feature.kind) else { continue }
      let spot = NameCandidate.Spot.point(column: mark.column, row: mark.row, mark: sign)
      candidates.append(NameCandidate(identity: identity, name: name, style: style, look: letters, rank: mark.rank, spot: spot))
    }
  }

  // MARK: Lines

  private mutating func addRoadNumber(_ feature: MapFeature, of piece: MapPiece, _ view: PieceView) {
    let style = NameStyle.roadNumber(rank: feature.rank)
    if style.scales.contains(metresAColumn) { addLine(feature, named: feature.reference, style, of: piece, view) }
  }

  private mutating func addLine(_ feature: MapFeature, named: Int32, _ style: NameStyle, of piece: MapPiece, _ view: PieceView) {
    guard named >= 0, runs.count < Self.mostRuns else { return }
    var line: Int32?
    for part in feature.parts {
      view.forEachRun(of: Self.points(of: part, in: piece), of: piece, in: field.bounds) { run in
        guard runs.count < Self.mostRuns else { return }
        // Most lines of a tile are out of view: their names are not looked at.
        if line == nil { line = number(of: feature, named: named, style, in: piece) }
        if let line, line >= 0 { runs.append(LineRun(line: line, run: run)) }
        field.note(line: 1, run)
      }
    }
  }

  /// The number of the line of a name; −1 where there is nothing to be written. What bears one name is one line, whatever tile it lies in.
  private mutating func number(of feature: MapFeature, named: Int32, _ style: NameStyle, in piece: MapPiece) -> Int32 {
    guard let (identity, name) = write(named, of: piece, style, feature.kind) else { return -1 }
    if let known = lines[identity] {
      lineNames[known].rank = min(lineNames[known].rank, feature.rank)
      return Int32(known)
    }
    guard lineNames.count < Self.mostCandidates else { return -1 }
    lines[identity] = lineNames.count
    lineNames.append((identity, name, style, feature.rank))
    return Int32(lineNames.count - 1)
  }

  /// Makes candidates of the lines.
  private mutating func gatherLines() {
    var byLine = [[NameRun]](repeating: [], count: lineNames.count)
    for run in runs { byLine[Int(run.line)].append(run.run) }
    for (index, line) in lineNames.enumerated() {
      candidates.append(
        NameCandidate(
          identity: line.identity, name: line.name, style: line.style, look: line.style.hue.style(look.theme), rank: line.rank,
          spot: .line(NameLine(byLine[index]))))
    }
  }

  // MARK: Names

  /// A name as it is written, and the number by which it is known from frame to frame.
  private mutating func write(_ index: Int32, of piece: MapPiece, _ style: NameStyle, _ kind: MapKind) -> (
    identity: Int, name: WrittenName
  )? {
    guard index >= 0, Int(index) < piece.names.count else { return nil }
    let name = piece.names[Int(index)]
    var hash = NameHash()
    hash.add(style.hue == .number ? 255 : kind.rawValue)
    hash.add(look.language == .english ? 0 : 1)
    hash.add(look.glyphs.dots == .ascii ? 2 : look.glyphs.plain.contains(.symbols) ? 0 : 1)
    hash.add(name.local)
    if let english = name.english { hash.add(english) }
    if let chinese = name.chinese { hash.add(chinese) }
    let identity = hash.identity
    if let known = written[identity] ?? known[identity] {
      written[identity] = known
      return (identity, known)
    }
    guard
      let new = WrittenName(
        name, language: look.language, isInterfaceLanguage: style.isWellKnown, isUpperCase: style.isUpperCase,
        isASCII: look.glyphs.dots == .ascii, ellipsis: look.glyphs.ellipsis)
    else { return nil }
    written[identity] = new
    return (identity, new)
  }
}
