// Owns what the outlines do not know: countries that they draw as part of others.

extension CountryIndex {
  /// Whether there are no outlines at all.
  var isEmpty: Bool { level == nil }

  /// Countries without an outline of their own in another's, by their ISO 3166 codes.
  private static let inner = [("GI", "ES"), ("EH", "MA"), ("VA", "IT")]

  /// Whether a country, by its number, has no outline of its own where its towns are, but lies in another's.
  func isInnerPart(_ country: Int, of holder: Int) -> Bool {
    guard codes.indices.contains(country), codes.indices.contains(holder) else { return false }
    return Self.inner.contains { $0.0 == codes[country] && $0.1 == codes[holder] }
  }
}
