// Owns `XMLBarePass`: the yardstick for reading XML.

import CExpat

/// A yardstick, for benchmarks: expat over a document with handlers that do nothing.
///
/// No reader that leaves all of a document to expat can be faster.
package enum XMLBarePass {
  /// Goes through a document in the chunks that the readers use.
  ///
  /// - Returns: Whether it is well-formed.
  package static func run(_ bytes: Span<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { cexpat_bare_pass($0.baseAddress, Int64($0.count), Int32(XMLReader.chunkLength)) == 1 }
  }
}
