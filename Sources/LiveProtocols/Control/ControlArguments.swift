// Owns `ControlArguments`: the words behind a verb, read one after another, whether they come from JSON or from plain text.

import TrackFormats
import TrackGeodesy
import TrackPlayback

/// The arguments of one command. Numbers may be written as numbers or as texts, since a script's words are all texts.
struct ControlArguments {
  private let verb: String
  private var values: ArraySlice<JSONValue>

  init(of verb: ControlVerb, _ values: ArraySlice<JSONValue>) {
    self.verb = verb.rawValue
    self.values = values
  }

  var isEmpty: Bool { values.isEmpty }
  var count: Int { values.count }

  /// Nothing may be left.
  func end() throws(ControlFailure) {
    guard values.isEmpty else { throw .invalid("\(verb) takes fewer arguments: \(usage)") }
  }

  /// The next argument.
  mutating func next() throws(ControlFailure) -> JSONValue {
    guard let value = values.popFirst() else { throw .invalid("\(verb) needs more: \(usage)") }
    return value
  }

  /// Passes over `null` or the word `null`; whether it stood there.
  mutating func takeNull() throws(ControlFailure) -> Bool {
    guard values.first == .null || values.first?.string == "null" else { return false }
    values = values.dropFirst()
    return true
  }

  mutating func text() throws(ControlFailure) -> String {
    guard let text = try next().string else { throw .invalid("\(verb) takes a text: \(usage)") }
    return text
  }

  mutating func number(in range: ClosedRange<Double>) throws(ControlFailure) -> Double {
    let value = try next()
    guard let number = Self.number(value), range.contains(number) else { throw .invalid("\(verb) takes a number: \(usage)") }
    return number
  }

  mutating func whole(in range: ClosedRange<Int>) throws(ControlFailure) -> Int {
    let value = try next()
    guard let number = Self.number(value), let whole = Int(exactly: number), range.contains(whole) else {
      throw .invalid("\(verb) takes a whole number: \(usage)")
    }
    return whole
  }

  mutating func truth() throws(ControlFailure) -> Bool {
    let value = try next()
    if let truth = value.bool { return truth }
    switch value.string {
    case "yes", "true", "on", "1": return true
    case "no", "false", "off", "0": return false
    default: throw .invalid("\(verb) takes yes or no: \(usage)")
    }
  }

  mutating func property() throws(ControlFailure) -> ControlProperty {
    let name = try text()
    guard let property = ControlProperty(name: name) else {
      throw ControlFailure(.propertyNotFound, "there is no property \(NetworkAddress.quoted(name))")
    }
    return property
  }

  mutating func seekTarget() throws(ControlFailure) -> SeekTarget {
    let value = try next()
    let target: SeekTarget?
    if let number = value.number {
      target = abs(number) < 1e9 ? (number < 0 ? .relative(number) : .position(number)) : nil
    } else {
      target = value.string.flatMap(SeekTarget.init)
    }
    guard let target else { throw .invalid("seek takes 90, 1:30, 50%, +10 or -10") }
    guard let how = values.popFirst() else { return target }
    return try Self.reinterpreted(target, how.string ?? "")
  }

  /// The flags that mpv's `seek` has.
  private static func reinterpreted(_ target: SeekTarget, _ flag: String) throws(ControlFailure) -> SeekTarget {
    guard case .position(let value) = target else {
      guard case .relative = target, flag == "relative" else {
        throw .invalid("seek: \(NetworkAddress.quoted(flag)) does not go with that")
      }
      return target
    }
    switch flag {
    case "absolute": return target
    case "relative": return .relative(value)
    case "absolute-percent" where value <= 100: return .share(value / 100)
    default: throw .invalid("seek knows absolute, relative and absolute-percent, not \(NetworkAddress.quoted(flag))")
    }
  }

  // MARK: Locations

  /// A location: `39.9,116.4`, `39.9 116.4 45`, numbers, or an object, and a datum behind it.
  mutating func location() throws(ControlFailure) -> Fix {
    if case .object? = values.first { return try Self.fix(of: try next()) }
    var numbers: [Double] = []
    while let value = values.first {
      if let number = value.number {
        numbers.append(number)
      } else if let text = value.string, Self.isNumeric(text) {
        for part in text.split(separator: ",") {
          guard let number = ControlNumber.plain(String(part)) else {
            throw .invalid("\(NetworkAddress.quoted(part)) is no number: \(usage)")
          }
          numbers.append(number)
        }
      } else {
        break
      }
      values = values.dropFirst()
      guard numbers.count <= 3 else { throw .invalid("\(verb) takes latitude, longitude and perhaps altitude: \(usage)") }
    }
    guard numbers.count >= 2 else { throw .invalid("\(verb) needs latitude and longitude: \(usage)") }
    let datum = try values.isEmpty ? Datum.wgs84 : Self.datum(try text())
    return try Self.fix(latitude: numbers[0], longitude: numbers[1], altitude: numbers.count > 2 ? numbers[2] : nil, datum: datum)
  }

  /// The location in an object: latitude, longitude, and perhaps altitude, course, speed, accuracy, datum.
  private static func fix(of object: JSONValue) throws(ControlFailure) -> Fix {
    guard let latitude = object["latitude"]?.number, let longitude = object["longitude"]?.number else {
      throw .invalid("a location needs the numbers latitude and longitude")
    }
    let datum = try object["datum"].map { value throws(ControlFailure) in try Self.datum(value.string ?? "") } ?? .wgs84
    var fix = try fix(
      latitude: latitude, longitude: longitude, altitude: try optional(object, "altitude", -20_000...10_000_000), datum: datum)
    fix.course = try optional(object, "course", 0...360).map(Angle.normalized360)
    fix.speed = try optional(object, "speed", 0...300_000)
    fix.horizontalAccuracy = try optional(object, "accuracy", 0...20_000_000)
    return fix
  }

  private static func optional(_ object: JSONValue, _ name: String, _ range: ClosedRange<Double>) throws(ControlFailure) -> Double? {
    guard let value = object[name], value != .null else { return nil }
    guard let number = value.number, range.contains(number) else { throw .invalid("\(name) is out of its range") }
    return number
  }

  private static func fix(latitude: Double, longitude: Double, altitude: Double?, datum: Datum) throws(ControlFailure) -> Fix {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    guard place.isValid else { throw .invalid("latitude goes from -90 to 90 and longitude from -180 to 180") }
    if let altitude, !(-20_000...10_000_000).contains(altitude) { throw .invalid("the altitude is out of its range") }
    return Fix(coordinate: Datum.convert(place, from: datum, to: .wgs84), altitude: altitude)
  }

  private static func datum(_ name: String) throws(ControlFailure) -> Datum {
    let plain = name.lowercased().filter { $0 != "-" }
    guard name.utf8.count <= 16, let datum = Datum(rawValue: plain) else {
      throw .invalid("\(NetworkAddress.quoted(name)) is no datum: wgs84, gcj02 or bd09")
    }
    return datum
  }

  // MARK: Parts

  /// How the verb is used, for messages.
  private var usage: String { ControlVerb(rawValue: verb).map { "\(verb) \($0.row.arguments)" } ?? verb }

  private static func number(_ value: JSONValue) -> Double? { value.number ?? value.string.flatMap(ControlNumber.plain) }

  /// Whether a text begins as a number does, or is what parts numbers.
  private static func isNumeric(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    return (0x30...0x39).contains(first) || first == UInt8(ascii: "-") || first == UInt8(ascii: "+") || first == UInt8(ascii: ".")
      || first == UInt8(ascii: ",")
  }
}
