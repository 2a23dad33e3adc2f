// Owns where a player is at a moment: travel from the anchor, loops, laps and the end.

extension Player {
  /// A position and the laps run until it is reached.
  struct Motion {
    var position: Double
    var lap: Int
  }

  /// Where the player is at a moment.
  func motion(at now: Double) -> Motion {
    let here = Motion(position: anchor, lap: anchorLap)
    guard !isPaused, now > anchorNow, now.isFinite else { return here }
    let distance = (now - anchorNow) * rate.value
    guard distance.isFinite else { return here }
    return travel(from: here, distance, entered: false)
  }

  /// Whether a position is where playback ends for want of anything further.
  func hasEnded(at position: Double) -> Bool {
    guard repeated(from: position) == nil else { return false }
    return isReversed ? position <= start : position >= end
  }

  /// Makes a moment the anchor: what is changed afterwards holds from then on.
  mutating func settle(at now: Double) {
    guard now.isFinite, now > anchorNow else { return }
    let motion = motion(at: now)
    anchor = motion.position
    anchorLap = motion.lap
    anchorNow = now
  }

  /// The part that playback from a position will repeat: A–B unless that lies behind, else everything in a loop.
  private func repeated(from position: Double) -> ClosedRange<Double>? {
    if let loopRange, isReversed ? position >= loopRange.lowerBound : position <= loopRange.upperBound { return loopRange }
    return isLooping && start < end ? start...end : nil
  }

  /// Goes a distance in seconds of the timeline onwards in the direction of time.
  ///
  /// ```
  ///   start ───── A ───────── B ──────── end        forwards
  ///                ◀────────╯  at B back to A; whoever is beyond B goes on to the end
  ///    ◀─────────────────────────────────╯   and, in a loop, to the start
  /// ```
  private func travel(from here: Motion, _ distance: Double, entered: Bool) -> Motion {
    guard let range = repeated(from: here.position) else {
      let target = isReversed ? here.position - distance : here.position + distance
      return Motion(position: max(start, min(end, target)), lap: here.lap)
    }
    let room = isReversed ? here.position - range.lowerBound : range.upperBound - here.position
    if distance <= room {
      return Motion(position: isReversed ? here.position - distance : here.position + distance, lap: here.lap)
    }
    let beyond = distance - room
    if loopRange != nil, range != loopRange, !entered {
      // Around the whole once, and then into A–B: from the far end it always lies ahead.
      let turned = Motion(position: isReversed ? end : start, lap: here.lap + 1)
      return travel(from: turned, beyond, entered: true)
    }
    let length = range.upperBound - range.lowerBound
    let rest = beyond.truncatingRemainder(dividingBy: length)
    // A whole number of rounds ends at the far end, as the first round does.
    let rounds = min((beyond / length).rounded(.up), 1e15)
    let position =
      rest == 0
      ? (isReversed ? range.lowerBound : range.upperBound)
      : (isReversed ? range.upperBound - rest : range.lowerBound + rest)
    return Motion(position: position, lap: here.lap &+ Int(rounds))
  }
}
