// Owns `FITDefinitions`: the sixteen local message types of a FIT file.

/// The local message types as they are defined at a point of the file.
struct FITDefinitions {
  /// Where the values stand, by local type.
  private(set) var layouts = [FITLayout](repeating: FITLayout(), count: 16)
  /// All fields, by local type; only of messages that are looked into one by one.
  private var fields = [[FITField]](repeating: [], count: 16)

  /// What became of reading a definition.
  enum Outcome {
    /// It was taken; the next message begins there.
    case taken(next: Int)
    /// It goes on behind the end of the data.
    case cutShort
    /// Its byte order is neither of the two, so it is none.
    case badByteOrder(UInt8)
  }

  /// Reads a definition message ("FIT Protocol", definition message), whose header stands at `position`.
  ///
  ///     header  reserved  order  message (2)  n  n × (number, size, base type)  [m  m × (number, size, developer)]
  mutating func define(_ bytes: Span<UInt8>, at position: Int, end: Int) -> Outcome {
    guard end - position >= 6 else { return .cutShort }
    let local = Int(bytes[position] & 0x0F)
    let order = bytes[position + 2]
    guard order <= 1 else { return .badByteOrder(order) }
    let isSwapped = order == 1
    let number = (UInt16(bytes[position + 3]), UInt16(bytes[position + 4]))
    var layout = FITLayout()
    layout.message = isSwapped ? number.0 << 8 | number.1 : number.1 << 8 | number.0
    let count = Int(bytes[position + 5])
    var next = position + 6 + count * 3
    guard next <= end else { return .cutShort }
    var kept: [FITField] = []
    let areFieldsKept = layout.message.map(FITProfile.isLookedInto) ?? false
    for place in stride(from: position + 6, to: next, by: 3) {
      var field = FITField(number: bytes[place], type: FITBaseType(code: bytes[place + 2]), isSwapped: isSwapped)
      field.size = bytes[place + 1]
      field.offset = Int32(layout.size)
      layout.size += Int(field.size)
      // A field shorter than one value of its type holds none.
      guard Int(field.size) >= field.type.width else { continue }
      layout.take(field)
      if areFieldsKept { kept.append(field) }
    }
    if bytes[position] & 0x20 != 0 {
      guard next < end else { return .cutShort }
      let first = next + 1
      next = first + Int(bytes[next]) * 3
      guard next <= end else { return .cutShort }
      for place in stride(from: first, to: next, by: 3) { layout.size += Int(bytes[place + 1]) }
    }
    layouts[local] = layout
    fields[local] = kept
    return .taken(next: next)
  }

  /// The number in a field of a message, `nil` where there is none.
  func number(_ field: UInt8, of local: Int, in bytes: Span<UInt8>, at body: Int) -> Double? {
    fields[local].last { $0.number == field }.flatMap { bytes.bytes.value(of: $0, at: body) }
  }

  /// The text in a field of a message, cleaned; `nil` where there is none.
  func text(_ field: UInt8, of local: Int, in bytes: Span<UInt8>, at body: Int) -> String? {
    guard let field = fields[local].last(where: { $0.number == field && $0.type == .text }) else { return nil }
    let start = body + Int(field.offset)
    var end = start
    while end < start + Int(field.size), bytes[end] != 0 { end += 1 }
    return TextCleaning.name(bytes.extracting(start..<end))
  }
}
