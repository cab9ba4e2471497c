package import JSONText

/// A violation of a schema by an instance, as data; its text is made on demand.
package struct ValidationError: Error, Sendable, Equatable {
  /// The location of the wrong value in the instance. For a missing or unknown member, the location of the object.
  package let instanceLocation: JSONPointer

  /// The path of keywords from the root of the schema, through references (core §12.3.1).
  package let keywordLocation: JSONPointer

  /// The failing keyword itself: its resource's URI with a pointer as fragment (core §12.3.2).
  package let absoluteKeywordLocation: String

  /// The kind of violation, with the values concerned.
  package let kind: Kind

  /// The kinds of violations. A case has the name of its keyword, if there is one.
  package indirect enum Kind: Sendable, Equatable {
    /// The schema is `false`, which no value satisfies.
    case falseSchema
    case type(expected: [SchemaType], actual: JSONKind)
    case enumeration(allowed: [JSONValue])
    case const(JSONValue)

    case multipleOf(JSONNumber, actual: JSONNumber)
    case maximum(JSONNumber, actual: JSONNumber)
    case exclusiveMaximum(JSONNumber, actual: JSONNumber)
    case minimum(JSONNumber, actual: JSONNumber)
    case exclusiveMinimum(JSONNumber, actual: JSONNumber)

    /// Lengths are counted in Unicode scalars.
    case maxLength(Int, actual: Int)
    case minLength(Int, actual: Int)
    case pattern(String)
    /// Matching the pattern exceeded the limit of steps, so the result is unknown.
    case patternTooCostly(String, limit: Int)
    case format(String)

    case maxItems(Int, actual: Int)
    case minItems(Int, actual: Int)
    /// The indices of two equal elements.
    case uniqueItems(first: Int, second: Int)
    case contains(minimum: Int, maximum: Int?, matched: Int)
    /// The index of an element that no keyword has evaluated.
    case unevaluatedItems(index: Int)

    case maxProperties(Int, actual: Int)
    case minProperties(Int, actual: Int)
    case required(missing: [String])
    case dependentRequired(by: String, missing: [String])
    /// An unknown member; `known` are the member names of the same schema.
    case additionalProperties(name: String, known: [String])
    case unevaluatedProperties(name: String, known: [String])
    /// The name of a member is not allowed.
    case propertyNames(name: String, causes: [ValidationError])

    /// The member that tells the alternatives of `anyOf` or `oneOf` apart has none of their values, or is missing.
    /// Alternatives that a tag chooses have no ``anyOf(causes:)``: their errors are reported themselves.
    case tag(String, allowed: [JSONValue], actual: JSONValue?)
    case anyOf(causes: [[ValidationError]])
    /// `matched` are the indices of the branches that hold: none or at least two. With none, `causes` has the errors
    /// of each branch.
    case oneOf(matched: [Int], causes: [[ValidationError]])
    case not

    /// The references of the schema and the depth of the instance together exceed the limit.
    case tooDeep(limit: Int)
    /// The validation exceeded the limit of steps, so the result is unknown.
    case tooCostly(limit: Int)
  }

  init(instance: JSONPointer, keyword: JSONPointer, absolute: String, kind: Kind) {
    instanceLocation = instance
    keywordLocation = keyword
    absoluteKeywordLocation = absolute
    self.kind = kind
  }

  package func with(_ kind: Kind) -> ValidationError {
    ValidationError(
      instance: instanceLocation, keyword: keywordLocation, absolute: absoluteKeywordLocation, kind: kind)
  }
}

extension ValidationError {
  /// A coarse grouping of the kinds, by the correction that the author has to make.
  package enum Code: String, Sendable {
    case missingMember = "missing-member"
    case unknownMember = "unknown-member"
    case wrongType = "wrong-type"
    case invalidValue = "invalid-value"
  }

  package var code: Code {
    switch kind {
    case .required, .dependentRequired, .tag(_, _, nil): .missingMember
    case .additionalProperties, .unevaluatedProperties: .unknownMember
    case .type: .wrongType
    default: .invalidValue
    }
  }

  /// The errors of all branches within this error.
  package var causes: [ValidationError] {
    switch kind {
    case .anyOf(let branches), .oneOf(_, let branches): branches.flatMap(\.self)
    case .propertyNames(_, let causes): causes
    default: []
    }
  }
}
