// Owns where the names of the base map stand.
//
//     scene ─► candidates ─► by priority ─► the best place that is free ─► labels
//                              ▲
//     picture before ──────────┘ what is on the screen stays where it is on the ground

import BaseMap
import Cells
import TrackGeodesy

/// Places the names of a scene.
enum BaseNames {
  /// Finds what can be named in view and puts the names where they hide little and no two touch.
  /// - Parameter previous: the picture before. While the camera only pans over the same scene, every name that stays in view keeps its place
  ///   on the ground; after any other change, what was named goes before what was not, among names as loud as itself.
  static func place(
    _ scene: BaseScene, _ transform: MapTransform, _ look: Presentation, previous: BasePicture?, into picture: inout BasePicture
  ) {
    let columns = transform.canvas.width / max(1, transform.canvas.dotsPerColumn)
    let rows = transform.canvas.height / max(1, transform.canvas.dotsPerRow)
    guard columns > 0, rows > 0 else { return }
    let known = previous?.key.language == look.language && previous?.key.glyphs == look.glyphs ? previous?.writtenNames ?? [:] : [:]
    var finder = NameFinder(transform, look, columns: columns, rows: rows, known: known)
    let marks = OverlayMarks(scene, transform, field: finder.field)
    finder.search(scene, marks)
    var placer = NamePlacer(field: finder.field)
    placer.recall(previous, now: picture.key)
    placer.place(finder.candidates)
    picture.labels = placer.labels
    picture.marks = marks.drawn(look)
    picture.writtenNames = finder.written
  }

  /// Marks the points of overlays where no names are wanted.
  static func mark(_ scene: BaseScene, _ transform: MapTransform, _ look: Presentation, into picture: inout BasePicture) {
    let columns = transform.canvas.width / max(1, transform.canvas.dotsPerColumn)
    let rows = transform.canvas.height / max(1, transform.canvas.dotsPerRow)
    guard columns > 0, rows > 0 else { return }
    picture.marks = OverlayMarks(scene, transform, field: NameField(columns: columns, rows: rows)).drawn(look)
  }
}
