package import JSONText

/// One way in which an instance does not satisfy a schema: as data, with the text made on demand.
package struct ValidationError: Error, Sendable, Equatable {
  /// The value at fault, as a pointer into the instance. For a missing member the object that lacks it; for
  /// an unknown member the object that has it.
  package let instanceLocation: JSONPointer

  /// The keywords passed on the way, references included, from the root of the schema (core §12.3.1).
  package let keywordLocation: JSONPointer

  /// The failing keyword itself: its resource's URI with a pointer as fragment (core §12.3.2).
  package let absoluteKeywordLocation: String

  /// What is wrong, with the values concerned.
  package let kind: Kind

  /// What can be wrong. A case has the name of its keyword where there is one.
  package indirect enum Kind: Sendable, Equatable {
    /// The schema is `false`: no value is right here.
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
    /// Matching the pattern was given up after this many steps; nothing is known about the value.
    case patternTooCostly(String, limit: Int)
    case format(String)

    case maxItems(Int, actual: Int)
    case minItems(Int, actual: Int)
    /// Two elements, by index, that are equal.
    case uniqueItems(first: Int, second: Int)
    case contains(minimum: Int, maximum: Int?, matched: Int)
    /// The element of that index is beyond the list that the schema describes.
    case unevaluatedItems(index: Int)

    case maxProperties(Int, actual: Int)
    case minProperties(Int, actual: Int)
    case required(missing: [String])
    case dependentRequired(by: String, missing: [String])
    /// One unknown member; `known` are the names that the same schema knows.
    case additionalProperties(name: String, known: [String])
    case unevaluatedProperties(name: String, known: [String])
    /// The name of a member is itself refused.
    case propertyNames(name: String, causes: [ValidationError])

    case anyOf(causes: [[ValidationError]])
    /// `matched` are the branches that hold, by index: none or at least two. With none, the causes are those
    /// of each branch.
    case oneOf(matched: [Int], causes: [[ValidationError]])
    case not

    /// The references of the schema and the depth of the instance together exceed the limit.
    case tooDeep(limit: Int)
    /// The schema asks for more work than the limit allows; nothing is known about the rest.
    case tooCostly(limit: Int)
  }

  init(instance: JSONPointer, keyword: JSONPointer, absolute: String, kind: Kind) {
    instanceLocation = instance
    keywordLocation = keyword
    absoluteKeywordLocation = absolute
    self.kind = kind
  }
}

extension ValidationError {
  /// A coarse, closed grouping for those who report errors: what an author would have to do.
  package enum Code: String, Sendable {
    case missingMember = "missing-member"
    case unknownMember = "unknown-member"
    case wrongType = "wrong-type"
    case invalidValue = "invalid-value"
  }

  package var code: Code {
    switch kind {
    case .required, .dependentRequired: .missingMember
    case .additionalProperties, .unevaluatedProperties: .unknownMember
    case .type: .wrongType
    default: .invalidValue
    }
  }

  /// The errors within this one, of all branches.
  package var causes: [ValidationError] {
    switch kind {
    case .anyOf(let branches), .oneOf(_, let branches): branches.flatMap(\.self)
    case .propertyNames(_, let causes): causes
    default: []
    }
  }
}
