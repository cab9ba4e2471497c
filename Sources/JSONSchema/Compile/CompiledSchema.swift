package import JSONText

/// A schema made ready to validate with: immutable, and safe to use from many threads at once.
///
/// Subschemas are the elements of one flat array that refer to each other by index, so that recursive
/// references are no cycles of objects.
package final class CompiledSchema: Sendable {
  let nodes: [SchemaNode]
  /// The same, to be used without counting references.
  let borrowedNodes: [Borrowed<SchemaNode>]
  /// For each node that asks for nothing but types, those types; for the others, none. Most nodes that are
  /// evaluated are such, and this spares them the rest.
  let plainTypes: [SchemaTypeSet]
  let resources: [CompiledResource]
  /// Index of the schema's root.
  let root: Int
  /// Whether any dynamic reference needs to know through which resources evaluation came.
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
  package func isValid(_ instance: JSONValue) -> Bool {
    var run = Evaluation(self)
    return evaluate(root, instance, tracker: nil, &run) && run.exceeded == nil
  }

  /// The errors of an instance: none when it satisfies the schema, otherwise at least one and at most `limit`.
  package func validate(_ instance: JSONValue, limit: Int = 100) -> [ValidationError] {
    report(on: instance, limit: limit).errors
  }

  /// The errors of an instance with the number of those left out.
  package func report(on instance: JSONValue, limit: Int = 100) -> ValidationReport {
    guard !isValid(instance) else { return ValidationReport(errors: [], omitted: 0) }
    var run = Evaluation(self, limit: max(1, limit))
    _ = evaluate(root, instance, tracker: nil, &run)
    // What else was found may be an effect of the limit that was exceeded.
    if let exceeded = run.exceeded { return ValidationReport(errors: [exceeded], omitted: 0) }
    return ValidationReport(errors: run.errors, omitted: run.omitted)
  }
}

/// The outcome of a validation.
package struct ValidationReport: Sendable, Equatable {
  /// The errors in the order of evaluation; empty when the instance is valid.
  package let errors: [ValidationError]
  /// How many more there are.
  package let omitted: Int

  package var isValid: Bool { errors.isEmpty }
}
