// Owns `LiveMarkersLayer`: the other live sources: an arrow or a sign each, names where there is room, short trails where they are few.

import Cells
import TrackGeodesy
import TrackPlayback

enum LiveMarkersLayer: MapLayer {
  static let layer: UInt8 = 9
  /// How many names are tried for: more could not be read.
  static let mostNames = 120

  static func paint(_ picture: inout MapPicture, _ moment: Moment) {
    guard let live = moment.live else { return }
    for (index, marker) in live.markers.enumerated() where !marker.trail.isEmpty {
      let style = moment.look.theme.liveMarker(index)
      let ink = Ink(style.foreground, style.attributes, layer: layer)
      var from = picture.transform.dot(marker.world)
      for (place, point) in marker.trail.enumerated() {
        let to = picture.transform.dot(point.world)
        // The first leads from the marker itself, which may lag behind.
        if !point.isBroken, place > 0 { picture.canvas.line(from, to, ink, dash: dash(LiveTrail.step(age: point.age))) }
        from = to
      }
    }
  }

  private static func dash(_ step: Int) -> (on: Int, off: Int)? {
    switch step {
    case 0, 1: nil
    case 2: (on: 4, off: 2)
    default: (on: 1, off: 2)
    }
  }

  static func label(_ picture: inout MapPicture, _ moment: Moment) {
    guard let live = moment.live, !live.markers.isEmpty else { return }
    var shown: [Int] = []
    for (index, marker) in live.markers.enumerated() {
      guard let cell = picture.cell(of: picture.transform.dot(marker.world)) else { continue }
      let style = self.style(marker, index, moment.look.theme)
      // Of several in one cell the first is seen.
      guard picture.putSign(sign(marker, moment), column: cell.column, row: cell.row, style: style) else { continue }
      if shown.count < mostNames, !marker.title.isEmpty { shown.append(index) }
    }
    for index in shown {
      let marker = live.markers[index]
      var name = TextWidth.clean(marker.title, maximumScalars: 40)
      guard !name.isEmpty else { continue }
      // An arrow that is a letter must not be read as the name's first.
      if moment.look.glyphs.plain.contains(.arrows) { name = " \(name) " }
      let style = self.style(marker, index, moment.look.theme)
      picture.putLabel(name, mark: "", at: picture.transform.dot(marker.world), markStyle: style, style: style)
    }
  }

  private static func style(_ marker: LiveMarkerPicture, _ index: Int, _ theme: Theme) -> Style {
    marker.state == .noSignal ? theme.faint : theme.liveMarker(index)
  }

  /// An arrow where it moves, the sign of its kind where it stands, a question mark where it has no signal.
  private static func sign(_ marker: LiveMarkerPicture, _ moment: Moment) -> String {
    let glyphs = moment.look.glyphs
    switch marker.state {
    case .noSignal, .searching: return "?"
    case .moving where marker.kind.isMobile:
      guard let course = marker.course else { return glyphs.sign(of: marker.kind) }
      return glyphs.arrow(course - moment.camera.bearing)
    default: return glyphs.sign(of: marker.kind)
    }
  }
}

extension Theme {
  fileprivate func liveMarker(_ index: Int) -> Style { companions[index % companions.count] }
}

extension Glyphs {
  /// The sign of a marker that stands.
  func sign(of kind: MarkerKind) -> String {
    let isPlain = plain.contains(.symbols)
    switch kind {
    case .car: return isPlain ? "#" : "■"
    case .bicycle: return isPlain ? "%" : "◆"
    case .person: return isPlain ? "o" : "●"
    case .boat: return isPlain ? "V" : "▼"
    case .aircraft: return isPlain ? "A" : "▲"
    case .place: return isPlain ? "O" : "○"
    }
  }
}
