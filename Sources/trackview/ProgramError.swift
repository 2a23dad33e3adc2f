// How the program fails: one clear sentence on standard error and an exit status.

import CPlatform
import Cells

/// An error for the person at the terminal.
struct ProgramError: Error, CustomStringConvertible {
  /// One sentence, safe for a terminal.
  let description: String
  /// The exit status: 1, or 64 (EX_USAGE of sysexits.h) where the command line is at fault.
  let status: Int32

  init(_ text: String, status: Int32 = 1) {
    description = TextWidth.clean(text, maximumScalars: 2_000)
    self.status = status
  }

  /// The person ended it: nothing is said, and the status is that of the signal, as a shell shows it.
  static var cancelled: ProgramError { ProgramError("", status: 128 + (cp_noted_interrupt() == 0 ? SIGINT : cp_noted_interrupt())) }

  /// The signal that ended it, if one did.
  var signal: Int32? { description.isEmpty && status > 128 ? status - 128 : nil }
}

/// Writes a line to standard error.
func complain(_ text: String) { writeAll(Array((Environment.current().plain(text) + "\n").utf8), to: STDERR_FILENO) }

/// Writes a text to standard output; a full disk or a closed descriptor is an error, not a success without output.
func say(_ text: String) throws(ProgramError) {
  guard writeAll(Array(text.utf8), to: STDOUT_FILENO) else {
    throw ProgramError("cannot write to standard output: \(String(cString: strerror(errno)))")
  }
}

/// Writes all bytes, whatever interrupts but for the person's noted wish to end.
@discardableResult
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var done = 0
  while done < bytes.count {
    let count = bytes.withUnsafeBytes { buffer in
      buffer.baseAddress.map { write(descriptor, $0 + done, bytes.count - done) } ?? 0
    }
    if count > 0 {
      done += count
    } else if errno != EINTR || cp_noted_interrupt() != 0 {
      return false
    }
  }
  return true
}
