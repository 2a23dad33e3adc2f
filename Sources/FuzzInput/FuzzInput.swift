// libFuzzer's entry to the input decoder: whatever arrives, and however it is cut, no trap, bounded memory, the same events.

import Cells
import Terminal

/// Called by libFuzzer. The first byte says where the rest is cut in two.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 1 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
  let cut = Int(start[0]) % (bytes.count + 1)
  var whole = InputDecoder()
  var parts = InputDecoder()
  let expected = whole.feed(bytes) + whole.timeout()
  let events = parts.feed(bytes[..<cut]) + parts.feed(bytes[cut...]) + parts.timeout()
  precondition(events == expected, "the events depend on how the bytes are cut")
  precondition(!whole.isPending && whole == parts)
  precondition(events.count <= bytes.count + 1, "more events than bytes")
  var probe = TerminalProbe()
  for case .reply(let reply) in events { probe.receive(reply) }
  return 0
}
