// Owns `ByteOutput`: where a format writes its bytes, in pieces, with the texts of numbers and times.

import TrackGeodesy

/// Takes the bytes of a document that is written and hands them on in pieces of 64 KiB.
public struct ByteOutput: ~Copyable {
  /// Takes a piece; `false` where it could not, and then nothing more is handed over.
  public typealias Drain = (borrowing Span<UInt8>) -> Bool

  private var buffer: [UInt8] = []
  private let drain: Drain
  /// Whether a piece could not be handed over: what is written from then on is lost, so writers may stop.
  public private(set) var isFailed = false

  static let pieceLength = 65_536

  /// An output that hands its pieces to a function.
  public init(_ drain: @escaping Drain) {
    self.drain = drain
    buffer.reserveCapacity(Self.pieceLength + 4096)
  }

  /// Hands over what is left; call it once at the end.
  /// - Returns: Whether everything was handed over.
  public mutating func finish() -> Bool {
    flush()
    return !isFailed
  }

  private mutating func flush() {
    if !isFailed, !buffer.isEmpty, !drain(buffer.span) { isFailed = true }
    buffer.removeAll(keepingCapacity: true)
  }

  /// One byte.
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    buffer.append(byte)
    if buffer.count >= Self.pieceLength { flush() }
  }

  /// A text as UTF-8.
  mutating func put(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.pieceLength { flush() }
  }

  /// A constant text.
  mutating func put(_ text: StaticString) {
    buffer.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    if buffer.count >= Self.pieceLength { flush() }
  }

  /// Bytes as they are.
  mutating func put(_ bytes: [UInt8]) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.pieceLength { flush() }
  }

  /// A number in the fewest digits that give the same `Double` again, never with an exponent; nothing for one that is not finite.
  mutating func put(_ number: Double) {
    if let text = PlainDecimal.text(number) { put(text) }
  }

  /// A number in the fewest digits that give the same `Float` again.
  mutating func put(_ number: Float) {
    if let text = PlainDecimal.text(number) { put(text) }
  }

  /// A number with so many digits behind the point.
  mutating func put(_ number: Double, digits: Int) {
    guard number.isFinite else { return }
    put(DecimalText.fixed(number, digits: digits))
  }

  /// A whole number with leading zeros.
  mutating func put(_ number: Int, width: Int) {
    let text = String(number.magnitude)
    if number < 0 { put(.minus) }
    for _ in 0..<max(0, width - text.utf8.count) { put(0x30 as UInt8) }
    put(text)
  }

  /// A moment as ISO 8601 in UTC, with as many digits of a fraction as it has, at most six: `2024-05-01T08:30:00.25Z`.
  mutating func put(time: Double) {
    guard let moment = CalendarTime(time) else { return }
    put(moment.iso8601)
  }
}
