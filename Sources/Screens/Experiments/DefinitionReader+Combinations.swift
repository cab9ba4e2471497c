import JSONText

/// Applying the variants of experiments.
extension DefinitionReader {
  /// Creates all combinations, in the order of ``CombinationSpace``. Stops with a finding if a variant does not apply.
  mutating func combinations(of experiments: [ScreenExperiment], layout: Layout) -> [Combination] {
    var combinations = [Combination(choices: [], layout: layout)]
    guard isWithinLimits(experiments, layout) else { return combinations }
    // Report the errors of each variant once. Combine variants only if they have no errors of their own.
    let alone = experiments.map { $0.variants.map { apply($0, to: layout) } }
    guard diagnostics.isEmpty else { return combinations }
    for (experiment, layouts) in zip(experiments, alone) {
      var variants: [[Combination]] = []
      for (variant, own) in zip(experiment.variants, layouts) {
        let choice = Combination.Choice(experiment: experiment.key, variant: variant.key)
        var combined: [Combination] = []
        for combination in combinations {
          let changed =
            combination.choices.isEmpty ? own : apply(variant, to: combination.layout, after: combination)
          // Report an error once and not for every combination that has it.
          guard let changed else { break }
          combined.append(Combination(choices: combination.choices + [choice], layout: changed))
        }
        variants.append(combined)
      }
      guard diagnostics.isEmpty else { return combinations }
      combinations = combinations.indices.flatMap { index in
        [combinations[index]] + variants.map { $0[index] }
      }
    }
    return combinations
  }

  /// Whether the number of items and changes of all combinations is within the limits. Adds a finding if not.
  private mutating func isWithinLimits(_ experiments: [ScreenExperiment], _ layout: Layout) -> Bool {
    // The products do not overflow: 64 combinations with every experiment are at most 729 in all (3 to the power of 6).
    var combinations = 1
    var items = layout.itemCount
    var changes = 0
    var added = 0
    var hasInnerItems = layout.hasInnerItems
    for experiment in experiments {
      for variant in experiment.variants {
        switch variant.edit.items {
        case .none: break
        case .sections(let own): items = max(items, Layout(sections: own).itemCount)
        case .changes(let steps, let order):
          changes += combinations * (steps.count + (order == nil ? 0 : 1))
          let new = steps.compactMap(\.item)
          added += new.reduce(0) { $0 + $1.count }
          hasInnerItems = hasInnerItems || new.contains { $0.inner != nil }
        }
      }
      combinations *= experiment.variants.count + 1
    }
    let location = JSONPointer(tokens: [experiments.count > 1 ? "experiments" : "experiment"])
    if experiments.count > 1, combinations * items > Self.maximumCombinedItems {
      add(
        Diagnostic(
          .tooMany, at: location,
          "\(combinations) combinations of \(items) items are more than \(Self.maximumCombinedItems) items together",
          hint: "fewer variants, fewer experiments or fewer items"))
      return false
    }
    // A change may search all sections, too. One inside an item writes the content of all items above it again.
    let cost = hasInnerItems ? Self.innerItemSteps : 1
    if changes * max(items + added + layout.sections.count, 1) * cost > Self.maximumSteps {
      add(
        Diagnostic(
          .tooMany, at: location,
          "\(changes) changes of \(items + added) items, over all combinations, are more than \(Self.maximumSteps) steps",
          hint: "give the variant \"items\" of its own"))
      return false
    }
    return true
  }

  /// Applies a variant, and validates what differs from the definition. Nil if the variant does not apply.
  /// - Parameter combination: the combination of the earlier experiments' variants.
  private mutating func apply(_ variant: Variant, to base: Layout, after combination: Combination? = nil)
    -> Layout?
  {
    apply(variant.edit, at: variant.origin, to: base, after: combination)
  }

  /// Applies an edit.
  /// - Parameter location: the edit's place in the document.
  mutating func apply(
    _ edit: LayoutEdit, at location: JSONPointer, to base: Layout, after combination: Combination? = nil
  ) -> Layout? {
    var layout = base
    if let name = edit.screenName { layout.screenName = name }
    if let patch = edit.values { merge(patch, at: location, into: &layout) }
    switch edit.items {
    case .none: break
    case .sections(let sections):
      layout.sections = sections
      reportDuplicates(in: layout)
      validate(layout)
    case .changes(let changes, let order):
      var editor = LayoutEditor(layout: layout, catalogue: catalogue, budget: budget)
      editor.apply(changes, order: order, at: location)
      add(combination?.name.map { editor.diagnostics.with($0) } ?? editor.diagnostics)
      guard editor.diagnostics.isEmpty else { return nil }
      layout = editor.layout
    }
    return layout
  }

  /// Merges values into those of the screen.
  /// - Parameter location: the place of the object that has the values.
  private mutating func merge(_ patch: JSONObject, at location: JSONPointer, into layout: inout Layout) {
    var merged = JSONValue.object(layout.values ?? [:])
    JSONMergePatch.merge(.object(patch), into: &merged)
    layout.values = merged.objectValue
    for finding in valueFindings(in: merged, \.screen, at: .root).kept {
      let isWritten =
        !finding.pointer.tokens.isEmpty && finding.pointer.value(in: .object(patch)) != nil
      add(
        Diagnostic(
          finding.code,
          at: isWritten ? location.appending("values").appending(finding.pointer) : location,
          anchor: isWritten ? finding.anchor : .value,
          isWritten ? finding.message : "the merged values are invalid: \(finding.message)",
          hint: finding.hint))
    }
  }
}
