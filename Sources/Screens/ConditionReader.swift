import Assignment
import JSONText

/// Reads a condition, and reports each thing in it that cannot work as meant.
enum ConditionReader {
  static func read(
    _ value: JSONValue, at place: JSONPointer, _ diagnostics: inout Diagnostics
  ) -> Condition? {
    do throws(ConditionError) {
      return try Condition(value, patterns: ConditionPatterns.compile)
    } catch {
      for fault in error.faults {
        diagnostics.add(
          Diagnostic(
            .invalidCondition, at: place.appending(fault.pointer), fault.message,
            hint: fault.name.flatMap { NearestName.hint(for: $0, among: fault.known) }))
      }
      return nil
    }
  }
}
