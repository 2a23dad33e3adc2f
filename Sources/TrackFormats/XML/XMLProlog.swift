// Owns `XMLProlog`: the name of a document's root element, found without parsing.

/// Looks at how an XML document begins.
enum XMLProlog {
  /// The local name of the root element, or `nil` where there is none in these bytes.
  ///
  /// Goes over the declaration, instructions, comments and a document type. UTF-16 is looked at as if its zero bytes were not
  /// there, which is enough for names in ASCII.
  static func rootName(_ head: Span<UInt8>) -> String? {
    if TextDecoding.mark(head).length == 2 {
      let narrow = head.extracting(droppingFirst: 2).withUnsafeBufferPointer { $0.filter { $0 != 0 } }
      return find(in: narrow.span, from: 0)
    }
    return find(in: head, from: TextDecoding.mark(head).length)
  }

  private static func find(in head: Span<UInt8>, from start: Int) -> String? {
    var index = start
    while true {
      while index < head.count, head[index].isBlank { index += 1 }
      guard index < head.count, head[index] == .less else { return nil }
      if head.hasBytes("<?", at: index) {
        index = end(of: "?>", in: head, from: index + 2)
      } else if head.hasBytes("<!--", at: index) {
        index = end(of: "-->", in: head, from: index + 4)
      } else if head.hasBytes("<!", at: index) {
        index = endOfDocumentType(in: head, from: index + 2)
      } else {
        return name(in: head, from: index + 1)
      }
    }
  }

  /// The index behind the next occurrence of a text, or the end.
  private static func end(of text: StaticString, in head: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < head.count {
      if head.hasBytes(text, at: index) { return index + text.utf8CodeUnitCount }
      index += 1
    }
    return head.count
  }

  /// The index behind a document type, which may hold declarations of its own in brackets.
  private static func endOfDocumentType(in head: Span<UInt8>, from start: Int) -> Int {
    var index = start
    var isInside = false
    while index < head.count {
      switch head[index] {
      case 0x5B: isInside = true
      case 0x5D: isInside = false
      case .greater where !isInside: return index + 1
      default: break
      }
      index += 1
    }
    return head.count
  }

  private static func name(in head: Span<UInt8>, from start: Int) -> String? {
    var nameStart = start
    var index = start
    while index < head.count, !head[index].isBlank, head[index] != .greater, head[index] != 0x2F {
      if head[index] == .colon { nameStart = index + 1 }
      index += 1
    }
    guard nameStart < index else { return nil }
    return TextCleaning.name(head.extracting(nameStart..<index))
  }
}
