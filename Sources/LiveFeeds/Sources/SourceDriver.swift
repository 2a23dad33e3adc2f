// Owns `SourceDriver` and `SourceVoice`: what reads a source, and how it is heard.

import LiveProtocols
import Synchronization

/// Opens a source, reads it, and opens it again when it is gone.
protocol SourceDriver: Sendable {
  func start()
  func stop()
}

/// Hands events on until it is silenced. Called by one thread at a time.
final class SourceVoice: Sendable {
  private let handler: @Sendable (SourceEvent) -> Void
  private let isSilenced = Atomic(false)

  init(_ handler: @escaping @Sendable (SourceEvent) -> Void) { self.handler = handler }

  func say(_ event: SourceEvent) { if !isSilenced.load(ordering: .acquiring) { handler(event) } }

  func silence() { isSilenced.store(true, ordering: .releasing) }
}
