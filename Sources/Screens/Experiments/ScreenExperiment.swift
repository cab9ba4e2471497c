package import Assignment
package import JSONText

/// An experiment of a screen: the assignment of units to variants, and the variants' edits.
package struct ScreenExperiment: Sendable {
  package let compiled: CompiledExperiment
  package let variants: [Variant]
  /// What apps report of its units, to compare the variants.
  package let events: [GuardEvent]
  /// The experiment's place in the definition.
  package let origin: JSONPointer

  package var key: String { compiled.experiment.key }

  /// The value of each variant for code that reads the experiment as a flag: its `value`, or else its key.
  package var values: [JSONValue] { variants.map { $0.value ?? .string($0.key) } }
}
