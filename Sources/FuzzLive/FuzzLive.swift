// libFuzzer's entry to the live protocols: whatever a socket brings, no trap, and what comes out keeps what its types promise.

import LibFuzzer

/// What the fuzzer tries, each with its first inputs in Tests/Fuzz/seeds/live-NAME. To add one: a function in a file of its own, a line here,
/// and that folder. `TRACKVIEW_FUZZ_LIVE` names one of them; it is read once, at the start.
private let targets = FuzzTargets(
  "TRACKVIEW_FUZZ_LIVE",
  [
    "decoder": fuzzDecoder, "session": fuzzSession, "control": fuzzControl,
  ])

/// Called by libFuzzer before anything else. With `TRACKVIEW_FUZZ_LIVE=list` it prints the names that the variable takes, and ends.
@_cdecl("LLVMFuzzerInitialize")
public func startFuzzing(_ count: UnsafeMutablePointer<CInt>?, _ arguments: FuzzArguments?) -> CInt {
  _ = targets
  return 0
}

/// Called by libFuzzer for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLive(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  targets.run(start, count)
  return 0
}
