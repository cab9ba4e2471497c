import JSONText

extension ValidationError {
  /// The description of the error for the author of the instance, without a full stop.
  package var message: String {
    switch kind {
    case .falseSchema: "no value is allowed here"
    case .type(let expected, let actual):
      "expected \(Phrase.alternatives(expected.map(\.phrase))), found \(actual.phrase)"
    case .enumeration(let allowed): "expected \(Phrase.alternatives(allowed, Phrase.value))"
    case .const(let value): "expected \(Phrase.value(value))"
    case .multipleOf(let divisor, let actual):
      "\(Phrase.number(actual)) is not a multiple of \(Phrase.number(divisor))"
    case .maximum(let limit, let actual):
      "\(Phrase.number(actual)) is more than the maximum of \(Phrase.number(limit))"
    case .exclusiveMaximum(let limit, let actual):
      "\(Phrase.number(actual)) is not less than \(Phrase.number(limit))"
    case .minimum(let limit, let actual):
      "\(Phrase.number(actual)) is less than the minimum of \(Phrase.number(limit))"
    case .exclusiveMinimum(let limit, let actual):
      "\(Phrase.number(actual)) is not more than \(Phrase.number(limit))"
    case .maxLength(let limit, let actual):
      "\(Phrase.count(actual, "character")) long, more than the maximum of \(limit)"
    case .minLength(let limit, let actual):
      "\(Phrase.count(actual, "character")) long, less than the minimum of \(limit)"
    case .pattern(let pattern): "does not match the pattern \(Phrase.pattern(pattern))"
    case .patternTooCostly(let pattern, let limit):
      "matching the pattern \(Phrase.pattern(pattern)) takes more than \(limit) steps"
    case .format(let name): "is not \(Phrase.format(name))"
    case .maxItems(let limit, let actual):
      "\(Phrase.count(actual, "element")), more than the maximum of \(limit)"
    case .minItems(let limit, let actual):
      "\(Phrase.count(actual, "element")), less than the minimum of \(limit)"
    case .uniqueItems(let first, let second): "elements \(first) and \(second) are equal"
    case .contains(let minimum, let maximum, let matched):
      Phrase.contains(minimum: minimum, maximum: maximum, matched: matched)
    case .unevaluatedItems(let index): "element \(index) is not allowed here"
    case .maxProperties(let limit, let actual):
      "\(Phrase.count(actual, "member")), more than the maximum of \(limit)"
    case .minProperties(let limit, let actual):
      "\(Phrase.count(actual, "member")), less than the minimum of \(limit)"
    case .required(let missing): Phrase.missing(missing)
    case .dependentRequired(let name, let missing):
      "\(Phrase.missing(missing)), required by \(Phrase.quoted(name))"
    case .additionalProperties(let name, _), .unevaluatedProperties(let name, _):
      "unknown member \(Phrase.quoted(name))"
    case .propertyNames(let name, let causes):
      "the member name \(Phrase.quoted(name)) is not allowed" + (causes.first.map { ": \($0.message)" } ?? "")
    case .tag(let name, _, nil): Phrase.missing([name])
    case .tag(_, let allowed, let actual?):
      "expected \(Phrase.alternatives(Phrase.nearestFirst(allowed, to: actual), Phrase.value))"
    case .anyOf(let causes): Phrase.noneOf(causes, at: instanceLocation)
    case .oneOf(let matched, let causes):
      matched.isEmpty
        ? Phrase.noneOf(causes, at: instanceLocation)
        : "expected exactly one alternative to match, but "
          + "\(Phrase.list(matched.map { String($0 + 1) })) match"
    case .not: "matches the schema in not, which excludes it"
    case .tooDeep(let limit):
      "the value and the schema's references are nested more than \(limit) deep together"
    case .tooCostly(let limit): "validating this takes more than \(limit) steps"
    }
  }
}
