// Owns `Gzip`: gzip'ed bytes unpacked through zlib.

import CZip

/// Unpacks gzip (RFC 1952), with all members that follow one another.
enum Gzip {
  /// Unpacks bytes and says how that ended and how many of them were gone through.
  static func unpack(
    _ bytes: Span<UInt8>, into output: inout UnpackedBytes, limit: Int, monitor: ReadMonitor = .none
  ) -> (status: czip_status, consumed: Int) {
    let watch = UnpackWatch(monitor)
    var consumed = 0
    let status = bytes.withUnsafeBufferPointer { packed in
      withExtendedLifetime(watch) {
        output.fill { czip_gunzip(packed.baseAddress, packed.count, limit, $0, &consumed, UnpackWatch.callback, watch.context) }
      }
    }
    return (status, consumed)
  }

  /// Whether something lies behind the last member that is not the padding of tapes and disks.
  static func hasRest(_ bytes: Span<UInt8>, from position: Int) -> Bool {
    for index in position..<max(position, bytes.count) where bytes[index] != 0 { return true }
    return false
  }
}
