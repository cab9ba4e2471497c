import Assignment
import JSONText
import Screens

/// What evaluating the conditions of experiments for attributes from a body may cost: each part of a condition can look
/// at each value.
enum EvaluationCost {
  /// The largest product of the parts of conditions and the values of attributes. A context of a hundred values is
  /// evaluated by conditions of 200,000 parts together.
  private static let maximumSteps = 20_000_000

  /// The bytes of a text that count as a value.
  private static let bytesOfValue = 16

  static let detail = "the attributes are too large for the conditions of the experiments"

  static func isWithinLimit(of attributes: JSONObject, for experiments: [ScreenExperiment]) -> Bool {
    let extent = JSONExtent(of: .object(attributes))
    let values = extent.values + extent.bytes / bytesOfValue
    let parts = experiments.reduce(0) { $0 + ($1.compiled.experiment.condition?.partCount ?? 0) }
    // Neither overflows: both are limited by the size of documents.
    return parts * values <= maximumSteps
  }
}
