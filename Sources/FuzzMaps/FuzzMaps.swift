// libFuzzer's entry to maps: whatever a file or a server brings, no trap, and what comes out keeps what its types promise.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the fuzzer tries, each with its first inputs in Tests/Fuzz/seeds/maps-NAME. To add one: a function in a file of its own, a line here,
/// and that folder.
private let targets: [(name: String, run: @Sendable ([UInt8]) -> Void)] = [
  ("tile", fuzzTile), ("mbtiles", fuzzMBTiles), ("pmtiles", fuzzPMTiles), ("overlay", fuzzOverlay),
]

/// The target that `TRACKVIEW_FUZZ_MAPS` names; without it the first byte of each input says which. Read once, at the start.
private let target: (@Sendable ([UInt8]) -> Void)? = {
  guard let value = getenv("TRACKVIEW_FUZZ_MAPS") else { return nil }
  let name = String(cString: value)
  if let target = targets.first(where: { $0.name == name }) { return target.run }
  print("TRACKVIEW_FUZZ_MAPS is \(name): no target of that name is known")
  exit(64)
}()

/// Called by libFuzzer before anything else. With `TRACKVIEW_FUZZ_MAPS=list` it prints the names that the variable takes, and ends.
@_cdecl("LLVMFuzzerInitialize")
public func startFuzzing(
  _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  if let value = getenv("TRACKVIEW_FUZZ_MAPS"), String(cString: value) == "list" {
    for target in targets { print(target.name) }
    exit(0)
  }
  _ = target
  return 0
}

/// Called by libFuzzer for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMaps(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let target {
    target(bytes)
  } else {
    targets[Int(bytes[0]) % targets.count].run(Array(bytes[1...]))
  }
  return 0
}
