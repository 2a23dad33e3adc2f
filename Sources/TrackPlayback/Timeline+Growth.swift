// Owns the growth of a timeline: one fix after another at its end, each in constant time.

import TrackGeodesy

/// What a growing ``Timeline`` knows beside its arrays.
struct TimelineGrowth: Sendable {
  /// The options that count: gap time and jump speed.
  let options: TimelineOptions
  /// The time of the last point, and by how many seconds the points of the last segment are put off.
  var lastMoment = 0.0
  var shift = 0.0
  /// The usual seconds of a leg, as far as is known.
  var usualTime: Double?
  /// How often a time was later, and how often earlier, than the one before.
  var forwardCount = 0
  var backCount = 0
  var courses = CourseFold()

  /// Whether a silence of so many seconds, in which the source went so far, is a gap; and learns from it what is usual.
  mutating func isSilence(_ time: Double, length: Double) -> Bool {
    let limit = max(options.gapTime, 10 * (usualTime ?? time))
    if time > 0 {
      // Towards the median by steps of a tenth: one long silence does not become usual, many do.
      usualTime = usualTime.map { time > $0 ? $0 * 1.1 : time < $0 ? $0 / 1.1 : $0 } ?? time
    }
    return time > limit && (length > 50 || time > 86_400)
  }
}

extension Timeline {
  /// An empty timeline that grows by ``append(_:startsSegment:)``, at the recorded pace.
  ///
  /// It is at any moment what `Timeline(track:)` makes of the same points, with one exception. What is a gap there depends on how long a leg
  /// of the whole track usually takes; here, on what was usual until then, and the first leg is none.
  /// - Parameter options: ``TimelineOptions/gapTime`` and ``TimelineOptions/jumpSpeed`` count.
  public static func growing(options: TimelineOptions = .init()) -> Timeline { Timeline(growth: TimelineGrowth(options: options)) }

  /// A growing timeline of the points of a track that has times, without those that ``append(_:startsSegment:)`` does not take.
  public init(growing track: Track, options: TimelineOptions = .init()) {
    self.init(growth: TimelineGrowth(options: options))
    self.track.name = track.name
    self.track.utcOffset = track.utcOffset
    for segment in track.segments {
      var isFirst = !segment.isContinuation
      for index in segment.range where append(track.points[index], startsSegment: isFirst) { isFirst = false }
    }
  }

  /// Whether points can be added.
  public var isGrowing: Bool { growth != nil }

  /// Adds a fix at the end. Constant time on average, as long as nobody else holds the timeline (see ``Player/grow(_:at:by:)``).
  ///
  /// A segment may begin earlier than the one before has ended, where a clock was set back: it is played a second after that.
  /// - Parameter startsSegment: Whether nothing leads there from the point before.
  /// - Returns: Whether it was taken: not if its place is none, if it has no time or one before that of the last point of its segment, or if
  ///   the timeline does not grow.
  @discardableResult
  public mutating func append(_ fix: Fix, startsSegment: Bool = false) -> Bool {
    guard var growth, let moment = fix.time, abs(moment) < 1e12 else { return false }
    let isFirst = offsets.isEmpty
    let startsSegment = startsSegment || isFirst
    guard startsSegment || moment >= growth.lastMoment else { return false }
    if !isFirst, moment > growth.lastMoment { growth.forwardCount += 1 }
    if !isFirst, moment < growth.lastMoment { growth.backCount += 1 }
    guard track.append(fix, startsSegment: startsSegment, isTimed: growth.forwardCount > growth.backCount) else { return false }
    if isFirst {
      begin(at: moment)
    } else {
      if startsSegment { putOff(&growth, moment) }
      appendLeg(&growth, to: moment, startsSegment: startsSegment)
    }
    growth.lastMoment = moment
    if !moments.isEmpty { moments.append(moment) }
    duration = offsets[offsets.count - 1]
    self.growth = growth
    return true
  }

  private mutating func begin(at moment: Double) {
    startTime = moment
    offsets = [0]
    distances = [0]
    courses = [.nan]
  }

  /// Puts a segment off that begins before the one before has ended.
  private mutating func putOff(_ growth: inout TimelineGrowth, _ moment: Double) {
    let end = growth.lastMoment + growth.shift
    growth.shift = moment < end ? end + 1 - moment : 0
    if growth.shift > 0, moments.isEmpty { moments = Array(track.points.times.dropLast()) }
  }

  /// Adds the leg to the point that the track just got.
  private mutating func appendLeg(_ growth: inout TimelineGrowth, to moment: Double, startsSegment: Bool) {
    let points = track.points
    let leg = offsets.count - 1
    let length = Geodesic.wgs84.distance(from: points.coordinate(at: leg), to: points.coordinate(at: leg + 1))
    let time = max(0, moment - growth.lastMoment)
    let isGap = growth.isSilence(time, length: length)
    let isBroken = startsSegment || isGap || length > growth.options.jumpSpeed * max(1, time)
    let offset = moment - (startTime ?? moment)
    offsets.append(growth.shift > 0 ? offset + growth.shift : offset)
    distances.append(distances[leg] + (isBroken ? 0 : length))
    broken.append(isBroken)
    let hadMoved = growth.courses.firstMove != nil
    let course = growth.courses.course(ofLeg: leg, length: length, isBroken: isBroken, offsets: offsets) { points.coordinate(at: $0) }
    courses[leg] = course
    courses.append(course)
    if !hadMoved, growth.courses.firstMove != nil { for earlier in 0..<leg { courses[earlier] = course } }
  }
}
