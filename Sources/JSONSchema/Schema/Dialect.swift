/// The set of keywords of a schema resource, which its `$schema` selects (core §8.1.1).
struct Dialect: Sendable, Hashable {
  /// The release of the specification. Draft 2019-09 is supported because a 2020-12 schema can refer to a document
  /// that declares it.
  enum Draft: Sendable { case draft2019, draft2020 }

  let draft: Draft
  let vocabularies: Vocabulary

  static let standard = Dialect(draft: .draft2020, vocabularies: .standard)
  static let historic = Dialect(draft: .draft2019, vocabularies: .standard)

  static let standardURI = "https://json-schema.org/draft/2020-12/schema"
  static let historicURI = "https://json-schema.org/draft/2019-09/schema"
}
