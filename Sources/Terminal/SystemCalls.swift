// System calls whose names `TerminalScreen` uses for its own methods.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `close(2)`.
func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

/// `read(2)`: the bytes, empty at the end of input, or `errno`.
func readDescriptor(_ descriptor: Int32, limit: Int) -> (bytes: [UInt8], code: Int32) {
  var code: Int32 = 0
  let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
    let result = read(descriptor, buffer.baseAddress, limit)
    if result < 0 { code = errno }
    count = max(0, result)
  }
  return (bytes, code)
}

/// `write(2)` of what follows an offset: the number of bytes taken, or `errno`.
func writeDescriptor(_ descriptor: Int32, _ bytes: [UInt8], from offset: Int) -> (count: Int, code: Int32) {
  bytes.withUnsafeBytes { all in
    guard let base = all.baseAddress else { return (0, 0) }
    let result = write(descriptor, base + offset, all.count - offset)
    return (max(0, result), result < 0 ? errno : 0)
  }
}
