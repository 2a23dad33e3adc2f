// Owns `BaseLines`: the order in which the lines of the base map are drawn, and how.

import BaseMap
import Cells

/// Draws the lines of the parts of a scene.
struct BaseLines {
  let views: [BasePartView]
  let style: MapStyle

  /// Metres a dot up to which a bridge parts what passes beneath it.
  private static let bridges = 6.0

  /// From the quietest to the loudest: water, what runs under the ground, the ground beside roads cleared, roads by class, rails, bridges,
  /// borders, overlays.
  func draw(on canvas: inout DotCanvas, _ path: inout BasePath) {
    strokes(.stream, to: .coast, on: &canvas, &path)
    strokes(.ferry, to: .aerialway, on: &canvas, &path)
    strokes(.path, to: .motorway, tunnels: true, on: &canvas, &path)
    strokes(.tram, to: .rail, tunnels: true, on: &canvas, &path)
    for view in views {
      view.forEachFeature(.path, to: .motorway) { feature in
        guard !feature.flags.contains(.tunnel), let line = style.line(feature), line.casing > 0 else { return }
        view.forEachLine(feature, &path) { canvas.clear(along: $0.dots, width: line.width + 2 * line.casing) }
      }
    }
    strokes(.path, to: .motorway, on: &canvas, &path)
    strokes(.taxiway, to: .rail, on: &canvas, &path)
    if style.isFine, style.metresPerDot <= Self.bridges { bridges(on: &canvas, &path) }
    strokes(.districtBorder, to: .countryBorder, on: &canvas, &path)
    strokes(.overlayLine, to: .overlayLine, on: &canvas, &path)
  }

  /// Draws the lines of some kinds, kind by kind over all parts.
  private func strokes(_ first: MapKind, to last: MapKind, tunnels: Bool = false, on canvas: inout DotCanvas, _ path: inout BasePath) {
    for raw in first.rawValue...last.rawValue {
      guard let kind = MapKind(rawValue: raw), style.metresPerDot <= MapStyle.limit(kind) else { continue }
      for view in views {
        view.forEachFeature(kind, to: kind) { feature in
          guard feature.flags.contains(.tunnel) == tunnels, let line = style.line(feature) else { return }
          view.forEachLine(feature, &path) { canvas.stroke($0.dots, line.ink, width: line.width, dash: line.dash) }
        }
      }
    }
  }

  /// Draws bridges once more, over a gap in what passes beneath.
  private func bridges(on canvas: inout DotCanvas, _ path: inout BasePath) {
    for view in views {
      for (first, last) in [(MapKind.path, MapKind.motorway), (.tram, .rail)] {
        view.forEachFeature(first, to: last) { feature in
          guard feature.flags.contains(.bridge), let line = style.line(feature) else { return }
          view.forEachLine(feature, &path) { path in
            canvas.clear(beside: path.dots, width: line.width)
            canvas.stroke(path.dots, line.ink, width: line.width, dash: line.dash)
          }
        }
      }
    }
  }
}
