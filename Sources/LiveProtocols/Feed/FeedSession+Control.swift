// Owns what a feed tells a control socket, and how it does what it is told.

import TrackFormats
import TrackGeodesy
import TrackPlayback

extension FeedSession: ControlTarget {
  package func value(of property: ControlProperty) -> JSONValue? {
    let fix = lastReport?.fix
    switch property {
    case .state: return .string(player.state(at: now).word)
    case .position: return .rounded(player.position(at: now), 3)
    case .duration: return .rounded(player.timeline.duration, 3)
    case .percent:
      let duration = player.timeline.duration
      return duration > 0 ? .rounded(player.position(at: now) / duration * 100, 3) : nil
    case .paused: return .bool(player.isPaused)
    case .speed: return .number(player.speed)
    case .rate: return .number(player.rate)
    case .loop: return .bool(player.isRepeating)
    case .lap: return .number(Double(player.lap(at: now)))
    case .fix: return fix.map { .fix($0, isSimulated: lastReport?.isSimulated ?? true) }
    case .latitude: return fix.map { .rounded($0.coordinate.latitude, 9) }
    case .longitude: return fix.map { .rounded($0.coordinate.longitude, 9) }
    case .altitude: return fix?.altitude.map { .rounded($0, 3) }
    case .course: return fix?.course.map { .rounded($0, 3) }
    case .groundSpeed: return fix?.speed.map { .rounded($0, 3) }
    case .accuracy: return fix?.horizontalAccuracy.map { .rounded($0, 3) }
    case .time: return lastReport?.time.map { .rounded($0, 3) }
    case .mock: return player.mock.map { .fix($0, isSimulated: nil) } ?? .null
    case .route: return .string(route)
    case .live: return .bool(false)
    case .outputs: return .array(outputs.map { .string($0) })
    case .clients: return .number(Double(clientCount))
    case .sent: return .number(Double(sentCount))
    case .accepted, .rejected: return nil
    case .version: return version.isEmpty ? nil : .string(version)
    }
  }

  package mutating func perform(_ command: ControlCommand) -> Result<JSONValue, ControlFailure> {
    carryOut(command)
    switch command {
    case .setLocation, .hold: return .success(value(of: .mock) ?? .null)
    case .seek, .step: return .success(.rounded(player.position(at: now), 3))
    case .speed: return .success(.number(player.speed))
    case .rate: return .success(.number(player.rate))
    case .pause, .resume, .toggle: return .success(.string(player.state(at: now).word))
    case .release, .loop, .lose, .quit: return .success(.null)
    }
  }
}

extension PlaybackState {
  /// As the property `state` says it.
  package var word: String {
    switch self {
    case .playing: "playing"
    case .paused: "paused"
    case .ended: "ended"
    }
  }
}

extension JSONValue {
  /// A number to so many decimals; `null` for one that is none.
  package static func rounded(_ value: Double, _ digits: Int) -> JSONValue {
    guard value.isFinite else { return .null }
    return .number(Double(DecimalText.fixed(value, digits: digits)) ?? value)
  }

  /// A fix as the properties `fix` and `mock` have it.
  /// - Parameter isSimulated: whether software made it up; `nil` leaves that out.
  package static func fix(_ fix: Fix, isSimulated: Bool?) -> JSONValue {
    var members = [
      Member("latitude", .rounded(fix.coordinate.latitude, 9)), Member("longitude", .rounded(fix.coordinate.longitude, 9)),
    ]
    let numbers = [
      ("altitude", fix.altitude), ("course", fix.course), ("speed", fix.speed), ("accuracy", fix.horizontalAccuracy), ("time", fix.time),
    ]
    for case (let name, let value?) in numbers { members.append(Member(name, .rounded(value, 3))) }
    if let isSimulated { members.append(Member("simulated", .bool(isSimulated))) }
    return .object(members)
  }
}
