import ArgumentParser
import Foundation

/// The environment variables of `marquee serve`. An empty variable counts as missing, because Docker Compose passes an
/// unset variable on as an empty one.
struct ServeVariables {
  private let values = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }

  /// An option's value, or else that of its variable.
  func text(_ option: String?, _ name: String) -> String? { option ?? values[name] }

  /// A number from an option, or else from its variable; nil if both are missing.
  /// - Throws: `ValidationError` for a variable that is not a number, or a number out of range.
  func number(_ option: Int?, _ name: String, in range: ClosedRange<Int>) throws -> Int? {
    var value = option
    if value == nil, let text = values[name] {
      guard let number = Int(text) else { throw ValidationError("\(name) must be a number, not \(text)") }
      value = number
    }
    if let value, !range.contains(value) {
      let rule =
        range.upperBound == .max
        ? "at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      let option = "--" + name.dropFirst("MARQUEE_".count).lowercased().replacing("_", with: "-")
      throw ValidationError("\(option) must be \(rule), not \(value) (\(name))")
    }
    return value
  }

  /// Whether a flag is given, or its variable is 1 or true.
  /// - Throws: `ValidationError` for other values than 1, true, 0 and false.
  func flag(_ isGiven: Bool, _ name: String) throws -> Bool {
    if isGiven { return true }
    switch values[name] {
    case nil, "0", "false": return false
    case "1", "true": return true
    case let text?: throw ValidationError("\(name) must be 1, true, 0 or false, not \(text)")
    }
  }
}
