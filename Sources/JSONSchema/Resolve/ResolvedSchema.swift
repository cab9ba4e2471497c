package import JSONText

/// A subschema of a ``SchemaLibrary``, with its references resolved. Each place in a document has one.
package struct ResolvedSchema {
  private let library: SchemaLibrary
  private let node: Int

  init(library: SchemaLibrary, node: Int) {
    self.library = library
    self.node = node
  }

  package var value: JSONValue { library.value(of: node) }

  /// The value of a keyword, such as an annotation; nil for a boolean schema.
  package subscript(keyword: String) -> JSONValue? { value[keyword] }

  /// The place in its document.
  package var location: SchemaLocation { library.location(of: node) }

  /// The `$schema` of its resource, or of the nearest one around that.
  package var dialect: String? { library.dialect(of: node) }

  /// The target of `$ref`, perhaps in another document; nil if there is none.
  package var reference: ResolvedSchema? { library.reference(of: node).map(schema) }

  /// Whether it refers to a schema that is not known, or that depends on the path of a validation.
  package var hasUnknownReference: Bool {
    let value = value
    return value["$dynamicRef"] != nil || value["$recursiveRef"] != nil
      || (value["$ref"] != nil && reference == nil)
  }

  /// The target of a reference that is not the value of `$ref`.
  package func target(of reference: String) -> ResolvedSchema? {
    library.target(of: reference, from: node).map(schema)
  }

  // MARK: Parts

  /// The schema that is the value of a keyword, such as `items`.
  package func part(_ keyword: String) -> ResolvedSchema? { library.part(of: node, keyword, nil).map(schema) }

  /// The schema of a name or an index in the value of a keyword, such as `properties`.
  package func part(_ keyword: String, _ token: String) -> ResolvedSchema? {
    library.part(of: node, keyword, token).map(schema)
  }

  /// The schemas in the value of a keyword, in document order, each with its name or index.
  package func parts(_ keyword: String) -> [(name: String, schema: ResolvedSchema)] {
    library.parts(of: node, keyword).map { ($0.name, schema($0.node)) }
  }

  /// The schemas in the values of all keywords, in document order.
  package var parts: [ResolvedSchema] {
    (value.objectValue ?? [:]).flatMap { parts($0.name).map(\.schema) }
  }

  /// The schema as JSON, with other texts as its references.
  /// - Parameter text: the text for a target; nil keeps the reference.
  package func replacingReferences(_ text: (ResolvedSchema) -> String?) -> JSONValue {
    guard case .object(var keywords) = value else { return value }
    if let text = reference.flatMap(text) { keywords["$ref"] = .string(text) }
    for keyword in keywords.names {
      let parts = parts(keyword).map { ($0.name, $0.schema.replacingReferences(text)) }
      guard let first = parts.first else { continue }
      switch keywords[keyword] {
      case .array?: keywords[keyword] = .array(parts.map(\.1))
      case .object(var members)? where SubschemaKeyword.shape(of: keyword)?.hasNames == true:
        for (name, part) in parts { members[name] = part }
        keywords[keyword] = .object(members)
      default: keywords[keyword] = first.1
      }
    }
    return .object(keywords)
  }

  /// The schemas and values on the way from here along the keywords that a validation has used
  /// (``ValidationError/keywordLocation``), where `$ref` leads to its target. Ends early where there is nothing.
  package func path(along keywords: some Collection<String>) -> [ResolvedSchema] {
    var path: [ResolvedSchema] = []
    for keyword in keywords {
      let place = path.last ?? self
      guard
        let next = keyword == "$ref" ? place.reference : library.value(keyword, in: place.node).map(schema)
      else { break }
      path.append(next)
    }
    return path
  }

  /// The texts of the references in the schema and in what it refers to in its own document, each with the URI that it
  /// means, without fragment.
  package var references: [(text: String, uri: String)] {
    var found: [(text: String, uri: String)] = []
    var known: Set<ResolvedSchema> = []
    var waiting = [self]
    while let next = waiting.popLast() {
      guard known.insert(next).inserted else { continue }
      for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
        guard let text = next[keyword]?.stringValue else { continue }
        found.append((text, library.uri(of: text, in: next.node).withoutFragment.description))
        let target = next.target(of: text)
        if let target, target.location.document == location.document { waiting.append(target) }
      }
      waiting += next.parts
    }
    return found
  }

  // MARK: What applies to a value

  /// A schema that a keyword applies to a value.
  package struct Applied {
    package let keyword: String
    package let schema: ResolvedSchema
    /// Whether it applies in every case. An alternative may not be the one that is meant, a pattern may not match.
    package let isCertain: Bool
  }

  /// The schemas that apply to the same value: the target of `$ref`, and the parts of `allOf`, `anyOf`, `oneOf`, `if`,
  /// `then`, `else`, `dependentSchemas` and `not`.
  package var inPlace: [Applied] {
    library.inPlace(of: node).map {
      Applied(
        keyword: $0.keyword, schema: schema($0.node),
        isCertain: $0.keyword == "$ref" || $0.keyword == "allOf")
    }
  }

  /// The schemas that may apply to a member. Patterns are not evaluated.
  package func applied(toMember name: String) -> [Applied] {
    let patterns = parts("patternProperties").map {
      Applied(keyword: "patternProperties", schema: $0.schema, isCertain: false)
    }
    if let own = part("properties", name) {
      return [Applied(keyword: "properties", schema: own, isCertain: true)] + patterns
    }
    return patterns + applied("additionalProperties", isCertain: patterns.isEmpty)
      + applied("unevaluatedProperties", isCertain: false)
  }

  /// The schemas that may apply to an element.
  package func applied(toElement index: Int) -> [Applied] {
    // Draft 2019-09 and older ones write the first elements as an array in `items`.
    let (prefix, rest) =
      self["items"]?.arrayValue == nil ? ("prefixItems", "items") : ("items", "additionalItems")
    let isInPrefix = index < self[prefix]?.arrayValue?.count ?? 0
    let own =
      isInPrefix
      ? part(prefix, String(index)).map { [Applied(keyword: prefix, schema: $0, isCertain: true)] } ?? []
      : applied(rest, isCertain: true)
    return own + applied("contains", isCertain: false) + applied("unevaluatedItems", isCertain: false)
  }

  private func applied(_ keyword: String, isCertain: Bool) -> [Applied] {
    part(keyword).map { [Applied(keyword: keyword, schema: $0, isCertain: isCertain)] } ?? []
  }

  private func schema(_ node: Int) -> ResolvedSchema { ResolvedSchema(library: library, node: node) }
}

extension ResolvedSchema: Hashable {
  package static func == (one: ResolvedSchema, other: ResolvedSchema) -> Bool {
    one.node == other.node && one.library === other.library
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(node) }
}

extension Sequence<ResolvedSchema> {
  /// The schemas and those that they apply to the same value, each once and before those that it applies.
  /// - Parameters:
  ///   - limit: the greatest number of schemas.
  ///   - follows: whether to include a schema that another one applies.
  package func expanded(
    limit: Int, _ follows: (ResolvedSchema.Applied) -> Bool = { _ in true }
  ) -> (schemas: [ResolvedSchema], isComplete: Bool) {
    var found: [ResolvedSchema] = []
    var known: Set<ResolvedSchema> = []
    var waiting = Array(reversed())
    while let next = waiting.popLast() {
      guard known.insert(next).inserted else { continue }
      guard found.count < limit else { return (found, false) }
      found.append(next)
      waiting += next.inPlace.filter(follows).map(\.schema).reversed()
    }
    return (found, true)
  }
}
