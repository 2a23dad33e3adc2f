// Owns `Serving`: the outputs and the control socket of a viewer, and when the next fix is due.

import CPlatform
import LiveFeeds
import LiveProtocols
import TrackPlayback

/// What a viewer gives out, and who steers it. Made only where one of them is asked for: it starts the network thread.
struct Serving {
  /// Fixes a second.
  private(set) var rate: Double
  /// The outputs as they can be reached.
  let outputs: [OpenOutput]
  /// How many fixes were given out.
  private(set) var sent = 0
  /// Who answers the clients of the control socket; taken out while it does.
  var desk: ControlDesk?
  /// Where its sockets live.
  let network: NetworkThread
  private let hub: FeedHub?
  /// The moment from which fixes are counted, and the number of the next one.
  private var origin = MonotonicClock.seconds
  private var index = 0
  /// The satellites that go with positions of a file; a receiver that errs in nothing.
  private var receiver = ReceiverModel(ReceiverParameters(), seed: 1)
  /// Until when there is no fix, because a script wants it so.
  private var lostUntil = -Double.infinity

  /// Opens everything that the options want.
  /// - Throws: what cannot be opened, before anything is on the screen.
  init(_ options: ServeOptions) throws {
    network = NetworkThread()
    rate = options.rate
    let addresses = try options.addresses()
    let hub = addresses.isEmpty ? nil : FeedHub(network)
    var outputs: [OpenOutput] = []
    do throws(FeedError) {
      for address in addresses { if let open = try hub?.open(address) { outputs.append(open) } }
      if let path = options.control { desk = ControlDesk(try ControlServer(network, path: path)) }
    } catch {
      hub?.stop(within: 0)
      network.stop()
      throw ProgramError(error.description)
    }
    self.hub = hub
    self.outputs = outputs
  }

  /// How many programs listen.
  var listenerCount: Int { hub?.listenerCount ?? 0 }
  /// For `poll`: readable while there is something for the control socket.
  var descriptor: Int32? { desk?.descriptor }

  // MARK: When

  /// The moment of the next fix on the monotonic clock; `nil` where nothing is given out.
  var nextDue: Double? { hub == nil ? nil : origin + Double(index) / rate }

  /// Whether a fix is due; if so, the next one is counted from now on. Fixes that a stop or a slow terminal held up are left out.
  mutating func takeDue(at now: Double) -> Bool {
    guard let due = nextDue, now >= due else { return false }
    index = max(index + 1, Int(min((now - origin) * rate, 1e15).rounded(.down)) + 1)
    return true
  }

  /// Sets how many fixes a second are given out, from now on.
  mutating func setRate(_ rate: Double, at now: Double) {
    self.rate = rate
    origin = now
    index = 0
  }

  // MARK: What

  /// Lets there be no fix for so many seconds.
  mutating func lose(for seconds: Double, at now: Double) { lostUntil = now + seconds }

  /// Gives a report out.
  mutating func publish(_ report: ReceiverReport, at now: Double) {
    guard let hub else { return }
    sent += 1
    if now < lostUntil {
      hub.publish(.report(ReceiverReport(source: report.source, mode: .none, status: report.status, time: report.time)))
    } else {
      hub.publish(sky(of: report) + [.report(report)])
    }
  }

  /// The satellites above a position that software made up, at most once a second.
  private mutating func sky(of report: ReceiverReport) -> [ReceiverMessage] {
    guard report.isSimulated, let fix = report.fix else { return [] }
    return receiver.messages(for: fix, isExact: true).filter { if case .sky = $0 { true } else { false } }
  }

  /// Gives out what a live source said, as it said it; while a mock is set, all but the positions.
  mutating func pass(_ messages: [ReceiverMessage], isMocked: Bool) {
    guard let hub else { return }
    let kept = messages.filter { message in
      switch message {
      case .report: !isMocked
      case .notice: false
      default: true
      }
    }
    sent += kept.count { if case .report = $0 { true } else { false } }
    hub.publish(kept)
  }

  /// Closes everything; clients have a moment to take what waits for them.
  mutating func stop() {
    desk?.stop()
    desk = nil
    hub?.stop(within: 0.3)
    network.stop()
  }
}
