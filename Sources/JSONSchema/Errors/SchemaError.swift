package import JSONText
package import Patterns

/// An error in a schema, as data; its text is made on demand.
package struct SchemaError: Error, Sendable, Equatable {
  /// The URI of the document with the error.
  package let document: String
  /// The location in that document.
  package let pointer: JSONPointer
  package let kind: Kind

  package enum Kind: Sendable, Equatable {
    /// The schema does not satisfy its meta-schema.
    case metaSchema(ValidationError)
    /// A pattern is not a regular expression of ECMA-262.
    case pattern(String, PatternSyntaxError)
    /// A reference has no target; `nearest` is a known name near it.
    case unresolvedReference(String, nearest: String?)
    /// The target of a reference is neither an object nor a boolean.
    case notASchema(String)
    /// A cycle of references that all apply to the same value.
    case endlessReference(String)
    /// `$schema` names an unknown meta-schema.
    case unknownDialect(String)
    /// The meta-schema requires an unknown vocabulary.
    case unknownVocabulary(String)
    /// A keyword of an unsupported draft.
    case unsupportedKeyword(String)
    case duplicateIdentifier(String)
    case duplicateAnchor(String)
    case identifierWithFragment(String)
    case tooDeep(limit: Int)
    case tooLarge(limit: Int)
  }

  /// The code of each kind.
  package enum Code: String, Sendable {
    case invalidKeyword = "invalid-keyword"
    case invalidPattern = "invalid-pattern"
    case unresolvedReference = "unresolved-reference"
    case notASchema = "not-a-schema"
    case endlessReference = "endless-reference"
    case unknownDialect = "unknown-dialect"
    case unknownVocabulary = "unknown-vocabulary"
    case unsupportedKeyword = "unsupported-keyword"
    case duplicateIdentifier = "duplicate-identifier"
    case duplicateAnchor = "duplicate-anchor"
    case identifierWithFragment = "identifier-with-fragment"
    case tooDeep = "too-deep"
    case tooLarge = "too-large"
  }

  package var code: Code {
    switch kind {
    case .metaSchema: .invalidKeyword
    case .pattern: .invalidPattern
    case .unresolvedReference: .unresolvedReference
    case .notASchema: .notASchema
    case .endlessReference: .endlessReference
    case .unknownDialect: .unknownDialect
    case .unknownVocabulary: .unknownVocabulary
    case .unsupportedKeyword: .unsupportedKeyword
    case .duplicateIdentifier: .duplicateIdentifier
    case .duplicateAnchor: .duplicateAnchor
    case .identifierWithFragment: .identifierWithFragment
    case .tooDeep: .tooDeep
    case .tooLarge: .tooLarge
    }
  }

  /// The description of the error, without a full stop.
  package var message: String {
    switch kind {
    case .metaSchema(let error): error.message
    case .pattern(_, let error): "not a regular expression: \(error.message)"
    case .unresolvedReference(let reference, _): "unknown reference \(Phrase.quoted(reference))"
    case .notASchema(let reference):
      "the reference \(Phrase.quoted(reference)) leads to a value that is not a schema"
    case .endlessReference(let reference): "the reference \(Phrase.quoted(reference)) forms an endless loop"
    case .unknownDialect(let uri): "unknown meta-schema \(Phrase.quoted(uri))"
    case .unknownVocabulary(let uri): "unknown vocabulary \(Phrase.quoted(uri))"
    case .unsupportedKeyword(let name): "the keyword \(Phrase.quoted(name)) is not supported"
    case .duplicateIdentifier(let id): "another schema has the $id \(Phrase.quoted(id))"
    case .duplicateAnchor(let name): "another schema has the anchor \(Phrase.quoted(name))"
    case .identifierWithFragment: "$id must not have a fragment; use $anchor"
    case .tooDeep(let limit): "nested deeper than \(limit) schemas"
    case .tooLarge(let limit): "more than \(limit) schemas"
    }
  }

  /// A hint at the correction, if there is one.
  package var hint: String? {
    if case .unresolvedReference(_, let nearest?) = kind { "did you mean \(nearest)?" } else { nil }
  }
}

/// The errors of a schema that cannot be used: at least one, at most ``SchemaLimits/errors``.
package struct SchemaErrors: Error, Sendable, Equatable {
  package let errors: [SchemaError]
}

extension SchemaErrors: CustomStringConvertible {
  package var description: String {
    errors.map { "\($0.document)#\($0.pointer): \($0.message)" }.joined(separator: "\n")
  }
}
