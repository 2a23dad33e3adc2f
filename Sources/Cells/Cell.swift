// One character position of the screen: what stands in it and how it looks.

/// How a cell's text is drawn, besides its colours.
public struct Attributes: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let bold = Attributes(rawValue: 1)
  public static let dim = Attributes(rawValue: 2)
  public static let italic = Attributes(rawValue: 4)
  public static let underline = Attributes(rawValue: 8)
  public static let reverse = Attributes(rawValue: 16)
}

/// Colours and attributes together.
public struct Style: Hashable, Sendable {
  public var foreground: Color
  public var background: Color
  public var attributes: Attributes

  public init(_ foreground: Color = .standard, on background: Color = .standard, _ attributes: Attributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  public static let plain = Style()

  /// The same style with more attributes.
  public func adding(_ more: Attributes) -> Style { Style(foreground, on: background, attributes.union(more)) }
}

/// One position of a `CellGrid`: 16 bytes, so that a frame is cheap to make and to compare.
public struct Cell: Hashable, Sendable {
  /// The Unicode scalar shown; a space where nothing is.
  public var scalar: UInt32
  public var foreground: Color
  public var background: Color
  public var attributes: Attributes
  /// Columns taken: 1, 2 for a wide character, 0 for the right half of one.
  public var width: UInt8
  /// 0, or one more than the index in `CellGrid.marks` of the combining scalars that follow `scalar`.
  public var marks: UInt16

  @inlinable
  public init(scalar: UInt32 = 0x20, style: Style = .plain, width: UInt8 = 1, marks: UInt16 = 0) {
    self.scalar = scalar
    foreground = style.foreground
    background = style.background
    attributes = style.attributes
    self.width = width
    self.marks = marks
  }

  public static let blank = Cell()

  public var style: Style {
    get { Style(foreground, on: background, attributes) }
    set {
      foreground = newValue.foreground
      background = newValue.background
      attributes = newValue.attributes
    }
  }
}
