// Owns `UnpackedBytes` and `UnpackBudget`: what came out of a container, and how much may.

import CZip
import TrackPlayback

/// Bytes that came out of a container, in memory of the C library's, which grows by moving pages instead of copying them.
struct UnpackedBytes: ~Copyable {
  private var output = czip_output()

  init() {}

  deinit {
    var output = output
    czip_release(&output)
  }

  /// How many there are.
  var count: Int { output.count }

  /// Lends the bytes.
  func withSpan<Result, Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Result) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: output.bytes, count: output.count).span)
  }

  /// Lets zlib or minizip write.
  mutating func fill(_ body: (UnsafeMutablePointer<czip_output>) -> czip_status) -> czip_status { body(&output) }
}

/// How many bytes may come out of one file, all that is in it taken together.
///
/// Sizes that a container states are not looked at: what counts is what really comes out.
struct UnpackBudget {
  /// Whatever is packed, this much may come out.
  static let least = 64 << 20
  /// Text of positions packs to a tenth; a file that packs better than this holds nothing.
  static let mostRatio = 200
  /// What is read at once, packed or not.
  static let most = 4 << 30

  /// How many bytes may still come out.
  private(set) var left: Int

  init(packedCount: Int) {
    let (product, hasOverflown) = packedCount.multipliedReportingOverflow(by: Self.mostRatio)
    left = hasOverflown ? Self.most : min(Self.most, max(Self.least, product))
  }

  /// A budget of so many bytes, for tests.
  init(limit: Int) { left = limit }

  /// Takes what came out off the budget.
  mutating func spend(_ count: Int) { left = max(0, left - count) }
}

/// Hands what zlib is through with to a ``ReadMonitor``. A class, because C gets one pointer.
final class UnpackWatch {
  private var watch: ReadWatch

  init(_ monitor: ReadMonitor) { watch = ReadWatch(monitor) }

  /// What C calls: 0 is "go on".
  static let callback: czip_watch = { context, consumed in
    guard let context else { return 0 }
    return Unmanaged<UnpackWatch>.fromOpaque(context)._withUnsafeGuaranteedRef { watch in
      watch.watch.goesOn(bytes: consumed, points: 0, part: { TrackPoints() }) ? 0 : 1
    }
  }

  /// The pointer that C hands back; valid as long as this lives.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}
