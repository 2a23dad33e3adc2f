// A pseudo-terminal with an emulator behind it, drained by a thread of its own so that the program under test never blocks.

import CPlatform
import CVTerm
import Cells
@_exported import TestBasics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads a descriptor to its end and closes it; what came is taken by `take`.
final class Drain: @unchecked Sendable {
  private var mutex = pthread_mutex_t()
  private var bytes: [UInt8] = []
  private var thread = pthread_t()
  private let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    pthread_mutex_init(&mutex, nil)
    let me = Unmanaged.passRetained(self).toOpaque()
    pthread_create(
      &thread, nil,
      { argument in
        let drain = Unmanaged<Drain>.fromOpaque(argument!).takeRetainedValue()
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
          let count = read(drain.descriptor, &buffer, buffer.count)
          if count < 0 && errno == EINTR { continue }
          guard count > 0 else {
            // Only the reader may close: a number that is used again would give it somebody else's bytes.
            close(drain.descriptor)
            return nil
          }
          drain.keep(buffer.prefix(count))
        }
      }, me)
    pthread_detach(thread)
  }

  private func keep(_ more: ArraySlice<UInt8>) {
    pthread_mutex_lock(&mutex)
    bytes += more
    pthread_mutex_unlock(&mutex)
  }

  var count: Int {
    pthread_mutex_lock(&mutex)
    defer { pthread_mutex_unlock(&mutex) }
    return bytes.count
  }

  func take() -> [UInt8] {
    pthread_mutex_lock(&mutex)
    defer { pthread_mutex_unlock(&mutex) }
    defer { bytes = [] }
    return bytes
  }
}

final class PseudoTerminal {
  let controller: Int32
  let terminal: Int32
  let drain: Drain
  let emulator: OpaquePointer
  private(set) var columns: Int
  private(set) var rows: Int

  init(columns: Int, rows: Int) {
    var ends: (Int32, Int32) = (-1, -1)
    precondition(cp_open_pty(&ends.0, &ends.1, Int32(columns), Int32(rows)) == 0)
    (controller, terminal) = ends
    (self.columns, self.rows) = (columns, rows)
    drain = Drain(controller)
    // What the pseudo-terminal claims may be absurd; the emulator must live.
    emulator = cvt_new(Int32(min(max(rows, 1), 400)), Int32(min(max(columns, 1), 1000)))
  }

  deinit {
    close(terminal)
    cvt_free(emulator)
  }

  var modes: termios {
    var modes = termios()
    tcgetattr(terminal, &modes)
    return modes
  }

  /// Waits for so many bytes and gives them to the emulator.
  func receive(_ count: Int) -> [UInt8] {
    precondition(until { drain.count >= count }, "the terminal received \(drain.count) of \(count) bytes")
    let bytes = drain.take()
    cvt_feed(emulator, bytes, bytes.count)
    return bytes
  }

  func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cp_set_window_size(terminal, Int32(columns), Int32(rows))
    cvt_resize(emulator, Int32(rows), Int32(columns))
  }

  struct Shown: Hashable, CustomStringConvertible {
    var scalars: [UInt32]
    var foreground: UInt32
    var background: UInt32
    var attributes: UInt8
    var description: String {
      let text = String(String.UnicodeScalarView(scalars.compactMap { Unicode.Scalar($0) }))
      return "“\(text)” \(String(foreground, radix: 16)) on \(String(background, radix: 16)) attributes \(attributes)"
    }
  }

  /// What stands at a position; blanks that were never written are spaces, right halves of wide characters are `nil`.
  func shown(column: Int, row: Int) -> Shown? {
    var cell = cvt_cell()
    cvt_cell_at(emulator, Int32(row), Int32(column), &cell)
    let all = [cell.scalars.0, cell.scalars.1, cell.scalars.2, cell.scalars.3, cell.scalars.4, cell.scalars.5]
    if all[0] == UInt32.max { return nil }
    let scalars = all[0] == 0 ? [0x20] : Array(all.prefix { $0 != 0 })
    return Shown(scalars: scalars, foreground: cell.foreground, background: cell.background, attributes: cell.attributes)
  }

  var cursor: CellPosition {
    var place: (Int32, Int32, Int32) = (0, 0, 0)
    cvt_cursor(emulator, &place.0, &place.1, &place.2)
    return CellPosition(column: Int(place.1), row: Int(place.0))
  }

  var cursorIsVisible: Bool {
    var place: (Int32, Int32, Int32) = (0, 0, 0)
    cvt_cursor(emulator, &place.0, &place.1, &place.2)
    return place.2 != 0
  }

  func text(row: Int) -> String {
    var out = String.UnicodeScalarView()
    for column in 0..<columns {
      guard let cell = shown(column: column, row: row) else { continue }
      for scalar in cell.scalars { if let scalar = Unicode.Scalar(scalar) { out.append(scalar) } }
    }
    while out.last == " " { out.removeLast() }
    return String(out)
  }
}
