package import JSONText

/// One fault of a schema: as data, with the text made on demand.
package struct SchemaFault: Error, Sendable, Equatable {
  /// The URI of the document that has the fault.
  package let document: String
  /// The place in that document.
  package let pointer: JSONPointer
  package let kind: Kind

  package enum Kind: Sendable, Equatable {
    /// The schema does not satisfy its meta-schema.
    case metaSchema(ValidationError)
    /// A pattern is not a regular expression of ECMA-262.
    case pattern(String, PatternSyntaxError)
    /// A reference leads nowhere; the nearest name that would lead somewhere, if one is near.
    case unresolvedReference(String, nearest: String?)
    /// What the reference leads to is neither an object nor a boolean.
    case notASchema(String)
    /// Following the references from here comes back without having looked at a part of the instance.
    case endlessReference(String)
    /// `$schema` names a meta-schema that is not known.
    case unknownDialect(String)
    /// The meta-schema requires a vocabulary that is not known.
    case unknownVocabulary(String)
    /// A keyword of another draft that is not supported.
    case unsupportedKeyword(String)
    case duplicateIdentifier(String)
    case duplicateAnchor(String)
    case identifierWithFragment(String)
    case tooDeep(limit: Int)
    case tooLarge(limit: Int)
  }

  /// The closed list of codes, one for each kind.
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

  /// What is wrong, in a sentence without full stop.
  package var message: String {
    switch kind {
    case .metaSchema(let error): error.message
    case .pattern(_, let error): "not a regular expression: \(error.message)"
    case .unresolvedReference(let reference, _): "nothing is known by \(Phrase.quoted(reference))"
    case .notASchema(let reference): "what \(Phrase.quoted(reference)) leads to is not a schema"
    case .endlessReference(let reference): "\(Phrase.quoted(reference)) leads back here without end"
    case .unknownDialect(let uri): "unknown meta-schema \(Phrase.quoted(uri))"
    case .unknownVocabulary(let uri): "unknown vocabulary \(Phrase.quoted(uri))"
    case .unsupportedKeyword(let name): "the keyword \(Phrase.quoted(name)) is not supported"
    case .duplicateIdentifier(let id): "another schema has the $id \(Phrase.quoted(id))"
    case .duplicateAnchor(let name): "another schema has the anchor \(Phrase.quoted(name))"
    case .identifierWithFragment: "$id has no fragment; use $anchor"
    case .tooDeep(let limit): "nested deeper than \(limit) schemas"
    case .tooLarge(let limit): "more than \(limit) schemas"
    }
  }

  /// What to do about it, where that can be said.
  package var hint: String? {
    if case .unresolvedReference(_, let nearest?) = kind { "did you mean \(nearest)?" } else { nil }
  }
}

/// A schema that cannot be used, with all its faults: at least one, at most ``SchemaLimits/faults``.
package struct SchemaError: Error, Sendable, Equatable {
  package let faults: [SchemaFault]
}

extension SchemaError: CustomStringConvertible {
  package var description: String {
    faults.map { "\($0.document)#\($0.pointer): \($0.message)" }.joined(separator: "\n")
  }
}
