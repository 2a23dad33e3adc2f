// Owns `SimulatedSky`: which satellites a simulated receiver hears, how well, and what it makes of them.

import TrackGeodesy
import TrackPlayback

/// What a simulated receiver hears of the sky.
struct SimulatedSky: Sendable {
  /// How it receives at the moment.
  enum Reception: Hashable {
    case good
    /// Looking for satellites since the start; the share of the search that is over, 0…1.
    case searching(Double)
    /// Under something that lets no signal through.
    case lost
  }

  private let constellation: Constellation
  private let seed: UInt64
  private let mask: Double
  private let hasNoise: Bool
  /// Degrees above the horizon below which nothing is listened to.
  private static let horizon = 5.0

  init(seed: UInt64, mask: Double, hasNoise: Bool) {
    constellation = Constellation(seed: seed)
    self.seed = seed
    self.mask = mask
    self.hasNoise = hasNoise
  }

  /// The satellites in view.
  /// - Parameters:
  ///   - street: the direction of the way in degrees, along which houses leave the sky free.
  func view(from place: Coordinate, time: Double, street: Double, reception: Reception) -> SkyView {
    let visible = constellation.visible(from: place, time: time, above: Self.horizon)
    var satellites: [Satellite] = []
    var used: [(east: Double, north: Double, up: Double)] = []
    for (rank, one) in visible.enumerated() {
      if case .searching(let share) = reception, Double(rank) >= share * Double(visible.count) { break }
      let isHidden = one.elevation < cover(at: one.azimuth, street: street)
      // The highest five are heard in any street, and be it by way of a wall.
      let isUsed = reception == .good && (!isHidden || rank < 5)
      if isUsed { used.append(one.direction) }
      satellites.append(
        Satellite(
          number: one.number, system: one.system, systemNumber: one.systemNumber, elevation: (one.elevation * 10).rounded() / 10,
          azimuth: (one.azimuth * 10).rounded() / 10, signal: signal(one, time: time, isHidden: isHidden, reception: reception),
          isUsed: isUsed))
    }
    return SkyView(time: time, satellites: satellites, dilution: SkyGeometry.dilution(used) ?? DilutionOfPrecision())
  }

  /// The degrees above the horizon that houses cover in a direction: little along the street, all of it across.
  private func cover(at azimuth: Double, street: Double) -> Double {
    let across = abs(SteadyMath.sineCosine(azimuth - street).sine)
    let along = min(10, mask)
    return along + (mask - along) * across
  }

  /// dB-Hz, to a tenth.
  private func signal(_ satellite: VisibleSatellite, time: Double, isHidden: Bool, reception: Reception) -> Double {
    var level = 30 + 18 * satellite.direction.up
    if hasNoise { level += 2 * wavering(satellite.number, time) }
    if isHidden { level -= 15 }
    if reception == .lost { level -= 25 }
    return max(0, (level * 10).rounded() / 10)
  }

  /// −1…1, moving from one value to the next over ten seconds.
  private func wavering(_ number: Int, _ time: Double) -> Double {
    let tens = (time / 10).rounded(.down)
    let share = time / 10 - tens
    func value(_ index: Double) -> Double {
      var random = SteadyRandom(seed: seed ^ (Int64(exactly: index).map { UInt64(bitPattern: $0) } ?? 0), stream: UInt64(1000 + number))
      return 2 * random.uniform() - 1
    }
    return value(tens) * (1 - share) + value(tens + 1) * share
  }
}
