// Owns `TrackPoints`: the points of a track as one array a quantity, small enough for a million points.

import TrackGeodesy

/// The points of a track as a structure of arrays.
///
/// `latitudes` and `longitudes` always hold ``count`` elements. Every other column is empty until the first point that
/// carries a value, and from then on holds ``count`` elements with NaN for "unknown". Every coordinate in here is
/// valid: see ``append(_:)``.
public struct TrackPoints: Sendable {
  /// The latitudes in degrees, −90…90.
  public private(set) var latitudes: [Double] = []
  /// The longitudes in degrees, −180…180.
  public private(set) var longitudes: [Double] = []
  /// The altitudes in metres; NaN is unknown. Empty, or ``count`` elements.
  public private(set) var altitudes: [Float] = []
  /// The moments in seconds since 1970 UTC; NaN is unknown. Empty, or ``count`` elements.
  public private(set) var times: [Double] = []
  /// The recorded speeds in metres a second; NaN is unknown. Empty, or ``count`` elements.
  public private(set) var speeds: [Float] = []
  /// The recorded courses in degrees from true north, 0 ..< 360; NaN is unknown. Empty, or ``count`` elements.
  public private(set) var courses: [Float] = []
  /// The horizontal accuracies in metres; NaN is unknown. Empty, or ``count`` elements.
  public private(set) var accuracies: [Float] = []
  /// The heart rates in beats a minute; NaN is unknown. Empty, or ``count`` elements.
  public private(set) var heartRates: [Float] = []
  /// The cadences in steps or turns a minute; NaN is unknown. Empty, or ``count`` elements.
  public private(set) var cadences: [Float] = []
  /// The powers in watts; NaN is unknown. Empty, or ``count`` elements.
  public private(set) var powers: [Float] = []
  /// The air temperatures in degrees Celsius; NaN is unknown. Empty, or ``count`` elements.
  public private(set) var temperatures: [Float] = []

  /// No points.
  public init() {}

  /// The fixes of a sequence in their order, without those that ``append(_:)`` refuses.
  public init(_ fixes: some Sequence<Fix>) {
    reserveCapacity(fixes.underestimatedCount)
    for fix in fixes { append(fix) }
  }

  /// The number of points.
  @inlinable
  public var count: Int { latitudes.count }
  /// Whether there is no point.
  @inlinable
  public var isEmpty: Bool { latitudes.isEmpty }
  /// Whether any point has a known altitude.
  @inlinable
  public var hasAltitudes: Bool { !altitudes.isEmpty }
  /// Whether any point has a known time.
  @inlinable
  public var hasTimes: Bool { !times.isEmpty }

  /// Makes room for a number of points.
  ///
  /// Columns that nothing is known for stay without.
  public mutating func reserveCapacity(_ capacity: Int) {
    latitudes.reserveCapacity(capacity)
    longitudes.reserveCapacity(capacity)
    if !altitudes.isEmpty { altitudes.reserveCapacity(capacity) }
    if !times.isEmpty { times.reserveCapacity(capacity) }
  }

  /// Adds a point, or refuses it.
  ///
  /// A latitude that is not within ±90° or a longitude that is not finite is refused, so that nothing downstream has to
  /// ask again. A longitude beyond ±180° is wrapped. Other values that cannot be (not finite, negative speeds and
  /// accuracies, courses outside 0…360) are kept as unknown.
  /// - Returns: Whether the point was taken.
  @discardableResult
  public mutating func append(_ fix: Fix) -> Bool {
    let latitude = fix.coordinate.latitude
    var longitude = fix.coordinate.longitude
    guard abs(latitude) <= 90, longitude.isFinite else { return false }
    if abs(longitude) > 180 { longitude = Angle.normalized180(longitude) }
    let known = count
    latitudes.append(latitude)
    longitudes.append(longitude)
    Self.append(fix.altitude.map { Float($0) } ?? .nan, to: &altitudes, after: known)
    Self.append(fix.time ?? .nan, to: &times, after: known)
    Self.append(Self.speed(fix.speed), to: &speeds, after: known)
    Self.append(Self.course(fix.course), to: &courses, after: known)
    Self.append(Self.speed(fix.horizontalAccuracy), to: &accuracies, after: known)
    appendSensors(fix.sensors, after: known)
    return true
  }

  /// Adds what the sensors said; most files hold none of it, and then nothing is stored.
  @inline(__always)
  private mutating func appendSensors(_ sensors: SensorValues, after known: Int) {
    if sensors.isEmpty, heartRates.isEmpty, cadences.isEmpty, powers.isEmpty, temperatures.isEmpty { return }
    Self.append(Self.speed(sensors.heartRate), to: &heartRates, after: known)
    Self.append(Self.speed(sensors.cadence), to: &cadences, after: known)
    Self.append(sensors.power.map { Float($0) } ?? .nan, to: &powers, after: known)
    Self.append(sensors.temperature.map { Float($0) } ?? .nan, to: &temperatures, after: known)
  }

  /// Adds points of which no more is known than place, altitude and time, given as columns: the fast way for files of millions.
  ///
  /// The result is that of ``append(_:)`` with each of them; so a place that lies nowhere is left out.
  /// - Parameters:
  ///   - newLatitudes: Degrees, −90…90. Where the columns differ in length, the shortest counts.
  ///   - newLongitudes: Degrees, −180…180.
  ///   - newAltitudes: Metres; NaN is unknown.
  ///   - newTimes: Seconds since 1970 UTC; NaN is unknown.
  public mutating func append(
    latitudes newLatitudes: Span<Double>, longitudes newLongitudes: Span<Double>, altitudes newAltitudes: Span<Float>,
    times newTimes: Span<Double>
  ) {
    let added = min(newLatitudes.count, newLongitudes.count, newAltitudes.count, newTimes.count)
    guard added > 0 else { return }
    var isValid = true
    for index in 0..<added {
      let isPlace = abs(newLatitudes[index]) <= 90 && abs(newLongitudes[index]) <= 180
      if !isPlace || newAltitudes[index].isInfinite || newTimes[index].isInfinite { isValid = false }
    }
    guard isValid else {
      for index in 0..<added {
        let (altitude, time) = (newAltitudes[index], newTimes[index])
        append(
          Fix(
            coordinate: Coordinate(latitude: newLatitudes[index], longitude: newLongitudes[index]),
            altitude: altitude.isFinite ? Double(altitude) : nil, time: time.isFinite ? time : nil))
      }
      return
    }
    let known = count
    newLatitudes.withUnsafeBufferPointer { latitudes.append(contentsOf: $0.prefix(added)) }
    newLongitudes.withUnsafeBufferPointer { longitudes.append(contentsOf: $0.prefix(added)) }
    Self.append(newAltitudes.extracting(first: added), to: &altitudes, after: known, capacity: latitudes.capacity)
    Self.append(newTimes.extracting(first: added), to: &times, after: known, capacity: latitudes.capacity)
    padRest()
  }

  /// Makes the columns that are not empty as long as that of the latitudes, but for those of altitudes and times.
  private mutating func padRest() {
    Self.append([], to: &speeds, after: 0, newCount: count)
    Self.append([], to: &courses, after: 0, newCount: count)
    Self.append([], to: &accuracies, after: 0, newCount: count)
    Self.append([], to: &heartRates, after: 0, newCount: count)
    Self.append([], to: &cadences, after: 0, newCount: count)
    Self.append([], to: &powers, after: 0, newCount: count)
    Self.append([], to: &temperatures, after: 0, newCount: count)
  }

  /// Adds all points of another list.
  public mutating func append(contentsOf other: TrackPoints) {
    let known = count
    latitudes += other.latitudes
    longitudes += other.longitudes
    Self.append(other.altitudes, to: &altitudes, after: known, newCount: count)
    Self.append(other.times, to: &times, after: known, newCount: count)
    Self.append(other.speeds, to: &speeds, after: known, newCount: count)
    Self.append(other.courses, to: &courses, after: known, newCount: count)
    Self.append(other.accuracies, to: &accuracies, after: known, newCount: count)
    Self.append(other.heartRates, to: &heartRates, after: known, newCount: count)
    Self.append(other.cadences, to: &cadences, after: known, newCount: count)
    Self.append(other.powers, to: &powers, after: known, newCount: count)
    Self.append(other.temperatures, to: &temperatures, after: known, newCount: count)
  }

  /// The point at an index, as a fix.
  public subscript(index: Int) -> Fix {
    Fix(
      coordinate: coordinate(at: index), altitude: altitude(at: index), time: time(at: index), course: course(at: index),
      speed: speed(at: index), horizontalAccuracy: horizontalAccuracy(at: index), sensors: sensors(at: index))
  }

  /// The place of a point.
  @inlinable
  public func coordinate(at index: Int) -> Coordinate {
    Coordinate(latitude: latitudes[index], longitude: longitudes[index])
  }

  /// The altitude of a point in metres, if known.
  @inlinable
  public func altitude(at index: Int) -> Double? { Self.value(altitudes, index) }

  /// The moment of a point in seconds since 1970 UTC, if known.
  @inlinable
  public func time(at index: Int) -> Double? {
    guard !times.isEmpty, times[index].isFinite else { return nil }
    return times[index]
  }

  /// The recorded course of a point in degrees from true north, if known.
  @inlinable
  public func course(at index: Int) -> Double? { Self.value(courses, index) }

  /// The recorded speed of a point in metres a second, if known.
  @inlinable
  public func speed(at index: Int) -> Double? { Self.value(speeds, index) }

  /// The horizontal accuracy of a point in metres, if known.
  @inlinable
  public func horizontalAccuracy(at index: Int) -> Double? { Self.value(accuracies, index) }

  /// What the sensors said at a point; `index` is one of 0 ..< ``count``.
  public func sensors(at index: Int) -> SensorValues {
    SensorValues(
      heartRate: Self.value(heartRates, index), cadence: Self.value(cadences, index), power: Self.value(powers, index),
      temperature: Self.value(temperatures, index))
  }

  /// Whether any point knows a value of a sensor.
  public var hasSensors: Bool { !heartRates.isEmpty || !cadences.isEmpty || !powers.isEmpty || !temperatures.isEmpty }

  /// The points of a range, with their own columns only where one of them knows a value. What of the range lies outside is left out.
  public func part(_ range: Range<Int>) -> TrackPoints {
    let wanted = range.clamped(to: 0..<count)
    func slice<Value: BinaryFloatingPoint>(_ column: [Value]) -> [Value] {
      guard !column.isEmpty, column[wanted].contains(where: { $0.isFinite }) else { return [] }
      return Array(column[wanted])
    }
    var part = TrackPoints()
    part.latitudes = Array(latitudes[wanted])
    part.longitudes = Array(longitudes[wanted])
    part.altitudes = slice(altitudes)
    part.times = slice(times)
    part.speeds = slice(speeds)
    part.courses = slice(courses)
    part.accuracies = slice(accuracies)
    part.heartRates = slice(heartRates)
    part.cadences = slice(cadences)
    part.powers = slice(powers)
    part.temperatures = slice(temperatures)
    return part
  }
}

extension TrackPoints: Hashable {
  /// Whether both hold the same points; unknown equals unknown.
  public static func == (one: TrackPoints, other: TrackPoints) -> Bool {
    func same<Value: BinaryFloatingPoint>(_ first: [Value], _ second: [Value]) -> Bool {
      first.count == second.count && zip(first, second).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) }
    }
    return one.latitudes == other.latitudes && one.longitudes == other.longitudes && same(one.altitudes, other.altitudes)
      && same(one.times, other.times) && same(one.speeds, other.speeds) && same(one.courses, other.courses)
      && same(one.accuracies, other.accuracies) && same(one.heartRates, other.heartRates) && same(one.cadences, other.cadences)
      && same(one.powers, other.powers) && same(one.temperatures, other.temperatures)
  }

  /// Hashes the places and times, which tell tracks apart well enough.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(latitudes)
    hasher.combine(longitudes)
    for time in times where time.isFinite { hasher.combine(time) }
  }
}

extension TrackPoints {
  /// One element of a column that may be empty, `nil` where unknown.
  @usableFromInline
  static func value(_ column: [Float], _ index: Int) -> Double? {
    guard !column.isEmpty, column[index].isFinite else { return nil }
    return Double(column[index])
  }

  /// Adds one value to a column that is empty as long as nothing is known.
  private static func append<Value: BinaryFloatingPoint>(_ value: Value, to column: inout [Value], after known: Int) {
    guard value.isFinite else {
      if !column.isEmpty { column.append(.nan) }
      return
    }
    if column.isEmpty, known > 0 { column = Array(repeating: .nan, count: known) }
    column.append(value)
  }

  /// Adds many values to a column that is empty as long as nothing is known; then it gets the room that the others have.
  private static func append<Value: BinaryFloatingPoint>(
    _ values: Span<Value>, to column: inout [Value], after known: Int, capacity: Int
  ) {
    if column.isEmpty {
      var isKnown = false
      for index in values.indices where values[index].isFinite { isKnown = true }
      guard isKnown else { return }
      column.reserveCapacity(capacity)
      column.append(contentsOf: repeatElement(.nan, count: known))
    }
    values.withUnsafeBufferPointer { column.append(contentsOf: $0) }
  }

  /// Adds a whole column, padding whichever of the two is empty.
  private static func append<Value: BinaryFloatingPoint>(
    _ values: [Value], to column: inout [Value], after known: Int, newCount: Int
  ) {
    if column.isEmpty, values.isEmpty { return }
    if column.isEmpty { column = Array(repeating: .nan, count: known) }
    column += values
    while column.count < newCount { column.append(.nan) }
  }

  /// A quantity that cannot be negative, NaN where it is or is unknown.
  private static func speed(_ value: Double?) -> Float {
    guard let value, value >= 0 else { return .nan }
    return Float(value)
  }

  /// A course within 0 ..< 360, NaN where it is none.
  private static func course(_ value: Double?) -> Float {
    guard let value, value >= 0, value <= 360 else { return .nan }
    let rounded = Float(value)
    return rounded >= 360 ? 0 : rounded
  }
}
