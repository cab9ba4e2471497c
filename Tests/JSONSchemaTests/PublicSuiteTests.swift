import Testing

@testable import JSONSchema

@Suite struct PublicSuiteTests {
  /// Files of the optional part that are not run, each with its reason.
  static let exceptions: [String: String] = [
    "cross-draft": "refers to a document of draft 2019-09 that is not among the remotes of this draft"
  ]

  @Test func requiredPartPassesWhole() throws {
    guard let suite = try PublicSuite.fromEnvironment() else { return }
    let outcome = try suite.run("json-schema", formats: .annotate)
    #expect(outcome.failures == [])
    #expect(outcome.passed > 0)
    print("JSON Schema suite, required: \(outcome.passed) passed")
  }

  @Test func optionalPartPassesButForNamedExceptions() throws {
    guard let suite = try PublicSuite.fromEnvironment() else { return }
    let outcome = try suite.run(
      "json-schema/optional", formats: .annotate, leavingOut: Set(Self.exceptions.keys))
    #expect(outcome.failures == [])
    #expect(outcome.passed > 0)
    print("JSON Schema suite, optional: \(outcome.passed) passed; left out: \(Self.exceptions)")
  }

  @Test func formatPartPassesWholeWhenAsserted() throws {
    guard let suite = try PublicSuite.fromEnvironment() else { return }
    let outcome = try suite.run("json-schema/optional/format", formats: .assert)
    #expect(outcome.failures == [])
    #expect(outcome.passed > 0)
    print("JSON Schema suite, optional/format: \(outcome.passed) passed")
  }
}
