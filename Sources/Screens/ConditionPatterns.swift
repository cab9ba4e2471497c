package import Assignment
import JSONSchema

/// The regular expressions of `$regex`: the engine of JSON Schema's `pattern`, read a little more widely.
///
/// GrowthBook's SDKs make a RegExp without the `u` flag, to which any escaped character that has no meaning of
/// its own stands for itself (ECMA-262 Annex B.1.2, IdentityEscape). The engine reads as with `u`, where such
/// an escape is an error; only then is the pattern read once more without these backslashes.
package enum ConditionPatterns {
  /// Steps of one search: a condition is asked while a request is served, so a pattern that needs more than
  /// some tenths of a millisecond is given up, and its condition does not hold.
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
      // The first error's place is one in the text as it was written; a second one's would not be.
      guard error.kind == .badEscape,
        let wide = try? Pattern(withoutIdentityEscapes(source), ignoringCase: ignoringCase)
      else { throw error }
      return wide
    }
  }

  /// What a backslash gives a meaning to, or takes one from. Digits refer to groups.
  private static let escapable = Set("^$\\.*+?()[]{}|/bBdDsSwWpPfnrtvcxuk0123456789".unicodeScalars)

  /// The pattern without the backslashes before characters that stand for themselves anyway. A hyphen does so
  /// outside a class alone.
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

/// A pattern as a condition asks it.
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
