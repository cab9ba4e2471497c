import Assignment
import Screens

/// An experiment whose units get tokens, because apps report events of them.
struct MeasuredExperiment: Sendable {
  private let compiled: CompiledExperiment
  private let id: String

  /// Nil for an experiment without events.
  init?(_ experiment: ScreenExperiment) {
    guard !experiment.events.isEmpty else { return nil }
    compiled = experiment.compiled
    id = ExperimentToken.id(of: experiment.compiled.experiment)
  }

  /// Appends the token of a request that names nothing but its unit, if the hash of the unit decides its variant.
  func appendToken(of unit: [UInt8], _ key: ExperimentToken.Key, to tokens: inout [UInt8]) {
    appendToken(for: unit, compiled.decide(unit: unit.span), key, to: &tokens)
  }

  /// Appends the token of a request with attributes.
  func appendToken(_ attributes: Attributes, _ key: ExperimentToken.Key, to tokens: inout [UInt8]) {
    guard let unit = attributes.unit(of: compiled.experiment.hashAttribute), Exposure.canCount(unit) else {
      return
    }
    let decision = compiled.decide(attributes: attributes, override: nil)
    appendToken(for: Array(unit.utf8), decision, key, to: &tokens)
  }

  private func appendToken(
    for unit: [UInt8], _ decision: Decision, _ key: ExperimentToken.Key, to tokens: inout [UInt8]
  ) {
    let variants = compiled.experiment.variants
    guard decision.reason == .assigned, let variant = decision.variant, variants.indices.contains(variant)
    else { return }
    if !tokens.isEmpty { tokens.append(UInt8(ascii: ",")) }
    key.appendToken(
      for: unit, id: id, experiment: compiled.experiment.key, variant: variants[variant].key, to: &tokens)
  }
}
