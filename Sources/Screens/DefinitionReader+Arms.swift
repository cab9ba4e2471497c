import JSONText

/// What the variants of experiments make of a definition.
extension DefinitionReader {
  /// All arms, in the order of ``ArmSpace``; fewer when one cannot be made, which is a finding.
  mutating func arms(of experiments: [ScreenExperiment], layout: Layout) -> [Arm] {
    var arms = [Arm(choices: [], layout: layout)]
    guard isWithinLimits(experiments, layout) else { return arms }
    // Faults of a variant by itself are reported once, those of combinations only where there are no others.
    let alone = experiments.map { $0.variants.map { apply($0, to: layout) } }
    guard diagnostics.isEmpty else { return arms }
    for (experiment, layouts) in zip(experiments, alone) {
      var variants: [[Arm]] = []
      for (variant, own) in zip(experiment.variants, layouts) {
        let choice = Arm.Choice(experiment: experiment.key, variant: variant.key)
        var combined: [Arm] = []
        for arm in arms {
          let changed = arm.choices.isEmpty ? own : apply(variant, to: arm.layout, after: arm)
          // One combination stands for all that have the same fault.
          guard let changed else { break }
          combined.append(Arm(choices: arm.choices + [choice], layout: changed))
        }
        variants.append(combined)
      }
      guard diagnostics.isEmpty else { return arms }
      arms = arms.indices.flatMap { index in [arms[index]] + variants.map { $0[index] } }
    }
    return arms
  }

  /// Whether all variants and combinations can be made and kept; what is too many is a finding.
  private mutating func isWithinLimits(_ experiments: [ScreenExperiment], _ layout: Layout) -> Bool {
    // Both products are bounded: there are at most 64 combinations, and so 729 arms.
    var arms = 1
    var items = layout.items.count
    var changes = 0
    for experiment in experiments {
      for variant in experiment.variants {
        switch variant.edit {
        case .none: break
        case .layout(let own): items = max(items, own.items.count)
        case .changes(let steps, let order):
          changes += arms * (steps.count + (order == nil ? 0 : 1))
        }
      }
      arms *= experiment.variants.count + 1
    }
    let place = JSONPointer(tokens: [experiments.count > 1 ? "experiments" : "experiment"])
    if experiments.count > 1, arms * items > Self.maximumCombinedItems {
      add(
        Diagnostic(
          .tooMany, at: place,
          "\(arms) combinations of \(items) items are more than \(Self.maximumCombinedItems) items together",
          hint: "fewer variants, fewer experiments or fewer items"))
      return false
    }
    if changes * max(items, 1) > Self.maximumSteps {
      add(
        Diagnostic(
          .tooMany, at: place,
          "\(changes) changes of \(items) items, over all combinations, are more than \(Self.maximumSteps) steps",
          hint: "a variant that changes so much is better written with items of its own"))
      return false
    }
    return true
  }

  /// The layout of a variant, validated where it differs from the definition's. Nil when it cannot be made.
  /// - Parameter arm: what earlier experiments have made of the definition.
  private mutating func apply(_ variant: Variant, to base: Layout, after arm: Arm? = nil) -> Layout? {
    apply(variant.edit, at: variant.origin, to: base, after: arm)
  }

  /// The same of any edit.
  /// - Parameter place: where the edit stands in the document.
  mutating func apply(
    _ edit: LayoutEdit, at place: JSONPointer, to base: Layout, after arm: Arm? = nil
  ) -> Layout? {
    switch edit {
    case .none:
      return base
    case .layout(let layout):
      reportDuplicates(in: layout)
      validate(layout.items)
      return layout
    case .changes(let changes, let order):
      var editor = LayoutEditor(layout: base, catalogue: catalogue)
      for change in changes { editor.apply(change) }
      if let order { editor.reorder(order, at: place.appending("order")) }
      add(arm?.name.map { editor.diagnostics.with($0) } ?? editor.diagnostics)
      return editor.diagnostics.isEmpty ? editor.layout : nil
    }
  }
}
