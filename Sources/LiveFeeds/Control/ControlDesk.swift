// Owns `ControlDesk`: the sessions of a control socket's clients, on the thread of what they steer.

import LiveProtocols

/// Answers the clients of a control socket. Belongs to the thread that owns what they steer: a viewer's or a feed's loop.
///
/// ```
///  poll(desk.descriptor) ─► serve(&target)        what has come is done and answered, changes are told
///  anything else changed ─► tellChanges(of: target)
/// ```
package struct ControlDesk {
  private let server: ControlServer
  private var sessions: [Int: ControlSession] = [:]

  package init(_ server: ControlServer) { self.server = server }

  /// For `poll`: readable while there is something to serve.
  package var descriptor: Int32 { server.descriptor }

  /// Whether anybody wants to be told of changes.
  package var isObserved: Bool { sessions.values.contains { $0.isObserving } }

  /// Does what clients asked for since the last time and answers them; then tells all of them what has changed.
  package mutating func serve(_ target: inout some ControlTarget) {
    for event in server.takeTraffic() {
      switch event {
      case .came(let client): sessions[client] = ControlSession()
      case .said(let client, let bytes):
        if let answer = sessions[client]?.receive(bytes, target: &target) { server.send(answer, to: client) }
      case .left(let client):
        if let answer = sessions[client]?.finish(target: &target) { server.send(answer, to: client) }
        sessions[client] = nil
        server.close(client)
      }
    }
    tellChanges(of: target)
  }

  /// Tells observers what is not as it was when they were told last.
  package mutating func tellChanges(of target: some ControlTarget) {
    for client in sessions.keys {
      guard sessions[client]?.isObserving == true, let changes = sessions[client]?.changes(of: target) else { continue }
      server.send(changes, to: client)
    }
  }

  /// Tells everybody of an event.
  package func tell(_ event: ControlEvent) {
    for (client, session) in sessions { server.send(session.event(event), to: client) }
  }

  /// Tells everybody that the program ends, and closes the socket.
  package mutating func stop() {
    tell(.shutdown)
    sessions = [:]
    server.stop()
  }
}
