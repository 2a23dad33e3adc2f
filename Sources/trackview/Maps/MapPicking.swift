// Owns `MapPicking`: waiting for the maps of one frame.

import Cells
import MapSources
import ViewerApp

/// Fetches what a frame shows of maps, for a picture that is printed and not looked at while it fills.
enum MapPicking {
  /// Seconds that are waited for files, and for the network.
  private static let patience = 20.0
  private static let onlinePatience = 8.0
  /// So many reasons are said, at most, why tiles could not be had.
  private static let reasonLimit = 5

  /// Opens the maps and fetches tiles until nothing is missing, or it has lasted too long.
  static func fill(_ model: inout ViewerModel, _ plan: MapPlan) throws(ProgramError) {
    guard !plan.isEmpty, model.viewedBox != nil else { return }
    let loader = try MapLoader(plan)
    loader.start()
    defer { loader.stop() }
    let deadline = MonotonicClock.seconds + (plan.isOnline ? onlinePatience : patience)
    var note: String?
    // Which tiles fail is of no use to whoever reads it, but why: once each.
    var reasons: Set<String> = []
    while true {
      for event in loader.take() {
        if case .failed(let message) = event { complain("trackview: \(TextWidth.clean(message))") }
        if case .map(.note(let said)) = event { note = said }
        if case .map(.answer(_, .failed(let reason))) = event, reasons.count < reasonLimit, reasons.insert(reason).inserted {
          complain("trackview: \(TextWidth.clean(reason))")
        }
        _ = update(&model, event, at: model.now)
      }
      loader.want(model.wantedTiles, view: model.viewedBox)
      if loader.isIdle { return }
      let left = deadline - MonotonicClock.seconds
      guard left > 0 else {
        return complain("trackview: not all of the map came in time" + (note.map { ": " + TextWidth.clean($0) } ?? ""))
      }
      var one = pollfd(fd: loader.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&one, 1, Int32(min(left, 1) * 1_000) + 1)
    }
  }
}
