// Owns where the names of the base map stand.

import BaseMap
import Cells
import TrackGeodesy

/// Places the names of a scene.
enum BaseNames {
  static func place(
    _ scene: BaseScene, _ transform: MapTransform, _ look: Presentation, previous: BasePicture?, into picture: inout BasePicture
  ) {}
}
