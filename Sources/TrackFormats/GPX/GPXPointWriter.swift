// Owns `GPXPointWriter`: the points of a track or route as elements.

import TrackGeodesy
import TrackPlayback

/// Writes the points of one track or route, each on a line.
///
/// The order of the elements within is that of the schema's `wptType`: `ele`, `time`, `name`, and `extensions` last.
struct GPXPointWriter {
  private let points: TrackPoints
  private let names: [Int: String]
  private let element: StaticString
  private let hasExtensions: Bool
  private let hasGarmin: Bool

  /// - Parameters:
  ///   - names: The names of points, by index.
  ///   - element: `trkpt` or `rtept`.
  init(points: TrackPoints, names: [Int: String], element: StaticString) {
    self.points = points
    self.names = names
    self.element = element
    hasGarmin =
      !points.speeds.isEmpty || !points.courses.isEmpty || !points.heartRates.isEmpty || !points.cadences.isEmpty
      || !points.temperatures.isEmpty
    hasExtensions = hasGarmin || !points.powers.isEmpty || !points.accuracies.isEmpty
  }

  func write(_ index: Int, into output: inout ByteOutput) {
    GPXWriter.putStart(of: element, at: points.coordinate(at: index), into: &output)
    Self.put("ele", Self.value(points.altitudes, index), into: &output)
    if let time = points.time(at: index) { GPXWriter.putTime(time, into: &output) }
    if let name = names[index] { GPXWriter.putName(name, into: &output) }
    if hasExtensions { writeExtensions(index, into: &output) }
    output.put("</" as StaticString)
    output.put(element)
    output.put(">\n" as StaticString)
  }

  private func writeExtensions(_ index: Int, into output: inout ByteOutput) {
    // Garmin's schema has whole numbers from 1 to 255, 0 to 254 and 0 to 65,535 for these.
    let (heartRate, oddHeartRate) = Self.parted(Self.value(points.heartRates, index), 1...255)
    let (cadence, oddCadence) = Self.parted(Self.value(points.cadences, index), 0...254)
    let (power, oddPower) = Self.parted(Self.value(points.powers, index), 0...65_535)
    let temperature = Self.value(points.temperatures, index)
    let speed = Self.value(points.speeds, index)
    let course = Self.value(points.courses, index)
    let accuracy = Self.value(points.accuracies, index)
    let hasGarmin = [temperature, heartRate, cadence, speed, course].contains { $0 != nil }
    guard hasGarmin || [power, accuracy, oddHeartRate, oddCadence, oddPower].contains(where: { $0 != nil }) else { return }
    output.put("<extensions>" as StaticString)
    if hasGarmin {
      output.put("<gpxtpx:TrackPointExtension>" as StaticString)
      Self.put("gpxtpx:atemp", temperature, into: &output)
      Self.put("gpxtpx:hr", heartRate, into: &output)
      Self.put("gpxtpx:cad", cadence, into: &output)
      Self.put("gpxtpx:speed", speed, into: &output)
      Self.put("gpxtpx:course", course, into: &output)
      output.put("</gpxtpx:TrackPointExtension>" as StaticString)
    }
    Self.put("pwr:PowerInWatts", power, into: &output)
    Self.put("trackview:hAcc", accuracy, into: &output)
    Self.put("trackview:hr", oddHeartRate, into: &output)
    Self.put("trackview:cad", oddCadence, into: &output)
    Self.put("trackview:power", oddPower, into: &output)
    output.put("</extensions>" as StaticString)
  }

  /// An element with a number in it, or nothing.
  private static func put(_ element: StaticString, _ value: Float?, into output: inout ByteOutput) {
    guard let value, let text = PlainDecimal.text(value) else { return }
    output.put(.less)
    output.put(element)
    output.put(.greater)
    output.put(text)
    output.put("</" as StaticString)
    output.put(element)
    output.put(.greater)
  }

  private static func value(_ column: [Float], _ index: Int) -> Float? {
    guard !column.isEmpty, column[index].isFinite else { return nil }
    return column[index]
  }

  /// A value on the side of those that are whole and within bounds, or on that of the others.
  private static func parted(_ value: Float?, _ bounds: ClosedRange<Float>) -> (usual: Float?, odd: Float?) {
    guard let value else { return (nil, nil) }
    return bounds.contains(value) && value == value.rounded() ? (value, nil) : (nil, value)
  }
}
