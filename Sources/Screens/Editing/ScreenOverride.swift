package import JSONText

/// A scenario's override of a current screen: changes or another layout, and variants that it forces for all units.
package struct ScreenOverride: Sendable {
  /// The override as written. Ids are filled in for each screen separately, because they depend on the screen's ids.
  private let json: JSONValue
  /// The variants to force for all units. A request can still name another variant.
  private let variants: [VariantName]
  /// The override's place in its document.
  package let origin: JSONPointer
  /// Whether the override may apply to one screen and not to another.
  package let dependsOnScreen: Bool
  /// Whether the override can name items of the screen.
  package var namesItems: Bool { json["changes"] != nil || json["order"] != nil }

  private static let noun = "a screen of a scenario"

  /// Reads `{"items"}`, `{"sections"}` or `{"changes", "order"}`, each optionally with `"variant"`, and with
  /// `"template"` if the override's content is a template. Validates content that does not depend on the screen.
  package init?(
    _ value: JSONValue, at place: JSONPointer, catalogue: Catalogue, _ diagnostics: inout Diagnostics
  ) {
    guard
      let members = MemberReader(
        value, at: place, named: Self.noun, allowed: LayoutEditReader.members + ["variant", "template"],
        &diagnostics)
    else { return nil }
    json = value
    origin = place
    let names = members.string("variant", &diagnostics)
    variants = names.map { VariantName.list($0) } ?? []
    dependsOnScreen = names != nil || !(members.has("items") || members.has("sections"))
    let (edit, reader) = read(taken: [], catalogue)
    diagnostics.add(reader.diagnostics)
    guard let edit, reader.diagnostics.isEmpty else { return nil }
    if edit.isEmpty, names == nil {
      diagnostics.add(
        Diagnostic(
          .missingMember, at: place, "\(Self.noun) changes something",
          hint: "\"items\", \"sections\", \"changes\", \"order\" or \"variant\""))
    }
  }

  /// Reads the edit with ids filled in, and validates a layout. The returned reader has the findings.
  private func read(taken: Set<String>, _ catalogue: Catalogue) -> (LayoutEdit?, DefinitionReader) {
    var found = Diagnostics()
    let filled = IDFilling.fill(override: json, taken: taken, catalogue)
    guard
      let members = MemberReader(
        filled, at: origin, named: Self.noun, allowed: LayoutEditReader.members + ["variant", "template"],
        &found)
    else { return (nil, DefinitionReader(catalogue: catalogue, validatesContent: true)) }
    let isTemplate = members.flag("template", &found) ?? false
    var reader = DefinitionReader(catalogue: catalogue, validatesContent: true, isTemplate: isTemplate)
    reader.reading { $0.add(found) }
    let edit = LayoutEditReader.read(members, noun: Self.noun, &reader)
    // Sections do not depend on the screen, so they can be applied to an empty one.
    if case .sections? = edit?.items, reader.diagnostics.isEmpty {
      _ = edit.flatMap { reader.apply($0, at: origin, to: Layout(sections: [])) }
    }
    return (edit, reader)
  }

  /// Applies the override to all combinations of a screen.
  /// - Throws: ``InvalidDocument`` if the override does not apply, with places in the scenario's document.
  package func apply(
    to screen: PublishedScreen, catalogue: Catalogue
  ) throws(InvalidDocument) -> PublishedScreen {
    var (edit, reader) = read(taken: ids(of: screen), catalogue)
    let forced = forced(of: screen, &reader)
    guard let edit, reader.diagnostics.isEmpty, isWithinLimits(edit, screen.combinations, &reader) else {
      throw InvalidDocument(reader.diagnostics)
    }
    var combinations: [Combination] = []
    for combination in screen.combinations {
      guard let layout = reader.apply(edit, at: origin, to: combination.layout, after: combination),
        reader.diagnostics.isEmpty
      else { throw InvalidDocument(reader.diagnostics) }
      combinations.append(Combination(choices: combination.choices, layout: layout))
    }
    return PublishedScreen(
      route: screen.route, version: screen.version, definition: screen.definition, combinations: combinations,
      forced: forced)
  }

  /// Finds the changes that name an item by an id that its author has not written.
  /// - Parameters:
  ///   - screen: a screen to which the override applies.
  ///   - written: the text that may be that of its definition. There are no warnings if it is another one's.
  ///   - scenario: the document that has the override.
  package func warnings(
    for screen: PublishedScreen, written: JSONValue, in scenario: JSONValue, catalogue: Catalogue
  ) -> Diagnostics {
    guard let edit = read(taken: ids(of: screen), catalogue).0,
      IDFilling.fill(written, catalogue) == screen.definition.json
    else { return Diagnostics() }
    return FilledInIDs.warnings(edit, at: origin, in: scenario, of: screen, written)
  }

  private func ids(of screen: PublishedScreen) -> Set<String> {
    Set(screen.combinations.flatMap { $0.layout.items.flatMap(\.named).map(\.id) })
  }

  /// The variants to force, as indices: experiment to variant.
  private func forced(of screen: PublishedScreen, _ reader: inout DefinitionReader) -> [Int: Int] {
    let experiments = screen.definition.experiments
    var forced: [Int: Int] = [:]
    do throws(ScreensError) {
      for name in variants {
        let place = try name.indices(in: experiments)
        forced[place.experiment] = place.variant
      }
    } catch {
      let known = experiments.flatMap { experiment in
        experiment.variants.map { "\(experiment.key):\($0.key)" }
      }
      reader.add(
        Diagnostic(
          .unknownVariant, at: origin.appending("variant"),
          "\(quoted(screen.route.name)) does not have the variant, or several experiments have it",
          hint: known.isEmpty
            ? "the screen has no experiment" : "the variants are \(known.joined(separator: ", "))"))
    }
    return forced
  }

  private func isWithinLimits(
    _ edit: LayoutEdit, _ combinations: [Combination], _ reader: inout DefinitionReader
  ) -> Bool {
    guard case .changes(let changes, _) = edit.items else { return true }
    let items = combinations.map(\.layout.itemCount).max() ?? 0
    // The product does not overflow: the number of combinations is limited, as is the size of the documents.
    if combinations.count * (changes.count + 1) * max(items, 1) <= DefinitionReader.maximumSteps {
      return true
    }
    reader.add(
      Diagnostic(
        .tooMany, at: origin.appending("changes"),
        "\(changes.count) changes of \(items) items in \(combinations.count) combinations are more than "
          + "\(DefinitionReader.maximumSteps) steps",
        hint: "give the scenario \"items\" of its own"))
    return false
  }
}
