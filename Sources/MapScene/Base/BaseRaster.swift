// Owns the areas and lines of the base map as dots and backgrounds.

import BaseMap
import Cells
import TrackGeodesy

/// Draws the areas and lines of a scene.
enum BaseRaster {
  static func draw(_ scene: BaseScene, _ transform: MapTransform, _ look: Presentation, into picture: inout BasePicture) {}
}
