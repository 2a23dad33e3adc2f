// Owns what the outlines do not know: countries that they draw as part of others.

extension CountryIndex {
  /// Whether there are no outlines at all.
  var isEmpty: Bool { level == nil }

  /// Countries whose towns lie in another's outline, by their ISO 3166 codes: Natural Earth draws who holds the land, GeoNames does not.
  private static let inner = [("EH", "MA")]

  /// Whether a country, by its number, has no outline of its own where its towns are, but lies in another's.
  func isInnerPart(_ country: Int, of holder: Int) -> Bool {
    guard codes.indices.contains(country), codes.indices.contains(holder) else { return false }
    return Self.inner.contains { $0.0 == codes[country] && $0.1 == codes[holder] }
  }
}
