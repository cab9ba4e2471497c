import Testing

@testable import JSONSchema

@Suite struct PublicSuiteTests {
  /// The files of the optional part that are not run, each with its reason.
  static let exceptions: [String: String] = [
    "cross-draft": "refers to a document of draft 2019-09 that is not among the remotes of this draft"
  ]

  @Test func `the required part passes`() throws {
    guard let suite = try PublicSuite.fromEnvironment() else { return }
    let outcome = try suite.run("json-schema", formats: .annotate)
    #expect(outcome.failures == [])
    #expect(outcome.passed > 0)
    print("JSON Schema suite, required: \(outcome.passed) passed")
  }

  @Test func `the optional part passes with named exceptions`() throws {
    guard let suite = try PublicSuite.fromEnvironment() else { return }
    let outcome = try suite.run(
      "json-schema/optional", formats: .annotate, leavingOut: Set(Self.exceptions.keys))
    #expect(outcome.failures == [])
    #expect(outcome.passed > 0)
    print("JSON Schema suite, optional: \(outcome.passed) passed; left out: \(Self.exceptions)")
  }

  @Test func `the format part passes when formats are asserted`() throws {
    guard let suite = try PublicSuite.fromEnvironment() else { return }
    let outcome = try suite.run("json-schema/optional/format", formats: .assert)
    #expect(outcome.failures == [])
    #expect(outcome.passed > 0)
    print("JSON Schema suite, optional/format: \(outcome.passed) passed")
  }
}
