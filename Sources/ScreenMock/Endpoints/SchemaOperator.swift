import Assignment
import JSONText
import Screens

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

  /// The largest number of steps of one test. Tests run while other requests wait.
  fileprivate static let maximumSteps = 100_000
}

private struct SchemaTest: OperandMatcher {
  let schema: ContentSchema

  func passes(_ value: JSONValue) -> Bool { schema.isMet(by: value, steps: SchemaOperator.maximumSteps) }
}
