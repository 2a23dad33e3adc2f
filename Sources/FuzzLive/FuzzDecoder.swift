// Owns `fuzzDecoder`: whatever a live source sends, the decoder's messages keep what their types promise, in whatever pieces it comes.

import LiveProtocols
import TrackPlayback

/// The first byte says how the rest is read: its low two bits how it is cut, the next whether the source falls silent between the pieces,
/// the next whether it may begin inside a line, the upper four which protocol is expected.
@Sendable func fuzzDecoder(_ input: [UInt8]) {
  guard let choice = input.first else { return }
  let bytes = Array(input[1...])
  let kinds = ReceiverProtocol.allCases
  let expected = Int(choice >> 4) < kinds.count ? kinds[Int(choice >> 4)] : nil
  let mayBeginInside = choice & 8 != 0
  let isInterrupted = choice & 4 != 0
  var decoder = ReceiverDecoder(expected, mayBeginInside: mayBeginInside)
  var found: [ReceiverMessage] = []
  var position = 0
  while position < bytes.count {
    let end = min(bytes.count, position + [1, 7, 64, Int.max >> 1][Int(choice & 3)])
    found += decoder.decode(Array(bytes[position..<end]))
    if isInterrupted { found += decoder.flush() }
    precondition(decoder.pendingCount <= ReceiverDecoder.lineLimit, "more than a line is kept")
    position = end
  }
  found += decoder.finish()
  for message in found { check(message) }
  precondition(decoder.counts.messages == found.count, "messages that are not counted")
  precondition(decoder.counts.bytes == bytes.count, "bytes that are not counted")
  precondition(decoder.finish().isEmpty, "a source that goes on behind its end")
  guard !isInterrupted else { return }
  var whole = ReceiverDecoder(expected, mayBeginInside: mayBeginInside)
  let same = whole.decode(bytes) + whole.finish()
  precondition(same == found && whole.counts == decoder.counts, "the pieces say something else than the whole")
}

private func check(_ message: ReceiverMessage) {
  switch message {
  case .report(let report): check(report)
  case .sky(let view):
    checkName(view.source)
    checkTime(view.time)
    precondition(view.satellites.count <= 160, "more satellites than there are")
    for satellite in view.satellites {
      precondition(abs(satellite.elevation ?? 0) <= 180 && isCourse(satellite.azimuth), "a satellite that is nowhere")
      precondition(isMagnitude(satellite.signal), "a signal that is none")
    }
    let dilution = view.dilution
    for value in [dilution.horizontal, dilution.vertical, dilution.position, dilution.time, dilution.geometric] {
      precondition(isMagnitude(value), "a dilution that is none")
    }
  case .heading(let heading, let source):
    checkName(source)
    precondition(isCourse(heading.magnetic) && isCourse(heading.true), "a heading that is none")
    precondition(heading.magnetic != nil || heading.true != nil, "a heading that says nothing")
  case .notice(let words): precondition(!words.isEmpty && words.utf8.count <= ReceiverDecoder.lineLimit * 3 + 64, "words without end")
  }
}

private func check(_ report: ReceiverReport) {
  checkName(report.source)
  checkTime(report.time)
  let errors = report.errors
  let errorValues = [
    errors.longitude, errors.latitude, errors.vertical, errors.horizontal, errors.spherical, errors.speed, errors.climb, errors.course,
    errors.time,
  ]
  for value in errorValues { precondition(isMagnitude(value), "an error that is none") }
  for value in [report.ellipsoidalHeight, report.geoidSeparation, report.climb] {
    precondition((value ?? 0).isFinite, "a value that is not finite")
  }
  precondition(abs(report.magneticVariation ?? 0) <= 180 && isCourse(report.magneticCourse), "a magnetic angle that is none")
  guard let fix = report.fix else { return }
  precondition(report.mode != .none, "a fix of none")
  precondition(fix.coordinate.isValid, "a fix that lies nowhere")
  precondition(abs(fix.altitude ?? 0) <= 1e8 && isCourse(fix.course), "an altitude or course that is none")
  precondition((fix.speed ?? 0) >= 0 && (fix.speed ?? 0) < 3e8, "a speed that is none")
  precondition(isMagnitude(fix.horizontalAccuracy), "an accuracy that is none")
  precondition(fix.time == report.time, "two times of one fix")
}

private func isCourse(_ degrees: Double?) -> Bool { degrees.map { $0 >= 0 && $0 < 360 } ?? true }
private func isMagnitude(_ value: Double?) -> Bool { value.map { $0 >= 0 && $0.isFinite } ?? true }

private func checkTime(_ time: Double?) {
  precondition(time.map { $0 >= 0 && $0 < 253_402_300_800 } ?? true, "a time beyond the calendar")
}

private func checkName(_ name: String) {
  precondition(name.unicodeScalars.count <= 64, "a name without end")
  precondition(
    name.unicodeScalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) }, "a name that a terminal would obey")
}
