// Owns `GPSDReader`: the reports of gpsd put together into tracks.

import TrackGeodesy
import TrackPlayback

/// Puts the reports of gpsd together into one track a device.
struct GPSDReader: JSONTrackReader {
  /// A member of a report that is wanted.
  enum Word: UInt8 {
    case `class`, device, mode, time, latitude, longitude, altMSL, alt, altHAE, track, speed, eph, epx, epy
    case other

    init(_ name: UnsafeBufferPointer<UInt8>) {
      self =
        switch name.count {
        case 3:
          name.spells("lat")
            ? .latitude
            : name.spells("lon")
              ? .longitude
              : name.spells("alt") ? .alt : name.spells("eph") ? .eph : name.spells("epx") ? .epx : name.spells("epy") ? .epy : .other
        case 4: name.spells("mode") ? .mode : name.spells("time") ? .time : .other
        case 5: name.spells("class") ? .class : name.spells("track") ? .track : name.spells("speed") ? .speed : .other
        case 6: name.spells("device") ? .device : name.spells("altMSL") ? .altMSL : name.spells("altHAE") ? .altHAE : .other
        default: .other
        }
    }
  }

  /// A report on its way, NaN where it says nothing.
  private struct Report {
    var isTPV = false
    var device: String?
    var mode = Double.nan
    var time = Double.nan
    var latitude = Double.nan
    var longitude = Double.nan
    var altMSL = Double.nan
    var alt = Double.nan
    var altHAE = Double.nan
    var track = Double.nan
    var speed = Double.nan
    var eph = Double.nan
    var epx = Double.nan
    var epy = Double.nan
    var byteOffset = 0
  }

  /// The track of a device; its last fix waits for other reports about the same moment.
  private struct Device {
    var name: String?
    var builder: TrackBuilder
    var pending: Fix?
  }

  let datum: Datum
  let isDatumStated: Bool
  var skipped = SkippedRecords()
  private var devices: [Device] = []
  private var report = Report()
  private var word = Word.other
  private var depth = 0
  /// How deep the members of the report under way are; 0 where there is none.
  private var reportDepth = 0
  private var lastRecordEnd = 0
  private var reportCount = 0
  private var lastDevice: (text: [UInt8], name: String?) = ([], nil)

  init(options: ReadOptions) {
    datum = options.datum ?? .wgs84
    isDatumStated = options.datum != nil
    skipped.limit = options.recordLimit
  }

  /// How many points there are so far.
  var pointCount: Int { devices.reduce(0) { $0 + $1.builder.points.count } }
  /// The points of the first device so far.
  var firstPoints: TrackPoints { devices.first?.builder.points ?? TrackPoints() }

  /// Takes the next events of a text.
  mutating func take(_ events: JSONEvents) {
    for event in events {
      switch event.kind {
      case .objectStart:
        depth += 1
        // An object within arrays is a report; one within a report belongs to it.
        if reportDepth == 0 {
          reportDepth = depth
          report = Report()
          report.byteOffset = event.offset
        }
      case .arrayStart: depth += 1
      case .arrayEnd: depth -= 1
      case .objectEnd:
        if depth == reportDepth {
          reportDepth = 0
          lastRecordEnd = event.offset + 1
          endReport()
        }
        depth -= 1
      case .key: if depth == reportDepth { word = Word(event.text) }
      case .string: if depth == reportDepth { takeText(event) }
      case .number: if depth == reportDepth, word != .other { takeNumber(event.number) }
      case .null, .true, .false: break
      }
    }
  }

  /// Ends a text, whole or not; a report that has no end is dropped. Returns where the last whole one ended.
  mutating func endText() -> Int {
    depth = 0
    reportDepth = 0
    return lastRecordEnd
  }

  private mutating func takeText(_ event: JSONEvent) {
    switch word {
    case .class: report.isTPV = event.text.spells("TPV")
    case .device: report.device = deviceName(event.text)
    case .time:
      var offset: Int?
      let text = Span(_unsafeElements: event.text)
      if let time = JSONMoment.seconds(text, offset: &offset) {
        report.time = time
      } else if report.isTPV {
        skipped.note(.value) {
          SkippedRecord(line: nil, byteOffset: event.offset, found: TextCleaning.excerpt(text), expected: "a time as in ISO 8601")
        }
      }
    default: break
    }
  }

  /// The name of a device; nearly every report says the same one.
  private mutating func deviceName(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    if !lastDevice.text.elementsEqual(text) { lastDevice = (Array(text), TextCleaning.name(Span(_unsafeElements: text))) }
    return lastDevice.name
  }

  private mutating func takeNumber(_ number: Double) {
    switch word {
    case .mode: report.mode = number
    case .time: report.time = number
    case .latitude: report.latitude = number
    case .longitude: report.longitude = number
    case .altMSL: report.altMSL = number
    case .alt: report.alt = number
    case .altHAE: report.altHAE = number
    case .track: report.track = number
    case .speed: report.speed = number
    case .eph: report.eph = number
    case .epx: report.epx = number
    case .epy: report.epy = number
    case .class, .device, .other: break
    }
  }
}

// MARK: - Fixes

extension GPSDReader {
  private mutating func endReport() {
    guard report.isTPV else { return }
    reportCount += 1
    // Without a mode (old versions) a position is what makes a fix.
    if report.mode < 2 || (report.latitude.isNaN && report.longitude.isNaN) { return }
    let place = Coordinate(latitude: report.latitude, longitude: report.longitude)
    guard place.isValid else {
      let report = report
      skipped.note(.record) {
        SkippedRecord(
          line: nil, byteOffset: report.byteOffset, found: "the position \(report.latitude), \(report.longitude)",
          expected: "a latitude from -90 to 90 and a longitude from -180 to 180")
      }
      return
    }
    add(fix(at: datum.toWGS84(place)), device: report.device)
  }

  private func fix(at place: Coordinate) -> Fix {
    func known(_ values: Double...) -> Double? { values.first { $0.isFinite } }
    let altitude = known(report.altMSL, report.alt, report.altHAE)
    return Fix(
      coordinate: place, altitude: altitude.flatMap { FixLimits.isAltitude($0) ? $0 : nil }, time: known(report.time),
      course: known(report.track), speed: known(report.speed),
      horizontalAccuracy: known(report.eph, (report.epx * report.epx + report.epy * report.epy).squareRoot()))
  }

  /// Adds a fix; one of the same moment as the one before is its later version.
  private mutating func add(_ fix: Fix, device name: String?) {
    let index: Int
    if let found = devices.firstIndex(where: { $0.name == name }) {
      index = found
    } else if devices.count < Self.deviceLimit {
      index = devices.count
      devices.append(Device(name: name, builder: TrackBuilder()))
    } else {
      index = devices.count - 1
    }
    guard let pending = devices[index].pending else {
      devices[index].pending = fix
      return
    }
    if let time = fix.time, time == pending.time {
      devices[index].pending = Fix(
        coordinate: fix.coordinate, altitude: fix.altitude ?? pending.altitude, time: time, course: fix.course ?? pending.course,
        speed: fix.speed ?? pending.speed, horizontalAccuracy: fix.horizontalAccuracy ?? pending.horizontalAccuracy)
    } else {
      devices[index].builder.append(pending)
      devices[index].pending = fix
    }
  }

  /// So many devices are told apart: a gpsd serves a handful.
  private static let deviceLimit = 64

  /// The tracks, once all is read.
  mutating func document() throws(FormatError) -> TrackDocument {
    var tracks: [Track] = []
    for index in devices.indices {
      if let last = devices[index].pending { devices[index].builder.append(last) }
      devices[index].pending = nil
      devices[index].builder.name = devices[index].name
      if let track = devices[index].builder.track(datum: datum, isDatumStated: isDatumStated) { tracks.append(track) }
    }
    guard !tracks.isEmpty else {
      let what = reportCount == 0 ? "no TPV report" : "not one of its \(reportCount) TPV reports has a position"
      throw FormatError(.noCoordinates, message: "it is a log of gpsd with no fix in it: \(what)")
    }
    return TrackDocument(format: GPSDFormat.identifier, tracks: tracks, skipped: skipped)
  }
}
