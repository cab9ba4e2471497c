package import Assignment
internal import TargetingPatterns
package import JSONText

/// Reads a condition. Reports everything in it that cannot work as intended.
package enum ConditionReader {
  package static func read(
    _ value: JSONValue, at place: JSONPointer, groups: ConditionGroups, _ diagnostics: inout Diagnostics
  ) -> Condition? {
    do throws(ConditionError) {
      return try Condition(value, groups: groups, patterns: ConditionPatterns.compile)
    } catch {
      for fault in error.faults {
        diagnostics.add(
          Diagnostic(
            .invalidCondition, at: place.appending(fault.pointer),
            anchor: concernsName(fault) ? .name : .value,
            fault.message, hint: hint(for: fault, in: value)))
      }
      return nil
    }
  }

  /// Whether the operator's name is wrong, and not its operand.
  private static func concernsName(_ fault: ConditionFault) -> Bool {
    fault.code == .unknownOperator || fault.code == .misplacedOperator
  }

  private static func hint(for fault: ConditionFault, in condition: JSONValue) -> String? {
    if let name = fault.name {
      return NearestName.hint(for: name, among: fault.known)
        ?? (fault.code == .unknownGroup ? "a group is a file, _groups/\(name).json" : nil)
    }
    guard let last = fault.pointer.tokens.last else {
      return fault.code == .wrongType ? "such as {\"country\": \"KR\"}" : nil
    }
    guard concernsName(fault) else { return nil }
    let siblings = fault.pointer.parent?.value(in: condition)?.objectValue?.names ?? []
    if siblings.count > 1, let plain = siblings.first(where: { $0.utf8.first != UInt8(ascii: "$") }) {
      return "operators begin with $, unlike \(quoted(plain))"
    }
    return "such as {\"age\": {\(quoted(last)): …}}"
  }
}
