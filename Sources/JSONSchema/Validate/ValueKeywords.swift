import JSONText
import Patterns

/// `const`, `enum`, and the keywords of numbers and strings (validation §6.1–§6.3, §7).
extension CompiledSchema {
  func applyConst(_ keyword: ConstKeyword, of node: SchemaNode, _ value: JSONValue, _ run: inout Evaluation)
    -> Bool
  {
    let isSame =
      switch (keyword.name, value) {
      case (let name?, .string(let text)): name.matches(text)
      case (_?, _): false
      case (nil, _): value.isEquivalent(to: keyword.value)
      }
    return isSame || run.fail(.const(keyword.value), at: node, "const")
  }

  func applyEnumeration(
    _ keyword: EnumerationKeyword, of node: SchemaNode, _ value: JSONValue, _ run: inout Evaluation
  ) -> Bool {
    if case .string(let text) = value {
      if let index = keyword.index {
        if index.contains(ExactString(text)) { return true }
      } else {
        for index in keyword.strings.indices where keyword.strings[index].matches(text) { return true }
      }
    } else if keyword.otherIndex?.contains(value)
      ?? keyword.others.contains(where: { value.isEquivalent(to: $0) })
    {
      return true
    }
    return run.fail(.enumeration(allowed: keyword.values), at: node, "enum")
  }

  func applyNumber(
    _ keyword: NumberKeyword, of node: SchemaNode, _ number: JSONNumber, _ run: inout Evaluation
  ) -> Bool {
    var satisfied = true
    if let limit = keyword.minimum, number.compare(to: limit) < 0 {
      satisfied = run.fail(.minimum(limit, actual: number), at: node, "minimum")
    }
    if let limit = keyword.exclusiveMinimum, number.compare(to: limit) <= 0 {
      satisfied = run.fail(.exclusiveMinimum(limit, actual: number), at: node, "exclusiveMinimum")
    }
    if let limit = keyword.maximum, number.compare(to: limit) > 0 {
      satisfied = run.fail(.maximum(limit, actual: number), at: node, "maximum")
    }
    if let limit = keyword.exclusiveMaximum, number.compare(to: limit) >= 0 {
      satisfied = run.fail(.exclusiveMaximum(limit, actual: number), at: node, "exclusiveMaximum")
    }
    if let divisor = keyword.multipleOf, !number.isMultiple(of: divisor) {
      satisfied = run.fail(.multipleOf(divisor, actual: number), at: node, "multipleOf")
    }
    return satisfied
  }

  func applyString(
    _ keywords: StringKeywords, of node: SchemaNode, _ text: String, _ run: inout Evaluation
  ) -> Bool {
    var satisfied = true
    // The time of patterns and formats grows with the text.
    guard run.spend(text.utf8.count / 64, at: node) else { return false }
    if let bounds = keywords.length { satisfied = applyLength(bounds, of: node, text, &run) }
    if let pattern = keywords.pattern, satisfied || run.goesOn {
      switch pattern.search(text) {
      case .match: break
      case .noMatch: satisfied = run.fail(.pattern(pattern.source), at: node, "pattern")
      case .gaveUp: return run.giveUp(pattern, at: node)
      }
    }
    if let format = keywords.format, satisfied || run.goesOn, !format.matches(text) {
      satisfied = run.fail(.format(format.rawValue), at: node, "format")
    }
    return satisfied
  }

  /// Lengths count Unicode scalars, the characters of RFC 8259 (validation §6.3.1).
  private func applyLength(
    _ bounds: CountBounds, of node: SchemaNode, _ text: String, _ run: inout Evaluation
  )
    -> Bool
  {
    let bytes = text.utf8.count
    // A scalar has one to four bytes, so the length in bytes often decides.
    if bytes <= bounds.maximum, bytes / 4 >= bounds.minimum { return true }
    let length = text.unicodeScalars.count
    if length < bounds.minimum {
      return run.fail(.minLength(bounds.minimum, actual: length), at: node, "minLength")
    }
    if length > bounds.maximum {
      return run.fail(.maxLength(bounds.maximum, actual: length), at: node, "maxLength")
    }
    return true
  }
}

extension Evaluation {
  /// Ends the validation: when a pattern exceeds its steps, its result is unknown, under `not` too.
  mutating func giveUp(_ pattern: Pattern, at node: SchemaNode) -> Bool {
    exceed(.patternTooCostly(pattern.source, limit: Pattern.stepLimit), at: node)
    return false
  }
}
