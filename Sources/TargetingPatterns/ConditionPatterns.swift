package import Assignment
import Patterns

/// Compiles the regular expressions of `$regex` with the engine of JSON Schema's `pattern`.
///
/// GrowthBook's SDKs create a RegExp without the `u` flag, so an escaped character without a meaning stands for itself
/// (ECMA-262 Annex B.1.2, IdentityEscape). The engine parses as with `u`, where such an escape is an error. If a
/// pattern has that error, it is parsed again without those backslashes.
package enum ConditionPatterns {
  /// The maximum number of steps of one search, a few tenths of a millisecond. Conditions are evaluated while a request
  /// is served. A search that needs more gives up, and its operator is false, also `$notRegex`.
  package static let stepLimit = 10_000

  package static let compile: PatternCompile = {
    (source, ignoringCase) throws(PatternError) -> any PatternMatcher in
    do throws(PatternSyntaxError) {
      return PatternSearch(pattern: try pattern(source, ignoringCase: ignoringCase))
    } catch {
      throw PatternError(error.message)
    }
  }

  private static func pattern(
    _ source: String, ignoringCase: Bool
  ) throws(PatternSyntaxError) -> Pattern {
    do throws(PatternSyntaxError) {
      return try Pattern(source, ignoringCase: ignoringCase)
    } catch {
      // Throw the first error: its position refers to the original text.
      guard error.kind == .badEscape,
        let wide = try? Pattern(withoutIdentityEscapes(source), ignoringCase: ignoringCase)
      else { throw error }
      return wide
    }
  }

  /// The characters whose meaning a backslash changes. Digits refer to groups.
  private static let escapable = Set("^$\\.*+?()[]{}|/bBdDsSwWpPfnrtvcxuk0123456789".unicodeScalars)

  /// Removes the backslashes before characters that stand for themselves. A hyphen does so only outside a class.
  private static func withoutIdentityEscapes(_ source: String) -> String {
    var plain = String.UnicodeScalarView()
    var isInClass = false
    var isEscaped = false
    for scalar in source.unicodeScalars {
      if isEscaped {
        isEscaped = false
        if escapable.contains(scalar) || (isInClass && scalar == "-") { plain.append("\\") }
        plain.append(scalar)
        continue
      }
      switch scalar {
      case "\\":
        isEscaped = true
        continue
      case "[": isInClass = true
      case "]": isInClass = false
      default: break
      }
      plain.append(scalar)
    }
    if isEscaped { plain.append("\\") }
    return String(plain)
  }
}

/// A compiled pattern for conditions.
private struct PatternSearch: PatternMatcher {
  let pattern: Pattern

  func isFound(in text: String) -> Bool? {
    switch pattern.search(text, stepLimit: ConditionPatterns.stepLimit) {
    case .match: true
    case .noMatch: false
    case .gaveUp: nil
    }
  }
}
