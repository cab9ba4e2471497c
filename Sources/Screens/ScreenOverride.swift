package import JSONText

/// What a scenario makes of a screen in force: changes item by item, or another layout, and variants that all get.
package struct ScreenOverride: Sendable {
  /// As it was written: ids are filled in for each screen anew, so that none is taken.
  private let json: JSONValue
  /// The variants that everybody gets who does not ask for another one, whatever their hash says.
  private let variants: [VariantName]
  /// Where it stands in its document.
  package let origin: JSONPointer
  /// Whether it may apply to one screen and not to another.
  package let dependsOnScreen: Bool

  private static let noun = "a screen of a scenario"

  /// Reads `{"items"}`, `{"sections"}` or `{"changes", "order"}`, each with or without `"variant"` and, where its own
  /// content has places for values of a request, `"template"`. Content that does not depend on the screen is validated.
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
    if case .none = edit, names == nil {
      diagnostics.add(
        Diagnostic(
          .missingMember, at: place, "\(Self.noun) changes something",
          hint: "\"items\", \"sections\", \"changes\", \"order\" or \"variant\""))
    }
  }

  /// The edit with all ids, as far as that can be read, and what is wrong with it. A layout is validated.
  private func read(taken: Set<String>, _ catalogue: Catalogue) -> (LayoutEdit?, DefinitionReader) {
    var found = Diagnostics()
    let filled = IDFilling.fill(override: json, taken: taken)
    guard
      let members = MemberReader(
        filled, at: origin, named: Self.noun, allowed: LayoutEditReader.members + ["variant", "template"],
        &found)
    else { return (nil, DefinitionReader(catalogue: catalogue, validatesContent: true)) }
    let isTemplate = members.flag("template", &found) ?? false
    var reader = DefinitionReader(catalogue: catalogue, validatesContent: true, isTemplate: isTemplate)
    reader.reading { $0.add(found) }
    let edit = LayoutEditReader.read(members, noun: Self.noun, &reader)
    // A layout does not depend on the screen.
    if case .layout? = edit, reader.diagnostics.isEmpty {
      _ = edit.flatMap { reader.apply($0, at: origin, to: Layout(sections: [])) }
    }
    return (edit, reader)
  }

  /// The screen as the scenario has it, in all its arms.
  /// - Throws: ``InvalidDocument`` when it does not apply, with places in the scenario's document.
  package func apply(
    to screen: PublishedScreen, catalogue: Catalogue
  ) throws(InvalidDocument) -> PublishedScreen {
    let taken = Set(screen.arms.flatMap { $0.layout.items.flatMap(\.named).map(\.id) })
    var (edit, reader) = read(taken: taken, catalogue)
    let forced = forced(of: screen, &reader)
    guard let edit, reader.diagnostics.isEmpty, isWithinLimits(edit, screen.arms, &reader) else {
      throw InvalidDocument(reader.diagnostics)
    }
    var arms: [Arm] = []
    for arm in screen.arms {
      guard let layout = reader.apply(edit, at: origin, to: arm.layout, after: arm),
        reader.diagnostics.isEmpty
      else { throw InvalidDocument(reader.diagnostics) }
      arms.append(Arm(choices: arm.choices, layout: layout))
    }
    return PublishedScreen(
      route: screen.route, version: screen.version, definition: screen.definition, arms: arms,
      forced: forced)
  }

  /// The variants that everybody gets, by the places of their experiments.
  private func forced(of screen: PublishedScreen, _ reader: inout DefinitionReader) -> [Int: Int] {
    let experiments = screen.definition.experiments
    var forced: [Int: Int] = [:]
    do throws(ScreensError) {
      for name in variants {
        let place = try name.place(in: experiments)
        forced[place.experiment] = place.variant
      }
    } catch {
      let known = experiments.flatMap { experiment in
        experiment.variants.map { "\(experiment.key):\($0.key)" }
      }
      reader.add(
        Diagnostic(
          .unknownVariant, at: origin.appending("variant"),
          "\(quoted(screen.route.name)) has no such variant, or it is not clear which",
          hint: known.isEmpty
            ? "the screen has no experiment" : "the variants are \(known.joined(separator: ", "))"))
    }
    return forced
  }

  private func isWithinLimits(_ edit: LayoutEdit, _ arms: [Arm], _ reader: inout DefinitionReader) -> Bool {
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
