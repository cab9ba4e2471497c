import JSONText

extension DocumentKind {
  /// What holds for all screens: their languages and their links. Each is one document.
  package static let setting = DocumentKind(
    "setting", noun: "setting", belongsToCatalogue: true,
    Contents(
      all: { state in
        Dictionary(
          uniqueKeysWithValues: Setting.allCases.compactMap { setting in
            setting.document(state.catalogue).map { (setting.rawValue, $0) }
          })
      },
      document: { Setting(rawValue: $1)?.document($0.catalogue) },
      read: { name, json, state in
        guard let setting = Setting(rawValue: name) else { throw UnreadableDocument("it is not known") }
        try setting.read(JSONDocument(of: json), &state.catalogue)
      },
      remove: { Setting(rawValue: $0)?.remove(from: &$1.catalogue) },
      check: { name, document, state in
        var catalogue = state.catalogue
        try Setting(rawValue: name)?.read(document, &catalogue)
      }))
}

/// A setting for all screens, in a file such as `_languages.json`.
package enum Setting: String, Sendable, CaseIterable {
  case languages, links

  /// The file in a folder of screens.
  package var file: String { "_\(rawValue).json" }

  package init?(file: String) {
    guard let setting = Self.allCases.first(where: { $0.file == file }) else { return nil }
    self = setting
  }

  func document(_ catalogue: Catalogue) -> JSONValue? {
    switch self {
    case .languages: catalogue.languages?.json
    // Not nil alone, which would be the JSON value null.
    case .links: catalogue.links == .screensAlone ? JSONValue?.none : catalogue.links.json
    }
  }

  func read(_ document: JSONDocument, _ catalogue: inout Catalogue) throws(InvalidDocument) {
    switch self {
    case .languages: catalogue.setLanguages(try Languages(document))
    case .links: catalogue.setLinks(try LinkRules(document))
    }
  }

  func remove(from catalogue: inout Catalogue) {
    switch self {
    case .languages: catalogue.setLanguages(nil)
    case .links: catalogue.setLinks(nil)
    }
  }
}
