/// Runs checks in order and reports the results.
package struct Runner: Sendable {
  package struct Summary: Sendable, Equatable {
    package var passed = 0
    package var failed = 0
    package var leftOut = 0
  }

  private let report: @Sendable (String) throws -> Void

  /// - Parameter report: receives a line, without its line end.
  package init(report: @escaping @Sendable (String) throws -> Void) { self.report = report }

  /// Runs the checks. The last line is `N passed, N failed`. Reports a check as left out if its requirement is not met.
  /// - Throws: what `report` throws, between two checks.
  package func run(_ checks: [Check], on subject: Subject) async throws -> Summary {
    var summary = Summary()
    for check in checks {
      if let lack = subject.lack(for: check.need) {
        try report("left out: \(check.name) (\(lack))")
        summary.leftOut += 1
        continue
      }
      let failure: (any Error)?
      do {
        try await check.body(subject)
        failure = nil
      } catch {
        failure = error
      }
      if let failure {
        summary.failed += 1
        try report("FAIL \(check.name): \(failure)")
      } else {
        summary.passed += 1
        try report("ok   \(check.name)")
      }
    }
    try report("\(summary.passed) passed, \(summary.failed) failed")
    return summary
  }
}
