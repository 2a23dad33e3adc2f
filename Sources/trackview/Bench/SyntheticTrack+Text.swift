// Synthetic tracks as files.

import TrackGeodesy

extension SyntheticTrack {
  /// A line a point, as the GPS simulator has it.
  var coordinateText: [UInt8] {
    var out = Array("# datum: WGS-84\n".utf8)
    out.reserveCapacity(fixes.count * 34)
    for fix in fixes {
      out += DecimalText.fixed(fix.coordinate.longitude, digits: 7).utf8
      out.append(UInt8(ascii: ","))
      out += DecimalText.fixed(fix.coordinate.latitude, digits: 7).utf8
      out.append(UInt8(ascii: ","))
      out += DecimalText.fixed(fix.altitude ?? 0, digits: 1).utf8
      out.append(UInt8(ascii: "\n"))
    }
    return out
  }

  /// GPX 1.1 with elevations and times, indented as receivers write it.
  var gpx: [UInt8] {
    var out = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" creator=\"trackview bench\"".utf8)
    out += Array(" xmlns=\"http://www.topografix.com/GPX/1/1\">\n<trk><trkseg>\n".utf8)
    out.reserveCapacity(fixes.count * 115)
    for (index, fix) in fixes.enumerated() {
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
