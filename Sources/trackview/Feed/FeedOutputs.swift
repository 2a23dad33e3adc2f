// Everything that `trackview feed` opens, and the line that says so.

import LiveFeeds
import LiveProtocols
import Synchronization
import TrackFormats

/// The outputs and the control socket of a feed.
final class FeedOutputs {
  let hub: FeedHub
  let open: [OpenOutput]
  let control: ControlServer?
  /// Woken when a listener comes or goes, and when standard output ends.
  let wake: WakeDescriptor
  private let thread: NetworkThread
  private let end: EndOfOutput

  /// Opens everything, or nothing.
  /// - Parameter log: a word about clients.
  init(_ addresses: [OutputAddress], control path: String?, log: @escaping @Sendable (String) -> Void) throws(ProgramError) {
    do throws(FeedError) {
      let wake = try WakeDescriptor()
      let end = EndOfOutput()
      let thread = NetworkThread()
      let hub = FeedHub(
        thread, release: "trackview \(trackviewVersion)", log: log, listenersChanged: { _ in wake.wake() },
        outputEnded: { _, code in
          end.reach(code)
          wake.wake()
        })
      (self.wake, self.end, self.thread, self.hub) = (wake, end, thread, hub)
      do throws(FeedError) {
        var open: [OpenOutput] = []
        for address in addresses { open.append(try hub.open(address)) }
        self.open = open
        control = try path.map { path throws(FeedError) in try ControlServer(thread, path: path) }
      } catch {
        hub.stop(within: 0)
        thread.stop()
        throw error
      }
    } catch {
      throw ProgramError(error.description)
    }
  }

  /// The system's error that ended standard output, where that is an output.
  var outputError: Int32? { end.code }

  /// Gives out what is left, and closes everything.
  func close(within seconds: Double = 2) {
    hub.stop(within: seconds)
    control?.stop()
    thread.stop()
  }

  /// `{"ready":true,"pid":1234,"outputs":[{"kind":"gpsd","host":"127.0.0.1","port":40123}],"control":"…"}`
  var readyLine: String {
    func text(_ name: String, _ value: String?) -> [JSONValue.Member] { value.map { [JSONValue.Member(name, .string($0))] } ?? [] }
    let outputs = open.map { output in
      var members = text("kind", output.asked.kind)
      if let network = output.network {
        members += text("host", network.host) + [JSONValue.Member("port", .number(Double(network.port)))]
      }
      return JSONValue.object(members + text("path", output.path) + text("link", output.link))
    }
    let members = [
      JSONValue.Member("ready", .bool(true)), JSONValue.Member("pid", .number(Double(getpid()))),
      JSONValue.Member("outputs", .array(outputs)),
    ]
    return JSONValue.object(members + text("control", control?.path)).text
  }
}

/// Why standard output has ended.
private final class EndOfOutput: Sendable {
  private let box = Mutex<Int32?>(nil)
  var code: Int32? { box.withLock { $0 } }
  func reach(_ code: Int32) { box.withLock { $0 = code } }
}

extension OutputAddress {
  /// As it is written before the first colon.
  fileprivate var kind: String { String(description.prefix { $0 != ":" }) }
}
