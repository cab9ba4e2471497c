package import JSONText

/// A compiled schema: immutable, and safe to use from many threads at once.
///
/// Subschemas are elements of one flat array and refer to each other by index, so that recursive references do not
/// create reference cycles of objects.
package final class CompiledSchema: Sendable {
  let nodes: [SchemaNode]
  /// The nodes, for use without reference counting.
  let borrowedNodes: [Borrowed<SchemaNode>]
  /// For each node with no keyword but `type`, its types; empty for the others. Most evaluated nodes have only `type`,
  /// and need no further evaluation.
  let plainTypes: [SchemaTypeSet]
  let resources: [CompiledResource]
  /// The index of the schema's root.
  let root: Int
  /// Whether the schema has a dynamic reference, which needs the dynamic scope.
  let tracksScope: Bool

  init(nodes: [SchemaNode], resources: [CompiledResource], root: Int, tracksScope: Bool) {
    self.nodes = nodes
    borrowedNodes = nodes.map { Borrowed($0) }
    plainTypes = nodes.map(\.plainTypes)
    self.resources = resources
    self.root = root
    self.tracksScope = tracksScope
  }

  /// Whether the instance satisfies the schema. Stops at the first error.
  /// - Parameter budget: the steps that several validations may take together.
  package func isValid(_ instance: JSONValue, within budget: ValidationBudget? = nil) -> Bool {
    let steps = min(SchemaLimits.evaluations, budget?.remaining ?? .max)
    var run = Evaluation(self, steps: steps)
    let isValid = evaluate(root, instance, tracker: nil, &run) && run.exceeded == nil
    budget?.spend(steps - run.remainingSteps)
    return isValid
  }

  /// The errors of an instance, at most `limit` and at least one; empty when it satisfies the schema.
  package func validate(_ instance: JSONValue, limit: Int = 100) -> [ValidationError] {
    report(on: instance, limit: max(1, limit)).errors
  }

  /// The errors of an instance, at most `limit`, and the number of omitted ones.
  /// - Parameter budget: the steps that several validations may take together.
  package func report(
    on instance: JSONValue, limit: Int = 100, within budget: ValidationBudget? = nil
  ) -> ValidationReport {
    let steps = min(SchemaLimits.evaluations, budget?.remaining ?? .max)
    var run = Evaluation(self, steps: steps)
    let isValid = evaluate(root, instance, tracker: nil, &run)
    budget?.spend(steps - run.remainingSteps)
    if isValid, run.exceeded == nil { return ValidationReport(errors: [], omitted: 0) }
    if run.exceeded == nil {
      run = Evaluation(
        self, limit: limit, steps: SchemaLimits.collectingEvaluations, describesBranches: true)
      _ = evaluate(root, instance, tracker: nil, &run)
      budget?.spend(SchemaLimits.collectingEvaluations - run.remainingSteps)
      if run.exceeded != nil {
        // Deciding has ended within the limit, so this nearly always does, too.
        run = Evaluation(
          self, limit: limit, steps: SchemaLimits.evaluations, describesBranches: false)
        _ = evaluate(root, instance, tracker: nil, &run)
        budget?.spend(SchemaLimits.evaluations - run.remainingSteps)
      }
    }
    // Other errors can be an effect of the exceeded limit.
    if let exceeded = run.exceeded {
      // All validations together have exceeded the limit, and not this one.
      guard case .tooCostly = exceeded.kind, let budget, steps < SchemaLimits.evaluations else {
        return ValidationReport(errors: [exceeded], omitted: 0)
      }
      return ValidationReport(errors: [exceeded.with(.tooCostly(limit: budget.total))], omitted: 0)
    }
    return ValidationReport(errors: run.errors, omitted: run.omitted)
  }
}

/// The outcome of a validation.
package struct ValidationReport: Sendable, Equatable {
  /// The errors in the order of evaluation.
  package let errors: [ValidationError]
  /// The number of errors beyond the limit.
  package let omitted: Int

  package var isValid: Bool { errors.isEmpty && omitted == 0 }
}
