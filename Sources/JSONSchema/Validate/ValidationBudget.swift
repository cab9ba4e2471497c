import JSONText
internal import Synchronization

/// The steps that the validations of one document may take together.
package final class ValidationBudget: Sendable {
  package let total: Int
  private let steps: Atomic<Int>
  private let cancellation = Cancellation.current

  /// - Parameter steps: the evaluations of subschemas, and other work that takes as long.
  package init(steps: Int) {
    total = steps
    self.steps = Atomic(steps)
  }

  /// None after the cancellation of the computation that the budget was made for.
  var remaining: Int {
    cancellation?.isRequested ?? false ? 0 : max(0, steps.load(ordering: .relaxed))
  }

  /// Whether no steps are left.
  package var isSpent: Bool { remaining == 0 }

  /// Takes steps. Returns false when there were none left.
  @discardableResult
  package func spend(_ count: Int) -> Bool { steps.subtract(count, ordering: .relaxed).oldValue > 0 }
}
