// Owns what a live source adds to the screen: the picture that layers and panels are drawn from, the sheet before the first fix, the sky.

import Cells
import MapScene
import TrackGeodesy
import TrackPlayback

extension ViewerModel {
  /// What there is to know of the live sources at the model's moment; `nil` where files are played.
  var livePicture: LivePicture? {
    guard let live else { return nil }
    var picture = LivePicture(live.fleet, at: now, camera: rig.camera, canvas: canvas)
    picture.behind = live.isAtEdge ? nil : secondsBehind
    picture.acquisition = live.acquisition.map { AcquisitionPicture($0, at: hostTime) }
    picture.isMocked = mock != nil
    switch live.recording {
    case .off: break
    case .on: picture.recording = RecordingPicture(pointCount: live.recordedCount)
    case .failing(_, let reason): picture.recording = RecordingPicture(pointCount: live.recordedCount, problem: reason)
    }
    switch live.connection {
    case .connecting: picture.link = .connecting
    case .connected: picture.link = .connected
    case .lost(let reason, let retryAt): picture.link = .waiting(seconds: max(0, retryAt - now), reason: reason)
    case .ended: picture.link = .ended
    }
    return picture
  }
}

extension Sheet {
  /// Before the first fix: what is watched, how it is reached, what it has said so far.
  static func waiting(_ live: LiveSession, _ picture: LivePicture, _ look: Presentation) -> Sheet {
    let pick = look.language.pick
    var lines = [Line(text: live.address), Line(), Line(text: LiveText.link(picture, look) ?? pick("connected", "已连接"))]
    let silent = picture.counts[.noFix]
    if silent > 0 { lines.append(Line(text: pick("it says that it has no fix (\(silent) times)", "它表示尚未定位（\(silent) 次）"))) }
    if let sky = picture.sky {
      let (used, seen) = (sky.usedCount, sky.satellites.count)
      lines.append(Line(text: pick("\(seen) satellites in view, \(used) used", "可见 \(seen) 颗卫星，使用 \(used) 颗")))
    }
    if let search = LiveText.acquisition(picture, look) { lines.append(Line(text: search)) }
    return Sheet(title: pick("waiting for the first fix", "等待首次定位"), lines: lines)
  }
}

/// The satellites in a frame over the map, in its lower right part: the marker that is followed stays in view above it.
enum SkyBox {
  static func draw(_ moment: Moment, into grid: inout CellGrid, map: Rect) {
    let height = min(map.height, max(9, map.height / 2 - 1))
    let width = min(map.width, 66)
    guard height >= 4, width >= 16 else { return }
    let box = Rect(column: map.maxColumn - width, row: map.maxRow - height, width: width, height: height)
    grid.fill(box)
    Sheet.drawFrame(box, title: moment.look.language.pick("satellites", "卫星"), into: &grid, moment.look)
    SkyPanel.draw(moment, into: &grid, rect: Rect(column: box.column + 2, row: box.row + 1, width: width - 4, height: height - 2))
  }
}
