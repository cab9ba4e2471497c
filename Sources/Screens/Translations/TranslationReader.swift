package import JSONText

/// Reads the translation of a screen into one language: `{"units": […]}`.
package enum TranslationReader {
  /// The maximum number of units of one screen in one language.
  package static let maximumUnits = 20_000

  /// - Throws: ``InvalidDocument`` with all errors.
  package static func units(_ document: JSONDocument) throws(InvalidDocument) -> [TranslationUnit] {
    var diagnostics = Diagnostics()
    let units = units(document.value, at: .root, isDocument: true, &diagnostics)
    guard diagnostics.isEmpty else { throw InvalidDocument(diagnostics.located(in: document)) }
    return units
  }

  static func units(
    _ value: JSONValue, at location: JSONPointer, isDocument: Bool, _ diagnostics: inout Diagnostics
  ) -> [TranslationUnit] {
    guard
      let members = MemberReader(
        value, at: location, named: "a translation", allowed: ["units"], isDocument: isDocument, &diagnostics)
    else { return [] }
    _ = members.required("units", of: "a translation", &diagnostics)
    let list = members.array("units", &diagnostics) ?? []
    guard list.count <= maximumUnits else {
      diagnostics.add(
        Diagnostic(
          .tooMany, at: location.appending("units"), "a translation has at most \(maximumUnits) units"))
      return []
    }
    var units: [TranslationUnit] = []
    var known: Set<Key> = []
    for (index, value) in list.enumerated() {
      let place = location.appending("units").appending(index)
      guard let unit = unit(value, at: place, &diagnostics) else { continue }
      if !known.insert(Key(place: unit.place, source: ExactString(unit.source))).inserted {
        diagnostics.add(
          Diagnostic(
            .duplicateID, at: place, "there are two units for this source at \(unit.place.phrase)",
            hint: "keep one of them"))
      }
      units.append(unit)
    }
    return units
  }

  private struct Key: Hashable {
    let place: TextPlace
    let source: ExactString
  }

  private static func unit(
    _ value: JSONValue, at location: JSONPointer, _ diagnostics: inout Diagnostics
  ) -> TranslationUnit? {
    guard
      let members = MemberReader(
        value, at: location, named: "a unit", allowed: ["item", "section", "at", "source", "text", "state"],
        &diagnostics,
        meaning: { $0 == "target" ? "did you mean text?" : $0 == "id" ? "did you mean item?" : nil })
    else { return nil }
    for name in ["at", "source", "text"] { _ = members.required(name, of: "a unit", &diagnostics) }
    let item = members.string("item", &diagnostics)
    let section = members.string("section", &diagnostics)
    if item != nil, section != nil {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: location.appending("section"), anchor: .name,
          "a unit has either \"item\" or \"section\", not both"))
    }
    let at = members.string("at", &diagnostics)
    let pointer = at.flatMap { JSONPointer($0) }
    if let at, pointer == nil {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: location.appending("at"), "\(quoted(at)) is not a JSON Pointer",
          hint: "a place in the content, such as /text1"))
    }
    let source = members.string("source", &diagnostics)
    let text = members.string("text", &diagnostics)
    let state = members.choice("state", of: [TranslationUnit.needsReview], &diagnostics)
    guard let pointer, let source, let text else { return nil }
    let owner: TextPlace.Owner =
      item.map { .item(ExactString($0)) } ?? section.map { .section(ExactString($0)) } ?? .screen
    return TranslationUnit(
      place: TextPlace(owner, pointer), source: source, text: text, needsReview: state != nil)
  }
}
