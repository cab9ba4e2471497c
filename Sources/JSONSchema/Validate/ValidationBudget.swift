internal import Synchronization

/// The steps that the validations of one document may take together.
package final class ValidationBudget: Sendable {
  let total: Int
  private let steps: Atomic<Int>

  /// - Parameter steps: the evaluations of subschemas.
  package init(steps: Int) {
    total = steps
    self.steps = Atomic(steps)
  }

  var remaining: Int { max(0, steps.load(ordering: .relaxed)) }

  func spend(_ count: Int) { steps.subtract(count, ordering: .relaxed) }
}
