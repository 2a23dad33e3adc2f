// Owns how one fix is judged: its age, its accuracy, and whether it ends the search.

import TrackGeodesy

extension FixAcquisition {
  /// Takes in a fix at the moment it arrives, and says what became of it.
  ///
  /// Of several locations that come together hand in each, or only the last.
  @discardableResult
  public mutating func receive(_ fix: Fix, at now: Double) -> Verdict {
    advance(to: now)
    guard isSearching else { return .ignored }
    let agesByArrival = observeClock(of: fix, at: now)
    guard fix.coordinate.isValid else { return .invalidPlace }
    if let time = fix.time, !agesByArrival, now - time > options.maximumAge { return .tooOld(now - time) }
    if let accuracy = fix.horizontalAccuracy, !(accuracy >= 0) { return .invalidAccuracy }
    guard let best else { return keep(fix, at: now, agesByArrival: agesByArrival, distance: nil) }
    let distance = Geodesic.wgs84.distance(from: best.coordinate, to: fix.coordinate)
    if Self.accuracy(of: fix) < Self.accuracy(of: best) {
      return keep(fix, at: now, agesByArrival: agesByArrival, distance: distance)
    }
    // By their own times, unless one of them has none.
    let younger = if let time = fix.time, let first = best.time { time - first } else { now - bestArrival }
    guard distance < options.settledDistance, younger > options.settledTime else { return .notBetter }
    status = .forced
    return .forced
  }

  /// Makes a fix the best one; `distance` is that from the best one before.
  private mutating func keep(_ fix: Fix, at now: Double, agesByArrival: Bool, distance: Double?) -> Verdict {
    best = fix
    bestArrival = now
    isBestAgedByArrival = agesByArrival
    lastError = nil
    let isGoodEnough = Self.accuracy(of: fix) <= options.desiredAccuracy
    if isGoodEnough { status = .found }
    place.ask(for: fix.coordinate, isFinal: isGoodEnough, distance: distance)
    return isGoodEnough ? .found : .kept
  }

  /// The accuracy in metres by which fixes are compared: an unknown one is worse than all.
  private static func accuracy(of fix: Fix) -> Double { fix.horizontalAccuracy ?? .infinity }

  /// Fixes that follow one another in less than this many seconds come from a backlog.
  private static var burst: Double { 0.05 }

  /// Compares the source's clock with the host's; whether age counts from arrival.
  private mutating func observeClock(of fix: Fix, at now: Double) -> Bool {
    guard let time = fix.time, time.isFinite else { return true }
    // Several sentences of one moment tell nothing new.
    if time == lastTime { return clockDifference != nil }
    let difference = now - time
    let pause = now - lastArrival
    if abs(difference) <= options.maximumAge {
      steadyCount = 0
    } else if let lastTime, time > lastTime, pause <= options.maximumAge {
      // What comes in a burst was held up somewhere: it proves nothing, and disproves nothing.
      if pause >= Self.burst || steadyCount == 0 { steadyCount += 1 }
    } else {
      steadyCount = 1
    }
    lastTime = time
    lastArrival = now
    clockDifference = steadyCount >= 3 ? difference : nil
    return clockDifference != nil
  }
}
