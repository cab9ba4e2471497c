import JSONText

/// Who changed a unit last.
package struct TranslationAuthor: Sendable {
  package let unit: TranslationUnit
  /// The version that changed the unit last.
  package let version: VersionSummary

  /// The number of versions that are searched. What the oldest of them changed shows beside the one before it.
  package static let maximumVersions = 30
}

extension TranslationService {
  /// Who changed the units of a screen in a language last. A unit that has not changed in the last
  /// ``TranslationAuthor/maximumVersions`` versions has no author.
  /// - Throws: what ``units(of:in:)`` and ``ScreenService/versions(of:before:limit:)`` throw.
  package func authors(
    of route: Route, in language: LanguageTag
  ) throws(ScreensError) -> [TranslationAuthor] {
    var units = try units(of: route, in: language).units
    var newer: VersionSummary?
    var authors: [TranslationAuthor] = []
    let versions = try publisher.screens.versions(
      of: route, before: nil, limit: TranslationAuthor.maximumVersions + 1)
    for version in versions where !units.isEmpty {
      guard let stored = try? publisher.screens.version(version.number, of: route) else { break }
      let older = stored.units(in: language)
      if let newer {
        authors += units.filter { !older.contains($0) }.map { TranslationAuthor(unit: $0, version: newer) }
      }
      units = units.filter { older.contains($0) }
      newer = version
    }
    if let first = newer, first.number == 1 {
      authors += units.map { TranslationAuthor(unit: $0, version: first) }
    }
    return authors
  }
}

extension ScreenVersion {
  fileprivate func units(in language: LanguageTag) -> Set<TranslationUnit> {
    guard let translation = definition?["translations"]?[language.text] else { return [] }
    var diagnostics = Diagnostics()
    return Set(TranslationReader.units(translation, at: .root, isDocument: false, &diagnostics))
  }
}
