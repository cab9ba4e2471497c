package import Assignment
package import JSONText

/// A screen's experiment: who gets which arm, and what each arm is.
package struct ScreenExperiment: Sendable {
  package let compiled: CompiledExperiment
  package let variants: [Variant]
  /// Where the experiment stands in the definition.
  package let origin: JSONPointer

  package var key: String { compiled.experiment.key }
}
