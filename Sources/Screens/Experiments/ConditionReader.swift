package import Assignment
internal import TargetingPatterns
package import JSONText

/// Reads a condition. Reports everything in it that cannot work as intended.
package enum ConditionReader {
  /// - Parameters:
  ///   - refused: groups that are missing because their files are invalid.
  ///   - operators: operators beside GrowthBook's, by name.
  package static func read(
    _ value: JSONValue, at location: JSONPointer, groups: ConditionGroups, refused: Set<String> = [],
    operators: [String: OperandCompile] = [:], _ diagnostics: inout Diagnostics
  ) -> Condition? {
    do throws(ConditionErrors) {
      return try Condition(
        value, groups: groups, patterns: ConditionPatterns.compile, operators: operators)
    } catch let invalid {
      for error in invalid.errors {
        diagnostics.add(
          isFollowUp: error.code == .unknownGroup && error.name.map { refused.contains($0) } ?? false,
          Diagnostic(
            .invalidCondition, at: location.appending(error.pointer),
            anchor: concernsName(error) ? .name : .value,
            error.message, hint: hint(for: error, in: value)))
      }
      return nil
    }
  }

  /// Whether the operator's name is wrong, and not its operand.
  private static func concernsName(_ error: ConditionError) -> Bool {
    error.code == .unknownOperator || error.code == .misplacedOperator
  }

  private static func hint(for error: ConditionError, in condition: JSONValue) -> String? {
    if let name = error.name {
      return NearestName.hint(for: name, among: error.known)
        ?? (error.code == .unknownGroup ? "a group is a file, _groups/\(name).json" : nil)
    }
    guard let last = error.pointer.tokens.last else {
      return error.code == .wrongType ? "such as {\"country\": \"KR\"}" : nil
    }
    guard concernsName(error) else { return nil }
    let siblings = error.pointer.parent?.value(in: condition)?.objectValue?.names ?? []
    if siblings.count > 1, let plain = siblings.first(where: { $0.utf8.first != UInt8(ascii: "$") }) {
      return "operators begin with $, unlike \(quoted(plain))"
    }
    return "such as {\"age\": {\(quoted(last)): …}}"
  }
}
