// How a person wants things shown: language, units, glyphs and colours.

import Cells
import TrackGeodesy

/// The languages of the interface.
public enum Language: String, Hashable, Sendable, CaseIterable {
  case english = "en"
  case chinese = "zh"

  /// The language named by a POSIX locale (`zh_CN.UTF-8`, `C.UTF-8`, …).
  public init(locale: String) { self = locale.lowercased().hasPrefix("zh") ? .chinese : .english }

  /// One of two texts.
  public func pick(_ english: String, _ chinese: String) -> String { self == .english ? english : chinese }
}

/// Which north the compass ring shows.
public enum NorthReference: String, Hashable, Sendable, CaseIterable { case magnetic, `true` }

/// Everything about looks that is the person's choice or the terminal's limit.
public struct Presentation: Hashable, Sendable {
  public var theme: Theme
  public var glyphs: Glyphs
  public var units: UnitSystem
  public var coordinates: CoordinateFormat
  public var language: Language
  public var north: NorthReference
  /// Degrees added to the heading, for a device that is not mounted straight ahead.
  public var headingOffset: Double

  public init(
    theme: Theme = Theme(depth: .none, backdrop: .dark), glyphs: Glyphs = Glyphs(.braille), units: UnitSystem = .metric,
    coordinates: CoordinateFormat = .dd, language: Language = .english, north: NorthReference = .magnetic, headingOffset: Double = 0
  ) {
    self.theme = theme
    self.glyphs = glyphs
    self.units = units
    self.coordinates = coordinates
    self.language = language
    self.north = north
    self.headingOffset = headingOffset
  }

  /// One of two texts, by language.
  func say(_ english: String, _ chinese: String) -> String { language.pick(english, chinese) }

  /// A position in the person's notation.
  public func latitude(_ degrees: Double) -> String { coordinates.latitude(degrees, plain: glyphs.plain.contains(.degree)) }
  public func longitude(_ degrees: Double) -> String { coordinates.longitude(degrees, plain: glyphs.plain.contains(.degree)) }

  /// A direction to a tenth of a degree, as the compass shows it.
  public func degrees(_ value: Double, digits: Int = 1) -> String {
    let text = DecimalText.fixed(Angle.normalized360(value), digits: digits)
    return (text.hasPrefix("360") ? DecimalText.fixed(0, digits: digits) : text) + glyphs.degree
  }

  /// The direction in the person's letters: one of eight.
  func direction(_ degrees: Double) -> String {
    let names =
      language == .english
      ? ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] : ["北", "东北", "东", "东南", "南", "西南", "西", "西北"]
    let angle = Angle.normalized360(degrees)
    return angle.isFinite ? names[Int((angle / 45).rounded()) % 8] : DecimalText.missing
  }

  /// Hours, minutes and seconds.
  public func clock(_ seconds: Double) -> String {
    let whole = seconds.isFinite ? Int(min(max(seconds, 0), 3.6e8)) : 0
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(two(whole / 3600)):\(two(whole / 60 % 60)):\(two(whole % 60))"
  }

  /// A whole number with thin groups of three: `2 214`.
  func count(_ value: Int) -> String {
    let digits = String(value)
    guard digits.count > 3 else { return digits }
    var out = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { out.append(" ") }
      out.append(digit)
    }
    return out
  }
}
