// Synthetic tracks as files.

import TrackFormats
import TrackGeodesy
import TrackPlayback

extension SyntheticTrack {
  /// A line a point, as the GPS simulator has it.
  var coordinateText: [UInt8] {
    var out = Array("# datum: WGS-84\n".utf8)
    out.reserveCapacity(points.count * 34)
    for index in 0..<points.count {
      let fix = points[index]
      out += DecimalText.fixed(fix.coordinate.longitude, digits: 7).utf8
      out.append(UInt8(ascii: ","))
      out += DecimalText.fixed(fix.coordinate.latitude, digits: 7).utf8
      out.append(UInt8(ascii: ","))
      out += DecimalText.fixed(fix.altitude ?? 0, digits: 1).utf8
      out.append(UInt8(ascii: "\n"))
    }
    return out
  }

  /// The track as one of our own writers has it.
  func written(as identifier: String) -> [UInt8] {
    let writable = FormatRegistry.formats.compactMap { $0 as? any WritableTrackFormat.Type }
    guard let format = writable.first(where: { $0.identifier == identifier }) else { return [] }
    let bytes = ByteCollector()
    var output = ByteOutput { span in
      span.withUnsafeBufferPointer { bytes.all += $0 }
      return true
    }
    format.write(TrackDocument(format: identifier, tracks: [track]), into: &output)
    _ = output.finish()
    return bytes.all
  }

  private final class ByteCollector {
    var all: [UInt8] = []
  }

  /// TCX with a heart rate, as a watch writes it.
  var tcx: [UInt8] {
    var out = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<TrainingCenterDatabase".utf8)
    out += Array(" xmlns=\"http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2\">\n<Activities><Activity Sport=\"Biking\">\n".utf8)
    out += Array("<Id>2026-01-01T00:00:00Z</Id><Lap StartTime=\"2026-01-01T00:00:00Z\"><Track>\n".utf8)
    for index in 0..<points.count {
      let fix = points[index]
      out += "<Trackpoint><Time>\(Self.time(index))</Time><Position><LatitudeDegrees>".utf8
      out += DecimalText.fixed(fix.coordinate.latitude, digits: 7).utf8
      out += "</LatitudeDegrees><LongitudeDegrees>".utf8
      out += DecimalText.fixed(fix.coordinate.longitude, digits: 7).utf8
      out += "</LongitudeDegrees></Position><AltitudeMeters>".utf8
      out += DecimalText.fixed(fix.altitude ?? 0, digits: 1).utf8
      out += "</AltitudeMeters><HeartRateBpm><Value>\(120 + index % 40)</Value></HeartRateBpm></Trackpoint>\n".utf8
    }
    return out + Array("</Track></Lap></Activity></Activities></TrainingCenterDatabase>\n".utf8)
  }

  /// FIT with a record a point: time, position, altitude, heart rate, distance, speed, as a cycling computer writes it.
  var fit: [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(count * 27 + 64)
    func put(_ value: UInt32, _ bytes: Int) {
      for byte in 0..<bytes { body.append(UInt8(truncatingIfNeeded: value >> (8 * UInt32(byte)))) }
    }
    // A definition of message 20 (record): field, size, base type.
    let fields: [(UInt8, UInt8, UInt8)] = [
      (253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (2, 2, 0x84), (3, 1, 0x02), (5, 4, 0x86), (6, 2, 0x84),
    ]
    body += [0x40, 0, 0, 20, 0, UInt8(fields.count)] + fields.flatMap { [$0.0, $0.1, $0.2] }
    func semicircles(_ degrees: Double) -> UInt32 { UInt32(bitPattern: Int32(degrees * 2_147_483_648 / 180)) }
    for index in 0..<points.count {
      let fix = points[index]
      body.append(0)
      put(1_136_073_600 &+ UInt32(index), 4)
      put(semicircles(fix.coordinate.latitude), 4)
      put(semicircles(fix.coordinate.longitude), 4)
      put(UInt32(max(0, ((fix.altitude ?? 0) + 500) * 5)), 2)
      put(UInt32(120 + index % 40), 1)
      put(UInt32(index) &* 800, 4)
      put(8_000, 2)
    }
    var header: [UInt8] = [14, 0x20, 0x54, 0x08]
    for byte in 0..<4 { header.append(UInt8(truncatingIfNeeded: body.count >> (8 * byte))) }
    // A checksum of 0 means that the header has none.
    header += Array(".FIT".utf8) + [0, 0]
    return header + body + Self.checksum(header + body)
  }

  /// The CRC-16 (polynomial 0xA001, reflected) at the end of a FIT file.
  private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    var crc: UInt16 = 0
    for byte in bytes {
      crc ^= UInt16(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xA001 : crc >> 1 }
    }
    return [UInt8(truncatingIfNeeded: crc), UInt8(truncatingIfNeeded: crc >> 8)]
  }

  /// GPX 1.1 with elevations and times, indented as receivers write it.
  var gpx: [UInt8] {
    var out = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" creator=\"trackview bench\"".utf8)
    out += Array(" xmlns=\"http://www.topografix.com/GPX/1/1\">\n<trk><trkseg>\n".utf8)
    out.reserveCapacity(points.count * 115)
    for index in 0..<points.count {
      let fix = points[index]
      out += "  <trkpt lat=\"".utf8
      out += DecimalText.fixed(fix.coordinate.latitude, digits: 7).utf8
      out += "\" lon=\"".utf8
      out += DecimalText.fixed(fix.coordinate.longitude, digits: 7).utf8
      out += "\">\n    <ele>".utf8
      out += DecimalText.fixed(fix.altitude ?? 0, digits: 1).utf8
      out += "</ele>\n    <time>".utf8
      out += Self.time(index).utf8
      out += "</time>\n  </trkpt>\n".utf8
    }
    return out + Array("</trkseg></trk></gpx>\n".utf8)
  }

  /// One point a second from the first of January 2026 on, for at most a month.
  private static func time(_ second: Int) -> String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let day = second / 86_400 % 31 + 1
    return "2026-01-\(two(day))T\(two(second / 3600 % 24)):\(two(second / 60 % 60)):\(two(second % 60))Z"
  }
}
