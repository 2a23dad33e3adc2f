// Files made by hand or by a rule, whose figures are known without the program.

/// Texts of small track files.
enum Samples {
  /// Eleven points, 0.001° of latitude and 20 s apart, 10 m up each five times and down five times; then a minute of standing still.
  ///
  /// By GeodSolve the meridian from 46.5° to 46.51° is 1111.611814 m, and each of its tenths 111.16 m.
  static let upAndDown: String = {
    var text = gpxHead + "<wpt lat=\"46.5\" lon=\"8\"><name>Inn</name></wpt><trk><name>Up and down</name><trkseg>\n"
    for index in 0...10 {
      text += point(46_500 + index, 8, elevation: 1000 + 10 * min(index, 10 - index), second: 20 * index)
    }
    for rest in 1...3 { text += point(46_510, 8, elevation: 1000, second: 200 + 20 * rest) }
    return text + "</trkseg></trk></gpx>\n"
  }()

  static let gpxHead = "<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"hand\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n"

  /// A track north along a meridian: a point each 10 s and 0.0005° (55.6 m), from so many seconds after 08:00 of 2024-05-01 UTC.
  static func ride(_ name: String, from start: Int?, count: Int, longitude: Double) -> String {
    var text = gpxHead + "<trk><name>\(name)</name><trkseg>\n"
    for index in 0..<count {
      let time = start.map { "<time>\(moment($0 + 10 * index))</time>" } ?? ""
      text += "<trkpt lat=\"\(thousandths(465_000 + 5 * index, digits: 4))\" lon=\"\(longitude)\">\(time)</trkpt>\n"
    }
    return text + "</trkseg></trk></gpx>\n"
  }

  /// A bicycle ride of three laps, a minute each, with a heart rate of 120 + 10 × lap + point and a cadence of 80 + point.
  static let laps: String = {
    var text = tcxHead("Biking")
    for lap in 0..<3 {
      text += "<Lap StartTime=\"\(moment(60 * lap))\"><TotalTimeSeconds>60</TotalTimeSeconds><DistanceMeters>667</DistanceMeters>"
      text += "<Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod><Track>\n"
      for index in 0...6 {
        let second = 60 * lap + 10 * index
        text += "<Trackpoint><Time>\(moment(second))</Time><Position><LatitudeDegrees>\(thousandths(465_000 + second, digits: 4))"
        text += "</LatitudeDegrees><LongitudeDegrees>8.0</LongitudeDegrees></Position><AltitudeMeters>\(1000 + second)</AltitudeMeters>"
        text += "<HeartRateBpm><Value>\(120 + 10 * lap + index)</Value></HeartRateBpm><Cadence>\(80 + index)</Cadence></Trackpoint>\n"
      }
      text += "</Track></Lap>"
    }
    return text + tcxFoot
  }()

  /// A run on a treadmill: a heart rate, no positions.
  static let indoors =
    tcxHead("Running")
    + "<Lap StartTime=\"\(moment(0))\"><TotalTimeSeconds>60</TotalTimeSeconds><DistanceMeters>200</DistanceMeters><Track>"
    + "<Trackpoint><Time>\(moment(0))</Time><HeartRateBpm><Value>120</Value></HeartRateBpm></Trackpoint>"
    + "<Trackpoint><Time>\(moment(60))</Time><HeartRateBpm><Value>130</Value></HeartRateBpm></Trackpoint></Track></Lap>" + tcxFoot

  private static func tcxHead(_ sport: String) -> String {
    "<?xml version=\"1.0\"?><TrainingCenterDatabase xmlns=\"http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2\">"
      + "<Activities><Activity Sport=\"\(sport)\"><Id>\(moment(0))</Id>"
  }
  private static let tcxFoot = "</Activity></Activities></TrainingCenterDatabase>\n"

  private static func point(_ latitude: Int, _ longitude: Int, elevation: Int, second: Int) -> String {
    "<trkpt lat=\"\(thousandths(latitude, digits: 3))\" lon=\"\(longitude)\"><ele>\(elevation)</ele><time>\(moment(second))</time></trkpt>\n"
  }

  /// So many seconds after 08:00 of 2024-05-01 UTC.
  static func moment(_ second: Int) -> String {
    "2024-05-01T\(two(8 + second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// A whole number with its last digits behind the point.
  private static func thousandths(_ number: Int, digits: Int) -> String {
    let text = Array(String(number))
    return String(text.dropLast(digits)) + "." + String(text.suffix(digits))
  }
}

/// The members of the JSON object that `info --json` prints, a line each, as they are written.
func members(_ text: String) -> [String: String] {
  var out: [String: String] = [:]
  for line in text.split(separator: "\n") {
    let parts = line.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { continue }
    let key = parts[0].filter { $0 != " " && $0 != "\"" }
    var value = parts[1].drop { $0 == " " }
    if value.last == "," { value.removeLast() }
    if out[key] == nil { out[key] = String(value) }
  }
  return out
}
