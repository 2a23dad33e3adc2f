// Owns `XMLEncoding`: documents in encodings that expat does not know, turned into UTF-8 before it sees them.

/// Reads and removes what an XML declaration says of the encoding (XML 1.0, section 4.3.3).
enum XMLEncoding {
  /// Whether a text in an encoding with ASCII in it begins like XML.
  static func isXML(_ head: Span<UInt8>) -> Bool {
    var index = 0
    while index < head.count, head[index].isBlank { index += 1 }
    return index < head.count && head[index] == .less
  }

  /// A document as UTF-8 without its statement of an encoding; `nil` where expat reads it as it is.
  static func decoded(_ bytes: Span<UInt8>) -> [UInt8]? {
    guard let value = encodingValue(bytes), let converter = converter(bytes.extracting(value)) else { return nil }
    // Without a character beyond ASCII there is nothing to decode, and expat reads that much of every encoding.
    let hasOthers = bytes.withUnsafeBufferPointer { ASCIIScan.end(in: $0, from: 0) < $0.count }
    guard hasOthers, let decoded = Transcoding.decoded(bytes, from: converter) else { return nil }
    return withoutDeclaration(decoded)
  }

  /// A document in UTF-8 whose declaration says nothing of its encoding: spaces take the place of what it said.
  static func withoutDeclaration(_ bytes: [UInt8]) -> [UInt8] {
    guard let value = encodingValue(bytes.span) else { return bytes }
    var result = bytes
    // From the name of the pseudo-attribute, which is the last word before the value, to the quotation mark behind it.
    var start = value.lowerBound
    while start > 0, result[start - 1] | 0x20 != 0x67 { start -= 1 }
    start = max(0, start - 8)
    for index in start...min(value.upperBound, result.count - 1) { result[index] = .space }
    return result
  }

  /// Where the name of the encoding stands in a document's declaration.
  static func encodingValue(_ bytes: Span<UInt8>) -> Range<Int>? {
    var index = 0
    while index < bytes.count, bytes[index].isBlank { index += 1 }
    guard bytes.hasBytes("<?xml", at: index) else { return nil }
    let limit = min(bytes.count, index + 512)
    while index < limit, !bytes.hasBytes("encoding", at: index) {
      if bytes.hasBytes("?>", at: index) { return nil }
      index += 1
    }
    index += 8
    while index < limit, bytes[index].isBlank || bytes[index] == 0x3D { index += 1 }
    guard index < limit, bytes[index] == 0x22 || bytes[index] == 0x27 else { return nil }
    let quote = bytes[index]
    let start = index + 1
    index = start
    while index < limit, bytes[index] != quote { index += 1 }
    return index < limit && index > start && index - start <= 40 ? start..<index : nil
  }

  /// What iconv calls an encoding that expat does not know. A list, because a file should not choose which code of the system runs.
  private static func converter(_ name: Span<UInt8>) -> String? {
    let name = name.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }.uppercased()
    switch name {
    // The larger sets hold the smaller ones, and files say the smaller name.
    case "GB18030", "GBK", "GB2312", "CP936", "MS936", "WINDOWS-936": return "GB18030"
    case "BIG5", "BIG-5", "BIG5-HKSCS", "CP950": return "BIG5-HKSCS"
    case "SHIFT_JIS", "SHIFT-JIS", "SJIS", "WINDOWS-31J", "CP932", "MS932": return "CP932"
    case "EUC-JP", "EUC-KR", "EUC-TW", "KOI8-R", "KOI8-U", "TIS-620": return name
    case "KS_C_5601-1987", "CP949", "WINDOWS-949": return "CP949"
    case "MACINTOSH": return "MACINTOSH"
    default: break
    }
    if name.hasPrefix("ISO-8859-"), let part = Int(name.dropFirst(9)), (2...16).contains(part), part != 12 { return "ISO-8859-\(part)" }
    for prefix in ["WINDOWS-125", "CP125"] where name.hasPrefix(prefix) {
      if let page = Int(name.dropFirst(prefix.count)), (0...8).contains(page), page != 2 { return "CP125\(page)" }
    }
    return nil
  }
}
