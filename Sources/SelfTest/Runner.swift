/// Runs checks in order and reports the results.
package struct Runner: Sendable {
  package struct Summary: Sendable, Equatable {
    package var passed = 0
    package var failed = 0
    package var leftOut = 0
  }

  private let report: @Sendable (String) -> Void

  /// - Parameter report: receives a line, without its line end.
  package init(report: @escaping @Sendable (String) -> Void) { self.report = report }

  /// Runs the checks. The last line is `N passed, N failed`. Reports a check as left out if its requirement is not met.
  package func run(_ checks: [Check], on subject: Subject) async -> Summary {
    var summary = Summary()
    for check in checks {
      if let lack = subject.lack(for: check.need) {
        report("left out: \(check.name) (\(lack))")
        summary.leftOut += 1
        continue
      }
      do {
        try await check.body(subject)
        report("ok   \(check.name)")
        summary.passed += 1
      } catch {
        report("FAIL \(check.name): \(error)")
        summary.failed += 1
      }
    }
    report("\(summary.passed) passed, \(summary.failed) failed")
    return summary
  }
}
