package import JSONText

/// What a scenario makes of a screen in force: changes item by item, or another layout, and variants that all get.
package struct ScreenOverride: Sendable {
  private let edit: LayoutEdit
  /// The variants that everybody gets, whatever their hash says.
  private let variants: [VariantName]
  /// Where it stands in its document.
  package let origin: JSONPointer

  /// Reads `{"items"}`, `{"sections"}` or `{"changes", "order"}`, each with or without `"variant"` and, where its
  /// own content has places for values of a request, `"template"`. Content that does not depend on the screen is validated.
  package init?(
    _ value: JSONValue, at place: JSONPointer, catalogue: Catalogue, _ diagnostics: inout Diagnostics
  ) {
    let noun = "a screen of a scenario"
    guard
      let members = MemberReader(
        value, at: place, named: noun, allowed: LayoutEditReader.members + ["variant", "template"],
        &diagnostics)
    else { return nil }
    let names = members.string("variant", &diagnostics)
    let isTemplate = members.flag("template", &diagnostics) ?? false
    var reader = DefinitionReader(catalogue: catalogue, validatesContent: true, isTemplate: isTemplate)
    let edit = LayoutEditReader.read(members, noun: noun, &reader)
    // A layout does not depend on the screen, so it is looked at here, and not at each use.
    if case .layout? = edit, reader.diagnostics.isEmpty {
      _ = edit.flatMap { reader.apply($0, at: place, to: Layout(sections: [])) }
    }
    diagnostics.add(reader.diagnostics)
    guard let edit, reader.diagnostics.isEmpty else { return nil }
    if case .none = edit, names == nil {
      diagnostics.add(
        Diagnostic(
          .missingMember, at: place, "\(noun) changes something",
          hint: "\"items\", \"sections\", \"changes\", \"order\" or \"variant\""))
    }
    self.edit = edit
    variants = names.map { VariantName.list($0) } ?? []
    origin = place
  }

  /// The screen as the scenario has it, in all its arms.
  /// - Throws: ``InvalidDocument`` when it does not apply, with places in the scenario's document.
  package func apply(
    to screen: PublishedScreen, catalogue: Catalogue
  ) throws(InvalidDocument) -> PublishedScreen {
    var reader = DefinitionReader(catalogue: catalogue, validatesContent: true)
    var chosen: [Int: Int] = [:]
    do throws(ScreensError) {
      for name in variants {
        let place = try name.place(in: screen.definition.experiments)
        chosen[place.experiment] = place.variant
      }
    } catch {
      reader.add(
        Diagnostic(
          .unknownVariant, at: origin.appending("variant"),
          "\(quoted(screen.route.name)) has no such variant, or it is not clear which",
          hint: "the variants are "
            + screen.definition.experiments.flatMap { experiment in
              experiment.variants.map { "\(experiment.key):\($0.key)" }
            }.joined(separator: ", ")))
      throw InvalidDocument(reader.diagnostics)
    }
    let forced = Self.arms(of: screen, with: chosen)
    guard isWithinLimits(forced, &reader) else { throw InvalidDocument(reader.diagnostics) }
    // Arms that are the same are made once.
    var made: [[Arm.Choice]: Arm] = [:]
    var arms: [Arm] = []
    for arm in forced {
      if let known = made[arm.choices] {
        arms.append(known)
        continue
      }
      guard let layout = reader.apply(edit, at: origin, to: arm.layout, after: arm) else {
        throw InvalidDocument(reader.diagnostics)
      }
      let changed = Arm(choices: arm.choices, layout: layout)
      made[arm.choices] = changed
      arms.append(changed)
    }
    guard reader.diagnostics.isEmpty else { throw InvalidDocument(reader.diagnostics) }
    return PublishedScreen(
      route: screen.route, version: screen.version, definition: screen.definition, arms: arms)
  }

  /// For each arm the one that has the chosen variants in place of its own.
  private static func arms(of screen: PublishedScreen, with chosen: [Int: Int]) -> [Arm] {
    guard !chosen.isEmpty else { return screen.arms }
    let experiments = screen.definition.experiments
    let known = Dictionary(screen.arms.map { ($0.choices, $0) }) { first, _ in first }
    return screen.arms.map { arm in
      let choices = experiments.enumerated().compactMap { number, experiment -> Arm.Choice? in
        if let variant = chosen[number], experiment.variants.indices.contains(variant) {
          return Arm.Choice(experiment: experiment.key, variant: experiment.variants[variant].key)
        }
        return arm.choices.first { $0.experiment == experiment.key }
      }
      return known[choices] ?? arm
    }
  }

  private func isWithinLimits(_ arms: [Arm], _ reader: inout DefinitionReader) -> Bool {
    guard case .changes(let changes, _) = edit else { return true }
    let items = arms.map { $0.layout.items.count }.max() ?? 0
    // Each factor is bounded: arms by their combinations, items and changes by the bytes of a document.
    if arms.count * (changes.count + 1) * max(items, 1) <= DefinitionReader.maximumSteps { return true }
    reader.add(
      Diagnostic(
        .tooMany, at: origin.appending("changes"),
        "\(changes.count) changes of \(items) items in \(arms.count) combinations are more than "
          + "\(DefinitionReader.maximumSteps) steps",
        hint: "a scenario that changes so much is better written with items of its own"))
    return false
  }
}
