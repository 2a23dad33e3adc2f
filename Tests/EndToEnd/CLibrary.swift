// The C library by whatever name the platform gives it, and the few of its calls that every script here needs.

#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif

/// Seconds on a clock that goes on evenly.
var monotonicSeconds: Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Polls a condition until it holds or the time is over; 10 s is patience with a busy machine, not an expectation.
func until(_ seconds: Double = 10, _ condition: () -> Bool) -> Bool {
  let end = monotonicSeconds + seconds
  while monotonicSeconds < end {
    if condition() { return true }
    _ = poll(nil, 0, 4)
  }
  return condition()
}

/// Polls a condition for so long, and says whether it held throughout.
func throughout(_ seconds: Double, _ condition: () -> Bool) -> Bool { !until(seconds) { !condition() } }

/// The bytes of a file; `nil` where it cannot be opened.
func bytes(ofFile path: String) -> [UInt8]? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var out: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return out }
    out += buffer.prefix(count)
  }
}

/// The text of a file; `nil` where it cannot be opened.
func text(ofFile path: String) -> String? { bytes(ofFile: path).map { String(decoding: $0, as: UTF8.self) } }

/// `write` of the C library, where a method of that name hides it.
func writeDescriptor(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, bytes, count) }
