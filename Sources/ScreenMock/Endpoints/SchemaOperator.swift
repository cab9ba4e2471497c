import Assignment
import JSONText
import Screens
import Synchronization

/// The operator `$schema` of the conditions of endpoints: a value fits a JSON Schema.
package enum SchemaOperator {
  package static let name = "$schema"

  static let all: [String: OperandCompile] = [
    name: { operand throws(OperandError) in
      do throws(InvalidDocument) {
        return SchemaTest(schema: try ContentSchema(operand, of: "the value", at: .root))
      } catch {
        let first = error.diagnostics.kept.first
        throw OperandError(at: first?.pointer ?? .root, first?.message ?? "not a JSON Schema")
      }
    }
  ]

  /// The largest number of steps of one test.
  fileprivate static let maximumSteps = 100_000
  /// The largest number of tests for one request. `$elemMatch` tests each element.
  private static let maximumTests = 1_000

  @TaskLocal fileprivate static var budget: Budget?

  /// The tests that a request may still have.
  fileprivate final class Budget: Sendable {
    private let tests = Atomic<Int>(SchemaOperator.maximumTests)

    /// - Returns: whether another test is allowed.
    func take() -> Bool { tests.subtract(1, ordering: .relaxed).newValue >= 0 }
  }

  /// Decides a request, all tests of which share a budget. Those beyond it fail.
  static func withBudget<Result>(_ body: () -> Result) -> Result {
    $budget.withValue(Budget(), operation: body)
  }
}

private struct SchemaTest: OperandMatcher {
  let schema: ContentSchema

  func passes(_ value: JSONValue) -> Bool {
    (SchemaOperator.budget?.take() ?? true) && schema.isMet(by: value, steps: SchemaOperator.maximumSteps)
  }
}
