// A receiver that drives north: what other people's programs are shown.

import LiveProtocols
import Synchronization
import TrackGeodesy
import TrackPlayback

@testable import LiveFeeds

/// Publishes a fix and a sky several times a second, on a thread of its own, until it ends.
final class Drive {
  private let isOver = Flag()
  private var thread = pthread_t()
  /// Outlives the thread that publishes.
  private let fixture: HubFixture

  /// Beside the Forbidden City: 39.9163° N, 116.3906° E, going north by 2 m a fix.
  static let start = Coordinate(latitude: 39.9163, longitude: 116.3906)

  init(_ fixture: HubFixture, perSecond: Double = 10) {
    self.fixture = fixture
    let work = Unmanaged.passRetained(Work(fixture.hub, isOver, perSecond))
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, work.toOpaque())
  }

  deinit {
    isOver.raise()
    pthread_join(thread, nil)
  }

  private final class Flag: Sendable {
    private let value = Mutex(false)
    func raise() { value.withLock { $0 = true } }
    var isRaised: Bool { value.withLock { $0 } }
  }

  private final class Work {
    private let hub: FeedHub
    private let isOver: Flag
    private let perSecond: Double

    init(_ hub: FeedHub, _ isOver: Flag, _ perSecond: Double) {
      (self.hub, self.isOver, self.perSecond) = (hub, isOver, perSecond)
    }

    func run() {
      var number = 0
      while !isOver.isRaised {
        hub.publish(Drive.messages(number, at: WallTime.now))
        number += 1
        usleep(UInt32(1e6 / perSecond))
      }
    }
  }

  /// The fix of a number and the sky with it.
  static func messages(_ number: Int, at time: Double) -> [ReceiverMessage] {
    let place = Coordinate(latitude: start.latitude + Double(number % 1_000) * 1.8e-5, longitude: start.longitude)
    let fix = Fix(coordinate: place, altitude: 45.5, time: time, course: 1.5, speed: 20, horizontalAccuracy: 5)
    let report = ReceiverReport(
      mode: .threeDimensional, status: .simulated, time: time, fix: fix, geoidSeparation: -9, magneticVariation: -7.5)
    let satellites = (1...8).map { index in
      Satellite(
        number: index, system: .gps, systemNumber: index, elevation: Double(10 * index), azimuth: Double(40 * index),
        signal: Double(30 + index),
        isUsed: index > 2)
    }
    var dilution = DilutionOfPrecision()
    (dilution.horizontal, dilution.vertical, dilution.position) = (0.9, 1.2, 1.5)
    return [.report(report), .sky(SkyView(time: time, satellites: satellites, dilution: dilution))]
  }

  /// Whether a text has the place of one of its first fixes, as `lat` and `lon` of JSON.
  static func isShown(in text: String) -> Bool { Program.contains(text, "\"lat\":39.9") && Program.contains(text, "\"lon\":116.3906") }
}
