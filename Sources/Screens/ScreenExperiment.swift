package import Assignment

/// A screen's experiment: who gets which arm, and what each arm is.
package struct ScreenExperiment: Sendable {
  package let compiled: CompiledExperiment
  package let variants: [Variant]

  package var key: String { compiled.experiment.key }
}
