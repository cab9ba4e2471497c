import JSONSchema
import JSONText

/// What a layout must hold besides its form: ids that differ, and content and values that fit their schemas.
extension DefinitionReader {
  /// Reports each repeated id of an item or a section, at the second one.
  mutating func reportDuplicates(in layout: Layout) {
    var items: Set<ExactString> = []
    var sections: Set<ExactString> = []
    for section in layout.sections {
      if let id = section.id, !sections.insert(id) {
        diagnostics.add(
          Diagnostic(
            .duplicateID, at: section.origin.appending("id"), "the section id \(quoted(id)) is repeated",
            hint: "each section of a screen has an id of its own"))
      }
      for item in section.items.flatMap(\.named) where !items.insert(item.id) {
        diagnostics.add(
          Diagnostic(
            .duplicateID, at: item.origin.appending("id"), "the item id \(quoted(item.id)) is repeated",
            hint: "each item of a screen has an id of its own"))
      }
    }
  }

  /// Validates the values of sections, and the content of items, of their fallbacks and of the items inside them.
  mutating func validate(_ layout: Layout) {
    guard validatesContent else { return }
    for section in layout.sections {
      if section.id != nil {
        let location = section.values == nil ? section.origin : section.origin.appending("values")
        diagnostics.add(valueFindings(in: .object(section.values ?? [:]), \.section, at: location))
      }
      validate(section.items)
    }
  }

  mutating func validate(_ items: [Item]) {
    guard validatesContent else { return }
    for item in items {
      for candidate in item.chain {
        if let viewType = catalogue.viewType(candidate.viewType) {
          catalogue.validate(
            candidate, as: viewType, at: candidate.origin.appending("content"), within: budget, &diagnostics)
        }
        validate(candidate.children)
      }
    }
  }

  /// The findings about values, by the schema of the wire format.
  /// - Parameter schema: the schema for the values of a screen, or of a section.
  func valueFindings(
    in values: JSONValue, _ schema: KeyPath<ValueSchemas, ContentSchema?> & Sendable, at location: JSONPointer
  ) -> Diagnostics {
    var found = Diagnostics()
    guard validatesContent else { return found }
    format?.values[keyPath: schema]?.validate(values, at: location, within: budget, &found)
    AssetReference.validate(
      values, at: location, assets: catalogue.assets, uploads: catalogue.uploads,
      within: budget, &found)
    return found
  }
}
