// Owns `NMEADecoder`: the sentences of a live receiver as messages.

import TrackFormats
import TrackPlayback

/// Merges sentences of the same time of day into one report, and gives it out with the last of them.
///
/// The rules of what a sentence is worth are those of ``NMEAAccumulator``, which reads files: the position of GGA, GNS, RMC, GLL in this
/// order; a void RMC makes the epoch none, unless the receiver says that it simulates. Beyond that it takes everything that gpsd's TPV and
/// SKY know, and need not wait for the next epoch (``NMEACycle``).
struct NMEADecoder: Sendable {
  var epoch = NMEALiveEpoch()
  /// As of the end of the last epoch.
  var clock = NMEAClock()
  var sky = NMEASky()
  private var cycle = NMEACycle()
  private var skyCycle = NMEACycle()
  private var lastHeight: NMEAHeight?
  /// Timeless sentences that came after a silence: they belong to the epoch to come.
  private var deferred: [[UInt8]] = []
  private static let deferredLimit = 8

  init() {}

  /// Takes in a sound sentence.
  /// - Returns: Whether it is one that is read.
  mutating func take(_ sentence: NMEASentence, in bytes: Span<UInt8>, into messages: inout [ReceiverMessage]) -> Bool {
    guard let name = NMEAName(sentence, in: bytes) else { return false }
    switch name {
    case .hdt, .hdg, .hdm, .ths:
      if let heading = NMEAHeading.heading(name, sentence, bytes) { messages.append(.heading(heading, source: "")) }
    case .gsv:
      _ = sky.takeGSV(sentence, Self.talker(sentence, bytes), bytes)
      noteSky(name, into: &messages)
    default:
      if name.isTimeless, epoch.isPast {
        if deferred.count < Self.deferredLimit { deferred.append(bytes.extracting(sentence.range).withUnsafeBufferPointer { Array($0) }) }
      } else {
        takeOfEpoch(name, sentence, bytes, into: &messages)
      }
    }
    return true
  }

  /// The source is silent: what the epoch has is what it will have.
  mutating func flush(into messages: inout [ReceiverMessage]) {
    guard epoch.isOpen else {
      emitSky(into: &messages)
      return
    }
    if !epoch.isPast {
      emit(into: &messages)
      cycle.end()
      epoch.isPast = true
    }
    emitSky(into: &messages)
    skyCycle.end()
  }

  /// The source has ended.
  mutating func finish(into messages: inout [ReceiverMessage]) {
    close(into: &messages)
    emitSky(into: &messages)
    deferred = []
  }

  /// The two letters of a talker, those of makers' sentences too.
  static func talker(_ sentence: NMEASentence, _ bytes: Span<UInt8>) -> UInt16 {
    let start = sentence.range.lowerBound
    return UInt16(bytes[start + 1]) << 8 | UInt16(bytes[start + 2])
  }
}

// MARK: - Epochs

extension NMEADecoder {
  private mutating func takeOfEpoch(
    _ name: NMEAName, _ sentence: NMEASentence, _ bytes: Span<UInt8>, into messages: inout [ReceiverMessage]
  ) {
    read(name, sentence, bytes, into: &messages)
    guard epoch.isOpen else { return }
    let isEnd = cycle.note(name)
    if name == .gsa { noteSky(name, into: &messages) }
    if epoch.emitted != nil {
      emitAgain(into: &messages)
    } else if isEnd {
      emit(into: &messages)
    }
  }

  /// Makes the epoch that of a time of day, ending the one before. Without times, a second sentence of the same name begins an epoch.
  mutating func begin(_ time: Double?, _ name: NMEAName, into messages: inout [ReceiverMessage]) {
    let bit = UInt32(1) << UInt32(name.rawValue)
    if let time {
      if epoch.isOpen, !(abs(time - epoch.timeOfDay) < NMEAAccumulator.timeTolerance) { close(into: &messages) }
      if !epoch.isOpen { epoch.timeOfDay = time }
    } else if epoch.names & bit != 0 || epoch.isPast {
      close(into: &messages)
    }
    epoch.isOpen = true
    epoch.isPast = false
    epoch.names |= bit
    readDeferred(into: &messages)
  }

  /// Reads the timeless sentences that came between two epochs.
  private mutating func readDeferred(into messages: inout [ReceiverMessage]) {
    guard !deferred.isEmpty else { return }
    let sentences = deferred
    deferred = []
    for sentence in sentences {
      var scanner = NMEAScanner()
      guard let found = scanner.next(in: sentence.span), let name = NMEAName(found, in: sentence.span) else { continue }
      takeOfEpoch(name, found, sentence.span, into: &messages)
    }
  }

  /// Ends the epoch under way.
  mutating func close(into messages: inout [ReceiverMessage]) {
    guard epoch.isOpen else { return }
    if epoch.emitted == nil { emit(into: &messages) }
    emitSky(into: &messages)
    if !epoch.isPast {
      cycle.end()
      skyCycle.end()
    }
    let moment = epoch.moment(&clock)
    if let height = epoch.height(at: moment) { lastHeight = height }
    epoch = NMEALiveEpoch()
  }

  private var surroundings: NMEASurroundings {
    NMEASurroundings(clock: clock, dilution: sky.dilution, lastHeight: lastHeight)
  }

  private mutating func emit(into messages: inout [ReceiverMessage]) {
    let report = epoch.report(surroundings)
    guard report != epoch.emitted else { return }
    epoch.emitted = report
    epoch.emittedAt = cycle.current
    messages.append(.report(report))
  }

  /// Gives a report out again that a later sentence adds to; the sentence before was not the last.
  private mutating func emitAgain(into messages: inout [ReceiverMessage]) {
    let report = epoch.report(surroundings)
    guard report != epoch.emitted else { return }
    if let place = epoch.emittedAt { cycle.retract(place) }
    epoch.emitted = report
    epoch.emittedAt = cycle.current
    messages.append(.report(report))
  }

  private mutating func noteSky(_ name: NMEAName, into messages: inout [ReceiverMessage]) {
    if skyCycle.note(name) { emitSky(into: &messages) }
  }

  private mutating func emitSky(into messages: inout [ReceiverMessage]) {
    var copy = clock
    let moment = epoch.isOpen ? epoch.moment(&copy) : nil
    guard let view = sky.takeView(time: copy.isDated ? MessageLimits.time(moment) : nil) else { return }
    messages.append(.sky(view))
  }
}
